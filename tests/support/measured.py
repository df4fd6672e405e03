"""Figures that tests leave for docs/reliability.md: `tools/make_reliability.py` reads them."""

import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "build" / "reliability"


def keep(name: str, **figures: float) -> None:
    """Write the figures of one test, in place of those of its last run."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=2) + "\n"
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
