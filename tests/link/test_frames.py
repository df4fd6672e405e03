"""A million faulty frames through the reader of each end: none of the sound ones is lost, none
comes twice, and no memory is kept.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import faulty, measured
from support.micro import search_path

from meldpad.simulator.process import HEAP, micropython

_FAULTY = 1_000_000
_PROGRAM = Path(__file__).parent / "micro" / "count_frames.py"

_READERS = {
    "tablet": ([micropython(), "-X", f"heapsize={HEAP}"], ("feed", "128")),
    "pc": ([sys.executable], ("put", "2048")),
}
"""What runs the reader on each end, how bytes reach it there, and its longest body."""


@pytest.mark.parametrize("end", _READERS)
def test_a_million_faulty_frames(tmp_path: Path, end: str) -> None:
    stream = tmp_path / "stream"
    bad, sound = faulty.write(stream, _FAULTY, seed=5)
    program, args = _READERS[end]
    done = subprocess.run(
        [*program, str(_PROGRAM), str(stream), *args],
        env={**os.environ, "MICROPYPATH": search_path()},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found, wrong, noise, left, grown = map(int, done.stdout.split())
    assert bad >= _FAULTY
    assert (found, wrong) == (sound, 0)
    # Nothing waits for more at the end, and every byte is of a frame or is noise.
    assert left == 0
    assert noise > bad
    assert grown == 0
    measured.keep(f"frames_{end}", faulty=bad, sound=sound, lost=sound - found, doubled=wrong)
