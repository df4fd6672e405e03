"""A match as its records make it: folded by the tablet's own core, then laid out for tables and
people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from canasta import deal as D
from canasta import errors as E
from canasta import match as core
from canasta import names, records, rules, score
from meldpad.plain import plain

Kind = Literal["entered", "corrected", "undone", "ended", "finished"]
State = Literal["counts", "replaced", "void", "done"]

_KINDS: dict[int, Kind] = {
    records.DEAL: "entered",
    records.CORRECT: "corrected",
    records.UNDO: "undone",
    records.END: "ended",
}
_ENDS = {records.END_ABANDONED: "abandoned", records.END_FINISHED: "finished"}


@dataclass(frozen=True)
class DealSide:
    """What one side made in a deal; `opening` is what it needed, `total` stands after the deal.

    `fields` is what was entered, `lines` the working that adds up to `points`; both by their ids
    and without zeros.
    """

    fields: dict[str, int]
    lines: dict[str, int]
    points: int
    total: int
    opening: int


@dataclass(frozen=True)
class Step:
    """One record in the life of a deal.

    `state` of an entry or a correction: it counts, it was replaced by a later one, or it is void.
    An undo is "done", or void when it was undone itself. `names` is the sequence number of the
    record that it changes, `void_by` of the undo that made this one void.
    """

    seq: int
    kind: Kind
    state: State
    names: int | None
    void_by: int | None
    boot: int
    uptime: int
    fields: list[dict[str, int]]
    points: list[int]


@dataclass(frozen=True)
class Deal:
    """A deal and its whole life. `number` is None for a deal that was undone; it has no `sides`
    then. `dealer` is a seat from 0, `lone` the lone player's seat.
    """

    number: int | None
    seq: int | None
    dealer: int | None
    lone: int | None
    sides: list[DealSide]
    steps: list[Step]


@dataclass(frozen=True)
class Match:
    """A match after its records. Seats and sides count from 0; `opening` is for the next deal."""

    start: int
    last: int
    preset: str
    rules: rules.Rules
    names: list[str]
    players: list[str]
    first_dealer: int
    before: list[int]
    totals: list[int]
    opening: list[int]
    winners: list[int]
    finished: bool
    ended: str | None
    deals: list[Deal]
    """In the order in which they were entered, undone ones among them."""
    endings: list[Step]
    """Records that ended the match, and their undoing."""

    @property
    def counting(self) -> list[Deal]:
        """The deals that count, in the order of play."""
        return [deal for deal in self.deals if deal.number is not None]


@dataclass
class Folder:
    """Folds one match record by record; a record that does not fold changes nothing."""

    _match: core.Match = field(default_factory=core.Match)
    _accepted: list[bytes] = field(default_factory=list)

    def add(self, raw: bytes) -> str | None:
        """Fold one undamaged record in. None, or the id of the reason why it does not fold."""
        if self._accepted and records.kind(raw, 0) == records.MATCH:
            # The core would begin anew with it, or be left without any match.
            return names.ERRORS[E.WRONG_MATCH]
        try:
            code = self._match.fold(raw, 0)
        except (ArithmeticError, LookupError, ValueError):
            # An intact record can still hold numbers that no tablet writes. The core may have
            # stopped half-way, so it starts over from what is known to be good.
            code = E.BAD_RECORD
            self._match = core.Match()
            for good in self._accepted:
                self._match.fold(good, 0)
        if code:
            return names.ERRORS[code]
        self._accepted.append(raw)
        return None

    @property
    def empty(self) -> bool:
        """Whether nothing has folded so far."""
        return not self._accepted

    def result(self) -> Match:
        """The match so far. Only for one that is not `empty`."""
        return _Layout(self._match, self._accepted).match()


def fold(raws: Sequence[bytes]) -> tuple[Match | None, list[tuple[bytes, str]]]:
    """The match that records in their order make, and those that do not fold with the reason."""
    folder = Folder()
    refused: list[tuple[bytes, str]] = []
    for raw in raws:
        reason = folder.add(raw)
        if reason:
            refused.append((raw, reason))
    return (None if folder.empty else folder.result()), refused


class _Layout:
    """Lays out a folded match. Entry e of the core is record e + 1 of the match."""

    def __init__(self, match: core.Match, raws: list[bytes]) -> None:
        self._m = match
        self._raws = raws
        self._deal = D.Deal()
        self._sides = range(match.sides)
        self._void_by: dict[int, int] = {}
        self._of_slot: list[list[int]] = [[] for _ in range(match.slots)]
        for entry in range(match.entries):
            if match.slot[entry] < match.slots:
                self._of_slot[match.slot[entry]].append(entry)
            if match.kinds[entry] == records.UNDO and not match.void[entry]:
                self._void_by[match.ref[entry]] = match.seqs[entry]

    def match(self) -> Match:
        m = self._m
        return Match(
            start=m.start,
            last=m.last_seq,
            preset=readable(m.preset),
            rules=m.rules,
            names=[readable(name) for name in m.names],
            players=[readable(name) for name in m.players],
            first_dealer=m.first_dealer,
            before=list(m.before[: m.sides]),
            totals=list(m.totals[: m.sides]),
            opening=[m.opening(side) for side in self._sides],
            winners=[side for side in self._sides if m.winners >> side & 1],
            finished=m.finished(),
            ended=_ENDS.get(m.ended, "ended") if m.ended else None,
            deals=self._deals(),
            endings=self._endings(),
        )

    def _deals(self) -> list[Deal]:
        m = self._m
        totals = list(m.before[: m.sides])
        deals: list[Deal] = []
        index = 0
        for slot in range(m.slots):
            current = m.current(slot)
            scored = {
                entry: self._score(entry, index)
                for entry in self._of_slot[slot]
                if m.kinds[entry] != records.UNDO
            }
            steps = [self._step(entry, scored.get(entry)) for entry in self._of_slot[slot]]
            if current < 0:
                deals.append(Deal(None, None, None, None, [], steps))
                continue
            made = scored[current]
            sides: list[DealSide] = []
            for side in self._sides:
                opening = rules.opening(m.rules, totals[side], index)
                points = made.points[side]
                totals[side] += points
                entered, lines = made.fields[side], made.lines[side]
                sides.append(DealSide(entered, lines, points, totals[side], opening))
            dealer = (m.first_dealer + index) % m.rules.seats()
            index += 1
            deals.append(Deal(index, m.seqs[current], dealer, made.lone, sides, steps))
        return deals

    def _state(self, entry: int) -> State:
        m = self._m
        if m.void[entry]:
            return "void"
        if m.kinds[entry] == records.UNDO:
            return "done"
        if m.kinds[entry] == records.END:
            return "counts"
        current = m.current(m.slot[entry])
        # A correction whose deal was undone as a whole does not count either.
        return "void" if current < 0 else "counts" if current == entry else "replaced"

    def _step(self, entry: int, scored: "_Scored | None" = None) -> Step:
        m = self._m
        raw = self._raws[entry + 1]
        kind = m.kinds[entry]
        named = records.target(raw, 0) if kind in (records.CORRECT, records.UNDO) else None
        early = kind == records.END and m.ref[entry] == records.END_FINISHED
        return Step(
            seq=m.seqs[entry],
            kind="finished" if early else _KINDS[kind],
            state=self._state(entry),
            names=named,
            void_by=self._void_by.get(entry),
            boot=records.boot(raw, 0),
            uptime=records.uptime(raw, 0),
            fields=scored.fields if scored else [],
            points=scored.points if scored else [],
        )

    def _endings(self) -> list[Step]:
        m = self._m
        steps: list[Step] = []
        # An ending belongs to no deal's slot, and neither does an undo that is about one.
        for entry in range(m.entries):
            if m.slot[entry] >= m.slots:
                steps.append(self._step(entry))
        return steps

    def _score(self, entry: int, index: int) -> "_Scored":
        """The numbers of an entry as the deal after `index` deals that count."""
        m = self._m
        m.load(entry, self._deal)
        scored = _Scored(self._deal.lone - 1 if self._deal.lone else None)
        score.score_deal(m.rules, self._deal, index, m.lines)
        for side in self._sides:
            entered = self._deal.v[side * D.N_FIELDS : (side + 1) * D.N_FIELDS]
            scored.fields.append(_named(names.FIELDS, entered))
            start = side * score.N_LINES
            lines = m.lines[start : start + score.L_POINTS]
            scored.lines.append(_named(names.LINES, lines))
            scored.points.append(m.lines[start + score.L_POINTS])
        return scored


@dataclass
class _Scored:
    """An entry's deal, side by side, and the lone player's seat."""

    lone: int | None
    fields: list[dict[str, int]] = field(default_factory=list)
    lines: list[dict[str, int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


def _named(ids: Sequence[str], values: Iterable[int]) -> dict[str, int]:
    """What is not zero, by its id."""
    return {ids[i]: value for i, value in enumerate(values) if value}


def readable(data: bytes) -> str:
    """Text from a tablet, with a replacement for whatever cannot be shown."""
    return plain(data.decode("utf-8", "replace"))
