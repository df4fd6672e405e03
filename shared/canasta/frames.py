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

PROTOCOL = 3
"""Version of the protocol, sent in HELLO and TABLET."""

DIGIT = 0x30
"""HELLO says its version by this and four bits more: the byte 3 alone would be a Ctrl-C to whatever
else is at the port.
"""

# Types from the PC. Append-only; no control characters, which a damaged frame would set free.
HELLO = 0x21
GET = 0x22
ACCEPT = 0x23
DIGEST = 0x24
CLOCK = 0x25
ERASE = 0x26
RENAME = 0x27
# Types from the tablet. Append-only.
TABLET = 0x81
DATA = 0x82
ACCEPTED = 0x83
DIGESTED = 0x84
CONSENT = 0x85
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
STATE_NEWER = 8
"""A newer firmware has written on the log; the tablet leaves it as it is."""
STATE_HOLES = 16
"""Records are missing in an older part of the log, as far as the tablet has met it."""

# States in a CONSENT body
ASKED = 1
DONE = 2
REFUSED = 3
LAPSED = 4
FAILED = 5

TOKEN_SIZE = 4
"""Bytes with which every request begins that changes the tablet: its own number, so that asking
again asks nobody twice."""

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
    """Finds frames in a stream of bytes in bounded memory, also where frames are damaged.

    After FRAME the frame's `kind`, `request` and `length` are set and the body stands at
    `buf[HEAD]` until the next call. After NOISE the byte that belongs to no frame is in `noise`.
    A byte can settle more than one earlier one, so call `again` until it says NOTHING.

    Nothing that is whole gets lost: when a frame turns out to be damaged, only its first byte is
    noise, and the search goes on at the next one, through all that had been taken for its body.
    """

    def __init__(self, max_body: int = MAX_BODY) -> None:
        self.max_body = max_body
        self.buf = bytearray(max_body + OVERHEAD)
        self.kind = 0
        self.request = 0
        self.length = 0
        self.noise = 0
        self.bad_frames = 0
        # What has come and is not settled stands from `_at` to just before `_have`; `_next` is
        # where the rest begins once the last answer has been looked at.
        self._at = 0
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
        self._settle(1)
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
        self._settle(count)
        self.buf[self._have : self._have + count] = data[at : at + count]
        self._have += count
        return self._look()

    def again(self) -> int:
        """What the bytes taken so far bring further."""
        self._at = self._next
        return self._look()

    def give_up(self) -> None:
        """Forget the bytes of a frame that does not come to its end."""
        self._at = 0
        self._have = 0
        self._next = 0
        self._checked = 0

    def _settle(self, count: int) -> None:
        """Forget what the last answer was about, and have room for `count` more bytes.

        Bytes are moved only when the buffer is at its end, since behind a damaged frame they would
        have to be moved for every one of them.
        """
        self._at = self._next
        if self._at == self._have:
            self._at = 0
            self._have = 0
            self._next = 0
        elif self._have + count > len(self.buf):
            self._to_front()

    def _to_front(self) -> None:
        """Move what is not settled to the start of the buffer."""
        start = self._at
        rest = self._have - start
        for i in range(rest):
            self.buf[i] = self.buf[start + i]
        self._have = rest
        self._at = 0
        self._next = 0

    def _reject(self) -> int:
        """The first byte begins no frame: say so, and look at the rest again."""
        self.noise = self.buf[self._at]
        self._next = self._at + 1
        self._checked = 0
        return NOISE

    def _look(self) -> int:
        buf = self.buf
        at = self._at
        have = self._have - at
        if have == 0:
            return NOTHING
        if buf[at] != MARK_1 or (have > 1 and buf[at + 1] != MARK_2):
            return self._reject()
        if have < HEAD:
            return NOTHING
        if not self._checked:
            check = crc32(memoryview(buf)[at + 2 : at + 6])
            length = buf[at + 4] | buf[at + 5] << 8
            if (
                buf[at + 6] != check & 255
                or buf[at + 7] != check >> 8 & 255
                or length > self.max_body
            ):
                return self._reject()
            self._checked = 1
            self.length = length
        if have < HEAD + self.length + 4:
            return NOTHING
        end = at + HEAD + self.length
        check = crc32(memoryview(buf)[at + 2 : end])
        for i in range(4):
            if buf[end + i] != check >> (8 * i) & 255:
                self.bad_frames += 1
                return self._reject()
        self._checked = 0
        if at:
            # Seldom: something damaged stood before it.
            self._to_front()
        self.kind = buf[2]
        self.request = buf[3]
        self._next = HEAD + self.length + 4
        return FRAME
