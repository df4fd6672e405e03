"""The parsers, fuzzed by coverage: the same runs each time, so a crash can be had again."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import targets
from support.measured import keep

_PROGRAM = Path(__file__).parent / "run_atheris.py"
_RUNS = {"frames": 20_000, "records": 25_000, "score": 50_000, "rulesets": 50_000}
"""About fifteen seconds each; `FUZZ_RUNS` in the environment names another number for all."""
_SEED = 20260101


@pytest.fixture(autouse=True)
def atheris() -> None:
    """Skips where there is no atheris for this Python."""
    if find_spec("atheris") is None:
        reason = "there is no atheris for this Python or system (Linux on x86-64, 3.11 to 3.13)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.parametrize("parser", targets.PARSERS)
def test_no_bytes_crash(parser: str, tmp_path: Path) -> None:
    runs = int(os.environ.get("FUZZ_RUNS", _RUNS[parser]))
    done = subprocess.run(
        [sys.executable, str(_PROGRAM), parser, str(tmp_path), str(runs), str(_SEED)],
        capture_output=True,
        text=True,
        check=False,
    )
    figures = re.search(r"DONE +cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)
    assert done.returncode == 0, done.stderr[-3000:]
    assert figures, done.stderr[-3000:]
    begun = re.search(r"INITED cov: (\d+)", done.stderr)
    assert begun
    # It did see the code that it runs, and found more of it than the seeds.
    assert int(figures[1]) > int(begun[1]) > 20
    keep(f"fuzz_{parser}", runs=runs, kept=int(figures[3]))
