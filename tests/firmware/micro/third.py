"""A board as somebody else would write it, by `hal.Board` and docs/boards.md alone.

Its buffer holds 32 lines. `BOARD_KEYS` in a file beside its flash are the masks of keys to press,
one after the other; after the last one its picture goes to a file and it stops.
"""

import os
import time

import vfs
from framebuf import GS4_HMSB

import hal
from boards.pages import LITTLEFS

_DOWN_MS = 60
_UP_MS = 500


class Ram:
    """A block device in memory."""

    def __init__(self):
        self._data = bytearray(b"\xff" * 4096 * 64)

    def readblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        buf[:] = self._data[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * 4096 + offset
        self._data[at : at + len(buf)] = buf

    def ioctl(self, op, arg):
        if op == 6:
            self._data[arg * 4096 : (arg + 1) * 4096] = b"\xff" * 4096
        return {4: 64, 5: 4096}.get(op, 0)


class Board(hal.Board):
    width = 320
    height = 240
    format = GS4_HMSB
    lines = 32
    root = "/ram/"

    def __init__(self, args):
        self.buf = bytearray(self.width * self.lines // 2)
        self._shown = bytearray(self.width * self.height // 2)
        self._picture = args[0]
        self._masks = [int(mask) for mask in args[1].split(",")]
        self._now = 0

    def mount(self):
        disk = Ram()
        vfs.VfsLfs2.mkfs(disk, **LITTLEFS)
        vfs.mount(vfs.VfsLfs2(disk, **LITTLEFS), "/ram")
        return hal.FRESH

    def unique(self, size):
        return b"thirdone"[:size]

    def random(self, size):
        return os.urandom(size)

    def ticks(self):
        return self._now

    def keys(self):
        number, rest = divmod(self._now, _DOWN_MS + _UP_MS)
        # First it waits as long as for a press.
        number -= 1
        if number >= len(self._masks):
            with open(self._picture, "wb") as file:
                file.write(self._shown)
            raise SystemExit
        return self._masks[number] if number >= 0 and rest < _DOWN_MS else 0

    def show(self, top, bottom):
        step = self.width // 2
        self._shown[top * step : bottom * step] = self.buf[: (bottom - top) * step]

    def cable_read(self):
        return -1

    def cable_write(self, buf, count):
        pass

    def wait(self, ms):
        self._now += ms
        time.sleep_ms(0)
