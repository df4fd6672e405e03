"""Makes all runs of the emulated Pico: `making.py IMAGE FOLDER PROCESS`.

As many at a time as there are processors. A program of its own, so that the runs go on while other
tests do. Each run becomes a file in the folder once it is over. Everything ends when the process
whose tests want it does.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

sys.path.extend(
    str(Path(__file__).resolve().parents[2] / room)
    for room in ("tests", "tests/shared", "firmware")
)

import bare
import measure
import runs
import starts

RUNS = (
    *(runs.cable, runs.display, measure.memory, starts.starts, runs.oled),
    *(runs.core, bare.drivers, bare.lost),
)
"""The longest first."""

OVER = "over"
"""The file that says that no more runs come."""


def made(folder: Path, name: str) -> Path:
    """The file that a run becomes."""
    return folder / f"{name}.run"


def main(image: Path, folder: Path, wanting: int) -> None:
    """Make them."""
    with multiprocessing.get_context("fork").Pool(os.cpu_count() or 1) as pool:
        threading.Thread(target=_end_with, args=(wanting,), daemon=True).start()
        jobs = [(number, image, folder) for number in range(len(RUNS))]
        for number, run in pool.imap_unordered(_make, jobs):
            name = RUNS[number].__name__
            # Under another name until it is whole.
            part = folder / f"{name}.part"
            part.write_bytes(pickle.dumps(run))
            part.rename(made(folder, name))


def _make(job: tuple[int, Path, Path]) -> tuple[int, runs.Run]:
    number, image, folder = job
    place = folder / RUNS[number].__name__
    place.mkdir()
    return number, runs.record(RUNS[number], image, place)


def _end_with(process: int) -> None:
    """End, and all that was started here, once a process is gone."""
    try:
        while True:
            os.kill(process, 0)
            time.sleep(1)
    except ProcessLookupError:
        os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    to = Path(sys.argv[2])
    try:
        main(Path(sys.argv[1]), to, int(sys.argv[3]))
    finally:
        (to / OVER).touch()
