"""Raspberry Pi Pico or Pico 2 with a 128x64 display (SSD1306 over I2C) and four push buttons.

Wiring in docs/boards.md.
"""

from framebuf import MONO_VLSB
from machine import I2C, Pin

from boards.rp2 import Rp2
from ssd1306 import SSD1306_I2C

_CHUNK = 16
"""So many columns of a page are compared and sent at once."""
_PER_PAGE = 128 // _CHUNK


class Board(Rp2):
    """The buttons stand in a row beside the display: up, down, ok, back."""

    PINS = (15, 14, 13, 12)
    TURNED = (12, 13, 14, 15)
    width = 128
    height = 64
    format = MONO_VLSB
    has_flip = True
    has_light = True

    def __init__(self, args: list[str]) -> None:
        i2c = I2C(0, sda=Pin(4), scl=Pin(5), freq=400_000)
        self._display = SSD1306_I2C(self.width, self.height, i2c)
        self.buf = self._display.buffer
        now = memoryview(self.buf)
        shown = memoryview(bytearray(len(self.buf)))
        self._now = [now[i : i + _CHUNK] for i in range(0, len(self.buf), _CHUNK)]
        self._shown = [shown[i : i + _CHUNK] for i in range(0, len(self.buf), _CHUNK)]
        self._known = True
        self._dark = False
        Rp2.__init__(self, args)

    def show(self, top: int, bottom: int) -> None:
        """Pages of eight lines; of each only what changed."""
        for page in range(top // 8, (bottom + 7) // 8):
            follows = -1
            for i in range(page * _PER_PAGE, (page + 1) * _PER_PAGE):
                if self._known and self._now[i] == self._shown[i]:
                    continue
                if i != follows:
                    self._window(page, i % _PER_PAGE * _CHUNK)
                self._display.write_data(self._now[i])
                self._keep(i)
                follows = i + 1
        if bottom == self.height:
            self._known = True

    def _keep(self, i: int) -> None:
        now = self._now[i]
        shown = self._shown[i]
        for k in range(_CHUNK):
            shown[k] = now[k]

    def _window(self, page: int, column: int) -> None:
        """What is sent next begins here."""
        display = self._display
        display.write_cmd(0x21)
        display.write_cmd(column)
        display.write_cmd(127)
        display.write_cmd(0x22)
        display.write_cmd(page)
        display.write_cmd(page)

    def flip(self, on: bool) -> None:
        """The keys turn with the picture."""
        self._display.rotate(0 if on else 1)
        self._known = False
        self.turn(on)

    def light(self, percent: int) -> None:
        """By contrast; 0 is dark."""
        self._display.contrast(percent * 255 // 100)
        if self._dark != (percent == 0):
            self._dark = percent == 0
            if self._dark:
                self._display.poweroff()
            else:
                self._display.poweron()
