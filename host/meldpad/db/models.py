"""The tables.

`Record` is the only truth and is never changed once written; `Refused` keeps the bytes of what
could not become one; `Anchor` tells when a tablet was seen, which dates its records. `Match` and
everything below it is derived: it is written by folding the records and may be thrown away and
built again at any time, except that a match keeps its `id`, which is the number by which people
call it.
"""

from datetime import datetime, timezone
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. Takes and gives aware datetimes only, whatever the database stores."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone")
        return value.astimezone(timezone.utc)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        # SQLite gives the time back without its zone.
        aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return aware.astimezone(timezone.utc)


class Base(DeclarativeBase):
    """Common to all tables."""

    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy reads it from the class
        datetime: UtcDateTime,
        bytes: LargeBinary,
        dict[str, Any]: JSON,
    }


class Device(Base):
    """A tablet. `id` is its hardware number in hex; it stays when the log is made anew."""

    __tablename__ = "devices"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str]
    firmware: Mapped[str]
    first_seen: Mapped[datetime]
    """When its first record was received."""
    last_seen: Mapped[datetime]
    """When a new record was last received from it."""


class Log(Base):
    """One log of a tablet; a new one begins when its flash was erased."""

    __tablename__ = "logs"
    __table_args__ = (UniqueConstraint("device_id", "epoch"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("devices.id"))
    epoch: Mapped[str] = mapped_column(String(8))
    """The random number of the log, in hex."""
    first_seen: Mapped[datetime]


class Record(Base):
    """One record as the tablet wrote it. `raw` is the truth; the rest is read from it."""

    __tablename__ = "records"
    __table_args__ = (Index("records_of_match", "log_id", "match_seq"),)

    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    match_seq: Mapped[int]
    """Sequence number of the match's first record."""
    kind: Mapped[int]
    boot: Mapped[int]
    uptime: Mapped[int] = mapped_column(BigInteger)
    """Seconds since the tablet was started for the `boot`-th time."""
    raw: Mapped[bytes]
    received_at: Mapped[datetime]


class Refused(Base):
    """What could not become a record: the bytes that came from the tablet, with the reason.

    `raw` is empty for records that the tablet does not have any more.
    """

    __tablename__ = "refused"
    __table_args__ = (Index("refused_of_log", "log_id", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"))
    seq: Mapped[int]
    """Its sequence number; for a damaged record the one that its place in the log gives it."""
    last_seq: Mapped[int]
    """The last sequence number that the bytes stand for; most often the same."""
    match_seq: Mapped[int | None]
    """Sequence number of its match's first record, None when the bytes do not say so reliably."""
    raw: Mapped[bytes]
    reason: Mapped[str] = mapped_column(String(40))
    """An id of `sentences`."""
    received_at: Mapped[datetime]


class Anchor(Base):
    """The clocks of a tablet and of this computer at one moment, noted at a HELLO."""

    __tablename__ = "anchors"
    __table_args__ = (Index("anchors_of_log", "log_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"))
    last_seq: Mapped[int]
    """The last sequence number of the tablet's log then."""
    boot: Mapped[int]
    uptime: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime]
    """What this computer's clock said."""


class Match(Base):
    """Derived: a match after all its records."""

    __tablename__ = "matches"
    __table_args__ = (UniqueConstraint("log_id", "start_seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"))
    start_seq: Mapped[int]
    last_seq: Mapped[int]
    preset: Mapped[str]
    sides: Mapped[int]
    seats: Mapped[int]
    """Seats of one side."""
    target: Mapped[int]
    """Points that end the match, 0 for none."""
    rounds: Mapped[int]
    """Deals that end the match, 0 for no limit."""
    first_dealer: Mapped[int]
    """Seat, from 0."""
    deals: Mapped[int]
    """Deals that count."""
    finished: Mapped[bool]
    ended: Mapped[str | None] = mapped_column(String(20))
    """How the match was ended before its time, None when it was not."""
    error: Mapped[str | None] = mapped_column(String(40))
    """Why a record that was once stored does not fold now, None as it should be."""
    first_received: Mapped[datetime]
    last_received: Mapped[datetime]


class MatchSide(Base):
    """Derived: a side of a match."""

    __tablename__ = "match_sides"

    match_id: Mapped[int] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    before: Mapped[int]
    """Its total at the start."""
    total: Mapped[int]
    opening: Mapped[int]
    """What it needs to open in the next deal."""
    winner: Mapped[bool]


class MatchPlayer(Base):
    """Derived: a player's name. Seat s belongs to side s modulo the number of sides."""

    __tablename__ = "match_players"

    match_id: Mapped[int] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]


class Deal(Base):
    """Derived: a deal that counts."""

    __tablename__ = "deals"

    match_id: Mapped[int] = mapped_column(
        ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """From 1, in the order of play."""
    seq: Mapped[int]
    """The record whose numbers count."""
    first_seq: Mapped[int]
    """The record with which the deal was first entered."""
    dealer: Mapped[int]
    """Seat, from 0."""
    lone: Mapped[int | None]
    """The lone player's seat, None when there is none."""


class DealSide(Base):
    """Derived: what a side made in a deal."""

    __tablename__ = "deal_sides"
    __table_args__ = (
        ForeignKeyConstraint(
            ["match_id", "number"], ["deals.match_id", "deals.number"], ondelete="CASCADE"
        ),
    )

    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    opening: Mapped[int]
    """What it needed to open."""
    points: Mapped[int]
    total: Mapped[int]
    """Its total after the deal."""
    fields: Mapped[dict[str, Any]]
    """What was entered, without zeros, by the ids of `canasta.names.FIELDS`."""
    lines: Mapped[dict[str, Any]]
    """The working, without zeros, by the ids of `canasta.names.LINES`."""
