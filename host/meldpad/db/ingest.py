"""Taking a tablet's records into the database: one transaction, all or nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from canasta import errors, names, records
from meldpad.db import dating, derive, fold, models
from meldpad.db.dating import Anchor
from meldpad.db.engine import Database
from meldpad.db.split import Piece, Run, split
from meldpad.sentences import CONFLICT, DAMAGED, MISSING


@dataclass(frozen=True)
class Source:
    """Where records come from: the tablet's hardware number (8 bytes), the epoch of its log (4
    bytes), its name and its firmware's version.
    """

    device: bytes
    epoch: bytes
    name: str
    firmware: str


@dataclass(frozen=True)
class Kept:
    """Something that did not become a record; its bytes are kept, with the reason's id.

    `match` is the number of its match in the database, None when it is not known there.
    """

    seq: int
    last: int
    match: int | None
    reason: str


@dataclass
class Taken:
    """What an `ingest` did. Repeats of what was there already are in none of the numbers."""

    records: int = 0
    deals: int = 0
    """New deals entered; corrections and undos are records only."""
    matches: list[int] = field(default_factory=list)
    """Numbers of the matches that have new records."""
    refused: list[Kept] = field(default_factory=list)
    missing: list[Kept] = field(default_factory=list)
    """Records that the tablet does not have any more and that never came here."""
    last: int = 0
    """The last sequence number of the log that is held, as a record or among the refused."""
    doubted: list[Anchor] = field(default_factory=list)
    """Clocks that are known now to have been wrong."""


@dataclass(frozen=True)
class Held:
    """What the database holds of a log.

    `known_device`: whether anything ever came from the tablet; `known_log`: from this log of it;
    `last`: the last sequence number held, 0 for none. `sound` is the last one under which an
    undamaged record is held, 0 for none, and `raws` its bytes.
    """

    known_device: bool
    known_log: bool
    last: int
    sound: int
    raws: frozenset[bytes]


def held(database: Database, device: bytes, epoch: bytes) -> Held:
    """What the database holds of a tablet's log."""
    with database.read() as session:
        known_device = session.get(models.Device, device.hex()) is not None
        log = find_log(session, device, epoch)
        if log is None:
            return Held(known_device, False, 0, 0, frozenset())
        last = _last(session, log.id)
        sound = _sound(session, log.id)
        raws = _held(session, log.id, sound, sound).get(sound, set())
        return Held(known_device, True, last, sound, frozenset(raws))


def known(
    database: Database, device: bytes, epoch: bytes, low: int, high: int
) -> dict[int, set[bytes]]:
    """What the database holds of a tablet's log under the sequence numbers from `low` to `high`."""
    with database.read() as session:
        log = find_log(session, device, epoch)
        return _held(session, log.id, low, high) if log else {}


def ingest(
    database: Database,
    source: Source,
    runs: Iterable[Run],
    now: datetime | None = None,
    seen: Anchor | None = None,
) -> Taken:
    """Take runs of records in; `now` is when they were received, by default this moment; `seen`:
    the clocks at the HELLO, noted if there is anything new.

    A record that is damaged, too new or does not fold into its match, or that comes under a
    number that is already held with other bytes, is kept among the refused. What was there
    already is left alone; when there is nothing new, nothing is written. Raises DeviceError when
    the database fails; nothing has changed then.
    """
    pieces = [piece for run in runs for piece in split(run)]
    now = now or datetime.now(timezone.utc)
    with database.write() as session:
        return _Ingest(session, source, now).take(pieces, seen)


class _Ingest:
    """One transaction."""

    def __init__(self, session: Session, source: Source, now: datetime) -> None:
        self._session = session
        self._source = source
        self._now = now
        self._good: list[Piece] = []
        self._bad: list[tuple[Piece, str]] = []
        self._taken = Taken()

    def take(self, pieces: Sequence[Piece], seen: Anchor | None) -> Taken:
        log = find_log(self._session, self._source.device, self._source.epoch)
        self._sort_out(pieces, log)
        if self._good or self._bad:
            log = log or self._new_log()
            self._update_device()
            self._store(log.id)
            if seen:
                self._taken.doubted = dating.note(self._session, log.id, seen)
        if log is not None:
            self._taken.last = _last(self._session, log.id)
        return self._taken

    def _sort_out(self, pieces: Sequence[Piece], log: models.Log | None) -> None:
        """Into good ones, bad ones and repeats, which are dropped."""
        if not pieces:
            return
        low = min(piece.seq for piece in pieces)
        high = max(piece.last for piece in pieces)
        known = _held(self._session, log.id, low, high) if log else {}
        for piece in pieces:
            before = known.setdefault(piece.seq, set())
            if piece.raw in before or (piece.reason == MISSING and before):
                continue
            # What is only known to be missing may still turn up.
            conflict = bool(before - {b""})
            before.add(piece.raw)
            if piece.reason:
                self._bad.append((piece, piece.reason))
            elif conflict:
                self._bad.append((piece, CONFLICT))
            else:
                self._good.append(piece)

    def _new_log(self) -> models.Log:
        device = self._source.device.hex()
        if self._session.get(models.Device, device) is None:
            self._session.add(
                models.Device(
                    id=device,
                    name=self._source.name,
                    firmware=self._source.firmware,
                    first_seen=self._now,
                    last_seen=self._now,
                )
            )
            self._session.flush()
        log = models.Log(device_id=device, epoch=self._source.epoch.hex(), first_seen=self._now)
        self._session.add(log)
        self._session.flush()
        return log

    def _update_device(self) -> None:
        self._session.execute(
            update(models.Device)
            .where(models.Device.id == self._source.device.hex())
            .values(name=self._source.name, firmware=self._source.firmware, last_seen=self._now)
        )

    def _store(self, log_id: int) -> None:
        """Fold, and write what folds and what does not."""
        by_match: dict[int, list[Piece]] = {}
        stored: list[Piece] = []
        for piece in sorted(self._good, key=lambda piece: piece.seq):
            if records.kind(piece.raw, 0) != records.TIME:
                by_match.setdefault(piece.match or 0, []).append(piece)
            elif is_time(piece.seq, piece.raw):
                stored.append(piece)
            else:
                self._bad.append((piece, names.ERRORS[errors.BAD_RECORD]))
        before = derive.stored(self._session, log_id, by_match)
        items: list[derive.Derived] = []
        for start, pieces in by_match.items():
            folded, item = self._fold(before.get(start, []), pieces)
            stored += folded
            if folded and item:
                items.append(item)
        if stored:
            self._session.execute(
                insert(models.Record),
                [
                    record_values(log_id, piece.seq, piece.match or 0, piece.raw, self._now)
                    for piece in stored
                ],
            )
        numbers = derive.write(self._session, log_id, items)
        self._keep(log_id)

        taken = self._taken
        taken.records = len(stored)
        taken.deals = sum(records.kind(piece.raw, 0) == records.DEAL for piece in stored)
        taken.matches = sorted(numbers.values())

    def _fold(
        self, rows: Sequence[models.Record], pieces: Sequence[Piece]
    ) -> tuple[list[Piece], derive.Derived | None]:
        """Fold new records onto those stored of a match: those that fold, and the match."""
        folder = fold.Folder()
        error: str | None = None
        for row in rows:
            error = folder.add(row.raw) or error
        folded: list[Piece] = []
        for piece in pieces:
            reason = folder.add(piece.raw)
            if reason:
                self._bad.append((piece, reason))
            else:
                folded.append(piece)
        if folder.empty:
            return folded, None
        first = rows[0].received_at if rows else self._now
        return folded, derive.Derived(folder.result(), first, self._now, error)

    def _keep(self, log_id: int) -> None:
        """Write the refused and report them."""
        if not self._bad:
            return
        self._bad.sort(key=lambda bad: bad[0].seq)
        self._session.execute(
            insert(models.Refused),
            [
                {
                    "log_id": log_id,
                    "seq": piece.seq,
                    "last_seq": piece.last,
                    "match_seq": piece.match,
                    "raw": piece.raw,
                    "reason": reason,
                    "received_at": self._now,
                }
                for piece, reason in self._bad
            ],
        )
        numbers = match_numbers(self._session, log_id, (p.match for p, _ in self._bad if p.match))
        for piece, reason in self._bad:
            kept = Kept(piece.seq, piece.last, numbers.get(piece.match or 0), reason)
            (self._taken.missing if reason == MISSING else self._taken.refused).append(kept)


def is_time(seq: int, raw: bytes) -> bool:
    """Whether a TIME record holds a time, and is of no match."""
    try:
        dating.noted_time(seq, raw)
    except ValueError:
        return False
    return records.match(raw, 0) == 0


def record_values(
    log_id: int, seq: int, match: int, raw: bytes, received: datetime
) -> dict[str, object]:
    """The row of a record. `match`: the number of its match's first one, 0 for none."""
    return {
        "log_id": log_id,
        "seq": seq,
        "match_seq": match,
        "kind": records.kind(raw, 0),
        "boot": records.boot(raw, 0),
        "uptime": records.uptime(raw, 0),
        "raw": raw,
        "received_at": received,
    }


def match_numbers(session: Session, log_id: int, starts: Iterable[int]) -> dict[int, int]:
    """Numbers of a log's matches by the sequence numbers of their first records."""
    numbers: dict[int, int] = {}
    for some in derive.chunks(set(starts)):
        rows = session.execute(
            select(models.Match.start_seq, models.Match.id).where(
                models.Match.log_id == log_id, models.Match.start_seq.in_(some)
            )
        )
        numbers.update((start, number) for start, number in rows)
    return numbers


def find_log(session: Session, device: bytes, epoch: bytes) -> models.Log | None:
    """The row of a tablet's log, None when nothing ever came from it."""
    return session.scalar(
        select(models.Log).where(
            models.Log.device_id == device.hex(), models.Log.epoch == epoch.hex()
        )
    )


def _last(session: Session, log_id: int) -> int:
    """The last sequence number held, 0 for none."""
    stored = session.scalar(
        select(func.max(models.Record.seq)).where(models.Record.log_id == log_id)
    )
    kept = session.scalar(
        select(func.max(models.Refused.last_seq)).where(models.Refused.log_id == log_id)
    )
    return max(stored or 0, kept or 0)


def _sound(session: Session, log_id: int) -> int:
    """The last sequence number of an undamaged record, stored or refused, 0 for none."""
    stored = session.scalar(
        select(func.max(models.Record.seq)).where(models.Record.log_id == log_id)
    )
    kept = session.scalar(
        select(func.max(models.Refused.seq)).where(
            models.Refused.log_id == log_id, models.Refused.reason.not_in((DAMAGED, MISSING))
        )
    )
    return max(stored or 0, kept or 0)


def _held(session: Session, log_id: int, low: int, high: int) -> dict[int, set[bytes]]:
    """What is held under the sequence numbers from `low` to `high`; b"" for what is missing."""
    found: dict[int, set[bytes]] = {}
    stored = select(models.Record.seq, models.Record.raw).where(
        models.Record.log_id == log_id, models.Record.seq.between(low, high)
    )
    kept = select(models.Refused.seq, models.Refused.raw).where(
        models.Refused.log_id == log_id, models.Refused.seq.between(low, high)
    )
    for query in (stored, kept):
        for seq, raw in session.execute(query):
            found.setdefault(seq, set()).add(raw)
    return found
