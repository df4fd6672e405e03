"""The first tables."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match_key() -> sa.Column[int]:
    return sa.Column(
        "match_id", sa.Integer, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True
    )


def _part(name: str) -> sa.Column[int]:
    """A further column of a primary key."""
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _number(name: str, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=null)


def _text(name: str, length: int | None = None, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=null)


def _time(name: str) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _log() -> sa.Column[int]:
    return sa.Column("log_id", sa.Integer, sa.ForeignKey("logs.id"), nullable=False)


def upgrade() -> None:
    """Make all tables."""
    _truth()
    _derived()


def _truth() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(16), primary_key=True),
        _text("name"),
        _text("firmware"),
        _time("first_seen"),
        _time("last_seen"),
    )
    op.create_table(
        "logs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("device_id", sa.String(16), sa.ForeignKey("devices.id"), nullable=False),
        _text("epoch", 8),
        _time("first_seen"),
        sa.UniqueConstraint("device_id", "epoch"),
    )
    op.create_table(
        "records",
        sa.Column("log_id", sa.Integer, sa.ForeignKey("logs.id"), primary_key=True),
        _part("seq"),
        _number("match_seq"),
        _number("kind"),
        _number("boot"),
        sa.Column("uptime", sa.BigInteger, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        _time("received_at"),
    )
    op.create_index("records_of_match", "records", ["log_id", "match_seq"])
    op.create_table(
        "refused",
        sa.Column("id", sa.Integer, primary_key=True),
        _log(),
        _number("seq"),
        _number("last_seq"),
        _number("match_seq", null=True),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        _text("reason", 40),
        _time("received_at"),
    )
    op.create_index("refused_of_log", "refused", ["log_id", "seq"])


def _derived() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, primary_key=True),
        _log(),
        _number("start_seq"),
        _number("last_seq"),
        _text("preset"),
        _number("sides"),
        _number("seats"),
        _number("target"),
        _number("rounds"),
        _number("first_dealer"),
        _number("deals"),
        sa.Column("finished", sa.Boolean, nullable=False),
        _text("ended", 20, null=True),
        _text("error", 40, null=True),
        _time("first_received"),
        _time("last_received"),
        sa.UniqueConstraint("log_id", "start_seq"),
    )
    op.create_table(
        "match_sides",
        _match_key(),
        _part("side"),
        _text("name"),
        _number("before"),
        _number("total"),
        _number("opening"),
        sa.Column("winner", sa.Boolean, nullable=False),
    )
    op.create_table("match_players", _match_key(), _part("seat"), _text("name"))
    op.create_table(
        "deals",
        _match_key(),
        _part("number"),
        _number("seq"),
        _number("first_seq"),
        _number("dealer"),
        _number("lone", null=True),
    )
    op.create_table(
        "deal_sides",
        _part("match_id"),
        _part("number"),
        _part("side"),
        _number("opening"),
        _number("points"),
        _number("total"),
        sa.Column("fields", sa.JSON, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "number"], ["deals.match_id", "deals.number"], ondelete="CASCADE"
        ),
    )
