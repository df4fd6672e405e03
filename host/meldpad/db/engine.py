"""Opening a database: its folder, its schema, its transactions, and its failures in plain words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.pool import NullPool

from meldpad.errors import DeviceError
from meldpad.paths import Place

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0002"
"""The newest revision in `migrations`, which the tables in `models` match."""

UNFINISHED = "unfinished"
"""What `look` finds where a program was ended in the middle of a change."""

WAIT = 5.0
"""Seconds to wait while another program writes to the database."""

_MIGRATIONS = Path(__file__).parent / "migrations"

_FAILURES = (
    ("locked", "is in use by another program; close that, or try again in a moment"),
    ("readonly", "is read-only; change its permissions or name another one with --db"),
    ("not a database", "is not a Meldpad database; name another file with --db"),
    ("malformed", "is damaged; restore it from a copy, or name a new one with --db and sync again"),
    ("full", "cannot grow, the disk is full; make room and try again"),
    ("unable to open", "cannot be opened; check its folder's permissions, or use --db"),
    ("disk i/o", "cannot be read or written; check the disk, or name another one with --db"),
)
"""What a database's own message contains, and what a person should know and do."""


class Database:
    """An open database with its schema up to date. Made by `open_database`."""

    def __init__(self, place: Place, engine: Engine) -> None:
        self.place = place
        self._engine = engine
        self._writing = engine.execution_options(meldpad_write=True)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session that sees one state of the database. Raises DeviceError when it fails."""
        with explained(self.place), Session(self._engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session in one transaction: all of it is committed at the end, or nothing.

        Only one program at a time writes; a second one waits. Raises DeviceError when the
        database fails; whatever is raised, nothing has changed then.
        """
        with explained(self.place), Session(self._writing) as session, session.begin():
            # Take the lock now, so that what is read in here is still true when it is written.
            session.connection()
            yield session

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Turns a failure of the database into a DeviceError of one line."""
    try:
        yield
    except DBAPIError as error:
        message = str(error.orig).lower()
        for part, what in _FAILURES:
            if part in message:
                raise DeviceError(f"the database {place.label} {what}") from error
        first = str(error.orig).strip().splitlines()[0]
        raise DeviceError(f"the database {place.label} failed: {first}") from error


def exists(place: Place) -> bool:
    """Whether there is anything at a place; a database that is no file counts as there."""
    return place.file is None or place.file.exists()


def open_database(place: Place, wait: float = WAIT) -> Database:
    """Open the database at a place, make it when there is none, and bring its schema up to date.

    `wait`: seconds to wait for another program that writes. Raises DeviceError with what to do:
    the folder cannot be made, no database, one of a newer Meldpad, locked, read-only.
    """
    if place.file is not None:
        _make_folder(place.file)
    options: dict[str, Any] = {}
    if place.url.get_backend_name() == "sqlite":
        options = {"connect_args": {"timeout": wait}}
        if place.file is not None:
            # Every session has its own connection and leaves no file open behind it.
            options["poolclass"] = NullPool
    engine = create_engine(place.url, **options)
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine)
    database = Database(place, engine)
    with explained(place):
        _migrate(engine, place)
    return database


def look(place: Place) -> str | None:
    """The revision of the schema of the database at a place, `HEAD` for one that is up to date,
    None for an empty one, UNFINISHED for one that whoever writes to it next sets right by itself.
    Nothing is changed, as `open_database` would.

    Raises DeviceError as `open_database` does.
    """
    url = place.url
    if place.file is not None:
        _refuse_folder(place.file)
        where = place.file.absolute().as_uri()
        url = URL.create("sqlite", database=where, query={"mode": "ro", "uri": "true"})
    engine = create_engine(url, connect_args={"timeout": WAIT}, poolclass=NullPool)
    with explained(place):
        try:
            version = _version(engine, place)
        except DBAPIError as error:
            # A read alone wants to write only then.
            if "readonly" in str(error.orig):
                return UNFINISHED
            raise
    if version not in (None, HEAD):
        _scripts(place, version)
    return version


def _refuse_folder(file: Path) -> None:
    if file.is_dir():
        raise DeviceError(f"{file} is a folder; name a file in it with --db")


def _make_folder(file: Path) -> None:
    _refuse_folder(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DeviceError(
            f"the folder {file.parent} for the database cannot be made ({reason}); "
            "name another place with --db"
        ) from None


def _prepare_sqlite(engine: Engine) -> None:
    """Make Python's sqlite3 leave transactions to us, also around changes of the schema."""

    @event.listens_for(engine, "connect")
    def _connect(connection, _record) -> None:  # pyright: ignore
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # pyright: ignore
        write = connection.get_execution_options().get("meldpad_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _version(engine: Engine, place: Place) -> str | None:
    """The revision of the schema, None for an empty database."""
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        if not tables:
            return None
        if not {"alembic_version", "records"} <= tables:
            raise DeviceError(
                f"{place.label} is the database of another program; name another one with --db"
            )
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(engine: Engine, place: Place) -> None:
    version = _version(engine, place)
    if version == HEAD:
        return
    config = _scripts(place, version)
    from alembic import command

    with engine.execution_options(meldpad_write=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _scripts(place: Place, version: str | None) -> "Config":
    """Alembic's configuration. Raises DeviceError for a revision of a newer program."""
    # Alembic is slow to load, so it is loaded only when there is something to do.
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if version is not None and version not in known:
        raise DeviceError(
            f"the database {place.label} was made by a newer Meldpad; update this one "
            "(pip install --upgrade meldpad)"
        )
    return config
