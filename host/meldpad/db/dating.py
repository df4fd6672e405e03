"""When records were written, by a tablet that has no clock.

A record says in which start of the tablet it was written (its boot number) and how many seconds
after it. A PC's clock fixes a start in time: at every HELLO the database notes both clocks, and
a TIME record is the same from a PC that somebody at the tablet agreed to. A record of a start that
is fixed has an exact date. For one of another start there are bounds: it was written after
everything that was there before, and before the start that came next.

All moments are in UTC, so neither daylight saving nor the time zones of two PCs matter.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from canasta import records
from canasta.cursor import Cursor
from meldpad.db import models

_FIRST = datetime(2024, 1, 1, tzinfo=timezone.utc)
"""Before there was any tablet: a clock that says less was never set."""

_TOLERANCE = timedelta(minutes=2)
"""By how much two clocks, or one that was set right in between, may disagree."""

_AGAIN = timedelta(minutes=1)
"""So soon after another one an anchor is worth nothing, unless it says something else."""
_SAME = timedelta(seconds=5)

_DRIFT = 1e-4
"""Seconds a second by which a tablet's quartz may go wrong, generously."""


@dataclass(frozen=True)
class Dates:
    """When something was written: at the earliest and at the latest, None for not known. Both are
    the same when it is known exactly.
    """

    earliest: datetime | None
    latest: datetime | None

    @property
    def exact(self) -> bool:
        """Whether the moment itself is known."""
        return self.earliest is not None and self.earliest == self.latest


class Stamp(NamedTuple):
    """A record's own time: its sequence number, the tablet's start, seconds since then; and when
    it was received.
    """

    seq: int
    boot: int
    uptime: int
    received: datetime


class Anchor(NamedTuple):
    """Both clocks at one moment: the tablet's (`boot`, `uptime`) and a PC's (`at`). `last` is the
    log's last sequence number then. `noted`: it is a TIME record, the one with that number.
    """

    last: int
    boot: int
    uptime: int
    at: datetime
    noted: bool = False


@dataclass
class _Run:
    """The records of one start of the tablet, in their order, and what fixes it in time."""

    stamps: list[Stamp]
    anchors: list[Anchor] = field(default_factory=list)
    # Bounds of the start itself.
    low: datetime | None = None
    high: datetime | None = None


class Timeline:
    """The dates of one log's records, from their stamps in order and from anchors in the order in
    which they were taken. `doubted` are the anchors that cannot be right beside the others.
    """

    def __init__(self, stamps: Sequence[Stamp], anchors: Iterable[Anchor]) -> None:
        self._runs = _runs(stamps)
        self._firsts = [run.stamps[0].seq for run in self._runs]
        taken = sorted(anchors, key=lambda anchor: (anchor.last, not anchor.noted))
        loose: list[tuple[int, Anchor]] = []
        for anchor in taken:
            index = bisect_right(self._firsts, anchor.last) - 1
            if anchor.at < _FIRST:
                continue
            if index >= 0 and _of_run(self._runs[index], anchor):
                self._runs[index].anchors.append(anchor)
            else:
                loose.append((index, anchor))
        # First those of one start, which must say the same; then all, which must be in order.
        agreeing = {id(anchor) for run in self._runs for anchor in _agreeing(run.anchors)}
        agreeing.update(id(anchor) for _, anchor in loose)
        kept = {id(anchor) for anchor in _in_order([a for a in taken if id(a) in agreeing])}
        for run in self._runs:
            run.anchors = [anchor for anchor in run.anchors if id(anchor) in kept]
        self.doubted = [anchor for anchor in taken if id(anchor) not in kept]
        self._bound([(index, anchor) for index, anchor in loose if id(anchor) in kept])

    def dates(self, seq: int) -> Dates:
        """When the record with a sequence number was written. Raises KeyError for none."""
        index = bisect_right(self._firsts, seq) - 1
        stamps = self._runs[index].stamps if index >= 0 else []
        at = bisect_right(stamps, seq, key=lambda stamp: stamp.seq) - 1
        if at < 0 or stamps[at].seq != seq:
            raise KeyError(seq)
        return _dates(self._runs[index], stamps[at])

    def _bound(self, loose: Sequence[tuple[int, Anchor]]) -> None:
        """Bounds for the starts that nothing fixes."""
        after: dict[int, list[Anchor]] = {}
        for index, anchor in loose:
            after.setdefault(index, []).append(anchor)
        # Forwards: nothing was written before what had been written, or seen, already.
        low: datetime | None = None
        for index, run in enumerate(self._runs):
            first, last = run.stamps[0], run.stamps[-1]
            for anchor in after.get(index - 1, ()):
                at = anchor.at
                if anchor.boot == first.boot and anchor.uptime <= first.uptime:
                    # It may have been in this very start, or in one that wrote nothing.
                    at -= timedelta(seconds=anchor.uptime)
                low = _latest(low, at)
            if run.anchors:
                low = _dates(run, last).latest
                low = _latest(low, max(anchor.at for anchor in run.anchors))
            else:
                run.low = low
                low = low and low + timedelta(seconds=last.uptime)
        # Backwards: everything was written before the next start.
        high: datetime | None = None
        for index in range(len(self._runs) - 1, -1, -1):
            run = self._runs[index]
            for anchor in after.get(index, ()):
                start = anchor.at - timedelta(seconds=anchor.uptime)
                high = start if high is None else min(high, start)
            if run.anchors:
                high = _dates(run, run.stamps[0]).latest
                high = high and high - timedelta(seconds=run.stamps[0].uptime)
                continue
            last = run.stamps[-1]
            end = last.received if high is None else high
            start = end - timedelta(seconds=last.uptime)
            if end >= _FIRST and (run.low is None or start >= run.low - _TOLERANCE):
                run.high = start if run.low is None else max(start, run.low)
                high = run.high


def timeline(session: Session, log_id: int) -> Timeline:
    """The dates of a log's records."""
    table = models.Record
    stamps = [
        Stamp(*row)
        for row in session.execute(
            select(table.seq, table.boot, table.uptime, table.received_at)
            .where(table.log_id == log_id)
            .order_by(table.seq)
        )
    ]
    anchors = [
        Anchor(*row)
        for row in session.execute(
            select(
                models.Anchor.last_seq, models.Anchor.boot, models.Anchor.uptime, models.Anchor.at
            )
            .where(models.Anchor.log_id == log_id)
            .order_by(models.Anchor.id)
        )
    ]
    noted = session.execute(
        select(table.seq, table.raw)
        .where(table.log_id == log_id, table.kind == records.TIME)
        .order_by(table.seq)
    )
    return Timeline(stamps, [*anchors, *(noted_time(seq, raw) for seq, raw in noted)])


def note(session: Session, log_id: int, seen: Anchor) -> list[Anchor]:
    """Note the clocks at a HELLO; the times of the log that cannot be right now beside the others,
    and of which that was not known before.

    Nothing is written when the moment says nothing that one shortly before did not say.
    """
    last = session.scalar(
        select(models.Anchor)
        .where(models.Anchor.log_id == log_id)
        .order_by(models.Anchor.id.desc())
        .limit(1)
    )
    if last is not None and not _says_more(last, seen):
        return []
    before = timeline(session, log_id).doubted
    session.execute(
        insert(models.Anchor).values(
            log_id=log_id, last_seq=seen.last, boot=seen.boot, uptime=seen.uptime, at=seen.at
        )
    )
    after = timeline(session, log_id).doubted
    return [anchor for anchor in after if anchor not in before]


def _says_more(last: models.Anchor, seen: Anchor) -> bool:
    if (last.last_seq, last.boot) != (seen.last, seen.boot):
        return True
    passed = seen.at - last.at
    apart = passed - timedelta(seconds=seen.uptime - last.uptime)
    return not timedelta() <= passed < _AGAIN or abs(apart) > _SAME


def noted_time(seq: int, raw: bytes) -> Anchor:
    """The anchor in a TIME record. Raises ValueError when it holds no time of any day."""
    payload = raw[records.HEADER : -4]
    clock = payload[4:]
    if not records.is_clock(clock):
        raise ValueError("no clock")
    cursor = Cursor(clock)
    cursor.pos = 7
    zone = timezone(timedelta(minutes=cursor.get_int()))
    at = datetime(int.from_bytes(clock[:2], "little"), *clock[2:7], tzinfo=zone)
    said = int.from_bytes(payload[:4], "little")
    return Anchor(seq, records.boot(raw, 0), said, at.astimezone(timezone.utc), noted=True)


def _runs(stamps: Sequence[Stamp]) -> list[_Run]:
    runs: list[_Run] = []
    before: Stamp | None = None
    for stamp in stamps:
        # Boot numbers are those of records, so a start that writes nothing has no number of its
        # own; and they wrap. But two starts that do write have never the same one in a row.
        if before is None or stamp.boot != before.boot or stamp.uptime < before.uptime:
            runs.append(_Run([]))
        runs[-1].stamps.append(stamp)
        before = stamp
    return runs


def _of_run(run: _Run, anchor: Anchor) -> bool:
    """Whether an anchor, taken when the run had begun to write, is of this run or of a later one
    that had not.
    """
    if anchor.noted:
        return True
    there = bisect_right(run.stamps, anchor.last, key=lambda stamp: stamp.seq)
    return anchor.boot == run.stamps[0].boot and anchor.uptime >= run.stamps[there - 1].uptime


def _in_order(anchors: Sequence[Anchor]) -> list[Anchor]:
    """The most anchors of which none says less than one before it; the later ones when there is
    a choice, as a clock that is wrong gets set sooner or later.
    """
    # The longest rising subsequence, by patience sorting: for every length the end that is lowest.
    ends: list[datetime] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, anchor in enumerate(anchors):
        length = bisect_right(ends, anchor.at + _TOLERANCE)
        before.append(last[length - 1] if length else None)
        end = max(anchor.at, ends[length - 1]) if length else anchor.at
        if length == len(ends):
            ends.append(end)
            last.append(number)
        else:
            ends[length] = min(ends[length], end)
            last[length] = number
    kept: list[Anchor] = []
    number = last[-1] if last else None
    while number is not None:
        kept.append(anchors[number])
        number = before[number]
    return kept[::-1]


def _agreeing(anchors: Sequence[Anchor]) -> list[Anchor]:
    """Of the anchors of one start the most that agree on when it was, the latest when there are
    as many.
    """
    groups: list[list[Anchor]] = []
    for anchor in sorted(anchors, key=_start):
        if groups and _start(anchor) - _start(groups[-1][-1]) <= _allowance(groups[-1], anchor):
            groups[-1].append(anchor)
        else:
            groups.append([anchor])
    if not groups:
        return []
    return max(groups, key=lambda group: (len(group), max(anchor.uptime for anchor in group)))


def _start(anchor: Anchor) -> datetime:
    return anchor.at - timedelta(seconds=anchor.uptime)


def _allowance(group: Sequence[Anchor], anchor: Anchor) -> timedelta:
    apart = abs(anchor.uptime - group[-1].uptime)
    return _TOLERANCE + timedelta(seconds=apart * _DRIFT)


def _dates(run: _Run, stamp: Stamp) -> Dates:
    if run.anchors:
        near = min(run.anchors, key=lambda anchor: abs(anchor.uptime - stamp.uptime))
        moment = near.at + timedelta(seconds=stamp.uptime - near.uptime)
        return Dates(moment, moment)
    since = timedelta(seconds=stamp.uptime)
    return Dates(run.low and run.low + since, run.high and run.high + since)


def _latest(one: datetime | None, other: datetime) -> datetime:
    return other if one is None else max(one, other)
