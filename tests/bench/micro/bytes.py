"""What a byte on the cable costs the tablet, as a program for MicroPython's prompt: frames whose
length stands in their head against byte stuffing (COBS), each way, in plain Python and, for COBS,
as machine code too. Prints name and nanoseconds a byte.
"""

# ruff: noqa: F821

import time

import micropython

from canasta import frames as F

SIZE = 1024


def cobs_encode(src, size, dst):
    at = 1
    mark = 0
    code = 1
    for i in range(size):
        byte = src[i]
        if byte:
            dst[at] = byte
            at += 1
            code += 1
        if byte == 0 or code == 255:
            dst[mark] = code
            code = 1
            mark = at
            at += 1
    dst[mark] = code
    return at


@micropython.viper
def cobs_encode_viper(src: ptr8, size: int, dst: ptr8) -> int:
    at = 1
    mark = 0
    code = 1
    i = 0
    while i < size:
        byte = src[i]
        if byte:
            dst[at] = byte
            at += 1
            code += 1
        if byte == 0 or code == 255:
            dst[mark] = code
            code = 1
            mark = at
            at += 1
        i += 1
    dst[mark] = code
    return at


class Cobs:
    def __init__(self):
        self.buf = bytearray(SIZE + 16)
        self.size = 0
        self.left = 0
        self.zero = False

    def feed(self, byte):
        if byte == 0:
            size = self.size
            self.size = 0
            self.left = 0
            self.zero = False
            return size
        if self.left:
            self.left -= 1
            self.buf[self.size] = byte
            self.size += 1
            return 0
        if self.zero:
            self.buf[self.size] = 0
            self.size += 1
        self.left = byte - 1
        self.zero = byte < 255
        return 0


def tell(name, start):
    print(name, time.ticks_diff(time.ticks_us(), start) * 1000 // SIZE)


def main():
    src = bytearray(SIZE)
    for i in range(SIZE):
        # A record has a zero in every tenth byte or so.
        src[i] = 0 if i % 10 == 0 else i & 255
    dst = bytearray(SIZE + 32)
    out = bytearray(F.HEAD + SIZE + 4)
    start = time.ticks_us()
    F.seal(out, 1, 1, SIZE)
    tell("send,length", start)
    start = time.ticks_us()
    size = cobs_encode(src, SIZE, dst)
    tell("send,cobs", start)
    start = time.ticks_us()
    cobs_encode_viper(src, SIZE, dst)
    tell("send,cobs-viper", start)
    dst[size] = 0
    reader = Cobs()
    start = time.ticks_us()
    for i in range(size + 1):
        reader.feed(dst[i])
    tell("receive,cobs", start)
    frame = bytearray(F.HEAD + SIZE + 4)
    count = F.seal(frame, 1, 1, SIZE)
    reader = F.Reader(SIZE)
    start = time.ticks_us()
    for i in range(count):
        reader.feed(frame[i])
    tell("receive,length", start)


main()
