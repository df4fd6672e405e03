"""The SSD1306 driver that a tablet is delivered with.

It has the interface of `ssd1306` in micropython-lib as far as Meldpad needs it, so that one, which
`package.json` names, can be installed in its place. The commands are those of Solomon Systech's
data sheet.
"""

_START = bytes(
    (
        0xAE,  # off
        0x20,  # addresses run along a page, then on to the next one
        0x00,
        0x40,  # memory row 0 is line 0
        0xA1,  # column 127 is segment 0
        0xA8,  # all 64 lines
        0x3F,
        0xC8,  # line 0 is the last common
        0xD3,  # no offset
        0x00,
        0xDA,  # alternating commons
        0x12,
        0xD5,  # clock
        0x80,
        0xD9,  # precharge for the built-in supply
        0xF1,
        0xDB,  # level of the commons
        0x30,
        0x81,  # contrast
        0xFF,
        0xA4,  # show the memory
        0xA6,  # a set bit is lit
        0x8D,  # built-in supply on
        0x14,
    )
)


class SSD1306_I2C:
    """128x64 pixels over I2C. `buffer` holds them as framebuf's MONO_VLSB."""

    def __init__(
        self, width: int, height: int, i2c: "I2C", addr: int = 0x3C, external_vcc: bool = False
    ) -> None:
        self.width = width
        self.height = height
        self.buffer = bytearray(width * height // 8)
        self._i2c = i2c
        self._addr = addr
        self._two = bytearray(2)
        self._two[0] = 0x80
        self._data: "list[bytes | bytearray | memoryview]" = [b"\x40", b""]
        for code in _START:
            self.write_cmd(code)
        self.show()
        self.poweron()

    def write_cmd(self, cmd: int) -> None:
        """Send one byte of a command."""
        self._two[1] = cmd
        self._i2c.writeto(self._addr, self._two)

    def write_data(self, buf: "bytes | bytearray | memoryview") -> None:
        """Send bytes of the picture to where the addresses stand."""
        self._data[1] = buf
        self._i2c.writevto(self._addr, self._data)

    def show(self) -> None:
        """Send the whole buffer."""
        for code in (0x21, 0, self.width - 1, 0x22, 0, self.height // 8 - 1):
            self.write_cmd(code)
        self.write_data(self.buffer)

    def contrast(self, contrast: int) -> None:
        """From 0 to 255."""
        self.write_cmd(0x81)
        self.write_cmd(contrast)

    def rotate(self, rotate: int) -> None:
        """1: upright; 0: turned by half a turn. What is sent from then on is shown so."""
        self.write_cmd(0xC0 | (rotate & 1) << 3)
        self.write_cmd(0xA0 | rotate & 1)

    def poweron(self) -> None:
        """Light."""
        self.write_cmd(0xAF)

    def poweroff(self) -> None:
        """Dark; the memory stays."""
        self.write_cmd(0xAE)
