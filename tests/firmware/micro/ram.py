"""A flash in memory for littlefs, which counts, writes a journal and runs full; and records."""

import os

import vfs  # pyright: ignore[reportMissingImports]

from boards.pages import LITTLEFS
from canasta import records
from canasta.cursor import Cursor

BLOCK = 4096


class Ram:
    """A block device. With `journal` a list, every program and erase is put down there as
    (block, offset, bytes), an erase with None for its bytes."""

    def __init__(self, blocks):
        self.blocks = blocks
        self.data = bytearray(b"\xff" * (blocks * BLOCK))
        self.programmed = 0
        self.erases = 0
        self.journal: list | None = None

    def readblocks(self, block, buf, offset=0):
        """Fill `buf`."""
        start = block * BLOCK + offset
        buf[:] = memoryview(self.data)[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        """Program `buf`; what is programmed must have been erased."""
        start = block * BLOCK + offset
        assert self.data[start : start + len(buf)] == b"\xff" * len(buf), "not erased"
        self.data[start : start + len(buf)] = buf
        self.programmed += len(buf)
        if self.journal is not None:
            self.journal.append((block, offset, bytes(buf)))

    def ioctl(self, op, arg):
        """Geometry, and erasing."""
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            start = arg * BLOCK
            self.data[start : start + BLOCK] = b"\xff" * BLOCK
            self.erases += 1
            if self.journal is not None:
                self.journal.append((arg, 0, None))
        return 0


class Board:
    """What the store asks of a board."""

    root = "/flash/"

    def unique(self, size):
        """The same number for each tablet here."""
        return bytes(range(1, size + 1))

    def random(self, size):
        """What differs each time."""
        return os.urandom(size)


def mount(ram, fresh=False):
    """Mount a flash under /flash in place of what is there."""
    if fresh:
        vfs.VfsLfs2.mkfs(ram, **LITTLEFS)
    try:  # noqa: SIM105 - there is no contextlib here
        vfs.umount("/flash")
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(ram, **LITTLEFS), "/flash")


def names():
    """Names and sizes of the files of the log."""
    found = [("tail", os.stat("/flash/tail")[6])] if "tail" in os.listdir("/flash") else []
    for name in sorted(name for name in os.listdir("/flash/log") if name.isdigit()):
        found.append((name, os.stat("/flash/log/" + name)[6]))
    return found


class Records:
    """Makes records one after the other. `raws[i]` is the one with sequence number i + 1."""

    def __init__(self):
        self.raws = []
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)

    def make(self, payload, boot=1):
        """The next record with a payload of so many bytes, in the writer's buffer; its size."""
        seq = len(self.raws) + 1
        self._writer.begin(records.DEAL, seq, 1, boot, seq * 60)
        for i in range(payload):
            self._cursor.put_byte((seq * 31 + i * 7) & 255)
        self._writer.finish()
        self.buf = self._writer.buf
        return self._writer.size

    def keep(self, size):
        """The record that was made last has been saved."""
        self.raws.append(bytes(self.buf[:size]))


def payload(number):
    """Sizes of payloads as they may come: mostly deals of 20 to 50 bytes, sometimes the longest."""
    if number % 23 == 7:
        return records.MAX_SIZE - records.OVERHEAD
    return 4 + number * 37 % 47
