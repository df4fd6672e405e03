"""Drawing on a display of any size: bands, text and numbers. Nothing here allocates once made.

A screen is a stack of bands, redrawn one by one. Text is bytes in the code page of `codepage`.
"""

# Machine code takes buffers where its own types say pointers; framebuf takes tuples as pictures.
# pyright: reportArgumentType=false

from array import array

import framebuf

from tablet.codepage import encode
from tablet.glyphs import LACKING, Font

try:
    from tablet import blit
except SyntaxError:
    # This MicroPython compiles no machine code.
    blit = None

NAME = 12
"""So many characters of a name of a side or player are shown."""

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

MAX_BANDS = 12
_MOST_DIGITS = 12

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


class Canvas:
    """`rows` and `cols` of text fit; `y[i]` is the top of band i of `bands`, `y[bands]` the end."""

    def __init__(self, board: "Board") -> None:
        self.width = board.width
        self.height = board.height
        self.mono = board.format == framebuf.MONO_VLSB
        self._board = board
        self._lines = board.lines or board.height
        self._fb = framebuf.FrameBuffer(board.buf, board.width, self._lines, board.format)
        self._fast = board.format == framebuf.GS4_HMSB
        text, self._totals, self.rows = _FONTS[board.height]
        self._font = Font(text)
        # The font of the totals; until one fits, any font.
        self._digits = self._font
        self._digits_name = ""
        self.char = self._font.width
        self.line = self._font.height
        self.digit = 0
        self.digit_line = 0
        self.cols = self.width // self.char
        self.left = (self.width - self.cols * self.char) // 2
        self.y = array("h", bytes(2 * (MAX_BANDS + 1)))
        self.bands = 0
        self._ink = _MONO_INK if self.mono else _INK
        self._ground = _MONO_GROUND if self.mono else _GROUND
        self._palettes: "list[framebuf.FrameBuffer]" = []
        self._pairs: list[bytes] = []
        for i in range(len(_INK)):
            ink = self._ink[i]
            ground = self._ground[i]
            palette = framebuf.FrameBuffer(bytearray(2), 2, 1, board.format)
            palette.pixel(0, 0, ground)
            palette.pixel(1, 0, ink)
            self._palettes.append(palette)
            self._pairs.append(
                bytes((ground << 4 | ground, ground << 4 | ink, ink << 4 | ground, ink << 4 | ink))
            )
        self._band = 0
        self._top = 0
        self._done = 0
        self._ruled = False
        self._chars = bytearray(_MOST_DIGITS)
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
        self.fit_digits(count)

    def fit_digits(self, count: int) -> None:
        """Load the largest font of the totals that fits into each of `count` bands below the title.

        `digit` and `digit_line` are its width and height, 0 when none does.
        """
        room = (self.height - self.height // self.rows) // count
        for name, height in self._totals:
            if height <= room:
                if name != self._digits_name:
                    # The old one makes room before the new one is loaded.
                    self._digits = self._font
                    self._digits = Font(name)
                    self._digits_name = name
                self.digit = self._digits.width
                self.digit_line = height
                return
        self.digit = 0
        self.digit_line = 0

    def know(self, texts: "list[bytes] | tuple[bytes, ...]") -> None:
        """Have the glyphs of these texts at hand."""
        for text in texts:
            self._font.know(text, 0, len(text))

    def begin(self, band: int, style: int) -> None:
        """Clear a band in the ground of a style; what is drawn next goes there."""
        self._band = band
        # A board whose buffer is smaller than its display has a band, or what is next of it, at the
        # buffer's start.
        self._top = self.y[band] + self._done if self._lines < self.height else 0
        self._fb.fill_rect(
            0, self.y[band] - self._top, self.width, self.room(), self._ground[style]
        )
        self._ruled = self.mono and style == TITLE

    def end(self) -> bool:
        """Send the band to the display.

        False when it was too high for the buffer: then it has to be drawn once more, for its next
        part.
        """
        if self._ruled:
            # Without colours a line sets the title apart; inverse is for the chosen row alone.
            self._fb.hline(0, self.y[self._band + 1] - 1 - self._top, self.width, WHITE)
        top = self.y[self._band] + self._done
        bottom = self.y[self._band + 1]
        if bottom - top > self._lines:
            self._done += self._lines
            self._board.show(top, top + self._lines)
            return False
        self._done = 0
        self._board.show(top, bottom)
        return True

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
        return self._run(self._font, x, y, text, 0, len(text), style)

    def clipped(self, x: int, y: int, text: bytes, end: int, style: int) -> None:
        """Draw as much of a text as fits before x `end`."""
        count = (end - x) // self.char
        if count > 0:
            self._run(self._font, x, y, text, 0, count if count < len(text) else len(text), style)

    def lines(self, text: bytes) -> int:
        """How many lines a text takes when it is wrapped to the display's width."""
        count = 0
        end = 0
        while end < len(text):
            end = self._line_end(text, self._line_start(text, end))
            count += 1
        return count

    def wrapped(self, x: int, y: int, text: bytes, line: int, style: int) -> None:
        """Draw one line, counted from 0, of a text that is wrapped to the display's width."""
        start = self._line_start(text, 0)
        for _ in range(line):
            start = self._line_start(text, self._line_end(text, start))
        for i in range(start, self._line_end(text, start)):
            self.letter(x, y, text[i], style)
            x += self.char

    def _line_start(self, text: bytes, at: int) -> int:
        """The first character from `at` on that is no blank."""
        while at < len(text) and text[at] == 32:
            at += 1
        return at

    def _line_end(self, text: bytes, start: int) -> int:
        """Where the line that begins at `start` ends: at a blank where there is one."""
        end = start + self.cols
        if end >= len(text):
            return len(text)
        while end > start and text[end] != 32:
            end -= 1
        return end if end > start else start + self.cols

    def letter(self, x: int, y: int, code: int, style: int) -> None:
        """Draw one character of the code page."""
        self._chars[0] = code
        self._run(self._font, x, y, self._chars, 0, 1, style)

    def right(self, x: int, y: int, text: bytes, style: int) -> None:
        """Draw text that ends just before x."""
        self.text(x - len(text) * self.char, y, text, style)

    def right_clipped(self, x: int, y: int, text: bytes, start: int, style: int) -> None:
        """Draw as much of a text as fits from x `start` on, ending just before x."""
        begin = x - len(text) * self.char
        self.clipped(begin if begin > start else start, y, text, x, style)

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

    def _number(self, font: Font, x: int, y: int, value: int, style: int, plus: bool) -> int:
        rest = -value if value < 0 else value
        chars = self._chars
        at = _MOST_DIGITS
        while True:
            at -= 1
            chars[at] = 48 + rest % 10
            rest //= 10
            if rest == 0:
                break
        if value < 0 or (plus and value > 0):
            at -= 1
            chars[at] = 45 if value < 0 else 43
        x -= (_MOST_DIGITS - at) * font.width
        self._run(font, x, y, chars, at, _MOST_DIGITS - at, style)
        return x

    def _run(
        self, font: Font, x: int, y: int, text: "bytes | bytearray", at: int, count: int, style: int
    ) -> int:
        """Draw `count` characters of a text, from the one at `at` on; the x after them."""
        width = font.width
        y -= self._top
        # Machine code looks through a text much faster.
        if blit is None or blit.lacks(font.slots, text, at, count) < at + count:
            font.know(text, at, count)
        if blit is not None and self._fast and not (x | width) & 1 and 0 <= x < self.width:
            # What lies between the left and the right edge.
            fits = (self.width - x) // width
            if fits > count:
                fits = count
            skip = -y if y < 0 else 0
            rows = min(font.height, self._lines - y) - skip
            if rows > 0:
                step = self.width >> 1
                blit.run(
                    self._board.buf,
                    (y + skip) * step + (x >> 1),
                    step,
                    font.data,
                    font.slots,
                    width >> 1,
                    font.height,
                    skip,
                    rows,
                    self._pairs[style],
                    text,
                    at,
                    fits,
                )
            at += fits
            count -= fits
            x += fits * width
        while count > 0:
            slot = font.slots[text[at]]
            if slot != LACKING:
                font.cell.blit(font.strip, 0, -slot * font.height)
                self._fb.blit(font.cell, x, y, -1, self._palettes[style])
            at += 1
            count -= 1
            x += width
        return x


def digits_of(value: int) -> int:
    """How many characters a number takes."""
    count = 2 if value < 0 else 1
    rest = -value if value < 0 else value
    while rest > 9:
        rest //= 10
        count += 1
    return count


def fit(name: bytes, width: int = NAME) -> bytes:
    """A name from a record (bytes of UTF-8) as text of at most `width` characters."""
    return encode(name)[:width]
