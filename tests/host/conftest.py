"""Fixtures for the PC's tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.log import Log

from meldpad.db.engine import Database, open_database
from meldpad.paths import database_place


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def db_file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def database(db_file: Path) -> Iterator[Database]:
    opened = open_database(database_place(str(db_file)), wait=0.2)
    yield opened
    opened.close()
