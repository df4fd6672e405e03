"""Running a MicroPython program against the tablet's own files, on the heap that a tablet has."""

import os
import subprocess
from pathlib import Path

import canasta
from meldpad.firmware import firmware_folder
from meldpad.simulator.process import HEAP, micropython

TREE_VARIABLE = "MELDPAD_TEST_TREE"
"""Environment variable that names another folder with `firmware` and `shared`: a mutant."""


_TESTS = Path(__file__).resolve().parents[1]
_PROGRAMS = [_TESTS / "firmware" / "micro", _TESTS / "power" / "micro"]
"""Modules that programs of several folders use: flashes in memory, a tablet without a case."""


def search_path() -> str:
    """Where MicroPython finds the firmware, the core, and what programs share."""
    tree = os.environ.get(TREE_VARIABLE)
    if tree:
        folders = [Path(tree) / "firmware", Path(tree) / "shared"]
    else:
        folders = [firmware_folder(), Path(canasta.__file__).parent.parent]
    return os.pathsep.join(map(str, [*folders, *_PROGRAMS]))


def run(script: Path, *args: str, heap: str = HEAP, seconds: float = 120) -> str:
    """Run a program with the firmware and the core on its path; what it printed.

    Fails with its traceback when it does not end well.
    """
    done = subprocess.run(
        [micropython(), "-X", f"heapsize={heap}", str(script), *args],
        env={**os.environ, "MICROPYPATH": search_path()},
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
