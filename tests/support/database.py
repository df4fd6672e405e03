"""Filling a database with a log, and looking into it."""

from datetime import datetime, timezone

from sqlalchemy import select

from meldpad.db import models, query
from meldpad.db.engine import Database
from meldpad.db.ingest import Source, Taken, ingest
from meldpad.db.split import Run
from support.log import Log

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=timezone.utc)
OAK = Source(b"\x01" * 8, b"\xaa" * 4, "Oak", "1.0")
OAK_ANEW = Source(b"\x01" * 8, b"\xbb" * 4, "Oak", "1.0")
ELM = Source(b"\x02" * 8, b"\xaa" * 4, "Oak", "1.0")

TABLES = (
    models.Device,
    models.Log,
    models.Record,
    models.Refused,
    models.Match,
    models.MatchSide,
    models.MatchPlayer,
    models.Deal,
    models.DealSide,
)


def take(database: Database, log: Log, source: Source = OAK, first: int = 1) -> Taken:
    """Take in the log's records from `first` on, as one run."""
    run = Run(first, log.next, log.raw(first))
    return ingest(database, source, [run], NOON)


def dump(database: Database) -> dict[str, list[tuple]]:
    """Everything in the database."""
    with database.read() as session:
        return {
            table.__tablename__: [
                tuple(getattr(row, column.key) for column in table.__table__.columns)
                for row in session.scalars(select(table).order_by(*table.__table__.primary_key))
            ]
            for table in TABLES
        }


def totals(database: Database) -> list[list[int]]:
    """Every side's total in every match."""
    return [[side.total for side in match.sides] for match in query.matches(database)]


def stored(database: Database) -> list[bytes]:
    """All records, log by log in their order."""
    with database.read() as session:
        return list(
            session.scalars(
                select(models.Record.raw).order_by(models.Record.log_id, models.Record.seq)
            )
        )


def refused(database: Database) -> list[tuple[int, str]]:
    """Number and reason of everything that did not become a record."""
    with database.read() as session:
        rows = session.scalars(select(models.Refused).order_by(models.Refused.id))
        return [(row.seq, row.reason) for row in rows]
