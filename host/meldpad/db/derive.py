"""The derived tables: written from folded matches, never changed by anything else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from canasta import params as P
from canasta import records
from meldpad.db import fold, models

_AT_ONCE = 500
"""Values that one statement names at most; databases limit their number."""

_PARTS = (models.DealSide, models.Deal, models.MatchPlayer, models.MatchSide)
"""Tables of a match's parts, those that others refer to last."""


@dataclass(frozen=True)
class Derived:
    """A folded match with what its records alone do not say.

    `first` and `last`: when its first and its last record were received; `error`: why a record
    that was once stored does not fold.
    """

    match: fold.Match
    first: datetime
    last: datetime
    error: str | None = None


def write(session: Session, log_id: int, items: Sequence[Derived]) -> dict[int, int]:
    """Write matches of one log, in place of what was there of them.

    The numbers of the matches by the sequence numbers of their first records. A match that was
    there keeps its number.
    """
    rows = _match_rows(session, log_id, [item.match.start for item in items])
    for ids in chunks(row.id for row in rows.values()):
        for part in _PARTS:
            session.execute(delete(part).where(part.match_id.in_(ids)))
    for item in sorted(items, key=lambda item: item.match.start):
        row = rows.get(item.match.start)
        if row is None:
            row = rows[item.match.start] = models.Match(log_id=log_id)
            session.add(row)
        _fill(row, item)
    session.flush()

    numbers = {start: row.id for start, row in rows.items()}
    parts: dict[Any, list[dict[str, Any]]] = {part: [] for part in reversed(_PARTS)}
    for item in items:
        _collect(parts, numbers[item.match.start], item.match)
    for part, values in parts.items():
        if values:
            session.execute(insert(part), values)
    return numbers


def rebuild(session: Session) -> None:
    """Build the derived tables anew from all records."""
    for log_id in session.scalars(select(models.Log.id)).all():
        starts = session.scalars(
            select(models.Record.match_seq)
            .where(models.Record.log_id == log_id, models.Record.kind != records.TIME)
            .distinct()
        ).all()
        items: list[Derived] = []
        for rows in stored(session, log_id, starts).values():
            match, refused = fold.fold([row.raw for row in rows])
            if match is not None:
                error = refused[0][1] if refused else None
                items.append(Derived(match, rows[0].received_at, rows[-1].received_at, error))
        write(session, log_id, items)


def stored(session: Session, log_id: int, starts: Iterable[int]) -> dict[int, list[models.Record]]:
    """The stored records of matches in their order, by the match's first sequence number."""
    found: dict[int, list[models.Record]] = {}
    for some in chunks(starts):
        rows = session.scalars(
            select(models.Record)
            .where(models.Record.log_id == log_id, models.Record.match_seq.in_(some))
            .order_by(models.Record.seq)
        )
        for row in rows:
            found.setdefault(row.match_seq, []).append(row)
    return found


def chunks(values: Iterable[int]) -> Iterable[list[int]]:
    """The values in lists that are short enough for one statement."""
    everything = list(values)
    for start in range(0, len(everything), _AT_ONCE):
        yield everything[start : start + _AT_ONCE]


def _match_rows(session: Session, log_id: int, starts: Iterable[int]) -> dict[int, models.Match]:
    rows: dict[int, models.Match] = {}
    for some in chunks(starts):
        found = session.scalars(
            select(models.Match).where(
                models.Match.log_id == log_id, models.Match.start_seq.in_(some)
            )
        )
        rows.update((row.start_seq, row) for row in found)
    return rows


def _fill(row: models.Match, item: Derived) -> None:
    match = item.match
    r = match.rules.r
    row.start_seq = match.start
    row.last_seq = match.last
    row.preset = match.preset
    row.sides = r[P.SIDES]
    row.seats = r[P.SEATS]
    row.target = r[P.TARGET]
    row.rounds = r[P.ROUNDS]
    row.first_dealer = match.first_dealer
    row.deals = len(match.counting)
    row.finished = match.finished
    row.ended = match.ended
    row.error = item.error
    row.first_received = item.first
    row.last_received = item.last


def _collect(parts: dict[Any, list[dict[str, Any]]], number: int, match: fold.Match) -> None:
    """Add the rows of a match's parts."""
    for side, name in enumerate(match.names):
        parts[models.MatchSide].append(
            {
                "match_id": number,
                "side": side,
                "name": name,
                "before": match.before[side],
                "total": match.totals[side],
                "opening": match.opening[side],
                "winner": side in match.winners,
            }
        )
    for seat, name in enumerate(match.players):
        parts[models.MatchPlayer].append({"match_id": number, "seat": seat, "name": name})
    for deal in match.counting:
        parts[models.Deal].append(
            {
                "match_id": number,
                "number": deal.number,
                "seq": deal.seq,
                "first_seq": deal.steps[0].seq,
                "dealer": deal.dealer,
                "lone": deal.lone,
            }
        )
        for side, made in enumerate(deal.sides):
            parts[models.DealSide].append(
                {
                    "match_id": number,
                    "number": deal.number,
                    "side": side,
                    "opening": made.opening,
                    "points": made.points,
                    "total": made.total,
                    "fields": made.fields,
                    "lines": made.lines,
                }
            )
