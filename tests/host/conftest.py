"""Fixtures for the PC's tests."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from serial.tools import list_ports
from support.command import Done
from support.log import Log

from meldpad import cli
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


@pytest.fixture
def meldpad(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Done]]:
    """Runs the program as from a pipe, in UTC: `meldpad("history", db=file)`."""
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("COLUMNS", raising=False)
    time.tzset()

    def run(*args: str, db: Path | None = None) -> Done:
        if db is not None:
            monkeypatch.setenv("MELDPAD_DB", str(db))
        monkeypatch.setattr(sys, "argv", ["meldpad", *args])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return Done(int(ended.value.code or 0), out, err)

    yield run
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def nothing_plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plugged into this computer, or runs on it, is none of a test's business."""
    monkeypatch.setattr(list_ports, "comports", lambda: [])
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.delenv("MELDPAD_PORT", raising=False)
