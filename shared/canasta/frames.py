"""Frames on the cable: the same code on the tablet and on the PC (docs/protocol.md).

A frame is F5 AD, type 1, request id 1, body length 2, header check 2, body, CRC-32 4; numbers
with the lowest byte first. The header check is the low half of the CRC-32 of type, request id and
length; the CRC-32 at the end covers everything from the type to the last byte of the body. Bytes
outside of frames are text, the tablet's log or somebody typing; they are kept apart, never lost
silently.
"""

from binascii import crc32

MARK_1 = 0xF5
MARK_2 = 0xAD
HEAD = 8
OVERHEAD = HEAD + 4
MAX_BODY = 2048

PROTOCOL = 1
"""Version of the protocol, sent in both HELLOs."""

# Types from the PC. Append-only; no control characters, which a damaged frame would set free.
HELLO = 0x21
GET = 0x22
ACCEPT = 0x23
# Types from the tablet. Append-only.
TABLET = 0x81
DATA = 0x82
ACCEPTED = 0x83
ERROR = 0xFF

# Codes in an ERROR body
ERR_UNKNOWN_TYPE = 1
ERR_BODY = 2
ERR_EPOCH = 3
ERR_RANGE = 4
ERR_FLASH = 5
ERR_BUSY = 6

# Bits of the state in a TABLET body
STATE_DAMAGED = 1
"""Bytes were found that are no records; the tablet saves nothing more."""
STATE_SET_BACK = 2
"""A PC accepted more records than there are; the tablet saves nothing more."""
STATE_RENUMBERED = 4
"""The epoch is another than the log was begun with, which was lost."""

# What `Reader.feed` says
NOTHING = 0
FRAME = 1
NOISE = 2


def seal(buf: bytearray, kind: int, request: int, length: int) -> int:
    """Put head and CRC around a body of `length` bytes that already stands at `buf[HEAD]`.

    Size of the frame.
    """
    buf[0] = MARK_1
    buf[1] = MARK_2
    buf[2] = kind
    buf[3] = request
    buf[4] = length & 255
    buf[5] = length >> 8
    view = memoryview(buf)
    check = crc32(view[2:6])
    buf[6] = check & 255
    buf[7] = check >> 8 & 255
    check = crc32(view[2 : HEAD + length])
    for i in range(4):
        buf[HEAD + length + i] = check >> (8 * i) & 255
    return length + OVERHEAD


class Reader:
    """Finds frames in a stream of bytes, byte by byte, in bounded memory.

    After FRAME the frame's `kind`, `request` and `length` are set and the body stands at
    `buf[HEAD]` until the next call. After NOISE the byte that belongs to no frame is in `noise`.
    A byte can settle more than one earlier one, so call `again` until it says NOTHING.
    """

    def __init__(self, max_body: int = MAX_BODY) -> None:
        self.max_body = max_body
        self.buf = bytearray(max_body + OVERHEAD)
        self.kind = 0
        self.request = 0
        self.length = 0
        self.noise = 0
        self.bad_frames = 0
        self._have = 0
        self._next = 0
        self._checked = 0

    def inside(self) -> bool:
        """Whether a frame's mark has come: a Ctrl-C that comes now is data.

        Types, request ids and lengths hold 3 as bodies do, so the head counts as well.
        """
        return self._have - self._next >= 2

    def feed(self, byte: int) -> int:
        """Take one byte; what it brought (NOTHING, FRAME or NOISE)."""
        self._drop()
        self.buf[self._have] = byte
        self._have += 1
        return self._look()

    def want(self) -> int:
        """How many bytes at least are missing before anything can be said.

        At most so many may be `put`.
        """
        held = self._have - self._next
        if held < HEAD or not self._checked:
            return 1
        return HEAD + self.length + 4 - held

    def put(self, data: "bytes | bytearray | memoryview", at: int, count: int) -> int:
        """Take `count` bytes of `data` at once; what they brought, as `feed`."""
        self._drop()
        self.buf[self._have : self._have + count] = data[at : at + count]
        self._have += count
        return self._look()

    def again(self) -> int:
        """What the bytes taken so far bring further."""
        self._drop()
        return self._look()

    def give_up(self) -> None:
        """Forget the bytes of a frame that does not come to its end."""
        self._have = 0
        self._next = 0
        self._checked = 0

    def _drop(self) -> None:
        """Forget what the last answer was about."""
        if self._next:
            rest = self._have - self._next
            for i in range(rest):
                self.buf[i] = self.buf[self._next + i]
            self._have = rest
            self._next = 0

    def _reject(self) -> int:
        """The first byte begins no frame: say so, and look at the rest again."""
        self.noise = self.buf[0]
        self._next = 1
        self._checked = 0
        return NOISE

    def _look(self) -> int:
        buf = self.buf
        have = self._have
        if have == 0:
            return NOTHING
        if buf[0] != MARK_1 or (have > 1 and buf[1] != MARK_2):
            return self._reject()
        if have < HEAD:
            return NOTHING
        if not self._checked:
            check = crc32(memoryview(buf)[2:6])
            length = buf[4] | buf[5] << 8
            if buf[6] != check & 255 or buf[7] != check >> 8 & 255 or length > self.max_body:
                return self._reject()
            self._checked = 1
            self.length = length
        end = HEAD + self.length
        if have < end + 4:
            return NOTHING
        check = crc32(memoryview(buf)[2:end])
        for i in range(4):
            if buf[end + i] != check >> (8 * i) & 255:
                self.bad_frames += 1
                return self._reject()
        self.kind = buf[2]
        self.request = buf[3]
        self._next = end + 4
        self._checked = 0
        return FRAME
