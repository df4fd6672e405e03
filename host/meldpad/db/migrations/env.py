"""Run by Alembic with the connection that `meldpad.db.engine` has opened."""

from alembic import context

from meldpad.db.models import Base

# SQLite can roll back a change of the schema like any other, once the transaction is really begun.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
