"""Reads the simulated tablet's display the way a person does: from its pixels alone.

The glyphs come from the firmware's fonts and the pairs of colours from its palette; where on the
display something stands is found, not known. So a text counts as shown only if every pixel of it
is right. A picture that is turned is read from the other side of the table.
"""

import importlib
import re
from dataclasses import dataclass
from functools import cache

from meldpad.simulator.screen import GS4_HMSB, MONO_VLSB, Screen
from support.texts import T
from tablet import codepage

_FONTS = {
    240: ("text", ("digits", "digits64", "digits48", "digits38", "digits32")),
    64: ("small", ("middle",)),
}
"""For each height of a display the font of its text and those of its big digits."""

_COLOURS = {"plain": (1, 0), "chosen": (0, 4), "title": (1, 3), "quiet": (2, 0), "strong": (4, 0)}
"""Ink and ground on the display with colours: white, black, yellow, blue and grey are 1 0 4 3 2."""

_DIGITS = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))

_BITS = [bytes(byte >> bit & 1 for byte in range(256)) for bit in range(8)]

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
    def rows(self) -> list[str]:
        """The lines from the top, each with its blanks pressed together."""
        return [" ".join(line.text.split()) for line in self.lines]

    @property
    def text(self) -> str:
        """The rows, a line each."""
        return "\n".join(self.rows)

    @property
    def title(self) -> str:
        """The topmost line, without the signs for more above and below."""
        return self.rows[0].rstrip(" ▲▼") if self.lines else ""

    @property
    def chosen(self) -> str:
        """The line that is marked as the chosen one; fails when it is not exactly one."""
        chosen = [i for i, line in enumerate(self.lines) if line.style == "chosen"]
        assert len(chosen) == 1, f"{len(chosen)} lines are chosen in:\n{self}"
        return self.rows[chosen[0]]

    def line(self, start: str) -> str:
        """The line that begins with the words `start`; fails without one."""
        for row in self.rows:
            if f"{row} ".startswith(f"{start} "):
                return row
        raise AssertionError(f"no line starts with {start!r} in:\n{self}")

    @property
    def openings(self) -> tuple[int, ...]:
        """The opening minimums on the score screen."""
        return tuple(int(n) for n in re.findall(rf"{T.OPENS} (\d+)", self.text))

    def __contains__(self, text: str) -> bool:
        """Whether a text can be read, which may be broken over several lines."""
        return text in " ".join(self.rows)

    def __str__(self) -> str:
        return f"{self.text}\ntotals: {self.totals}"


def read(screen: Screen) -> Seen:
    """Everything that can be read on the display."""
    return _read(screen.width, screen.height, screen.format, bytes(screen.data))


@cache
def _glyphs(name: str, mono: bool) -> dict[bytes, tuple[str, str]]:
    """For each glyph in each pair of colours its pixels, to the character and the style's name."""
    font = importlib.import_module(f"tablet.fonts.{name}")
    stride = (font.WIDTH + 7) // 8
    found: dict[bytes, tuple[str, str]] = {}
    for index in range(font.COUNT):
        code = font.FIRST + index
        if not codepage.is_used(code):
            continue
        letter = codepage.decode(bytes([code]))
        start = index * font.HEIGHT * stride
        bits = bytearray()
        for at in range(start, start + font.HEIGHT * stride, stride):
            row = int.from_bytes(font.DATA[at : at + stride], "big")
            bits += f"{row:0{8 * stride}b}"[: font.WIDTH].encode()
        for style, (ink, ground) in (_MONO if mono else _COLOURS).items():
            # Where glyphs look the same, as blanks do, the lowest code stands for all.
            pixels = bits.translate(bytes.maketrans(b"01", bytes([ground, ink])))
            found.setdefault(bytes(pixels), (letter, style))
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
    # A byte is eight pixels below each other, the highest in the lowest bit.
    pages = [data[at : at + width] for at in range(0, width * height // 8, width)]
    return [bytearray(page.translate(bit)) for page in pages for bit in _BITS]


@cache
def _read(width: int, height: int, format: int, data: bytes) -> Seen:
    rows = _rows(width, height, format, data)
    mono = format == MONO_VLSB
    text, digits = _FONTS[height]
    ruled = _ruled(rows, _size(text)[1]) if mono else set[int]()
    step = _size(text)[1]
    found: list[tuple[int, int]] = []
    if _longest([len(set(row)) > 1 for row in rows]) > step:
        # More rows with ink below each other than text has.
        for name in digits:
            found = _totals(rows, name, mono)
            if found:
                break
    totals = tuple(number for _, number in sorted(found))
    lines = []
    y = 0
    inked = [len(set(row)) > 1 for row in rows]
    while y + step <= height:
        if not any(inked[y : y + step]):
            y += 1
            continue
        line = _line(rows, y, text, mono, ruled)
        if line is None:
            y += 1
        else:
            lines.append(line)
            y += step
    return Seen(tuple(lines), totals)


def _longest(flags: list[bool]) -> int:
    """How many flags are set in a row at most."""
    best = run = 0
    for flag in flags:
        run = run + 1 if flag else 0
        best = max(best, run)
    return best


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


def _totals(rows: list[bytearray], name: str, mono: bool) -> list[tuple[int, int]]:
    """The numbers in big digits, each with its pixel row; they are painted over afterwards."""
    wide, high = _size(name)
    glyphs = {
        pixels: letter
        for pixels, (letter, style) in _glyphs(name, mono).items()
        if letter in "-0123456789" and style in ("plain", "strong")
    }
    half = high // 2
    # Most places can be ruled out by one row of pixels.
    middles = {
        pixels[half * wide : (half + 1) * wide]
        for pixels, letter in glyphs.items()
        if letter != "-"
    }
    found = []
    for y in range(len(rows) - high + 1):
        strip = rows[y : y + high]
        middle = bytes(strip[half])
        if len(set(middle)) == 1:
            continue
        # Digits stand side by side; from the last one the others are found.
        for end in sorted((at + wide for at in _places(middle, middles)), reverse=True):
            number = ""
            x = end - wide
            while x >= 0:
                glyph = glyphs.get(b"".join(row[x : x + wide] for row in strip))
                if glyph is None:
                    break
                number = glyph + number
                x -= wide
            if number:
                found.append((y, int(number)))
                for row in strip:
                    row[x + wide : end] = bytes(end - wide - x)
    return found


def _places(row: bytes, parts: set[bytes]) -> set[int]:
    """Where any of the parts stands in a row."""
    found = set()
    for part in parts:
        at = row.find(part)
        while at >= 0:
            found.add(at)
            at = row.find(part, at + 1)
    return found


def _line(rows: list[bytearray], y: int, name: str, mono: bool, ruled: set[int]) -> Line | None:
    """The line of text whose cells begin in pixel row y, None when something else is there."""
    wide, high = _size(name)
    under = [i for i in range(high) if y + i in ruled]
    if under and under != [high - 1]:
        return None
    # The line below a title covers the last row of its cells.
    strip = [bytes(row) for row in rows[y : y + high - len(under)]]
    glyphs, bearings = _cells(name, mono, bool(under))
    width = len(strip[0])
    text = ""
    styles: list[str] = []
    x = end = (width % wide) // 2
    while x < width:
        gap = _gap(strip, x)
        if x + gap >= width:
            break
        found = _glyph_at(strip, x + gap, x, glyphs, bearings, wide)
        if found is None:
            return None
        start, (letter, style) = found
        blanks = round((start - end) / wide)
        text += " " * blanks + letter
        styles += ["plain"] * blanks + ["title" if under else style]
        x = end = start + wide
    return Line(text, y, tuple(styles)) if text else None


def _gap(strip: list[bytes], x: int) -> int:
    """How many columns of pixels from x on are nothing but ground."""
    ground = strip[0][x : x + 1]
    gap = len(strip[0])
    for row in strip:
        rest = row[x : x + gap]
        gap = len(rest) - len(rest.lstrip(ground))
        if not gap:
            break
    return gap


def _glyph_at(
    strip: list[bytes],
    ink: int,
    first: int,
    glyphs: dict[bytes, tuple[str, str]],
    bearings: list[int],
    wide: int,
) -> tuple[int, tuple[str, str]] | None:
    """The glyph with its first ink in column `ink`, and where its cell begins, from `first` on."""
    for bearing in bearings:
        start = ink - bearing
        if start >= first:
            glyph = glyphs.get(b"".join(row[start : start + wide] for row in strip))
            if glyph:
                return start, glyph
    return None


@cache
def _cells(name: str, mono: bool, cut: bool) -> tuple[dict[bytes, tuple[str, str]], list[int]]:
    """The glyphs that show anything, and how many blank columns they begin with.

    With `cut` they lack their last row of pixels and are not inverted.
    """
    wide = _size(name)[0]
    found: dict[bytes, tuple[str, str]] = {}
    bearings = {0}
    for pixels, glyph in _glyphs(name, mono).items():
        if len(set(pixels)) == 1 or (cut and glyph[1] != "plain"):
            continue
        found.setdefault(pixels[:-wide] if cut else pixels, glyph)
        columns = [set(pixels[x::wide]) for x in range(wide)]
        bearings.add(
            next(x for x in range(wide) if columns[x] != columns[0] or len(columns[x]) > 1)
        )
    return found, sorted(bearings)
