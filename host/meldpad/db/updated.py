"""What a program was too old to read is taken up by a newer one.

Its bytes were kept among the refused, and with them records that could not fold without it.
"""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from canasta import errors, names, records
from meldpad.db import derive, fold, models
from meldpad.db.engine import Database
from meldpad.db.ingest import is_time, record_values
from meldpad.sentences import CONFLICT, DAMAGED, MISSING

_NEWER = names.ERRORS[errors.NEWER_FORMAT]
_NEVER = (CONFLICT, DAMAGED, MISSING)
"""Reasons that no newer program mends."""


def waiting(database: Database) -> bool:
    """Whether there are kept records that this program can read now."""
    with database.read() as session:
        return bool(_readable(session))


def take_up(database: Database) -> int:
    """Take in the kept records that this program can read now, and those that fold with them; how
    many they are.

    Nothing is written when there are none. Raises DeviceError when the database fails; nothing
    has changed then.
    """
    if not waiting(database):
        return 0
    with database.write() as session:
        # Looked up once more: another program may have done it meanwhile.
        found = _readable(session)
        matches: dict[int, set[int]] = defaultdict(set)
        times: dict[int, list[models.Refused]] = defaultdict(list)
        for row in found:
            if records.kind(row.raw, 0) == records.TIME:
                times[row.log_id].append(row)
            else:
                matches[row.log_id].add(row.match_seq or 0)
        taken = sum(_take_times(session, log, rows) for log, rows in times.items())
        return taken + sum(_take_matches(session, log, starts) for log, starts in matches.items())


def _readable(session: Session) -> list[models.Refused]:
    """Records that were too new and are not any more."""
    rows = session.scalars(
        select(models.Refused).where(models.Refused.reason == _NEWER).order_by(models.Refused.id)
    )
    return [row for row in rows if records.readable(row.raw, 0) == errors.OK]


def _take_times(session: Session, log_id: int, rows: list[models.Refused]) -> int:
    held = _held(session, log_id, [row.seq for row in rows])
    good: list[models.Refused] = []
    for row in rows:
        if row.seq in held:
            row.reason = CONFLICT
        elif is_time(row.seq, row.raw):
            good.append(row)
            held.add(row.seq)
        else:
            row.reason = names.ERRORS[errors.BAD_RECORD]
    return _move(session, log_id, good)


def _take_matches(session: Session, log_id: int, starts: Iterable[int]) -> int:
    """Fold matches anew, with everything that was kept of them in its place."""
    stored = derive.stored(session, log_id, starts)
    items: list[derive.Derived] = []
    good: list[models.Refused] = []
    for start in starts:
        rows = stored.get(start, [])
        kept = session.scalars(
            select(models.Refused)
            .where(
                models.Refused.log_id == log_id,
                models.Refused.match_seq == start,
                models.Refused.reason.not_in(_NEVER),
            )
            .order_by(models.Refused.seq, models.Refused.id)
        ).all()
        folder = fold.Folder()
        error: str | None = None
        held = {row.seq for row in rows}
        received = [row.received_at for row in rows]
        for row in sorted([*rows, *kept], key=lambda row: row.seq):
            if isinstance(row, models.Record):
                error = folder.add(row.raw) or error
                continue
            reason = CONFLICT if row.seq in held else _reason(folder, row.raw)
            if reason:
                row.reason = reason
            else:
                good.append(row)
                held.add(row.seq)
                received.append(row.received_at)
        if not folder.empty:
            items.append(derive.Derived(folder.result(), min(received), max(received), error))
    taken = _move(session, log_id, good)
    derive.write(session, log_id, items)
    return taken


def _reason(folder: fold.Folder, raw: bytes) -> str | None:
    """Why a record does not become one of its match, None when it does."""
    code = records.readable(raw, 0)
    return names.ERRORS[code] if code else folder.add(raw)


def _held(session: Session, log_id: int, numbers: list[int]) -> set[int]:
    """Which of the sequence numbers stored records have."""
    held: set[int] = set()
    for some in derive.chunks(numbers):
        held.update(
            session.scalars(
                select(models.Record.seq).where(
                    models.Record.log_id == log_id, models.Record.seq.in_(some)
                )
            )
        )
    return held


def _move(session: Session, log_id: int, rows: list[models.Refused]) -> int:
    """Make records of what was kept; their number."""
    if rows:
        values = [
            record_values(log_id, row.seq, row.match_seq or 0, row.raw, row.received_at)
            for row in rows
        ]
        session.execute(insert(models.Record), values)
        for some in derive.chunks(row.id for row in rows):
            session.execute(delete(models.Refused).where(models.Refused.id.in_(some)))
    return len(rows)
