"""Displays of 320x240 with an ST7789 over SPI, fed from a buffer of 4 bits a pixel.

Only lines that differ from what the display shows are sent; a hash of each line tells. They are
expanded to 16 bits a pixel on the way out. The commands are those of Sitronix' data sheet.
"""

# Any buffer is given for a pointer.
# pyright: reportArgumentType=false

from time import sleep_ms, ticks_diff, ticks_ms

from uctypes import addressof

from drivers import lines

_SWRESET = 0x01
_SLPOUT = 0x11
_INVON = 0x21
_DISPON = 0x29
_CASET = 0x2A
_RASET = 0x2B
_RAMWR = 0x2C
_MADCTL = 0x36
_COLMOD = 0x3A

_RESET_MS = 121
"""From the reset until the display may leave its sleep: 120, and what ticks leave out."""
_AWAKE_MS = 10

_LINES = 2
"""So many expanded lines go out at once."""


class ST7789:
    """`width` by `height` pixels, of which a buffer holds at most `most` lines. `palette` has red,
    green and blue for each value of a pixel.

    The reset begins at once and the first `show` waits for its end, so that the time between can
    be used.
    """

    def __init__(
        self,
        spi: "SPI",
        cs: "Pin",
        dc: "Pin",
        width: int,
        height: int,
        most: int,
        palette: "tuple[tuple[int, int, int], ...]",
        order: int,
    ) -> None:
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._height = height
        self._step = width // 2
        self._order = order
        # A byte of the buffer holds two values of the palette, and no others.
        self._table = bytearray(4 * (16 * (len(palette) - 1) + len(palette)))
        _fill(self._table, palette)
        # One hash for each line; 0 stands for a line that is not known.
        self._shown = bytearray(4 * height)
        self._fresh = bytearray(4 * most)
        self._out = bytearray(2 * width * _LINES)
        out = memoryview(self._out)
        self._views = [out[: 2 * width * i] for i in range(_LINES + 1)]
        self._one = bytearray(1)
        self._four = bytearray(4)
        cs(1)
        self._command(_SWRESET)
        self._reset_at = ticks_ms()
        self._awake = False

    def orient(self, order: int) -> None:
        """How rows and columns are scanned (the byte of MADCTL); all is sent anew from now on."""
        self._order = order
        for i in range(len(self._shown)):
            self._shown[i] = 0
        if self._awake:
            self._set(_MADCTL, order)

    def show(self, buf: bytearray, top: int, bottom: int) -> None:
        """Bring the lines from `top` to just before `bottom` to the display. `buf` begins with
        them.
        """
        if not self._awake:
            self._wake()
        if bottom <= top:
            return
        lines.hashed(buf, self._fresh, bottom - top, self._step)
        base = addressof(buf)
        line = top
        follows = -1
        while True:
            found = lines.differing(self._fresh, self._shown, top, line, bottom, _LINES)
            if found < 0:
                break
            line = found & 1023
            count = found >> 10
            if line != follows:
                self._window(line)
            fours = count * self._step >> 2
            lines.expanded(base + (line - top) * self._step, self._out, self._table, fours)
            self._spi.write(self._views[count])
            line += count
            follows = line
        self._cs(1)

    def _wake(self) -> None:
        rest = _RESET_MS - ticks_diff(ticks_ms(), self._reset_at)
        if rest > 0:
            sleep_ms(rest)
        self._command(_SLPOUT)
        sleep_ms(_AWAKE_MS)
        self._set(_COLMOD, 0x55)
        self._set(_MADCTL, self._order)
        self._command(_INVON)
        four = self._four
        last = 2 * self._step - 1
        four[0] = 0
        four[1] = 0
        four[2] = last >> 8
        four[3] = last & 255
        self._command(_CASET)
        self._data(four)
        self._command(_DISPON)
        self._awake = True

    def _window(self, line: int) -> None:
        """What is written next begins with this line."""
        four = self._four
        last = self._height - 1
        four[0] = line >> 8
        four[1] = line & 255
        four[2] = last >> 8
        four[3] = last & 255
        self._command(_RASET)
        self._data(four)
        self._command(_RAMWR)
        self._dc(1)
        self._cs(0)

    def _command(self, code: int) -> None:
        self._one[0] = code
        self._cs(1)
        self._dc(0)
        self._cs(0)
        self._spi.write(self._one)
        self._cs(1)

    def _data(self, data: bytearray) -> None:
        self._dc(1)
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def _set(self, code: int, value: int) -> None:
        self._command(code)
        self._one[0] = value
        self._data(self._one)


def _fill(table: bytearray, palette: "tuple[tuple[int, int, int], ...]") -> None:
    """Four bytes for each byte of the buffer: its two pixels with 5, 6 and 5 bits, high byte
    first.
    """
    for i in range(len(table) // 4):
        for k in range(2):
            red, green, blue = palette[min(len(palette) - 1, i & 15 if k else i >> 4)]
            value = (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3
            table[4 * i + 2 * k] = value >> 8
            table[4 * i + 2 * k + 1] = value & 255
