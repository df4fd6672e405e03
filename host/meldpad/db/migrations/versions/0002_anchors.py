"""When tablets were seen, which dates their records."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table; records that came before have the time when they were received."""
    op.create_table(
        "anchors",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("log_id", sa.Integer, sa.ForeignKey("logs.id"), nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("boot", sa.Integer, nullable=False),
        sa.Column("uptime", sa.BigInteger, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("anchors_of_log", "anchors", ["log_id"])
