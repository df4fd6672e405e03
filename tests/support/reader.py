"""Reads the simulated tablet's display the way a person does: from its pixels alone.

The glyphs come from the firmware's fonts and the pairs of colours from its palette; where on the
display something stands is found, not known. So a text counts as shown only if every pixel of it
is right.
"""

import importlib
import re
from dataclasses import dataclass
from functools import cache

from meldpad.simulator.screen import GS4_HMSB, MONO_VLSB, Screen
from tablet import codepage

_FONTS = {240: ("text", "digits"), 64: ("small", "middle")}
"""For each height of a display the font of its text and the one of its big digits."""

_COLOURS = {"plain": (1, 0), "chosen": (0, 4), "title": (1, 3), "quiet": (2, 0), "strong": (4, 0)}
"""Ink and ground on the display with colours: white, black, yellow, blue and grey are 1 0 4 3 2."""

_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))

_MONO = {"plain": (1, 0), "chosen": (0, 1)}


@dataclass(frozen=True)
class Line:
    """One line of text. `style` is that of its first character, `styles` has one for each."""

    text: str
    y: int
    styles: tuple[str, ...]

    @property
    def style(self) -> str:
        """plain, chosen, title, quiet or strong."""
        at = len(self.text) - len(self.text.lstrip())
        return self.styles[at]


@dataclass(frozen=True)
class Seen:
    """What stands on the display: lines of text from the top, and the numbers in big digits."""

    lines: tuple[Line, ...]
    totals: tuple[int, ...]

    @property
    def text(self) -> str:
        """All lines, without the blanks around each."""
        return "\n".join(line.text.strip() for line in self.lines)

    @property
    def title(self) -> str:
        """The topmost line."""
        return self.lines[0].text.strip() if self.lines else ""

    @property
    def chosen(self) -> str:
        """The line that is marked as the chosen one; fails when it is not exactly one."""
        (line,) = [line for line in self.lines if line.style == "chosen"]
        return line.text.strip()

    def line(self, start: str) -> str:
        """The line that begins with the words `start`, its blanks pressed together; fails without
        one.
        """
        for line in self.lines:
            text = " ".join(line.text.split())
            if f"{text} ".startswith(f"{start} "):
                return text
        raise AssertionError(f"no line starts with {start!r} in:\n{self.text}")

    @property
    def openings(self) -> tuple[int, ...]:
        """The opening minimums on the score screen."""
        return tuple(int(number) for number in re.findall(r"opens +(\d+)", self.text))

    def __contains__(self, text: str) -> bool:
        return text in self.text


def read(screen: Screen) -> Seen:
    """Everything that can be read on the display."""
    return _read(screen.width, screen.height, screen.format, bytes(screen.data))


@cache
def _glyphs(name: str, mono: bool) -> dict[bytes, tuple[str, str]]:
    """For each glyph in each pair of colours its pixels, to the character and the style's name."""
    font = importlib.import_module(f"tablet.fonts.{name}")
    stride = (font.WIDTH + 7) // 8
    found: dict[bytes, tuple[str, str]] = {}
    for style, (ink, ground) in (_MONO if mono else _COLOURS).items():
        for index in range(font.COUNT):
            code = font.FIRST + index
            if not codepage.is_used(code):
                continue
            pixels = bytearray()
            for y in range(font.HEIGHT):
                at = (index * font.HEIGHT + y) * stride
                for x in range(font.WIDTH):
                    lit = font.DATA[at + x // 8] << (x % 8) & 128
                    pixels.append(ink if lit else ground)
            # Where glyphs look the same, as blanks do, the lowest code stands for all.
            found.setdefault(bytes(pixels), (codepage.decode(bytes([code])), style))
    return found


def _size(name: str) -> tuple[int, int]:
    font = importlib.import_module(f"tablet.fonts.{name}")
    return font.WIDTH, font.HEIGHT


def _rows(width: int, height: int, format: int, data: bytes) -> list[bytearray]:
    """The display row by row, a byte for each pixel."""
    if format == GS4_HMSB:
        # Two pixels a byte, so that its two hexadecimal digits are their values.
        pixels = data.hex().encode().translate(_DIGITS)
        return [bytearray(pixels[at : at + width]) for at in range(0, width * height, width)]
    screen = Screen(width, height, format)
    screen.data[:] = data
    return [bytearray(screen.pixel(x, y) for x in range(width)) for y in range(height)]


@cache
def _read(width: int, height: int, format: int, data: bytes) -> Seen:
    rows = _rows(width, height, format, data)
    mono = format == MONO_VLSB
    text, digits = _FONTS[height]
    ruled = _ruled(rows, _size(text)[1]) if mono else set[int]()
    totals = _totals(rows, digits, mono)
    lines = []
    y = 0
    step = _size(text)[1]
    while y + step <= height:
        line = _line(rows, y, text, mono, ruled)
        if line is None:
            y += 1
        else:
            lines.append(line)
            y += step
    return Seen(tuple(lines), totals)


def _ruled(rows: list[bytearray], line: int) -> set[int]:
    """Pixel rows that are the line below a title.

    The margin on the left is lit there and in chosen rows alone, which are `line` high.
    """
    found = set()
    y = 0
    while y < len(rows):
        run = 0
        while y + run < len(rows) and rows[y + run][0]:
            run += 1
        if run % line == 1:
            found.add(y)
        y += run + 1
    return found


def _totals(rows: list[bytearray], name: str, mono: bool) -> tuple[int, ...]:
    """The numbers in big digits from the top; their pixels are painted over afterwards."""
    wide, high = _size(name)
    glyphs = {
        pixels: glyph[0]
        for pixels, glyph in _glyphs(name, mono).items()
        if glyph[0] in "-0123456789"
    }
    half = high // 2
    # Most places can be ruled out by one row of pixels.
    middles = {pixels[half * wide : (half + 1) * wide] for pixels in glyphs}
    width = len(rows[0])
    found = []
    for y in range(len(rows) - high + 1):
        strip = rows[y : y + high]
        middle = bytes(strip[half])
        if len(set(middle)) == 1:
            continue
        # Digits stand side by side, so only the last one must be looked for.
        for end in range(width, wide - 1, -1):
            number = ""
            x = end - wide
            while x >= 0 and middle[x : x + wide] in middles:
                glyph = glyphs.get(b"".join(row[x : x + wide] for row in strip))
                if glyph is None:
                    break
                number = glyph + number
                x -= wide
            if number:
                found.append(int(number))
                for row in strip:
                    row[x + wide : end] = b"\xff" * (end - wide - x)
    return tuple(found)


def _line(rows: list[bytearray], y: int, name: str, mono: bool, ruled: set[int]) -> Line | None:
    """The line of text whose cells begin in pixel row y, None when something else is there."""
    wide, high = _size(name)
    glyphs = _glyphs(name, mono)
    columns = len(rows[0]) // wide
    left = (len(rows[0]) - columns * wide) // 2
    strip = rows[y : y + high]
    under = [i for i in range(high) if y + i in ruled]
    if under and under != [high - 1]:
        return None
    text = ""
    styles = []
    for column in range(columns):
        x = left + column * wide
        cell = b"".join(row[x : x + wide] for row in strip)
        if 0xFF in cell:
            # Big digits stand here.
            glyph: tuple[str, str] | None = (" ", "plain")
        elif under:
            glyph = _cut(name).get(cell[:-wide])
        else:
            glyph = glyphs.get(cell)
        if glyph is None:
            return None
        text += glyph[0]
        styles.append("title" if under else glyph[1])
    return Line(text, y, tuple(styles)) if text.strip() else None


@cache
def _cut(name: str) -> dict[bytes, tuple[str, str]]:
    """The glyphs of a black and white title, whose last pixel row lies under the line below it."""
    wide = _size(name)[0]
    found: dict[bytes, tuple[str, str]] = {}
    for pixels, glyph in _glyphs(name, True).items():
        if glyph[1] == "plain":
            found.setdefault(pixels[:-wide], glyph)
    return found
