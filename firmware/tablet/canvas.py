"""Drawing on a display of any size: bands, text and numbers. Nothing here allocates once made.

A screen is a stack of bands, redrawn one by one. Text is bytes in the code page of `codepage`.
"""

from array import array

import framebuf

from tablet.codepage import encode

# Colours of a display with 16; on a black and white one everything but BLACK is lit.
BLACK = 0
WHITE = 1
GREY = 2
BLUE = 3
YELLOW = 4

# Styles of text: ink and ground
PLAIN = 0
CHOSEN = 1
TITLE = 2
QUIET = 3
STRONG = 4
_INK = (WHITE, BLACK, WHITE, GREY, YELLOW)
_GROUND = (BLACK, YELLOW, BLUE, BLACK, BLACK)
_MONO_INK = (1, 0, 1, 1, 1)
_MONO_GROUND = (0, 1, 0, 0, 0)

_MAX_BANDS = 12

# For each display height: the text font; fonts of the totals with their heights, the largest
# first; rows of text.
_FONTS: "dict[int, tuple[str, tuple[tuple[str, int], ...], int]]" = {
    240: (
        "text",
        (("digits", 74), ("digits64", 66), ("digits48", 50), ("digits38", 40), ("digits32", 34)),
        8,
    ),
    64: ("small", (("middle", 22),), 5),
}


class _Font:
    """A font of one width.

    Glyph after glyph in one strip, which is blitted through a cell of one glyph.
    """

    def __init__(self, name: str) -> None:
        module = __import__("tablet.fonts." + name, None, None, ("DATA",))
        self.width = module.WIDTH
        self.height = module.HEIGHT
        self.first = module.FIRST
        self.count = module.COUNT
        self.strip = (module.DATA, self.width, self.height * self.count, framebuf.MONO_HLSB)
        size = (self.width + 7) // 8 * self.height
        self.cell = framebuf.FrameBuffer(
            bytearray(size), self.width, self.height, framebuf.MONO_HLSB
        )


class Canvas:
    """`rows` and `cols` of text fit; `y[i]` is the top of band i of `bands`, `y[bands]` the end."""

    def __init__(self, board: "Board") -> None:
        self.width = board.width
        self.height = board.height
        self.mono = board.format == framebuf.MONO_VLSB
        self._board = board
        self._fb = framebuf.FrameBuffer(board.buf, board.width, board.height, board.format)
        text, self._totals, self.rows = _FONTS[board.height]
        self._font = _Font(text)
        # The font of the totals; until one fits, any font.
        self._digits = self._font
        self._digits_name = ""
        self.char = self._font.width
        self.line = self._font.height
        self.digit = 0
        self.digit_line = 0
        self.cols = self.width // self.char
        self.left = (self.width - self.cols * self.char) // 2
        self.y = array("h", bytes(2 * (_MAX_BANDS + 1)))
        self.bands = 0
        self._ink = _MONO_INK if self.mono else _INK
        self._ground = _MONO_GROUND if self.mono else _GROUND
        self._palettes: "list[framebuf.FrameBuffer]" = []
        for i in range(len(_INK)):
            palette = framebuf.FrameBuffer(bytearray(2), 2, 1, board.format)
            palette.pixel(0, 0, self._ground[i])
            palette.pixel(1, 0, self._ink[i])
            self._palettes.append(palette)
        self._band = 0
        self._ruled = False
        self.grid()

    def grid(self) -> None:
        """One band for each row of text."""
        self.bands = self.rows
        pitch = self.height // self.rows
        for i in range(self.rows):
            self.y[i] = i * pitch
        self.y[self.rows] = self.height

    def parts(self, count: int) -> None:
        """A title band and `count` equal bands below it."""
        self.bands = count + 1
        top = self.height // self.rows
        self.y[0] = 0
        for i in range(count + 1):
            self.y[i + 1] = top + (self.height - top) * i // count
        self._fit_digits((self.height - top) // count)

    def _fit_digits(self, room: int) -> None:
        """Load the largest font of the totals that fits into a band of `room` pixels.

        `digit` and `digit_line` are its width and height, 0 when none does.
        """
        for name, height in self._totals:
            if height <= room:
                if name != self._digits_name:
                    # The old one makes room before the new one is loaded.
                    self._digits = self._font
                    self._digits = _Font(name)
                    self._digits_name = name
                self.digit = self._digits.width
                self.digit_line = height
                return
        self.digit = 0
        self.digit_line = 0

    def begin(self, band: int, style: int) -> None:
        """Clear a band in the ground of a style; what is drawn next goes there."""
        self._band = band
        top = self.y[band]
        self._fb.fill_rect(0, top, self.width, self.y[band + 1] - top, self._ground[style])
        self._ruled = self.mono and style == TITLE

    def end(self) -> None:
        """Send the band to the display."""
        if self._ruled:
            # Without colours a line sets the title apart; inverse is for the chosen row alone.
            self._fb.hline(0, self.y[self._band + 1] - 1, self.width, WHITE)
        self._board.show(self.y[self._band], self.y[self._band + 1])

    def top(self) -> int:
        """Where a line of text stands in the middle of a band one row high."""
        pitch = self.height // self.rows
        return self.y[self._band] + (pitch - self.line) // 2

    def room(self) -> int:
        """Height of the current band."""
        return self.y[self._band + 1] - self.y[self._band]

    def base(self) -> int:
        """Top of the current band."""
        return self.y[self._band]

    def text(self, x: int, y: int, text: bytes, style: int) -> int:
        """Draw text from (x, y), clipped at the right edge; the x after it."""
        font = self._font
        palette = self._palettes[style]
        for code in text:
            self._glyph(font, code, x, y, palette)
            x += font.width
        return x

    def clipped(self, x: int, y: int, text: bytes, end: int, style: int) -> None:
        """Draw as much of a text as fits before x `end`."""
        palette = self._palettes[style]
        for code in text:
            if x + self.char > end:
                return
            self._glyph(self._font, code, x, y, palette)
            x += self.char

    def letter(self, x: int, y: int, code: int, style: int) -> None:
        """Draw one character of the code page."""
        self._glyph(self._font, code, x, y, self._palettes[style])

    def right(self, x: int, y: int, text: bytes, style: int) -> None:
        """Draw text that ends just before x."""
        self.text(x - len(text) * self.char, y, text, style)

    def number(self, x: int, y: int, value: int, style: int, plus: bool = False) -> int:
        """Draw a number that ends just before x, with `+` in front of one above zero if wanted."""
        return self._number(self._font, x, y, value, style, plus)

    def count(self, x: int, y: int, value: int, style: int) -> int:
        """Draw a number from x on; the x after it."""
        end = x + digits_of(value) * self.char
        self._number(self._font, end, y, value, style, False)
        return end

    def total(self, x: int, y: int, value: int, style: int) -> int:
        """Draw a number in the big digits, ending just before x."""
        return self._number(self._digits, x, y, value, style, False)

    def _number(self, font: _Font, x: int, y: int, value: int, style: int, plus: bool) -> int:
        palette = self._palettes[style]
        rest = -value if value < 0 else value
        while True:
            x -= font.width
            self._glyph(font, 48 + rest % 10, x, y, palette)
            rest //= 10
            if rest == 0:
                break
        if value < 0 or (plus and value > 0):
            x -= font.width
            self._glyph(font, 45 if value < 0 else 43, x, y, palette)
        return x

    def _glyph(self, font: _Font, code: int, x: int, y: int, palette: framebuf.FrameBuffer) -> None:
        index = code - font.first
        if 0 <= index < font.count:
            # The stubs have only a FrameBuffer here; a tuple of what makes one does as well.
            font.cell.blit(font.strip, 0, -index * font.height)  # pyright: ignore[reportArgumentType]
            self._fb.blit(font.cell, x, y, -1, palette)


def digits_of(value: int) -> int:
    """How many characters a number takes."""
    count = 2 if value < 0 else 1
    rest = -value if value < 0 else value
    while rest > 9:
        rest //= 10
        count += 1
    return count


def fit(name: bytes, width: int) -> bytes:
    """A name from a record (bytes of UTF-8) as text of at most `width` characters."""
    text = encode(name)
    return text if len(text) <= width else text[:width]
