"""What saved deals cost a Pico's flash, as a program for MicroPython's prompt: the store on the
board's own mount, with one copy of the half-entered deal before each. The file `raws` holds the
records. Prints bytes programmed and erases, and the number of deals.
"""

import os

import rp2
import vfs

from boards import pages
from tablet.store import Store


class Counting:
    def __init__(self, device):
        self.programmed = 0
        self.erases = 0
        self._device = device
        self.readblocks = device.readblocks

    def writeblocks(self, block, buf, offset=0):
        self.programmed += len(buf)
        return self._device.writeblocks(block, buf, offset)

    def ioctl(self, op, arg):
        if op == 6:
            self.erases += 1
        return self._device.ioctl(op, arg)


class Board:
    root = "/"

    def unique(self, size):
        return b"measured"

    def random(self, size):
        return os.urandom(size)


with open("raws", "rb") as file:
    raws = file.read()
flash = Counting(pages.Pages(rp2.Flash()))
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(flash, **pages.LITTLEFS), "/")
store = Store(Board())
store.open()
at = 0
deals = 0
before = (0, 0)
while at < len(raws):
    size = raws[at] | raws[at + 1] << 8
    with open("/draft", "wb") as file:
        file.write(raws[at : at + 60])
    store.append(raws[at : at + size], size)
    at += size
    deals += 1
print(flash.programmed, flash.erases, deals)
