"""A disk that is full, a database that is locked, a folder that is read-only: one line, exit code
3, nothing stored by halves, nothing told to the tablet, and the next sync makes up for it.
"""

import multiprocessing
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from support.database import refused, stored
from support.flash import fill
from support.forks import started
from support.measured import keep
from support.syncing import QUICK, many_deals, run

from meldpad.db.engine import Database, open_database
from meldpad.errors import DEVICE, DeviceError, MeldpadError
from meldpad.link.client import Client
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet
from meldpad.sync import sync

_PAGE = 4096


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[Tablet, list[bytes]]]:
    log = many_deals(matches=3)
    with Tablet(fill(tmp_path / "flash", log), virtual=False, board="128x64") as tablet:
        yield tablet, log.raws


def _command(port: str, file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "meldpad", "sync", "--port", port, "--db", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )


def _told(tablet: Tablet) -> int:
    """Up to where the tablet was told that a PC has its records."""
    with Client.open(tablet.port, QUICK) as client:
        return client.hello().accepted


def _sound(file: Path) -> None:
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def _whole(tablet: Tablet, raws: list[bytes], file: Path) -> None:
    """The trouble is over: the next sync brings everything."""
    database = open_database(database_place(str(file)))
    report = run(tablet.port, database)
    assert report.told
    assert stored(database) == raws
    assert refused(database) == []
    database.close()


# Full


def _limited(port: str, file: str, most: int, out: Connection) -> None:
    """A sync in a process that may write no file further than `most` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    try:
        with Client.open(port, QUICK) as client:
            sync(client, open_database(database_place(file)))
        out.send((0, ""))
    except MeldpadError as error:
        out.send((error.code, str(error)))


def test_a_disk_that_is_full_at_any_page(
    desk: tuple[Tablet, list[bytes]], database: Database, db_file: Path
) -> None:
    tablet, raws = desk
    database.close()
    empty = db_file.read_bytes()
    failed = 0
    most = 0
    while True:
        db_file.write_bytes(empty)
        ours, theirs = multiprocessing.Pipe()
        process = started(_limited, (tablet.port, str(db_file), most, theirs))
        code, message = ours.recv()
        process.join()
        if code == 0:
            break
        failed += 1
        assert code == DEVICE
        assert str(db_file) in message
        assert len(message.splitlines()) == 1
        _sound(db_file)
        connection = sqlite3.connect(db_file)
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (0,)
        connection.close()
        assert _told(tablet) == 0
        most += _PAGE
    # Pages of the database that exist are written to as well, and the records need more.
    assert failed > len(empty) // _PAGE
    _whole(tablet, raws, db_file)
    keep("full_disk", pages=failed)


_IN_A_SMALL_DISK = """
mount -t tmpfs -o size=$3 none "$1" || exit 77
cp "$2" "$1/history.sqlite" || exit 78
shift 3
"$@"
"""


def test_a_disk_without_any_room_left(
    desk: tuple[Tablet, list[bytes]], database: Database, db_file: Path, tmp_path: Path
) -> None:
    """A file system of a few pages more than the database has."""
    tablet, raws = desk
    database.close()
    disk = tmp_path / "disk"
    disk.mkdir()
    size = len(db_file.read_bytes()) + 3 * _PAGE
    sync_command = [sys.executable, "-m", "meldpad", "sync", "--port", tablet.port]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", _IN_A_SMALL_DISK, "sh", str(disk), str(db_file), str(size)]
        + [*sync_command, "--db", str(disk / "history.sqlite")],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode in (1, 77) and not done.stdout:
        reason = f"no file system of one's own here: {done.stderr.strip()}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    assert (done.returncode, done.stdout) == (DEVICE, "")
    assert "the disk is full" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert _told(tablet) == 0
    _whole(tablet, raws, db_file)


# Locked


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_database_that_another_program_writes_to(
    desk: tuple[Tablet, list[bytes]], database: Database, db_file: Path, lock: str
) -> None:
    tablet, raws = desk
    database.close()
    other = sqlite3.connect(db_file, isolation_level=None)
    other.execute(f"BEGIN {lock}")
    done = _command(tablet.port, db_file)
    other.execute("ROLLBACK")
    other.close()
    assert (done.returncode, done.stdout) == (DEVICE, "")
    assert "is in use by another program" in done.stderr
    # Whoever waits is told that it goes on.
    lines = [line for line in done.stderr.splitlines() if not line.startswith("Copying")]
    assert len(lines) == 1
    assert _told(tablet) == 0
    _whole(tablet, raws, db_file)


# Read-only


@contextmanager
def _as_somebody_else() -> Iterator[None]:
    """Root may write anywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("there", [True, False])
def test_a_read_only_folder(
    desk: tuple[Tablet, list[bytes]], database: Database, db_file: Path, there: bool
) -> None:
    tablet, raws = desk
    database.close()
    # Not below the tests' own folder, which nobody else may enter.
    folder = Path(tempfile.mkdtemp())
    file = folder / "history.sqlite"
    try:
        if there:
            shutil.copy(db_file, file)
            file.chmod(0o444)
        folder.chmod(0o555)
        before = sorted(folder.iterdir())
        with (
            Client.open(tablet.port, QUICK) as client,
            _as_somebody_else(),
            pytest.raises(DeviceError) as caught,
        ):
            sync(client, open_database(database_place(str(file))))
        assert str(file) in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1
        assert sorted(folder.iterdir()) == before
        assert not there or file.read_bytes() == db_file.read_bytes()
        assert _told(tablet) == 0
        folder.chmod(0o755)
        if there:
            file.chmod(0o644)
        _whole(tablet, raws, file)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
