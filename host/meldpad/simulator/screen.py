"""The simulated display: a copy of the tablet's frame buffer, as a picture or as Unicode blocks."""

from PIL import Image

# Formats of MicroPython's framebuf
MONO_VLSB = 0
GS4_HMSB = 2

_PALETTE = ((0, 0, 0), (255, 255, 255), (176, 176, 176), (0, 40, 120), (255, 220, 0))
"""Colours of the 16 values a pixel can have, as the tablet's `canvas` uses them.

The rest is white.
"""

_QUADRANTS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"


class Screen:
    """Pixels as the tablet last sent them.

    `changes` counts the messages that changed what one sees; `light` is the backlight in percent.
    """

    def __init__(self, width: int, height: int, format: int) -> None:
        self.width = width
        self.height = height
        self.format = format
        self.changes = 0
        self.flipped = False
        self.light = 100
        size = width * height
        self.data = bytearray(size // 8 if format == MONO_VLSB else size // 2)

    def update(self, offset: int, data: bytes) -> None:
        """Take over bytes of the frame buffer."""
        self.data[offset : offset + len(data)] = data
        self.changes += 1

    def set(self, code: bytes, value: int) -> None:
        """Take over whether the picture is upside down (`F`) or the backlight in percent (`B`)."""
        if code == b"F":
            self.flipped = bool(value)
        else:
            self.light = value
        self.changes += 1

    def pixel(self, x: int, y: int) -> int:
        """The value of a pixel as one sees it, 0 to 15; on a black and white display 0 or 1."""
        if self.flipped:
            x, y = self.width - 1 - x, self.height - 1 - y
        if self.format == MONO_VLSB:
            return self.data[y // 8 * self.width + x] >> y % 8 & 1
        byte = self.data[(y * self.width + x) // 2]
        return byte & 15 if x & 1 else byte >> 4

    def image(self, scale: int = 1) -> Image.Image:
        """The picture in colours, enlarged `scale` times."""
        picture = Image.new("RGB", (self.width, self.height))
        shades = [tuple(part * self.light // 100 for part in colour) for colour in _PALETTE]
        values = (self.pixel(x, y) for y in range(self.height) for x in range(self.width))
        picture.putdata([shades[value if value < len(shades) else 1] for value in values])
        if scale > 1:
            return picture.resize(
                (self.width * scale, self.height * scale), Image.Resampling.NEAREST
            )
        return picture

    def _lit(self, x: int, y: int) -> bool:
        if x >= self.width or y >= self.height:
            return False
        red, green, blue = _PALETTE[min(self.pixel(x, y), 4)]
        return red + green + blue > 300

    def blocks(self) -> list[str]:
        """The picture as lines of quadrant blocks, two by two pixels each."""
        lines = []
        for y in range(0, self.height, 2):
            line = ""
            for x in range(0, self.width, 2):
                bits = self._lit(x, y) << 3 | self._lit(x + 1, y) << 2
                bits |= self._lit(x, y + 1) << 1 | self._lit(x + 1, y + 1)
                line += _QUADRANTS[bits]
            lines.append(line)
        return lines
