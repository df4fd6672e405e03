"""Running a MicroPython program against the tablet's own files, on the heap that a tablet has."""

import os
import subprocess
from pathlib import Path

import canasta
from meldpad.simulator.process import HEAP, firmware_folder, micropython


def run(script: Path, *args: str, heap: str = HEAP, seconds: float = 120) -> str:
    """Run a program with the firmware and the core on its path; what it printed.

    Fails with its traceback when it does not end well.
    """
    path = os.pathsep.join((str(firmware_folder()), str(Path(canasta.__file__).parent.parent)))
    done = subprocess.run(
        [micropython(), "-X", f"heapsize={heap}", str(script), *args],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
