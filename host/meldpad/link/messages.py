"""The bodies of the messages: what the PC asks and what a tablet answers."""

import struct
from dataclasses import dataclass
from datetime import date, datetime

from canasta import frames
from canasta.cursor import Cursor
from meldpad.db.fold import readable

HIGHEST_SEQ = (1 << 29) - 1
"""Sequence numbers stay below 2^29."""

_TABLET = struct.Struct("<B8s4sIIIHI")
_DATA = struct.Struct("<4sI")


class BodyError(ValueError):
    """A body that is too short or holds what cannot be."""


@dataclass(frozen=True)
class TabletInfo:
    """A tablet's answer to HELLO.

    `device` (8 bytes) is its hardware number, `epoch` (4 bytes) the random number of its log,
    `first`, `last` and `accepted` are sequence numbers, 0 for none; `uptime` is in seconds since
    its `boot`-th start. `build` tells the firmware's files, empty when the tablet does not know;
    `state` has the bits of `canasta.frames`.
    """

    protocol: int
    device: bytes
    epoch: bytes
    first: int
    last: int
    accepted: int
    boot: int
    uptime: int
    firmware: str
    name: str
    build: str = ""
    state: int = 0


@dataclass(frozen=True)
class Data:
    """A DATA body: the bytes of whole records; `next` is the sequence number asked next."""

    epoch: bytes
    next: int
    raw: bytes


@dataclass(frozen=True)
class Consent:
    """A tablet's answer to what somebody at it has to allow: a state of `frames`, the seconds
    until the question lapses, and the epoch of the log as it is now.
    """

    state: int
    left: int
    epoch: bytes


def hello(program: str) -> bytes:
    """Body of a HELLO; `program` is our name and version."""
    name = program.encode()[:255]
    return bytes((frames.DIGIT | frames.PROTOCOL, len(name))) + name


def get(epoch: bytes, first: int, window: int) -> bytes:
    """Body of a GET for at most `window` (1 to 255) DATA frames from sequence number `first` on."""
    return struct.pack("<4sIB", epoch, first, window)


def accept(epoch: bytes, seq: int, day: date) -> bytes:
    """Body of an ACCEPT of everything up to `seq`, on this day of this computer's calendar."""
    return struct.pack("<4sIHBB", epoch, seq, day.year, day.month, day.day)


def digest(epoch: bytes, upto: int) -> bytes:
    """Body of a DIGEST of all records up to `upto`."""
    return struct.pack("<4sI", epoch, upto)


def clock(token: bytes, moment: datetime) -> bytes:
    """Body of a CLOCK; `moment` is an aware time in the zone of this computer."""
    offset = moment.utcoffset()
    assert offset is not None
    buffer = bytearray(4)
    cursor = Cursor(buffer)
    cursor.put_int(int(offset.total_seconds()) // 60)
    said = struct.pack("<H5B", moment.year, *moment.timetuple()[1:6])
    return token + said + bytes(buffer[: cursor.pos])


def erase(token: bytes, epoch: bytes, last: int) -> bytes:
    """Body of an ERASE of the log whose last record is `last`."""
    return token + struct.pack("<4sI", epoch, last)


def rename(token: bytes, name: str) -> bytes:
    """Body of a RENAME."""
    return token + name.encode()


def tablet(body: bytes) -> TabletInfo:
    """A TABLET body. Raises BodyError when it is none."""
    if len(body) < _TABLET.size:
        raise BodyError("TABLET too short")
    protocol, device, epoch, first, last, accepted, boot, uptime = _TABLET.unpack_from(body)
    firmware, at = _string(body, _TABLET.size)
    name, at = _string(body, at)
    build, at = _string(body, at) if at < len(body) else ("", at)
    state = body[at] if at < len(body) else 0
    if protocol == 0 or max(first, last, accepted) > HIGHEST_SEQ or first > last:
        raise BodyError("TABLET with impossible numbers")
    return TabletInfo(
        protocol, device, epoch, first, last, accepted, boot, uptime, firmware, name, build, state
    )


def data(body: bytes) -> Data:
    """A DATA body. Raises BodyError when it is none."""
    if len(body) < _DATA.size:
        raise BodyError("DATA too short")
    epoch, following = _DATA.unpack_from(body)
    return Data(epoch, following, body[_DATA.size :])


def accepted(body: bytes) -> tuple[bytes, int]:
    """An ACCEPTED body: epoch, and up to which sequence number. Raises BodyError."""
    if len(body) < _DATA.size:
        raise BodyError("ACCEPTED too short")
    epoch, seq = _DATA.unpack_from(body)
    return epoch, seq


def digested(body: bytes) -> tuple[bytes, int, bytes]:
    """A DIGESTED body: epoch, up to which sequence number, SHA-256. Raises BodyError."""
    if len(body) < _DATA.size + 32:
        raise BodyError("DIGESTED too short")
    epoch, upto = _DATA.unpack_from(body)
    return epoch, upto, body[_DATA.size : _DATA.size + 32]


def consent(body: bytes) -> Consent:
    """A CONSENT body. Raises BodyError when it is none."""
    if len(body) < 6 or not frames.ASKED <= body[0] <= frames.FAILED:
        raise BodyError("no CONSENT")
    return Consent(body[0], body[1], body[2:6])


def _string(body: bytes, at: int) -> tuple[str, int]:
    if at >= len(body) or at + 1 + body[at] > len(body):
        raise BodyError("text too short")
    end = at + 1 + body[at]
    return readable(body[at + 1 : end]), end
