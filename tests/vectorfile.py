"""The score vectors: one JSON object a line, every value worked out by hand.

A vector has `id`, `source` (how its numbers were worked out), `input` and `output`, the latter two
exactly as `meldpad score` reads and prints them.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "vectors"


def read(preset: str) -> list[dict[str, Any]]:
    """The vectors of one preset, in order."""
    text = (FOLDER / f"{preset}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def read_all() -> list[dict[str, Any]]:
    """The vectors of every preset that has a file."""
    return [vector for path in sorted(FOLDER.glob("*.jsonl")) for vector in read(path.stem)]


def ids(vectors: list[dict[str, Any]]) -> list[str]:
    """Names of vectors for pytest."""
    return [f"{vector['input']['rules']}/{vector['id']}" for vector in vectors]
