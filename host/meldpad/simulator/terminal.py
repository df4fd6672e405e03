"""The playable tablet in a terminal: its screen in Unicode blocks, four keys on the keyboard."""

import sys
import time
from collections.abc import Callable
from typing import Any

from blessed import Terminal
from PIL import Image

from meldpad.simulator.process import Tablet
from meldpad.simulator.screen import MONO_VLSB, Screen

HELP = "↑ ↓ Enter = OK  Backspace = back   PgUp PgDn held ↑ ↓  Tab held OK   q leave"
"""The line that says which keys are which, at most 80 columns."""

_KEYS = {
    "KEY_UP": ("up", 0),
    "KEY_DOWN": ("down", 0),
    "KEY_ENTER": ("ok", 0),
    "KEY_RIGHT": ("ok", 0),
    "KEY_BACKSPACE": ("back", 0),
    "KEY_DELETE": ("back", 0),
    "KEY_LEFT": ("back", 0),
    "KEY_PGUP": ("up", 460),
    "KEY_PGDOWN": ("down", 460),
    "KEY_TAB": ("ok", 700),
}
"""Keys of the keyboard: the tablet's key, and how long it is held in milliseconds (a terminal
does not say when a key is let go)."""

_LEAVE = ("q", "Q", "\x03", "\x04")
_LINES_BELOW = 2
_FRAME_S = 0.03


def fitting_board(width: int, height: int) -> str:
    """The board whose display can be read in a terminal of so many columns and lines."""
    return "320x240" if width >= 160 and height >= 120 // 2 + _LINES_BELOW else "128x64"


def render(screen: Screen, terminal: Terminal, width: int, height: int) -> list[str]:
    """The screen as lines for so many columns and lines: one block for each few pixels."""
    if screen.format == MONO_VLSB:
        if width >= screen.width and height >= screen.height // 2:
            return _mono(
                screen, 1, 2, "".join(chr(code) for code in (0x20, 0x2584, 0x2580, 0x2588))
            )
        if height >= screen.height // 2:
            return screen.blocks()
        return _mono(screen, 2, 3, _sextants())
    return _colours(screen, terminal, width, height)


def _sextants() -> str:
    """Two by three pixels in one character; the first pixel is the highest bit."""
    signs = []
    for bits in range(64):
        # The code points count the pixels the other way round and leave out four older blocks.
        number = int(f"{bits:06b}"[::-1], 2)
        older = {0: 0x20, 21: 0x258C, 42: 0x2590, 63: 0x2588}
        signs.append(chr(older.get(number, 0x1FB00 + number - 1 - (number > 21) - (number > 42))))
    return "".join(signs)


def _mono(screen: Screen, across: int, down: int, signs: str) -> list[str]:
    lines = []
    for y in range(0, screen.height, down):
        line = ""
        for x in range(0, screen.width, across):
            bits = 0
            for row in range(y, y + down):
                for column in range(x, x + across):
                    inside = row < screen.height and column < screen.width
                    bits = bits << 1 | (inside and screen.pixel(column, row))
            line += signs[bits]
        lines.append(line)
    return lines


def _colours(screen: Screen, terminal: Terminal, width: int, height: int) -> list[str]:
    """Upper half blocks in colours, as large as fits."""
    scale = min(width / screen.width, 2 * height / screen.height, 1)
    size = (max(1, int(screen.width * scale)), max(2, int(screen.height * scale) // 2 * 2))
    picture = screen.image().resize(size, Image.Resampling.BOX)
    # Pillow cannot say that a pixel of this picture is a triple.
    pixels: Any = picture.load()
    lines = []
    for y in range(0, size[1], 2):
        line = ""
        last = None
        for x in range(size[0]):
            pair = pixels[x, y], pixels[x, y + 1]
            if pair != last:
                line += terminal.color_rgb(*pair[0]) + terminal.on_color_rgb(*pair[1])
                last = pair
            line += "▀"
        lines.append(line + terminal.normal)
    return lines


def play(tablet: Tablet, status: Callable[[], str], terminal: Terminal | None = None) -> None:
    """Play on the tablet (in real time) until the person leaves; `status` gives the status line."""
    term = terminal or Terminal()
    with term.fullscreen(), term.cbreak(), term.hidden_cursor():
        drawn: object = None
        while tablet.running():
            tablet.pump(_FRAME_S)
            key = term.inkey(timeout=0)
            while key:
                if key in _LEAVE:
                    return
                name, held = _KEYS.get(key.name or "", ("", 0))
                if name:
                    tablet.strike(name, held)
                key = term.inkey(timeout=0)
            state = (tablet.screen.changes, term.width, term.height, status())
            if state != drawn:
                _draw(term, tablet.screen, state[3])
                drawn = state
        # A firmware that stopped by itself has printed why.
        tablet.pump(0)
        time.sleep(0)


def _draw(term: Terminal, screen: Screen, status: str) -> None:
    lines = render(screen, term, term.width, term.height - _LINES_BELOW)
    lines += [status[: term.width], HELP[: term.width - 1]]
    text = term.home
    for line in lines[: term.height]:
        text += line + term.clear_eol + "\r\n"
    sys.stdout.write(text.rstrip("\r\n") + term.clear_eos)
    sys.stdout.flush()
