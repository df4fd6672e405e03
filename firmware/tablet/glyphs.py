"""Fonts in memory: of each only the glyphs that were needed so far.

A text font is 12 KB, of which a language uses a third. The others are fetched when a text has them,
which allocates once.
"""

import gc

import framebuf

from tablet.modules import forget

# The apostrophe too: English has it in the texts of the rules alone, and beside a page of the help
# there may be no memory to fetch it.
_USUAL = (
    b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-.,:'/()!?%"
    b"\x8a\x90\x91\x92\x93\x94\x95\x96\x97\x98"
)

LACKING = 255
"""Slot of a character whose glyph was not fetched, or does not exist."""


class Font:
    """A font of one width. `slots` tells for each code where in `data` its glyph is; a glyph is
    `height` rows of whole bytes.

    `strip` and `cell` are for framebuf: all glyphs below each other, and room for one.
    """

    def __init__(self, name: str):
        self._path = "tablet.fonts." + name
        self.slots = bytearray(b"\xff" * 256)
        self.data = bytearray()
        self.width = 0
        self.height = 0
        self._size = 0
        self._count = 0
        self._first = 0
        self._last = 0
        self._fetch(_USUAL, 0, len(_USUAL))
        self.cell = framebuf.FrameBuffer(
            bytearray(self._size), self.width, self.height, framebuf.MONO_HLSB
        )

    def know(self, text: bytes, at: int, count: int) -> None:
        """Fetch the glyphs that `count` characters of a text, from the one at `at` on, need."""
        for i in range(at, at + count):
            code = text[i]
            if self.slots[code] == LACKING and self._first <= code <= self._last:
                if not self._fetched(text, i, at + count - i):
                    # The font is large, and needs a place of its own in a memory that is in use.
                    gc.collect()
                    self._fetched(text, i, at + count - i)
                return

    def _fetched(self, text: bytes, at: int, count: int) -> bool:
        """Whether there was memory for it; without, they are shown as unknown characters are."""
        try:
            self._fetch(text, at, count)
        except MemoryError:
            forget(self._path, True)
            return False
        return True

    def _fetch(self, text: bytes, at: int, count: int) -> None:
        module = __import__(self._path, None, None, ("DATA",))
        self.width = module.WIDTH
        self.height = module.HEIGHT
        self._size = (self.width + 7) // 8 * self.height
        self._first = module.FIRST
        self._last = module.FIRST + module.COUNT - 1
        for i in range(at, at + count):
            code = text[i]
            if self.slots[code] == LACKING and self._first <= code <= self._last:
                start = (code - self._first) * self._size
                self.data.extend(module.DATA[start : start + self._size])
                self.slots[code] = self._count
                self._count += 1
        self.strip = (self.data, self.width, self.height * self._count, framebuf.MONO_HLSB)
        forget(self._path, True)
