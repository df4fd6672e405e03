"""Runs a script on MicroPython for Unix, with the shared core on its path."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).parent / "micro"


def binary() -> str:
    """The program: the one named by MICROPYTHON, else the one beside this Python, else any."""
    named = os.environ.get("MICROPYTHON")
    if named:
        return named
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    assert found, "no micropython: install the package's dependencies or set MICROPYTHON"
    return found


def run(script: str, text: str = "", *options: str) -> str:
    """What `tests/shared/micro/<script>` prints when it gets `text` on its standard input."""
    done = subprocess.run(
        [binary(), *options, str(SCRIPTS / script)],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "MICROPYPATH": str(ROOT / "shared")},
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout
