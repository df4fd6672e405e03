"""A tablet whose flash is not as it should be: what its screen says, and `meldpad sync` as it is
typed. Whatever can still be read gets into the database, nothing gets there twice.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import disk
from support.cable import Cable, hello, records_from
from support.database import stored
from support.flash import DEVICE, fill
from support.log import LEFT_60, ONE_NATURAL_OUT, Log
from support.syncing import run
from support.table import START, Table, side
from support.texts import T

from meldpad.db.engine import open_database
from meldpad.errors import DeviceError
from meldpad.paths import database_place

_DEALS = 200


@pytest.fixture
def log() -> Log:
    """A match of which A has 800 and B -60 after the first deal, then three of 66 deals."""
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    for _ in range(3):
        log.begin()
        for _ in range(_DEALS // 3):
            log.deal({"melded": 20}, {"melded": 15})
    return log


@pytest.fixture
def flash(tmp_path: Path, log: Log) -> Path:
    return fill(tmp_path / "flash", log)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


@pytest.fixture
def sync(tmp_path: Path, db: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`meldpad sync`."""

    def run_it(table: Table, place: Path = db) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "meldpad", "sync", "--port", table.tablet.port]
            + ["--db", str(place)],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run_it


def _records(place: Path) -> list[bytes]:
    database = open_database(database_place(str(place)))
    try:
        return stored(database)
    finally:
        database.close()


def test_a_log_that_lost_its_number_is_not_taken_for_another(
    tablet: Callable[..., Table], flash: Path, log: Log, db: Path, tmp_path: Path, sync
) -> None:
    table = tablet("128x64", flash)
    assert sync(table).returncode == 0
    table.stop()
    disk.remove(flash, "meta")
    seen = table.start()
    assert (seen.title, T.RESTORED_TEXT in seen) == (T.REPAIRED, True)
    done = sync(table)
    assert done.stdout == f"Tablet Oak ({DEVICE}): nothing new.\n"
    table.stop()
    disk.remove(flash, "meta", "log/meta")
    seen = table.start()
    assert (seen.title, T.LOST_TEXT in seen) == (T.REPAIRED, True)
    # The simulated tablet has no hardware number but that in its flash, unlike a Pico.
    table.stop()
    with disk.opened(flash) as system:
        for path in ("meta", "log/meta"):
            with system.open(path, "r+b") as file:
                file.seek(1)
                file.write(bytes.fromhex(DEVICE))
    table.start()
    table.deal(side(hand=65), side())
    done = sync(table)
    assert done.returncode == 0
    assert "1 new record, 1 new deal, in match 4.\n" in done.stdout
    assert "The log of Meldpad has lost its number" in done.stdout
    assert "has none of them twice" in done.stdout
    assert done.stderr == ""
    assert _records(db)[: len(log.raws)] == log.raws
    assert len(_records(db)) == len(log.raws) + 1
    assert "nothing new" in sync(table).stdout
    # A database that knows nothing takes it as it comes.
    other = tmp_path / "other.sqlite"
    assert sync(table, other).returncode == 0
    assert _records(other) == _records(db)


def test_a_flash_that_was_set_back(
    tablet: Callable[..., Table], flash: Path, log: Log, tmp_path: Path, sync
) -> None:
    table = tablet("128x64", flash)
    assert sync(table).returncode == 0
    table.stop()
    disk.remove(flash, "tail")
    seen = table.start()
    assert (seen.title, T.SET_BACK_TEXT in seen) == (T.DAMAGED, True)
    table.play("ok")
    assert table.play("ok").title == T.DAMAGED
    # The database that has more refuses to mix the two; another one gets what is there.
    done = sync(table)
    assert (done.returncode, done.stdout) == (3, "")
    assert "set back to an older copy" in done.stderr
    other = tmp_path / "other.sqlite"
    done = sync(table, other)
    assert done.returncode == 0
    left = _records(other)
    assert 0 < len(left) < len(log.raws)
    assert left == log.raws[: len(left)]
    assert "fewer records than a PC has had from it" in done.stdout


def test_a_segment_that_is_gone(
    tablet: Callable[..., Table], flash: Path, log: Log, db: Path, sync
) -> None:
    first, second = disk.segments(flash)
    disk.remove(flash, first)
    table = tablet("128x64", flash)
    assert table.see().title == T.DAMAGED
    done = sync(table)
    assert done.returncode == 0
    gone = int(second[-8:]) - 1
    assert f"records 1 to {gone}: The tablet cannot give it any more" in done.stdout
    assert "The memory of Oak is damaged" in done.stdout
    # What cannot be folded for want of its match's beginning is kept as well.
    assert f"record {gone + 1}: " in done.stdout
    # A PC has all that there is now, so nothing is hidden by going on.
    assert table.restart().totals


def test_a_file_system_that_does_not_mount(
    tablet: Callable[..., Table], flash: Path, db: Path, sync
) -> None:
    content = bytearray(flash.read_bytes())
    content[: 2 * disk.BLOCK] = random.Random(2).randbytes(2 * disk.BLOCK)
    flash.write_bytes(content)
    table = tablet("128x64", flash)
    assert table.see().title == T.UNREADABLE
    done = sync(table)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.count("\n") == 1
    assert "cannot use its memory" in done.stderr
    assert flash.read_bytes() == content


def test_a_flash_that_is_full(
    tablet: Callable[..., Table], flash: Path, log: Log, db: Path, sync
) -> None:
    disk.fill_up(flash, 50_000)
    table = tablet("128x64", flash)
    assert table.see().totals
    # Too little for a match, enough for the one that is open.
    table.deal(side(hand=65), side())
    table.play("back")
    table.choose(T.NEW_MATCH)
    seen = table.choose(T.START)
    assert (seen.title, T.FLASH_FULL_TEXT in seen) == (T.FLASH_FULL, True)
    table.stop()
    disk.remove(flash, "ballast")
    disk.fill_up(flash, 9_000)
    table.start()
    assert table.play("ok").title == T.FLASH_FULL
    done = sync(table)
    assert (done.returncode, done.stderr) == (0, "")
    assert _records(db)[: len(log.raws)] == log.raws
    assert len(_records(db)) == len(log.raws) + 1


@pytest.mark.parametrize("young", [True, False], ids=["young", "older"])
def test_every_block_in_turn_is_rotten(
    tablet: Callable[..., Table], flash: Path, log: Log, tmp_path: Path, young: bool
) -> None:
    """What the flash gives for one of its blocks is noise. The tablet starts or says that it
    cannot; a PC gets nothing but records that were saved, and is told of what is not there.
    """
    if young:
        flash = tmp_path / "young"
        table = tablet("128x64", flash)
        table.play(START)
        table.deal_1()
        log = Log()
        with Cable(table.tablet.port) as cable:
            log.raws = records_from(cable, hello(cable)[0], 1)
        assert len(log.raws) == 2
        table.stop()
    whole = flash.read_bytes()
    blank = b"\xff" * disk.BLOCK
    places = range(0, len(whole), disk.BLOCK)
    used = [at for at in places if whole[at : at + disk.BLOCK] != blank]
    silent = []
    for at in used:
        content = bytearray(whole)
        content[at : at + disk.BLOCK] = random.Random(at).randbytes(disk.BLOCK)
        place = tmp_path / f"{at}.flash"
        place.write_bytes(content)
        table = tablet("128x64", place)
        title = table.see().title
        database = open_database(database_place(str(tmp_path / f"{at}.sqlite")))
        try:
            report = run(table.tablet.port, database)
        except DeviceError:
            assert title == T.UNREADABLE
            continue
        have = stored(database)
        assert set(have) <= set(log.raws)
        told = bool(report.taken.refused or report.taken.missing or report.unread)
        told = told or report.tablet.state > 0
        if len(have) < len(log.raws) and not told:
            silent.append((at // disk.BLOCK, title, len(have)))
        database.close()
        table.stop()
    print(len(used), silent)
    assert silent == []
