"""Reading the history: the list of matches, and one match whole."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from meldpad.db import derive, fold, models
from meldpad.db.dating import Dates, Timeline, timeline
from meldpad.db.engine import Database
from meldpad.plain import plain

State = Literal["open", "won", "abandoned"]
_WON = (None, "finished")
"""What stands in a match's `ended` when somebody has won."""


@dataclass(frozen=True)
class SideTotal:
    """A side's name and total, and whether it won."""

    name: str
    total: int
    winner: bool


@dataclass(frozen=True)
class Tablet:
    """A tablet: its hardware number and the epoch of its log in hex, and its name. `label` is the
    name, with the end of the number where another tablet has the same.
    """

    id: str
    epoch: str
    name: str
    label: str


@dataclass(frozen=True)
class Summary:
    """One match in the list. `date`: when its first record was received; `dates`: when that was
    written.
    """

    number: int
    date: datetime
    dates: Dates
    preset: str
    sides: list[SideTotal]
    deals: int
    state: State
    tablet: Tablet
    refused: int
    """Records of the match that were not taken in."""
    error: str | None
    """Id of the reason why its stored records do not fold, None as it should be."""


@dataclass(frozen=True)
class Refused:
    """Something that did not become a record: sequence numbers `seq` to `last`, why, and its
    bytes.
    """

    seq: int
    last: int
    reason: str
    raw: bytes
    received: datetime
    tablet: Tablet


@dataclass(frozen=True)
class Detail:
    """One match whole. `received` has the time when every stored record came, `dates` when it was
    written, by its sequence number.
    """

    summary: Summary
    match: fold.Match
    received: dict[int, datetime]
    dates: dict[int, Dates]
    refused: list[Refused]


def matches(database: Database) -> list[Summary]:
    """All matches, the one that was begun last at the end."""
    with database.read() as session:
        rows = session.scalars(
            select(models.Match).order_by(models.Match.log_id, models.Match.start_seq)
        ).all()
        found = _summaries(session, rows, _timelines(session, rows))
    return _in_order(rows, found)


def _in_order(rows: Sequence[models.Match], found: Sequence[Summary]) -> list[Summary]:
    """Matches by when they were begun, where that is known, else by when they came. Those of one
    log, which come in its order, stay in it.
    """
    keys: list[tuple[datetime, int, int]] = []
    before: datetime | None = None
    log = 0
    for row, match in zip(reversed(rows), reversed(found), strict=True):
        at = match.dates.latest if match.dates.exact and match.dates.latest else match.date
        if row.log_id == log and before is not None:
            at = min(at, before)
        log, before = row.log_id, at
        keys.append((at, row.log_id, row.start_seq))
    ordered = sorted(zip(reversed(keys), found, strict=True), key=lambda pair: pair[0])
    return [match for _, match in ordered]


def match(database: Database, number: int) -> Detail | None:
    """A match by its number, None when there is none."""
    with database.read() as session:
        row = session.get(models.Match, number)
        if row is None:
            return None
        rows = derive.stored(session, row.log_id, [row.start_seq]).get(row.start_seq, [])
        folded, _ = fold.fold([record.raw for record in rows])
        if folded is None:
            return None
        refused = session.scalars(
            select(models.Refused)
            .where(models.Refused.log_id == row.log_id, models.Refused.match_seq == row.start_seq)
            .order_by(models.Refused.seq, models.Refused.id)
        ).all()
        lines = _timelines(session, [row])
        return Detail(
            summary=_summaries(session, [row], lines)[0],
            match=folded,
            received={record.seq: record.received_at for record in rows},
            dates={record.seq: lines[row.log_id].dates(record.seq) for record in rows},
            refused=_refused(session, refused),
        )


def loose(database: Database) -> list[Refused]:
    """What was refused or is missing and can be told to be of no match in the list."""
    with database.read() as session:
        rows = session.scalars(
            select(models.Refused)
            .outerjoin(
                models.Match,
                (models.Match.log_id == models.Refused.log_id)
                & (models.Match.start_seq == models.Refused.match_seq),
            )
            .where(models.Match.id.is_(None))
            .order_by(models.Refused.log_id, models.Refused.seq, models.Refused.id)
        ).all()
        return _refused(session, rows)


def _tablets(session: Session, logs: Iterable[int]) -> dict[int, Tablet]:
    """The tablets of logs, by the logs' ids."""
    found: dict[int, Tablet] = {}
    devices: dict[str, str] = {}
    for id, name in session.execute(select(models.Device.id, models.Device.name)):
        devices[id] = name
    names = Counter(devices.values())
    for some in derive.chunks(set(logs)):
        rows = session.execute(
            select(models.Log.id, models.Log.epoch, models.Device.id, models.Device.name)
            .join(models.Device, models.Device.id == models.Log.device_id)
            .where(models.Log.id.in_(some))
        )
        for log, epoch, device, name in rows:
            label = name
            if names[name] > 1:
                others = [id for id, known in devices.items() if known == name and id != device]
                label = f"{name} ({_ending(device, others)})"
            found[log] = Tablet(device, epoch, plain(name), plain(label))
    return found


def _ending(id: str, others: Sequence[str]) -> str:
    """The last digits of a hardware number that no other one ends with; at least four."""
    for size in range(4, len(id)):
        if not any(other.endswith(id[-size:]) for other in others):
            return id[-size:]
    return id


def _timelines(session: Session, rows: Sequence[models.Match]) -> dict[int, Timeline]:
    """The dates of every record in the logs of some matches."""
    return {log: timeline(session, log) for log in {row.log_id for row in rows}}


def _refused(session: Session, rows: Sequence[models.Refused]) -> list[Refused]:
    tablets = _tablets(session, (row.log_id for row in rows))
    return [
        Refused(row.seq, row.last_seq, row.reason, row.raw, row.received_at, tablets[row.log_id])
        for row in rows
    ]


def _summaries(
    session: Session, rows: Sequence[models.Match], lines: dict[int, Timeline]
) -> list[Summary]:
    tablets = _tablets(session, (row.log_id for row in rows))
    sides: dict[int, list[SideTotal]] = {}
    for some in derive.chunks(row.id for row in rows):
        for side in session.scalars(
            select(models.MatchSide)
            .where(models.MatchSide.match_id.in_(some))
            .order_by(models.MatchSide.match_id, models.MatchSide.side)
        ):
            entry = SideTotal(plain(side.name), side.total, side.winner)
            sides.setdefault(side.match_id, []).append(entry)
    refused = {
        (log, start): count
        for log, start, count in session.execute(
            select(
                models.Refused.log_id, models.Refused.match_seq, func.count(models.Refused.id)
            ).group_by(models.Refused.log_id, models.Refused.match_seq)
        )
    }
    return [
        Summary(
            number=row.id,
            date=row.first_received,
            dates=lines[row.log_id].dates(row.start_seq),
            preset=plain(row.preset),
            sides=sides.get(row.id, []),
            deals=row.deals,
            state="open" if not row.finished else "won" if row.ended in _WON else "abandoned",
            tablet=tablets[row.log_id],
            refused=refused.get((row.log_id, row.start_seq), 0),
            error=row.error,
        )
        for row in rows
    ]
