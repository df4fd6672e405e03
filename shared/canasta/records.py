"""The records of the log: the only truth that a tablet and a database share.

Layout of every record, numbers with the lowest byte first (docs/records.md):
size 2, kind 1, version 1, sequence number 4, match 4, boot 2, uptime in seconds 4, payload,
CRC-32 4. `size` counts the whole record; `match` is the sequence number of the match's first
record, 0 for none.
"""

from binascii import crc32

from canasta import errors as E
from canasta.cursor import Cursor
from canasta.rules import Rules

HEADER = 18
OVERHEAD = HEADER + 4
MAX_SIZE = 460
"""No record is longer; the tail file of the tablet's log can hold any one of them."""

# Kinds. Append-only.
MATCH = 1
DEAL = 2
CORRECT = 3
UNDO = 4
END = 5
TIME = 6

_NEWEST = (0, 1, 1, 1, 1, 1, 1)
"""The newest version of each kind that this program reads."""

# Reasons in an END record
END_ABANDONED = 1
END_FINISHED = 2
"""Finished early: who leads has won."""

NAME_LIMIT = 32
"""Longest name in a record, in bytes of UTF-8."""


class Writer:
    """Builds one record in its own buffer. `size` is the length of the finished record."""

    def __init__(self, cursor: Cursor) -> None:
        self.buf = bytearray(MAX_SIZE)
        self.cursor = cursor
        self.size = 0

    def begin(self, kind: int, seq: int, match: int, boot: int, uptime: int) -> None:
        """Start a record; the payload then goes through `cursor`."""
        c = self.cursor
        c.at(self.buf, 0, MAX_SIZE - 4)
        c.put_fixed(0, 2)
        c.put_byte(kind)
        c.put_byte(_NEWEST[kind])
        c.put_fixed(seq, 4)
        c.put_fixed(match, 4)
        c.put_fixed(boot, 2)
        c.put_fixed(uptime, 4)

    def finish(self) -> None:
        """Close the record with its size and CRC.

        Raises ValueError when the payload was too long.
        """
        c = self.cursor
        if c.bad:
            raise ValueError("record too long")
        self.size = c.pos + 4
        self.buf[0] = self.size & 255
        self.buf[1] = self.size >> 8
        crc = crc32(memoryview(self.buf)[: c.pos])
        for i in range(4):
            self.buf[c.pos + i] = crc >> (8 * i) & 255


def put_match(
    cursor: Cursor,
    preset: bytes,
    first_dealer: int,
    before: list[int],
    sides: list[bytes],
    players: list[bytes],
    rules: Rules,
) -> None:
    """Payload of a MATCH record, the first of a match.

    preset: its id as bytes; first_dealer: seat from 0; before: a starting total per side;
    sides: a name per side; players: a name per seat, or none (all bytes of UTF-8); rules: the
    frozen ruleset.
    """
    cursor.put_bytes(preset)
    cursor.put_byte(first_dealer)
    cursor.put_byte(len(sides))
    for total in before:
        cursor.put_int(total)
    for name in sides:
        cursor.put_bytes(name)
    cursor.put_byte(len(players))
    for name in players:
        cursor.put_bytes(name)
    rules.pack(cursor)


def put_time(cursor: Cursor, said: int, clock: "bytes | bytearray | memoryview") -> None:
    """Payload of a TIME record: a PC's clock, noted because somebody at the tablet agreed to it.

    said: the tablet's uptime in seconds when the PC said so; clock: as in the CLOCK message and
    checked by `is_clock`.
    """
    cursor.put_fixed(said, 4)
    for byte in clock:
        cursor.put_byte(byte)


CLOCK_SIZE = 8
"""Fewest bytes of a clock."""

_CLOCK_LIMITS = (1, 12, 1, 31, 0, 23, 0, 59, 0, 59)


def is_clock(clock: "bytes | bytearray | memoryview") -> bool:
    """Whether bytes are a clock: year 2 (2000 to 2199), month, day, hour, minute, second 1, all
    in the PC's own time zone, and as an int by how many minutes that is ahead of UTC.
    """
    if len(clock) < CLOCK_SIZE or not 2000 <= clock[0] | clock[1] << 8 < 2200:
        return False
    for i in range(5):
        if not _CLOCK_LIMITS[2 * i] <= clock[2 + i] <= _CLOCK_LIMITS[2 * i + 1]:
            return False
    c = Cursor(clock)
    c.pos = 7
    ahead = c.get_int()
    return not c.bad and c.pos == c.end and -1440 < ahead < 1440


def match_names(
    buf: "bytes | bytearray | memoryview", at: int
) -> tuple[bytes, list[bytes], list[bytes]]:
    """Preset id, names of the sides and names of the players of the MATCH record at `buf[at]`."""
    c = Cursor()
    c.at(buf, at + HEADER, at + size(buf, at) - 4)
    preset = c.get_bytes()
    c.get_byte()
    count = c.get_byte()
    for _ in range(count):
        c.get_int()
    sides = [c.get_bytes() for _ in range(count)]
    players = [c.get_bytes() for _ in range(c.get_byte())]
    return preset, sides, players


def size(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Size that the record at `buf[at]` claims, 0 when it is none."""
    value = buf[at] | buf[at + 1] << 8
    return value if OVERHEAD <= value <= MAX_SIZE else 0


def kind(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Kind of the record at `buf[at]`."""
    return buf[at + 2]


def seq(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Sequence number of the record at `buf[at]`."""
    return _u32(buf, at + 4)


def match(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Sequence number of the first record of its match, 0 for none."""
    return _u32(buf, at + 8)


def boot(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """How often the tablet had been started when it wrote the record."""
    return buf[at + 12] | buf[at + 13] << 8


def uptime(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Seconds since that start."""
    return _u32(buf, at + 14)


def target(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """Sequence number that a CORRECT or UNDO record names."""
    return _u32(buf, at + HEADER)


def _u32(buf: "bytes | bytearray | memoryview", at: int) -> int:
    return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24


def check(buf: "bytes | bytearray | memoryview", at: int, available: int) -> int:
    """OK, or why the bytes at `buf[at]` (of which `available` are there) are no whole,
    undamaged record.
    """
    if available < OVERHEAD:
        return E.BAD_RECORD
    n = size(buf, at)
    if n == 0 or n > available:
        return E.BAD_RECORD
    crc = crc32(memoryview(buf)[at : at + n - 4])
    for i in range(4):
        if buf[at + n - 4 + i] != crc >> (8 * i) & 255:
            return E.BAD_RECORD
    return E.OK if numbered(buf, at) else E.BAD_RECORD


def numbered(buf: "bytes | bytearray | memoryview", at: int) -> bool:
    """Whether the numbers of record and match are below 2^29: small integers on the tablet."""
    return buf[at + 7] <= 31 and buf[at + 11] <= 31


def readable(buf: "bytes | bytearray | memoryview", at: int) -> int:
    """OK, or NEWER_FORMAT when this program is too old for the record."""
    number = buf[at + 2]
    if number == 0 or number >= len(_NEWEST) or buf[at + 3] > _NEWEST[number]:
        return E.NEWER_FORMAT
    return E.OK
