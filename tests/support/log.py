"""A tablet's log without the tablet: records written with the core's own writer."""

from collections.abc import Callable, Mapping, Sequence
from zlib import crc32

from canasta import deal as D
from canasta import names, presets, records
from canasta.cursor import Cursor
from canasta.rules import Rules

Side = dict[str, int]


class Log:
    """A tablet's log, written record by record with the core's own writer."""

    def __init__(self, first: int = 1) -> None:
        self.raws: list[bytes] = []
        self.next = first
        self.match = 0
        self.boot = 1
        self.uptime = 0
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)

    def begin(
        self,
        sides: Sequence[str] = ("A", "B"),
        players: Sequence[str] = (),
        dealer: int = 0,
        rules: Mapping[int, int] | None = None,
    ) -> int:
        """A new match by the classic rules, with some parameters changed; its number."""
        frozen = Rules()
        presets.load("classic", frozen)
        for position, value in (rules or {}).items():
            frozen.r[position] = value
        self.match = self.next

        def payload() -> None:
            records.put_match(
                self._cursor,
                b"classic",
                dealer,
                [0] * len(sides),
                [name.encode() for name in sides],
                [name.encode() for name in players],
                frozen,
            )

        return self._write(records.MATCH, payload)

    def deal(self, *sides: Side) -> int:
        """A deal with the fields of each side by their ids."""
        return self._write(records.DEAL, lambda: self._put(sides))

    def correct(self, seq: int, *sides: Side) -> int:
        """A correction of the deal in record `seq`."""

        def payload() -> None:
            self._cursor.put_fixed(seq, 4)
            self._put(sides)

        return self._write(records.CORRECT, payload)

    def undo(self, seq: int) -> int:
        """An undo of record `seq`."""
        return self._write(records.UNDO, lambda: self._cursor.put_fixed(seq, 4))

    def end(self, reason: int = records.END_ABANDONED) -> int:
        """The match is over before its time; `reason` as `records` has them."""
        return self._write(records.END, lambda: self._cursor.put_byte(reason))

    def time(self, said: int, clock: bytes, match: int = 0) -> int:
        """A PC's clock, noted `said` seconds after the start; of no match, as it should be."""
        before, self.match = self.match, match
        seq = self._write(records.TIME, lambda: records.put_time(self._cursor, said, clock))
        self.match = before
        return seq

    def raw(self, first: int = 1, last: int | None = None) -> bytes:
        """The bytes of the records from the `first`-th to the `last`-th, counted from 1."""
        return b"".join(self.raws[first - 1 : last])

    def _put(self, sides: Sequence[Side]) -> None:
        deal = D.Deal()
        for side, fields in enumerate(sides):
            for id, value in fields.items():
                deal.set(side, names.FIELDS.index(id), value)
        deal.put(self._cursor, len(sides))

    def _write(self, kind: int, payload: Callable[[], None]) -> int:
        seq = self.next
        self._writer.begin(kind, seq, self.match, self.boot, self.uptime)
        payload()
        self._writer.finish()
        self.raws.append(bytes(self._writer.buf[: self._writer.size]))
        self.next += 1
        self.uptime += 60
        return seq


ONE_NATURAL_OUT: Side = {"melded": 200, "canastas.natural": 1, "out": 1}
LEFT_60: Side = {"in_hand": 60}
TWO_MIXED_OUT: Side = {"melded": 300, "canastas.mixed": 2, "out": 1}


def worked_example(log: Log) -> None:
    """The main job's match: 800 and -60, then 900 and 940, a correction, and its undo."""
    log.begin()
    first = log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.deal({"melded": 100}, TWO_MIXED_OUT)
    again = log.correct(first, {"melded": 250, "canastas.natural": 1, "out": 1}, LEFT_60)
    log.undo(again)


def resealed(raw: bytes | bytearray) -> bytes:
    """A record whose checksum fits again after a change."""
    body = bytes(raw[:-4])
    return body + crc32(body).to_bytes(4, "little")


def of_newer_program(raw: bytes) -> bytes:
    """A record as if its kind had one version more."""
    newer = bytearray(raw)
    newer[3] += 1
    return resealed(newer)
