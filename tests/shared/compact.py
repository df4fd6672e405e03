"""Matches and records as bytes and hex, for MicroPython and for the fold."""

from typing import Any

from canasta import deal as D
from canasta import names, presets, records, rules
from canasta import params as P
from canasta.cursor import Cursor
from meldpad import scorefile
from meldpad.place import Place


def packed_rules(ruleset: rules.Rules) -> bytes:
    """A ruleset as it stands in a record."""
    cursor = Cursor()
    buffer = bytearray(512)
    cursor.at(buffer, 0, 512)
    ruleset.pack(cursor)
    return bytes(buffer[: cursor.pos])


def packed_deal(deal: D.Deal, sides: int) -> bytes:
    """A deal as it stands in a record."""
    cursor = Cursor()
    buffer = bytearray(512)
    cursor.at(buffer, 0, 512)
    deal.put(cursor, sides)
    assert not cursor.bad
    return bytes(buffer[: cursor.pos])


def preset(id: str, table: tuple[int, int] | None = None) -> rules.Rules:
    """A preset's ruleset."""
    ruleset = rules.Rules()
    presets.load(id, ruleset, table)
    return ruleset


def deals(match: dict[str, Any]) -> tuple[rules.Rules, list[bytes]]:
    """The ruleset and the packed deals of a match in the contract's format."""
    ruleset, read = scorefile.numbers(Place(_objects(match)))
    return ruleset, [packed_deal(deal, ruleset.r[P.SIDES]) for deal in read]


def vector_line(vector: dict[str, Any]) -> str:
    """A vector's input in the form that `micro/score_vectors.py` reads."""
    ruleset, packed = deals(vector["input"])
    before = ",".join(str(side.get("before", 0)) for side in vector["input"]["sides"])
    parts = [str(ruleset.r[P.SIDES]), packed_rules(ruleset).hex(), before]
    return " ".join(parts + [deal.hex() for deal in packed])


def vector_answer(vector: dict[str, Any]) -> str:
    """A vector's output in the form that it prints."""
    parts = []
    output = vector["output"]
    for deal in output["deals"]:
        parts.append(",".join(map(str, deal["opening"])))
        for side in deal["sides"]:
            lines = {line["id"]: line["points"] for line in side["lines"]}
            numbers = [lines.pop(id, 0) for id in names.LINES]
            assert not lines
            parts.append(",".join(map(str, [*numbers, side["points"], side["total"]])))
    parts.append(",".join(map(str, output["opening"])))
    parts.append(str(sum(1 << side for side in output["winners"])))
    return " ".join(parts)


def _objects(match: dict[str, Any]) -> Any:
    """The match as the strict reader would have read it."""
    import json

    from meldpad import jsontext

    return next(jsontext.values(json.dumps(match)))[1]


class Log:
    """Writes the records of one match, with rising sequence numbers."""

    def __init__(self, ruleset: rules.Rules, preset: str = "classic", first: int = 1) -> None:
        self.ruleset = ruleset
        self.sides = ruleset.r[P.SIDES]
        self.seq = first
        self.first = first
        self.records: list[bytes] = []
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)
        self._begin(records.MATCH)
        names = [b"side %d" % i for i in range(self.sides)]
        before = [0] * self.sides
        records.put_match(self._cursor, preset.encode(), 0, before, names, [], ruleset)
        self._finish()

    def _begin(self, kind: int) -> None:
        self._writer.begin(kind, self.seq, self.first, 1, self.seq)

    def _finish(self) -> int:
        self._writer.finish()
        self.records.append(bytes(self._writer.buf[: self._writer.size]))
        self.seq += 1
        return self.seq - 1

    def deal(self, deal: D.Deal) -> int:
        """Add a DEAL; its sequence number."""
        self._begin(records.DEAL)
        deal.put(self._cursor, self.sides)
        return self._finish()

    def correct(self, target: int, deal: D.Deal) -> int:
        """Add a CORRECT; its sequence number."""
        self._begin(records.CORRECT)
        self._cursor.put_fixed(target, 4)
        deal.put(self._cursor, self.sides)
        return self._finish()

    def undo(self, target: int) -> int:
        """Add an UNDO; its sequence number."""
        self._begin(records.UNDO)
        self._cursor.put_fixed(target, 4)
        return self._finish()

    def end(self, reason: int = records.END_ABANDONED) -> int:
        """Add an END; its sequence number."""
        self._begin(records.END)
        self._cursor.put_byte(reason)
        return self._finish()
