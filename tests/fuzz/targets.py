"""What must hold for any bytes, one function for each parser. They fail by raising.

hypothesis calls them with bytes that it makes up, atheris with bytes that reach new code. `seeds`
gives bytes to begin with.
"""

import json
from binascii import crc32
from collections.abc import Callable

import vectorfile
from support.device import TABLET
from support.log import Log, worked_example
from support.scoring import answers_or_refuses

from canasta import deal as D
from canasta import frames, records, rules, score
from canasta import params as P
from canasta.cursor import Cursor
from canasta.match import Match
from canasta.rules import MAX_PACKED, Rules
from meldpad import scorefile
from meldpad.db.fold import Folder
from meldpad.db.split import Run, split
from meldpad.history import house
from meldpad.link import messages
from meldpad.place import Place

Bytes = bytes | bytearray


# Frames


def any_frames(data: Bytes) -> None:
    """Two readers, one byte by byte and one in pieces, see the same; no byte is lost; and whatever
    came, the next good frame is found.
    """
    single, pieces = frames.Reader(), frames.Reader()
    buffer = len(single.buf)
    stream = _stream(bytes(data[1:]))
    seen = _by_bytes(single, stream)
    assert seen == _in_pieces(pieces, stream, data[0] if data else 0)
    assert stream.startswith(b"".join(part for _, part in seen))
    for reader in (single, pieces):
        assert len(reader.buf) == buffer
    for kind, frame in seen:
        if kind == frames.FRAME:
            _bodies(frame[frames.HEAD : -4])
    single.give_up()
    good = _frame(frames.ACCEPT, b"12345678")
    assert _by_bytes(single, good) == [(frames.FRAME, good)]


def _stream(data: bytes) -> bytes:
    """Bytes on a cable: parts that are as they are, and parts that are made to frames, since no
    fuzzer guesses a checksum. A part begins with its length; the high bit makes it a frame.
    """
    stream = b""
    at = 0
    while at < len(data):
        size = data[at] & 127
        part = data[at + 1 : at + 1 + size]
        stream += _frame(part[0], part[1:]) if data[at] > 127 and part else part
        at += 1 + size
    return stream


def _by_bytes(reader: frames.Reader, stream: bytes) -> list[tuple[int, bytes]]:
    seen: list[tuple[int, bytes]] = []
    for byte in stream:
        event = reader.feed(byte)
        while event:
            seen.append(_event(reader, event))
            event = reader.again()
    return seen


def _in_pieces(reader: frames.Reader, stream: bytes, size: int) -> list[tuple[int, bytes]]:
    seen: list[tuple[int, bytes]] = []
    at = 0
    while at < len(stream):
        count = min(reader.want(), len(stream) - at, size + 1)
        event = reader.put(stream, at, count)
        at += count
        while event:
            seen.append(_event(reader, event))
            event = reader.again()
    return seen


def _event(reader: frames.Reader, event: int) -> tuple[int, bytes]:
    if event == frames.NOISE:
        return event, bytes([reader.noise])
    return event, bytes(reader.buf[: frames.HEAD + reader.length + 4])


def _frame(kind: int, body: bytes) -> bytes:
    buffer = bytearray(frames.HEAD) + body + bytes(4)
    return bytes(buffer[: frames.seal(buffer, kind, 1, len(body))])


def _bodies(body: bytes) -> None:
    """A body of each kind is read, or is none."""
    for read in (messages.tablet, messages.data, messages.accepted):
        try:
            read(body)
        except messages.BodyError:
            continue


# Records


def any_records(data: Bytes) -> None:
    """Bytes of a log are cut into pieces that add up to them, and fold or are refused; so do they
    with their checksums made right, which an odd first byte says.
    """
    stream = _sealed(bytes(data[1:])) if data and data[0] & 1 else bytes(data[1:])
    pieces = list(split(Run(1, 9, stream)))
    assert b"".join(piece.raw for piece in pieces) == stream
    folder = Folder()
    bare = Match()
    for piece in pieces:
        if piece.reason is None:
            # On the tablet nobody catches what the fold might raise.
            bare.fold(piece.raw, 0)
            folder.add(piece.raw)
    if not folder.empty:
        _laid_out(folder)


def _sealed(raw: bytes) -> bytes:
    """The records of a log, one after the other, with right checksums."""
    found = b""
    at = 0
    while len(raw) - at >= records.OVERHEAD and records.size(raw, at):
        size = min(records.size(raw, at), len(raw) - at)
        body = size.to_bytes(2, "little") + raw[at + 2 : at + size - 4]
        found += body + crc32(body).to_bytes(4, "little")
        at += size
    return found + raw[at:]


def _laid_out(folder: Folder) -> None:
    """The match that was folded, as tables show it."""
    match = folder.result()
    house(match)
    for deal in match.counting:
        for side in deal.sides:
            assert sum(side.lines.values()) == side.points
    for side, total in enumerate(match.totals):
        points = sum(deal.sides[side].points for deal in match.counting)
        assert total == match.before[side] + points


# Score files


def any_score_file(data: Bytes) -> None:
    """Answers that add up, or one printable line."""
    answers_or_refuses(bytes(data))


# Rulesets


def any_ruleset(data: Bytes) -> None:
    """A packed ruleset is refused, or is one that packs to itself and scores a deal."""
    ruleset = Rules()
    if not ruleset.unpack(Cursor(bytes(data))):
        return
    buffer = bytearray(2 * MAX_PACKED)
    cursor = Cursor(buffer)
    try:
        ruleset.pack(cursor)
    except ValueError:
        # More than any tablet writes.
        return
    again = Rules()
    assert again.unpack(Cursor(bytes(buffer[: cursor.pos])))
    assert again.r == ruleset.r
    deal = D.Deal()
    deal.set(0, D.MELDED, 300)
    deal.set(1, D.IN_HAND, 60)
    lines = score.lines_buffer(D.MAX_SIDES)
    for number in (0, 5):
        score.score_deal(again, deal, number, lines)
        for side in range(again.r[P.SIDES]):
            own = lines[side * score.N_LINES : (side + 1) * score.N_LINES]
            assert sum(own[: score.L_POINTS]) == own[score.L_POINTS]
    for total in (-5, 0, 3000, 30000):
        rules.opening(again, total, 0)


PARSERS: dict[str, Callable[[Bytes], None]] = {
    "frames": any_frames,
    "records": any_records,
    "score": any_score_file,
    "rulesets": any_ruleset,
}

LONGEST = {"frames": 64, "records": 400, "score": 500, "rulesets": 256}
"""Bytes that a fuzzer tries at most: as long as the seeds, so that many can be tried."""


def seeds() -> dict[str, list[bytes]]:
    """For each parser what it should find good: the vectors, and the demo's match as a log."""
    log = Log()
    worked_example(log)
    found: dict[str, list[bytes]] = {
        "frames": [
            b"\0" + _part(b"at\r\n", False) + _part(b"\x21\x02\x04test"),
            b"\1" + _part(b"\x82" + bytes(8) + log.raw(2, 2)) + _part(b"\xf5\xad\xf5", False),
            b"\7" + _part(_frame(frames.ERROR, b"\x03"), False) + _part(b"\x83" + bytes(8)),
            b"\x10" + _part(b"\x81" + TABLET),
        ],
        "records": [seal + raw for raw in (log.raw(), log.raw(1, 2)) for seal in (b"\0", b"\1")],
        "score": [],
        "rulesets": [],
    }
    for vector in vectorfile.read_all():
        found["score"].append(json.dumps(vector["input"]).encode())
    presets = {}
    for vector in vectorfile.read_all():
        presets.setdefault(vector["input"]["rules"], vector["input"])
    for match in presets.values():
        buffer = bytearray(MAX_PACKED)
        cursor = Cursor(buffer)
        ruleset, _ = scorefile.numbers(Place(_objects(match)))
        ruleset.pack(cursor)
        found["rulesets"].append(bytes(buffer[: cursor.pos]))
    return found


def _part(data: bytes, frame: bool = True) -> bytes:
    """A part of `_stream`."""
    return bytes([len(data) | (128 if frame else 0)]) + data


def _objects(value: object) -> object:
    """A JSON value as the score file's own reader makes it."""
    from meldpad import jsontext

    ((_, found),) = jsontext.values(json.dumps(value))
    return found
