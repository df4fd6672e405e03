"""Reads a stream of sound and faulty frames as each end of the cable does, and counts.

Arguments: the file; `feed` (byte by byte, as the tablet) or `put` (in pieces, as the PC); the
longest body. Runs on MicroPython and on CPython. Prints the sound frames that came in order, those
that came out of order, doubled or forged, the bytes that belong to no frame, the bytes left over,
and by how much the memory in use has changed on the way.
"""

import gc
import sys

from canasta import frames as F


class Count:
    """What came. The body of every sound frame begins with its number, which rises by one."""

    def __init__(self, most):
        self.reader = F.Reader(most)
        self.sound = 0
        self.wrong = 0
        self.noise = 0
        self.size = 0

    def events(self, event):
        """All that the last bytes brought."""
        reader = self.reader
        while event:
            if event == F.NOISE:
                self.noise += 1
            else:
                buf = reader.buf
                number = buf[F.HEAD] | buf[F.HEAD + 1] << 8 | buf[F.HEAD + 2] << 16
                if number == self.sound and reader.kind == 0x70:
                    self.sound += 1
                else:
                    self.wrong += 1
                self.size += F.OVERHEAD + reader.length
            event = reader.again()

    def feed(self, piece, size):
        """Byte by byte."""
        reader = self.reader
        feed = reader.feed
        for i in range(size):
            event = feed(piece[i])
            if event:
                self.events(event)

    def put(self, piece, size):
        """In pieces."""
        reader = self.reader
        at = 0
        while at < size:
            count = min(reader.want(), size - at)
            event = reader.put(piece, at, count)
            at += count
            if event:
                self.events(event)


def _used():
    """Bytes in use on MicroPython's heap."""
    if not hasattr(gc, "mem_alloc"):
        return 0
    gc.collect()
    return gc.mem_alloc()


def main():
    """See the top."""
    count = Count(int(sys.argv[3]))
    step = count.feed if sys.argv[2] == "feed" else count.put
    piece = bytearray(4096)
    total = 0
    pieces = 0
    low = high = 0
    with open(sys.argv[1], "rb") as file:
        while True:
            size = file.readinto(piece)
            if not size:
                break
            step(piece, size)
            total += size
            pieces += 1
            if pieces % 256 == 8:
                used = _used()
                low = min(low or used, used)
                high = max(high, used)
    left = total - count.noise - count.size
    print(count.sound, count.wrong, count.noise, left, high - low)


main()
