"""Opening a database: where it is, its schema, its failures, its transactions."""

import sqlite3
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select

import meldpad.db.engine
from meldpad import paths
from meldpad.db import models
from meldpad.db.engine import HEAD, Database, open_database
from meldpad.errors import DeviceError, InputError
from meldpad.paths import database_place

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=timezone.utc)


def _device(id: str = "00" * 8, seen: datetime = NOON) -> models.Device:
    return models.Device(id=id, name="Oak", firmware="1", first_seen=seen, last_seen=seen)


# Where it is


def test_option_goes_before_environment_before_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.delenv(paths.DB_VARIABLE, raising=False)
    assert database_place().file == tmp_path / "share" / "meldpad" / "history.sqlite"
    monkeypatch.setenv(paths.DB_VARIABLE, str(tmp_path / "env.sqlite"))
    assert database_place().file == tmp_path / "env.sqlite"
    assert database_place(str(tmp_path / "opt.sqlite")).file == tmp_path / "opt.sqlite"


def test_a_url_names_a_file_as_well(tmp_path):
    assert database_place(f"sqlite:///{tmp_path}/a.sqlite").file == tmp_path / "a.sqlite"


def test_home_is_expanded(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert database_place("~/a.sqlite").file == tmp_path / "a.sqlite"


@pytest.mark.parametrize("url", ["mysql://u:secret@host/db", "nosuch://x", "://x"])
def test_other_kinds_of_database_are_bad_input(url):
    with pytest.raises(InputError) as caught:
        database_place(url)
    assert "--db" in str(caught.value)
    assert "secret" not in str(caught.value)


# The schema


def test_migrations_make_exactly_the_tables_of_the_models(database, db_file):
    engine = create_engine(f"sqlite:///{db_file}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, models.Base.metadata) == []
    engine.dispose()


def test_head_is_the_newest_migration():
    config = Config()
    folder = Path(meldpad.db.engine.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_opening_again_keeps_what_is_there_and_writes_nothing(database, db_file):
    with database.write() as session:
        session.add(_device())
    before = db_file.read_bytes()
    again = open_database(database_place(str(db_file)))
    with again.read() as session:
        assert session.scalars(select(models.Device.name)).all() == ["Oak"]
    again.close()
    assert db_file.read_bytes() == before


def test_an_empty_file_becomes_a_database(tmp_path):
    file = tmp_path / "empty.sqlite"
    file.touch()
    open_database(database_place(str(file))).close()
    assert file.read_bytes().startswith(b"SQLite format 3")


# Failures, each with one line that names the place


def _refusal(place: str) -> str:
    with pytest.raises(DeviceError) as caught:
        open_database(database_place(place), wait=0.1)
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.code == 3
    return message


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("in the way")
    message = _refusal(str(tmp_path / "file" / "deeper" / "history.sqlite"))
    assert "cannot be made" in message
    assert str(tmp_path / "file" / "deeper") in message


def test_a_folder_is_no_database(tmp_path):
    assert "is a folder" in _refusal(str(tmp_path))


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir or Madam, " * 100)
    assert "is not a Meldpad database" in _refusal(str(file))
    assert file.read_text().startswith("Dear Sir")


def test_the_database_of_another_program_stays_as_it_is(tmp_path):
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    assert "another program" in _refusal(str(file))
    assert file.read_bytes() == before


def test_a_newer_schema_stays_as_it_is(database, db_file):
    with sqlite3.connect(db_file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = db_file.read_bytes()
    assert "newer Meldpad" in _refusal(str(db_file))
    assert db_file.read_bytes() == before


def test_a_database_that_is_locked_altogether(database, db_file):
    other = sqlite3.connect(db_file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert "in use by another program" in _refusal(str(db_file))
    other.close()


def test_while_another_program_writes_one_can_read_but_not_write(database, db_file):
    other = sqlite3.connect(db_file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with database.read() as session:
        assert session.scalars(select(models.Device)).all() == []
    with pytest.raises(DeviceError, match="in use by another program"), database.write():
        pass
    other.close()
    with database.write() as session:
        session.add(_device())


def test_a_read_only_database_can_be_read(database, db_file):
    url = f"sqlite:///file:{db_file}?mode=ro&uri=true"
    read_only = open_database(database_place(url))
    with read_only.read() as session:
        assert session.scalars(select(models.Device)).all() == []
    with pytest.raises(DeviceError, match="read-only"), read_only.write() as session:
        session.add(_device())
    read_only.close()


def test_a_damaged_database(database, db_file):
    whole = db_file.read_bytes()
    # The first page stays, so that it is a database; its tables are gone.
    db_file.write_bytes(whole[:4096])
    with pytest.raises(DeviceError, match="damaged"), database.write() as session:
        session.add(_device())


# Transactions and times


def test_a_failure_in_a_transaction_leaves_nothing_of_it(database):
    def fail() -> None:
        with database.write() as session:
            session.add(_device())
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with database.read() as session:
        assert session.scalars(select(models.Device)).all() == []


def test_times_are_utc(database: Database, db_file):
    paris = timezone(timedelta(hours=2))
    with database.write() as session:
        session.add(_device(seen=datetime(2024, 7, 1, 1, 30, tzinfo=paris)))
    with database.read() as session:
        seen = session.scalars(select(models.Device.first_seen)).one()
    assert seen == datetime(2024, 6, 30, 23, 30, tzinfo=timezone.utc)
    assert seen.tzinfo is timezone.utc
    with sqlite3.connect(db_file) as connection:
        (stored,) = connection.execute("SELECT first_seen FROM devices").fetchone()
    assert stored.startswith("2024-06-30 23:30")


def test_a_time_without_a_zone_is_refused(database):
    with pytest.raises(Exception, match="without its zone"), database.write() as session:
        session.add(_device(seen=datetime(2024, 7, 1)))


def test_rows_without_their_parent_are_refused(database):
    with pytest.raises(DeviceError), database.write() as session:
        session.add(models.Log(device_id="11" * 8, epoch="00000000", first_seen=NOON))
