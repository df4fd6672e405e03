"""Models of the two displays at the level of their commands, wired to the emulated Pico.

They know the data sheets, not the firmware: an ST7789 (Sitronix, V1.3) with the glass of
Pimoroni's display packs, and an SSD1306 (Solomon Systech, rev 1.1).
"""

from burst import SpiBursts
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals.i2c import I2CMode
from rp2040py.rp2040 import RP2040


class St7789:
    """240x320 pixels of memory behind SPI 0. `pixel` is what somebody sees who holds the pack
    with its long side down.

    `written` counts the pixels that came, `last_us` is when the last one came that differed from
    what was there (guest time), `faults` says what a real controller would not have understood.
    """

    _COLUMNS = 240
    _ROWS = 320
    _RESET_MS = 5
    _RESET_TO_WAKE_MS = 120
    _WAKE_MS = 5

    def __init__(self, cs: int = 17, dc: int = 16) -> None:
        self._cs_pin = cs
        self._dc_pin = dc
        self.memory = [0] * (self._COLUMNS * self._ROWS)
        self.asleep = True
        self.on = False
        self.inverted = False
        self.written = 0
        self.last_us = 0.0
        self.faults: list[str] = []
        self._reset_at = 0.0
        self._woken_at = 0.0
        self._start()

    def _start(self) -> None:
        self._order = 0
        self._bits = 6
        self._across = (0, self._COLUMNS - 1)
        self._down = (0, self._ROWS - 1)
        self._command = -1
        self._values: list[int] = []
        self._high = -1
        self._x = 0
        self._y = 0
        self.on = False
        self.asleep = True
        self.inverted = False

    def attach(self, rp2040: RP2040) -> None:
        """Wire it to SPI 0 and its two pins."""
        self._clock = rp2040.clock
        self._spi = rp2040.spi[0]
        self._cs = rp2040.gpio[self._cs_pin]
        self._dc = rp2040.gpio[self._dc_pin]
        self._alarm = rp2040.clock.create_alarm(self._sent)
        self._spi.on_transmit = self._byte
        SpiBursts(rp2040, 0, self._burst)

    def pixel(self, x: int, y: int) -> int:
        """The 16 bits of a pixel as seen, (0, 0) at the upper left."""
        return self.memory[x * self._COLUMNS + self._COLUMNS - 1 - y]

    def _byte(self, value: int) -> None:
        self._alarm.schedule(self._nanos_per_byte())
        self._take(value, self._clock.nanos)

    def _burst(self, data: bytes) -> float:
        """Bytes that DMA carries; how many nanoseconds they take."""
        nanos = self._nanos_per_byte()
        now = self._clock.nanos
        for i, value in enumerate(data):
            self._take(value, now + i * nanos)
        return len(data) * nanos

    def _nanos_per_byte(self) -> float:
        return self._spi.data_bits * 1e9 / self._spi.clock_frequency

    def _take(self, value: int, nanos: float) -> None:
        if self._cs.value is not GPIOPinState.LOW:
            return
        if self._dc.value is GPIOPinState.LOW:
            self._begin(value)
        elif self._command == 0x2C:
            self._data(value, nanos)
        else:
            self._values.append(value)
            self._parameter()

    def _sent(self) -> None:
        self._spi.complete_transmit(0)

    def _ms(self) -> float:
        return self._clock.nanos / 1e6

    def _begin(self, code: int) -> None:
        self._command = code
        self._values = []
        self._high = -1
        now = self._ms()
        if code != 0x01 and now - self._reset_at < self._RESET_MS:
            self.faults.append(f"command {code:02x} too soon after the reset")
        if code == 0x01:
            self._start()
            self._reset_at = now
        elif code == 0x11:
            if now - self._reset_at < self._RESET_TO_WAKE_MS:
                self.faults.append("woken too soon after the reset")
            self.asleep = False
            self._woken_at = now
        elif code in (0x20, 0x21):
            self.inverted = code == 0x21
        elif code in (0x28, 0x29):
            self.on = code == 0x29
        elif code == 0x2C:
            self._x = self._across[0]
            self._y = self._down[0]
        elif code not in (0x13, 0x2A, 0x2B, 0x35, 0x36, 0x3A):
            self.faults.append(f"command {code:02x}")
        if code not in (0x01, 0x11) and now - self._woken_at < self._WAKE_MS:
            self.faults.append(f"command {code:02x} too soon after waking")

    def _parameter(self) -> None:
        values = self._values
        if self._command in (0x2A, 0x2B) and len(values) == 4:
            span = (values[0] << 8 | values[1], values[2] << 8 | values[3])
            # Bit MV of MADCTL exchanges rows and columns, and with them how many there are.
            long = self._ROWS if (self._command == 0x2A) == bool(self._order & 0x20) else 240
            if span[0] > span[1] or span[1] >= long:
                self.faults.append(f"addresses {span} with command {self._command:02x}")
            elif self._command == 0x2A:
                self._across = span
            else:
                self._down = span
        elif self._command == 0x36 and len(values) == 1:
            self._order = values[0]
        elif self._command == 0x3A and len(values) == 1:
            self._bits = values[0] & 7

    def _data(self, value: int, nanos: float) -> None:
        if self._bits != 5:
            self.faults.append(f"pixels in format {self._bits}")
            return
        if self._high < 0:
            self._high = value
            return
        colour = self._high << 8 | value
        self._high = -1
        column, row = (self._y, self._x) if self._order & 0x20 else (self._x, self._y)
        if self._order & 0x40:
            column = self._COLUMNS - 1 - column
        if self._order & 0x80:
            row = self._ROWS - 1 - row
        at = row * self._COLUMNS + column
        self.written += 1
        if self.memory[at] != colour:
            self.memory[at] = colour
            self.last_us = nanos / 1000
        self._x += 1
        if self._x > self._across[1]:
            self._x = self._across[0]
            self._y += 1
            if self._y > self._down[1]:
                self._y = self._down[0]


# Commands of the SSD1306 that take so many bytes more
_MORE = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1}
_MORE |= {0xDA: 1, 0xDB: 1}


class Ssd1306:
    """128x64 pixels behind I2C 0 at address 3C."""

    _ADDRESS = 0x3C

    def __init__(self) -> None:
        self.memory = bytearray(1024)
        self.on = False
        self.contrast = 0x7F
        self.written = 0
        self.last_us = 0.0
        self.faults: list[str] = []
        self._mode = 2
        self._columns = (0, 127)
        self._pages = (0, 7)
        self._column = 0
        self._page = 0
        self._mirrored = False
        self._upside_down = False
        self._command: list[int] = []
        self._control = -1
        self._supply = False

    def attach(self, rp2040: RP2040) -> None:
        """Wire it to I2C 0."""
        self._clock = rp2040.clock
        self._bus = rp2040.i2c[0]
        self._bus.on_connect = self._connect
        self._bus.on_write_byte = self._byte
        self._alarm = rp2040.clock.create_alarm(self._taken)

    def pixel(self, x: int, y: int) -> int:
        """1 for a pixel that is seen lit, (0, 0) at the upper left of the usual modules.

        Their glass is wired so that segment 127 is on the left and common 63 at the top.
        """
        if not (self.on and self._supply):
            return 0
        # Mirroring by the segments works on what is written; by the commons on what is shown.
        row = y if self._upside_down else 63 - y
        return self.memory[row // 8 * 128 + 127 - x] >> row % 8 & 1

    def _connect(self, address: int, mode: I2CMode) -> None:
        self._control = -1
        self._bus.complete_connect(address == self._ADDRESS and mode is I2CMode.WRITE)

    def _byte(self, value: int) -> None:
        # Nine bits at 400 kHz.
        self._alarm.schedule(22_500)
        if self._control < 0:
            self._control = value
        elif self._control & 0x40:
            self._data(value)
        else:
            self._code(value)
            if self._control & 0x80:
                self._control = -1

    def _taken(self) -> None:
        self._bus.complete_write(True)

    def _code(self, value: int) -> None:
        self._command.append(value)
        first, *more = self._command
        if len(more) < _MORE.get(first, 0):
            return
        self._command = []
        if first == 0x20:
            self._mode = more[0]
        elif first == 0x21:
            self._columns = (more[0], more[1])
            self._column = more[0]
        elif first == 0x22:
            self._pages = (more[0], more[1])
            self._page = more[0]
        elif first == 0x81:
            self.contrast = more[0]
        elif first == 0x8D:
            self._supply = bool(more[0] & 4)
        elif first in (0xA0, 0xA1):
            self._mirrored = first == 0xA1
        elif first in (0xC0, 0xC8):
            self._upside_down = first == 0xC8
        elif first in (0xAE, 0xAF):
            self.on = first == 0xAF
        elif first not in (0x40, 0xA4, 0xA6, *_MORE):
            self.faults.append(f"command {first:02x}")

    def _data(self, value: int) -> None:
        if self._mode != 0:
            self.faults.append(f"data in addressing mode {self._mode}")
        segment = 127 - self._column if self._mirrored else self._column
        at = self._page * 128 + segment
        self.written += 1
        if self.memory[at] != value:
            self.memory[at] = value
            self.last_us = self._clock.nanos / 1000
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page += 1
            if self._page > self._pages[1]:
                self._page = self._pages[0]
