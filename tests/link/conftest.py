"""Fixtures for the tests of the whole cable: the PC's client against the real firmware."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.flash import DEVICE, EPOCH, fill
from support.log import Log

from meldpad.db.engine import Database, open_database
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet


@pytest.fixture(autouse=True)
def own_runtime_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulators that run elsewhere on this computer are none of a test's business."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("MELDPAD_PORT", raising=False)


@pytest.fixture
def db_file(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


@pytest.fixture
def database(db_file: Path) -> Iterator[Database]:
    opened = open_database(database_place(str(db_file)), wait=1)
    yield opened
    opened.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Tablet]]:
    """Starts tablets with a log in their flash: `start(log, device=..., epoch=...)`."""
    with ExitStack() as stack:

        def make(log: Log, device: str = DEVICE, epoch: str = EPOCH) -> Tablet:
            flash = tmp_path / f"{len(list(tmp_path.glob('*.flash')))}.flash"
            fill(flash, log, device, epoch)
            return stack.enter_context(Tablet(flash, virtual=False))

        yield make
