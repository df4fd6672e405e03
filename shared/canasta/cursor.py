"""Reading and writing numbers in a buffer without allocating."""


class Cursor:
    """A position in a buffer.

    `bad` is set, and stays set, once anything was read or written past the end.
    """

    def __init__(self, buf: "bytes | bytearray | memoryview" = b"") -> None:
        self.buf: "bytes | bytearray | memoryview" = buf
        self.pos = 0
        self.end = len(buf)
        self.bad = False

    def at(self, buf: "bytes | bytearray | memoryview", pos: int, end: int) -> None:
        """Point at `buf` from `pos` to just before `end`."""
        self.buf = buf
        self.pos = pos
        self.end = end
        self.bad = False

    def put_byte(self, value: int) -> None:
        """Write one byte (0 to 255)."""
        if self.pos >= self.end:
            self.bad = True
            return
        # Only a bytearray is ever written to.
        self.buf[self.pos] = value  # pyright: ignore[reportIndexIssue]
        self.pos += 1

    def get_byte(self) -> int:
        """Read one byte; 0 past the end."""
        if self.pos >= self.end:
            self.bad = True
            return 0
        value = self.buf[self.pos]
        self.pos += 1
        return value

    def put_fixed(self, value: int, size: int) -> None:
        """Write a number of 0 or more as `size` bytes, the lowest first."""
        for _ in range(size):
            self.put_byte(value & 255)
            value >>= 8

    def get_fixed(self, size: int) -> int:
        """Read `size` bytes as a number, the lowest byte first."""
        value = 0
        shift = 0
        for _ in range(size):
            value |= self.get_byte() << shift
            shift += 8
        return value

    def put_int(self, value: int) -> None:
        """Write a signed number: zigzag, seven bits a byte, the lowest first."""
        value = value * 2 if value >= 0 else -value * 2 - 1
        while value > 127:
            self.put_byte(value & 127 | 128)
            value >>= 7
        self.put_byte(value)

    def get_int(self) -> int:
        """Read what `put_int` wrote; more than 28 bits is bad."""
        # Reads the bytes itself: a history is made of these.
        buf = self.buf
        pos = self.pos
        value = 0
        shift = 0
        while True:
            if pos >= self.end or shift > 21:
                self.bad = True
                return 0
            byte = buf[pos]
            pos += 1
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
        self.pos = pos
        return -(value + 1 >> 1) if value & 1 else value >> 1

    def put_bytes(self, data: "bytes | bytearray | memoryview") -> None:
        """Write a short byte string (at most 255) with its length in front."""
        self.put_byte(len(data))
        for byte in data:
            self.put_byte(byte)

    def get_bytes(self) -> bytes:
        """Read what `put_bytes` wrote, as new bytes."""
        size = self.get_byte()
        if self.pos + size > self.end:
            self.bad = True
            return b""
        self.pos += size
        return bytes(self.buf[self.pos - size : self.pos])
