"""A NOR flash in memory for littlefs: bits only fall when it is programmed, blocks rise when they
are erased, and the power can go at any page or block.

It takes whole pages only, as the chip does. With `journal` a list, every page and
every erase is put down there as (place, bytes), an erase with None for its bytes; `play` carries
one out, wholly or torn.
"""

import random

import vfs  # pyright: ignore[reportMissingImports]

from boards.pages import LITTLEFS, PAGE, Pages

BLOCK = 4096
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
        """Program a page."""
        if self.off or block in self.worn:
            return _EIO
        assert offset % PAGE == 0, offset
        assert len(buf) == PAGE, len(buf)
        if block not in self.deaf and self._step(block * BLOCK + offset, bytes(buf)):
            return _EIO
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
            self._count(place, page)
        play(self.data, (place, page))
        if self.journal is not None:
            self.journal.append((place, page))
        return False

    def _count(self, place, page):
        """Count what of a page is programmed, in the units that littlefs programs."""
        unit = LITTLEFS["progsize"]
        for at in range(0, PAGE, unit):
            if page[at : at + unit] != _BLANK[:unit]:
                self.programmed += unit
                assert self.data[place + at : place + at + unit] == _BLANK[:unit], "not erased"


def play(data, step, torn=None):
    """Carry a step of a journal out on an image: wholly, or torn.

    The noise is of bits that were on their way: those that a program was to clear and those that
    an erase was to raise are either way. It is the same each time.
    """
    place, page = step
    size = BLOCK if page is None else len(page)
    if torn == NOTHING:
        return
    whole = size if torn is None else _half(page)
    if page is None:
        data[place : place + whole] = _BLANK[:whole]
    else:
        _clear(data, place, page, 0, whole)
    if torn == NOISE:
        random.seed(place)
        for at in range(whole, size):
            byte = random.getrandbits(8)
            if page is None:
                data[place + at] |= byte
            elif page[at] != 255:
                data[place + at] &= page[at] | byte


def _half(page):
    """Where the first half ends of what a step changes; ones are not programmed."""
    if page is None:
        return BLOCK // 2
    start = len(page) - len(page.lstrip(b"\xff"))
    return (start + len(page.rstrip(b"\xff"))) // 2


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
        vfs.VfsLfs2.mkfs(Pages(flash), **LITTLEFS)
    unmount()
    vfs.mount(vfs.VfsLfs2(Pages(flash), mtime=False, **LITTLEFS), "/flash")


def unmount():
    """Take away what is mounted under /flash."""
    try:  # noqa: SIM105 - there is no contextlib here
        vfs.umount("/flash")
    except OSError:
        pass
