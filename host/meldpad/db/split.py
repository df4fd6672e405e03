"""Cutting the bytes that a tablet sent into records, with no byte lost when some are damaged."""

from collections.abc import Iterator
from dataclasses import dataclass

from canasta import errors as E
from canasta import names, records
from meldpad.sentences import DAMAGED, MISSING


@dataclass(frozen=True)
class Run:
    """Bytes of records with the sequence numbers from `first` to just before `next`."""

    first: int
    next: int
    raw: bytes


@dataclass(frozen=True)
class Piece:
    """One record, or what stands in its place.

    `reason` is None for an undamaged record that this program can read, else the id of what is
    wrong. Damaged and missing pieces can stand for several numbers, `seq` to `last`. `match` is
    the sequence number of the match's first record, None when the bytes cannot be trusted.
    """

    seq: int
    last: int
    match: int | None
    raw: bytes
    reason: str | None


def split(run: Run) -> Iterator[Piece]:
    """The pieces of a run in order, also for the numbers that it should hold and does not."""
    raw = run.raw
    due = run.first
    at = 0
    while at < len(raw):
        start = _next_record(raw, at, due, run.next)
        seq = records.seq(raw, start) if start < len(raw) else run.next
        if start > at:
            # Damage hides where the next record begins, so everything up to it is one piece.
            yield Piece(due, max(due, seq - 1), None, raw[at:start], DAMAGED)
        elif seq > due:
            yield _missing(due, seq)
        if start < len(raw):
            size = records.size(raw, start)
            code = records.readable(raw, start)
            reason = names.ERRORS[code] if code else None
            whole = raw[start : start + size]
            yield Piece(seq, seq, records.match(whole, 0), whole, reason)
            start += size
        at = start
        due = max(due, seq + 1)
    if due < run.next:
        yield _missing(due, run.next)


def _missing(first: int, end: int) -> Piece:
    return Piece(first, end - 1, None, b"", MISSING)


def _next_record(raw: bytes, at: int, due: int, end: int) -> int:
    """Where the next undamaged record begins, the length of `raw` when there is none.

    Right at `at` any number will do; further on, only one of those that are still due.
    """
    if records.check(raw, at, len(raw) - at) == E.OK:
        return at
    for start in range(at + 1, len(raw) - records.OVERHEAD + 1):
        if records.check(raw, start, len(raw) - start) == E.OK:
            if due <= records.seq(raw, start) < end:
                return start
    return len(raw)
