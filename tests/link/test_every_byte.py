"""The cable comes off at every byte of a sync, in both directions: after one more plug-in database
and log are equal, exactly once.

One tablet runs all the time, so its reader is left in whatever state the cut leaves it in.
"""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.database import stored
from support.flash import DEVICE, EPOCH, fill
from support.log import LEFT_60, ONE_NATURAL_OUT, TWO_MIXED_OUT, Log
from support.measured import keep
from support.relay import Relay

from meldpad.db.engine import Database, open_database
from meldpad.db.ingest import Source, ingest
from meldpad.db.split import Run
from meldpad.errors import DeviceError
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet
from meldpad.sync import Report, sync

_TIMING = Timing(hello=0.1, answer=0.3, tries=8, poll=0.01)
_ONCE = Timing(hello=20, answer=20, tries=1, poll=0.01)
"""For what is counted in bytes: nothing is asked twice, however busy the computer is."""
_HELD = 2
"""Records that are in the database before a sync that brings the rest."""


def _log() -> Log:
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.deal({"melded": 100}, TWO_MIXED_OUT)
    log.begin()
    return log


class _Desk:
    """A tablet that runs, its log, and databases to sync it into."""

    def __init__(self, folder: Path) -> None:
        self.log = _log()
        self.flash = fill(folder / "flash", self.log)
        self._folder = folder
        self._made = 0
        self.empty = folder / "empty.sqlite"
        open_database(database_place(str(self.empty))).close()
        self.part = self.copy(self.empty)
        database = self.open(self.part)
        source = Source(bytes.fromhex(DEVICE), bytes.fromhex(EPOCH), "Oak", "1")
        ingest(database, source, [Run(1, _HELD + 1, self.log.raw(1, _HELD))])

    def copy(self, template: Path) -> Path:
        self._made += 1
        return Path(shutil.copy(template, self._folder / f"{self._made}.sqlite"))

    def open(self, file: Path) -> Database:
        return open_database(database_place(str(file)), wait=1)


def _sync(port: str, database: Database, timing: Timing = _TIMING) -> Report:
    with Client.open(port, timing) as client:
        return sync(client, database)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> _Desk:
    return _Desk(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="module")
def told(desk: _Desk) -> Iterator[Tablet]:
    """A tablet that knows that a PC has all of its records."""
    flash = Path(shutil.copy(desk.flash, desk.flash.with_name("told")))
    with Tablet(flash, board="128x64", virtual=False) as tablet:
        _sync(tablet.port, desk.open(desk.copy(desk.empty)))
        yield tablet


def _lengths(port: str, database: Database) -> dict[str, int]:
    """How many bytes a whole sync takes in each direction."""
    with Relay(port) as relay:
        _sync(relay.port, database, _ONCE)
    return {"to the PC": len(relay.received), "to the tablet": len(relay.sent)}


@contextlib.contextmanager
def _fresh(desk: _Desk) -> Iterator[Tablet]:
    """A tablet none of whose records a PC has, once it answers."""
    flash = Path(shutil.copy(desk.flash, desk.flash.with_name("fresh")))
    with Tablet(flash, board="128x64", virtual=False) as tablet:
        with Client.open(tablet.port) as client:
            client.hello()
        yield tablet


def _relay(port: str, side: str, at: int) -> Relay:
    if side == "to the PC":
        return Relay(port, cut=at)
    return Relay(port, cut_to_tablet=at)


def _cut(desk: _Desk, tablet: Tablet, template: Path, side: str, at: int) -> None:
    """Cut one sync, and look at what the next one makes of it."""
    file = desk.copy(template)
    database = desk.open(file)
    before = stored(database)
    # The last bytes are more than the PC needs.
    with _relay(tablet.port, side, at) as relay, contextlib.suppress(DeviceError):
        _sync(relay.port, database, _ONCE)
    # One transaction: nothing, or everything.
    assert stored(database) in (before, desk.log.raws)
    _sync(tablet.port, database)
    assert stored(database) == desk.log.raws, at
    assert tablet.running()
    database.close()
    file.unlink()


@pytest.mark.parametrize("side", ["to the PC", "to the tablet"])
@pytest.mark.parametrize("begun", ["empty", "part"])
def test_a_cut_at_every_byte(desk: _Desk, told: Tablet, begun: str, side: str) -> None:
    template = getattr(desk, begun)
    length = _lengths(told.port, desk.open(desk.copy(template)))[side]
    # HELLO has 12 + 2 bytes and the program's name, GET 21; TABLET and DATA more than 50 each.
    assert length > (300 if side == "to the PC" else 40)
    for at in range(length + 1):
        _cut(desk, told, template, side, at)
    keep(f"cut_{begun}_{side.replace(' ', '_')}", cuts=length + 1)


@pytest.mark.parametrize("side", ["to the PC", "to the tablet"])
def test_a_cut_at_every_byte_while_the_tablet_is_told(desk: _Desk, side: str) -> None:
    """ACCEPT and its answer, 20 bytes each, come once in a log's life."""
    with _fresh(desk) as tablet:
        length = _lengths(tablet.port, desk.open(desk.copy(desk.empty)))[side]
    # To the tablet: after the first byte of ACCEPT up to its last, which is not answered any more.
    first = length - (20 if side == "to the PC" else 19)
    untold = 0
    for at in range(first, first + 20):
        with _fresh(desk) as tablet:
            database = desk.open(desk.copy(desk.empty))
            with _relay(tablet.port, side, at) as relay:
                untold += not _sync(relay.port, database, _ONCE).told
            assert stored(database) == desk.log.raws
            # Told or not, the next sync leaves nothing open.
            assert _sync(tablet.port, database).told
            assert _sync(tablet.port, database).tablet.accepted == len(desk.log.raws)
            assert stored(database) == desk.log.raws
    assert untold == 20
    keep(f"cut_told_{side.replace(' ', '_')}", cuts=20)
