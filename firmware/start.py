"""Chooses the board, looks whether somebody wants MicroPython's prompt, and runs the app.

The board is whatever was deployed: its name stands in `board.cfg`, or comes as the first argument
(the simulator). Back held down at power-on and then let go leads to the prompt instead, should the
app itself be the trouble. A key that is never let go is stuck and does not.
"""

import sys
from time import ticks_diff

import framebuf
import micropython

import hal

_HELD_MS = 1000
_STUCK_MS = 8000

_TABLET = not sys.argv[1:]
"""Whether this is no simulator."""


def _board() -> "Board":
    args = sys.argv[1:]
    if _TABLET:
        with open("board.cfg") as file:
            args = [file.read().strip()]
    return __import__("boards." + args[0], None, None, ("Board",)).Board(args[1:])


def _tell(board: "Board", *texts: str) -> None:
    """Lines of plain text on the display, without anything of the app."""
    lines = board.lines or board.height
    buf = framebuf.FrameBuffer(board.buf, board.width, lines, board.format)
    buf.fill(0)
    y = 2
    for text in texts:
        for at in range(0, len(text), board.width // 8):
            buf.text(text[at : at + board.width // 8], 0, y, 1)
            y += 10
        y += 2
    for top in range(0, board.height, lines):
        board.show(top, min(top + lines, board.height))
        buf.fill(0)


def _prompt_wanted(board: "Board") -> bool:
    start = board.ticks()
    told = False
    while board.keys() == hal.BACK:
        held = ticks_diff(board.ticks(), start)
        if held > _STUCK_MS:
            return False
        if held > _HELD_MS and not told:
            told = True
            _tell(board, "Let go of BACK for", "the prompt over USB")
        board.wait(10)
    if told:
        _tell(board, "Prompt over USB.", "Off and on: tablet")
    return told


def _run(board: "Board") -> None:
    try:
        if not _prompt_wanted(board):
            # The display's reset takes as long as this import, so the board comes first.
            from tablet.app import App

            App(board).run()
    except Exception as error:
        _tell(board, "Meldpad stopped:", repr(error), "What was saved is safe.", "Off and on again")
        raise


def main(first: bytearray) -> None:
    """Run until something asks for MicroPython's prompt. `first` is memory for the board's pixels,
    see `main.py`.
    """
    hal.first = first
    try:
        _run(_board())
    finally:
        if _TABLET:
            # At the prompt Ctrl-C interrupts again.
            micropython.kbd_intr(3)
