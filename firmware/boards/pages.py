"""How the boards mount littlefs, and flash that is programmed in whole pages.

littlefs fills each commit up to the size that it may program. With the 256 bytes of a flash page a
deal would cost 1.2 KB and a third of an erase, most of it filling; with 32 it costs 0.9 KB and a
quarter. The format in flash is the same, so either mounts what the other wrote.
"""

PAGE = 256
LITTLEFS = {"readsize": 256, "progsize": 32}
"""Arguments of `VfsLfs2`. Its cache has four times the larger one, and a file as large as an eighth
of a block lies inside its directory, which the log's tail depends on."""


class Pages:
    """A block device on one that can only program whole pages, such as rp2's.

    The rest of a page is programmed with ones, which changes no bit of NOR flash.
    """

    def __init__(self, device):
        self.readblocks = device.readblocks
        self.ioctl = device.ioctl
        self._write = device.writeblocks
        self._page = bytearray(PAGE)
        self._ones = b"\xff" * PAGE

    def writeblocks(self, block, buf, offset=0):
        """Program `buf`; what the device says, if it says anything."""
        page = self._page
        at = 0
        while at < len(buf):
            start = (offset + at) % PAGE
            count = min(PAGE - start, len(buf) - at)
            page[:] = self._ones
            page[start : start + count] = buf[at : at + count]
            result = self._write(block, page, offset + at - start)
            if result:
                return result
            at += count
        return 0
