"""Raspberry Pi Pico or Pico 2 with a Pimoroni Pico Display Pack 2.0 or 2.8.

320x240 pixels, four buttons. The pins are those of the maker's library, pimoroni-pico:
`libraries/pico_display_2`, `libraries/pico_display_28` and `common/pimoroni_common.hpp`.
"""

import machine
from framebuf import GS4_HMSB
from machine import PWM, SPI, Pin

import hal
from boards.rp2 import Rp2
from drivers.st7789 import ST7789

_A = 12
_B = 13
_X = 14
_Y = 15

# Bytes of MADCTL, bits MY MX MV ML: rows for columns, and from which corner.
_UPRIGHT = 0x70
_OVER = 0xB0

_PWM_HZ = 5000
_BRIGHT = 100


class Board(Rp2):
    """The pack held with its connector below: A and B on the left, X and Y on the right."""

    PINS = (_X, _Y, _A, _B)
    TURNED = (_B, _A, _Y, _X)
    width = 320
    height = 240
    format = GS4_HMSB
    # The score's bands of two sides take two parts, those of more sides one.
    lines = 53
    has_flip = True
    has_light = True

    def __init__(self, args: list[str]) -> None:
        # Dark until there is something to see.
        self._lamp = PWM(Pin(20), freq=_PWM_HZ, duty_u16=0)
        self._percent = _BRIGHT
        self._lit = False
        size = self.width * self.lines // 2
        self.buf = hal.first if len(hal.first) == size else bytearray(size)
        # The bus takes pin 16 as its input, which is the pack's DC; so the bus comes first.
        # SPI is as fast as the peripheral clock allows, which is slow by default.
        hertz = machine.freq()
        machine.freq(hertz, hertz)  # pyright: ignore[reportCallIssue]
        spi = SPI(0, baudrate=62_500_000, sck=Pin(18), mosi=Pin(19))
        cs = Pin(17, Pin.OUT, value=1)
        dc = Pin(16, Pin.OUT)
        self._display = ST7789(
            spi, cs, dc, self.width, self.height, self.lines, hal.PALETTE, _UPRIGHT
        )
        Rp2.__init__(self, args)

    def show(self, top: int, bottom: int) -> None:
        """Light comes with the first whole picture."""
        self._display.show(self.buf, top, bottom)
        if not self._lit and bottom == self.height:
            self._lit = True
            self.light(self._percent)

    def flip(self, on: bool) -> None:
        """The keys turn with the picture."""
        self._display.orient(_OVER if on else _UPRIGHT)
        self.turn(on)

    def light(self, percent: int) -> None:
        """The eye takes the square of what is given as half as bright."""
        self._percent = percent
        if self._lit:
            self._lamp.duty_u16(percent * percent * 65535 // 10000)
