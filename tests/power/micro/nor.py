"""A NOR flash in memory for littlefs: bits only fall when it is programmed, blocks rise when they
are erased, and the power can go at any page or block.

A program is carried out page by page, as the chip does it. With `journal` a list, every page and
every erase is put down there as (place, bytes), an erase with None for its bytes; `play` carries
one out, wholly or torn.
"""

import random

import vfs  # pyright: ignore[reportMissingImports]

BLOCK = 4096
PAGE = 256
_EIO = -5
_BLANK = b"\xff" * BLOCK

# What becomes of the program or erase during which the power goes
NOTHING = 0
HALF = 1
NOISE = 2


class Nor:
    """The block device.

    `cut_at`: the power goes at the program or erase of this number (from 0), which is torn as
    `torn` says; from then on every call is an I/O error. `deaf` blocks do not take what is
    programmed, and do not say so; `unreadable` ones give I/O errors when read; `worn` ones give
    I/O errors when programmed or erased.
    """

    def __init__(self, blocks):
        self.blocks = blocks
        self.data = bytearray(_BLANK * blocks)
        self.journal: list | None = None
        self.done = 0
        self.programmed = 0
        self.erases = 0
        self.cut_at = -1
        self.torn = NOTHING
        self.off = False
        self.deaf = ()
        self.unreadable = ()
        self.worn = ()
        self.violations = 0

    def on(self):
        """Switch the power on again."""
        self.off = False
        self.cut_at = -1

    def readblocks(self, block, buf, offset=0):
        """Fill `buf`."""
        if self.off or block in self.unreadable:
            return _EIO
        start = block * BLOCK + offset
        buf[:] = memoryview(self.data)[start : start + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=0):
        """Program `buf`, page by page."""
        if self.off or block in self.worn:
            return _EIO
        at = 0
        while at < len(buf):
            page = bytes(buf[at : at + PAGE])
            if block not in self.deaf and self._step(block * BLOCK + offset + at, page):
                return _EIO
            at += PAGE
        return 0

    def ioctl(self, op, arg):
        """Geometry, and erasing."""
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            if self.off or arg in self.worn:
                return _EIO
            if arg not in self.deaf and self._step(arg * BLOCK, None):
                return _EIO
        return 0

    def _step(self, place, page):
        """One page or erase; whether the power went."""
        if self.done == self.cut_at:
            self.off = True
            play(self.data, (place, page), self.torn)
            return True
        self.done += 1
        if page is None:
            self.erases += 1
        else:
            self.programmed += len(page)
            if self.data[place : place + len(page)] != _BLANK[: len(page)]:
                self.violations += 1
        play(self.data, (place, page))
        if self.journal is not None:
            self.journal.append((place, page))
        return False


def play(data, step, torn=None):
    """Carry a step of a journal out on an image: wholly, or torn.

    The noise is of bits that were on their way: those that a program was to clear and those that
    an erase was to raise are either way. It is the same each time.
    """
    place, page = step
    size = BLOCK if page is None else len(page)
    if torn == NOTHING:
        return
    whole = size if torn is None else size // 2
    if page is None:
        data[place : place + whole] = _BLANK[:whole]
    else:
        _clear(data, place, page, 0, whole)
    if torn == NOISE:
        random.seed(place)
        for at in range(whole, size, 4):
            bits = random.getrandbits(30)
            for i in range(4):
                byte = bits >> (7 * i) & 255
                if page is None:
                    data[place + at + i] |= byte
                else:
                    data[place + at + i] &= page[at + i] | byte


def _clear(data, place, page, start, end):
    """Program some of a page: bits only fall."""
    if data[place + start : place + end] == _BLANK[: end - start]:
        data[place + start : place + end] = page[start:end]
        return
    for i in range(start, end):
        data[place + i] &= page[i]


def span(step):
    """Place and size of what a step can change."""
    return step[0], BLOCK if step[1] is None else len(step[1])


def mount(flash, fresh=False):
    """Mount a flash under /flash in place of what is there; OSError when it does not mount.

    Without the times of files, which would differ each time.
    """
    if fresh:
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
    unmount()
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE, mtime=False), "/flash")


def unmount():
    """Take away what is mounted under /flash."""
    try:  # noqa: SIM105 - there is no contextlib here
        vfs.umount("/flash")
    except OSError:
        pass
