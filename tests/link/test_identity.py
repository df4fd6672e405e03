"""Whether it is the log that the database knows: copies of a flash, new logs, namesakes, restarts,
and ends of the cable that speak another version.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cable import Cable, hello
from support.database import refused, stored, totals
from support.flash import DEVICE, fill
from support.log import Log
from support.relay import Relay
from support.syncing import many_deals, one_deal, requests, run
from support.table import START, Table
from support.texts import T

from canasta import frames
from meldpad.commands.sync import report_lines
from meldpad.db.engine import Database, open_database
from meldpad.errors import DeviceError
from meldpad.firmware import firmware_folder
from meldpad.link.client import Client
from meldpad.paths import database_place
from meldpad.simulator import process
from meldpad.simulator.process import Tablet

Start = Callable[..., Tablet]


def evening(*melded: int, matches: int = 1) -> Log:
    """A log with a deal for each number, all at the same times."""
    log = Log()
    for _ in range(matches):
        log.begin()
        for points in melded:
            log.deal({"melded": points}, {})
    return log


def refusal(port: str, database: Database) -> str:
    """What a sync that must not be says. The database has not changed."""
    before = stored(database)
    with pytest.raises(DeviceError) as caught:
        run(port, database)
    assert stored(database) == before
    assert refused(database) == []
    message = str(caught.value)
    assert "\n" not in message
    assert DEVICE in message
    assert "Nothing was copied" in message
    assert "meldpad erase --no-sync" in message
    return message


# Copies of a flash


def test_a_clone_with_as_many_records_and_the_same_last_one(
    start: Start, database: Database
) -> None:
    """Only the digest tells: the record that is compared anyway is alike."""
    ours, other = evening(100, 200, 50), evening(100, 250, 50)
    assert ours.raws[-1] == other.raws[-1]
    run(start(ours).port, database)
    message = refusal(start(other).port, database)
    assert message.startswith("record 3 of the tablet Oak")
    assert "two tablets share this id" in message


@pytest.mark.parametrize("more", [0, 3])
def test_a_clone_that_went_its_own_way(start: Start, database: Database, more: int) -> None:
    run(start(evening(100, 200, 50)).port, database)
    own = evening(100, 300, *[60] * (more + 1))
    assert refusal(start(own).port, database).startswith("record 3 of")


def test_a_clone_with_fewer_records(start: Start, database: Database) -> None:
    run(start(evening(100, 200, 50)).port, database)
    assert refusal(start(evening(150, 200)).port, database).startswith("record 2 of")


def test_an_older_copy_of_the_same_flash(start: Start, database: Database) -> None:
    run(start(evening(100, 200, 50)).port, database)
    message = refusal(start(evening(100, 200)).port, database)
    assert "holds records up to 3, but 4 of the same log are in the database" in message
    # Written on, it is the same as a clone.
    assert refusal(start(evening(100, 200, 70, 80)).port, database).startswith("record 4 of")


def test_another_database_keeps_what_only_the_clone_has(
    start: Start, database: Database, tmp_path: Path
) -> None:
    run(start(evening(100, 200)).port, database)
    other = start(evening(100, 300))
    refusal(other.port, database)
    second = open_database(database_place(str(tmp_path / "second.sqlite")))
    run(other.port, second)
    assert totals(second) == [[400, 0]]


def test_flash_that_got_damaged_after_a_sync_is_no_clone(
    tmp_path: Path, database: Database
) -> None:
    log = many_deals(matches=6)
    flash = fill(tmp_path / "flash", log)
    with Tablet(flash, virtual=False) as tablet:
        run(tablet.port, database)
    damaged = bytearray(log.raws[50])
    damaged[20] ^= 1
    image = flash.read_bytes()
    assert log.raws[50] in image
    flash.write_bytes(image.replace(log.raws[50], damaged))
    with Tablet(flash, virtual=False) as tablet:
        report = run(tablet.port, database)
    assert (report.taken.records, report.taken.refused) == (0, [])
    assert stored(database) == log.raws


def test_what_the_program_says_of_a_clone(start: Start, database: Database, db_file: Path) -> None:
    run(start(evening(100, 200, 50)).port, database)
    port = start(evening(100, 250, 50)).port
    done = subprocess.run(
        [sys.executable, "-m", "meldpad", "sync", "--port", port, "--db", str(db_file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 1)
    assert done.stderr.startswith("meldpad: record 3 of the tablet Oak")


# Namesakes


def test_two_tablets_with_the_same_name(start: Start, database: Database, db_file: Path) -> None:
    for device, others in (("11" * 7 + "a1", []), ("11" * 7 + "b1", ["11" * 7 + "a1"])):
        report = run(start(one_deal(), device=device).port, database)
        assert report.namesakes == others
        lines = report_lines(report)
        told = [line.split(", ")[1] for line in lines if "is named Oak" in line]
        assert [text.split(";")[0] for text in told] == others
        assert lines[0].startswith(f"Tablet Oak ({device}): 2 new records")
    done = subprocess.run(
        [sys.executable, "-m", "meldpad", "history", "--db", str(db_file)],
        capture_output=True,
        text=True,
        check=True,
    )
    words = done.stdout.split()
    # The last four digits are enough.
    assert words.count("(11a1)") == 1
    assert words.count("(11b1)") == 1


# Restarts


@pytest.mark.parametrize("after", [0, 30, 90, 1000, 2200, 4000])
def test_the_tablet_restarts_in_the_middle(tmp_path: Path, database: Database, after: int) -> None:
    log = many_deals(matches=6)
    flash = fill(tmp_path / "flash", log)
    with Tablet(flash, virtual=False) as tablet:

        def pull(data: bytes, before: int) -> bytes:
            if before + len(data) <= after:
                return data
            if tablet.running():
                tablet.kill()
            return data[: max(0, after - before)]

        with Relay(tablet.port, to_pc=pull) as relay, pytest.raises(DeviceError):
            run(relay.port, database)
    assert stored(database) in ([], log.raws)
    with Tablet(flash, virtual=False) as tablet:
        report = run(tablet.port, database)
        assert report.told
        assert run(tablet.port, database).tablet.accepted == len(log.raws)
    assert stored(database) == log.raws
    assert refused(database) == []


# Other versions


@pytest.fixture
def protocol_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The firmware as one that knows nothing of protocol 2."""
    copy = tmp_path / "old" / "firmware"
    shutil.copytree(
        firmware_folder(), copy, ignore=shutil.ignore_patterns("typings", "__pycache__")
    )
    link = copy / "tablet" / "link.py"
    source = link.read_text()
    for new, old in (
        ("min(F.PROTOCOL, ", "min(1, "),
        ("elif kind == F.DIGEST:", "elif kind == 0:"),
        ("elif kind in _CHANGES:", "elif kind == 0:"),
        ("        self._byte(store.state())\n", ""),
    ):
        assert source.count(new) == 1
        source = source.replace(new, old)
    link.write_text(source)
    monkeypatch.setattr(process, "firmware_folder", lambda: copy)


@pytest.mark.usefixtures("protocol_1")
def test_a_tablet_of_protocol_1(start: Start, database: Database) -> None:
    log = evening(100, 200)
    run(start(log).port, database)
    log.deal({"melded": 50}, {})
    with Relay(start(log).port) as relay:
        report = run(relay.port, database)
        assert set(requests(relay)) == {frames.HELLO, frames.GET, frames.ACCEPT}
    assert (report.tablet.protocol, report.taken.records) == (1, 1)
    assert stored(database) == log.raws
    # Its last record still tells a copy that was written on.
    assert "record 4" in refusal(start(evening(100, 200, 70)).port, database)
    with Client.open(start(log).port) as client, pytest.raises(DeviceError, match="too old"):
        client.change(client.hello(), frames.RENAME, lambda token: token + b"Elm")


def test_a_pc_of_protocol_1(
    start: Start, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = evening(100, 200)
    run(start(log).port, database)
    log.deal({"melded": 50}, {})
    monkeypatch.setattr(frames, "PROTOCOL", 1)
    with Relay(start(log).port) as relay:
        report = run(relay.port, database)
        assert set(requests(relay)) == {frames.HELLO, frames.GET, frames.ACCEPT}
    assert (report.tablet.protocol, report.taken.records) == (1, 1)
    assert stored(database) == log.raws


# A log that was erased


def test_a_log_erased_between_two_syncs(tablet: Callable[..., Table], database: Database) -> None:
    table = tablet("128x64")
    table.play(START)
    table.deal_1()
    run(table.tablet.port, database)
    with Cable(table.tablet.port) as cable:
        epoch, _, last, _ = hello(cable)
        erase = b"tokn" + epoch + last.to_bytes(4, "little")
        for _ in range(4):
            assert cable.ask(frames.ERASE, erase).body[0] == frames.ASKED
            table.play("wait:900")
        table.play("down")
        assert cable.ask(frames.ERASE, erase).body[0] == frames.DONE
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    table.deal_2()
    report = run(table.tablet.port, database)
    assert (report.new_log, report.taken.records) == (True, 2)
    assert totals(database) == [[800, -60], [100, 1000]]
    assert not run(table.tablet.port, database).new_log
    table.restart()
    assert run(table.tablet.port, database).taken.records == 0
