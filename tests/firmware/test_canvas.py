"""The canvas draws the same by machine code as by framebuf, and in a small buffer as in a whole."""

import os
import subprocess
import sys
from pathlib import Path

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"

_HEAD = """
import framebuf
import micropython
from tablet import blit, canvas

class Board:
    width, height, format = 320, 240, framebuf.GS4_HMSB

    def __init__(self, lines):
        self.lines = lines
        self.buf = bytearray(160 * (lines or 240))
        self.screen = bytearray(160 * 240)

    def show(self, top, bottom):
        start = 0 if self.lines else top * 160
        self.screen[top * 160 : bottom * 160] = self.buf[start : start + (bottom - top) * 160]

def draw(c):
    c.grid()
    for band in range(c.bands):
        c.begin(band, canvas.TITLE if band == 0 else canvas.PLAIN)
        x = 0
        for i in range(30):
            # Glyphs over the left edge, at odd places, inside, and over the right edge.
            c.letter(x - 5 + i % 3, c.top() + i % 2, 0x20 + (band * 30 + i) % 224, i % 5)
            x += 11
        # A text over the left edge, one that fits to the right edge, one over it, one beyond it.
        c.text(-20, c.top(), b"over the left edge", canvas.PLAIN)
        c.text(180, c.top(), b"over the right edge", canvas.QUIET)
        c.text(322, c.top(), b"beyond", canvas.PLAIN)
        c.clipped(100, c.top(), b"clipped", 160, canvas.CHOSEN)
        c.end()
    c.parts(2)
    for band in (1, 2):
        more = True
        while more:
            c.begin(band, canvas.PLAIN)
            c.total(314, c.base(), -12345 * band, canvas.STRONG)
            c.number(300, c.base() + 80, 7890, canvas.CHOSEN, True)
            more = not c.end()
"""

_SAME = (
    _HEAD
    + """
def picture(lines, fast):
    board = Board(lines)
    c = canvas.Canvas(board)
    assert canvas.blit and c._fast
    c._fast = fast
    draw(c)
    return board.screen

plain = picture(0, False)
assert len(set(plain)) > 10
for lines in (0, 120, 56, 31):
    print(lines, picture(lines, True) == plain, picture(lines, False) == plain)
"""
)

_LOCKED = (
    _HEAD
    + """
for lines in (0, 56):
    board = Board(lines)
    board.show = lambda top, bottom: None
    c = canvas.Canvas(board)
    # The first time loads the fonts.
    draw(c)
    micropython.heap_lock()
    try:
        draw(c)
        failed = 0
    except MemoryError:
        failed = 1
    micropython.heap_unlock()
    print(failed)
"""
)


def _run(tmp_path: Path, text: str) -> str:
    binary = os.environ.get("MICROPYTHON") or str(Path(sys.executable).with_name("micropython"))
    script = tmp_path / "on_the_tablet.py"
    script.write_text(text)
    done = subprocess.run(
        [binary, str(script)],
        env={**os.environ, "MICROPYPATH": str(_FIRMWARE)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_way_of_drawing_gives_the_same_picture(tmp_path: Path) -> None:
    assert _run(tmp_path, _SAME) == ("0 True True\n120 True True\n56 True True\n31 True True\n")


def test_drawing_allocates_nothing(tmp_path: Path) -> None:
    assert _run(tmp_path, _LOCKED) == "0\n0\n"
