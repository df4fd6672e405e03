"""The doctor's findings."""

import gzip
import json
import os
import signal
import sqlite3
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from support.device import TABLET, answering, device

from canasta import frames
from meldpad import cli, doctor
from meldpad.db.engine import HEAD, look, open_database
from meldpad.deploy import build as builds
from meldpad.errors import DeviceError
from meldpad.link import wire
from meldpad.link.client import Timing
from meldpad.paths import database_place

pytestmark = pytest.mark.usefixtures("nothing_plugged_in")


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, str]]]:
    code = cli.build()(["doctor", "--json", *words], standalone_mode=False)
    return code, json.loads(capsys.readouterr().out)


def _of(findings: list[dict[str, str]], subject: str) -> dict[str, str]:
    return next(finding for finding in findings if finding["subject"] == subject)


def test_all_is_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with device(answering(TABLET)) as port:
        code, found = _run(capsys, "--port", port, "--db", str(tmp_path / "new.sqlite"))
        assert code == 0
        assert "is made by the first sync" in _of(found, "database")["text"]
        assert _of(found, port)["level"] in ("good", "note")
        assert not (tmp_path / "new.sqlite").exists()


def test_no_tablet_is_no_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, found = _run(capsys, "--db", str(tmp_path / "new.sqlite"))
    assert code == 0
    assert _of(found, "tablet")["level"] == "note"


def test_a_device_that_is_no_tablet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, found = _run(capsys, "--port", "/dev/null", "--db", str(tmp_path / "new.sqlite"))
    assert code == 1
    assert "/dev/null cannot be used as a serial port" in _of(found, "/dev/null")["text"]


def test_a_file_that_is_no_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no database" * 100)
    code, found = _run(capsys, "--db", str(other))
    assert code == 1
    assert "is not a Meldpad database" in _of(found, "database")["text"]


# A database


_OLD = Path(__file__).parents[1] / "data" / "1" / "database.gz"


def _database(file: Path) -> tuple[str, str]:
    (found,) = doctor._database(str(file))
    return found.level, found.text


def _state(folder: Path) -> list[tuple[str, bytes, int]]:
    return [(f.name, f.read_bytes(), f.stat().st_mtime_ns) for f in sorted(folder.iterdir())]


def test_an_old_database_is_only_looked_at(tmp_path: Path) -> None:
    """Version 1 wrote it. A command that uses it brings it up to date, the doctor does not."""
    file = tmp_path / "odd ?#% name.sqlite"
    file.write_bytes(gzip.decompress(_OLD.read_bytes()))
    before = _state(tmp_path)
    level, text = _database(file)
    assert level == doctor.NOTE
    assert "is of an older Meldpad" in text
    assert "brings it up to date" in text
    assert _state(tmp_path) == before
    open_database(database_place(str(file))).close()
    assert _database(file) == (doctor.GOOD, str(file))


def test_looking_makes_nothing(tmp_path: Path) -> None:
    for name, data in (("none.sqlite", None), ("folder/none.sqlite", None), ("empty.sqlite", b"")):
        file = tmp_path / name
        if data is not None:
            file.write_bytes(data)
        before = _state(tmp_path)
        level, text = _database(file)
        assert level == doctor.GOOD
        assert "is made by the first sync" in text
        assert _state(tmp_path) == before


def test_a_database_of_a_newer_program(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    open_database(database_place(str(file))).close()
    assert look(database_place(str(file))) == HEAD
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    level, text = _database(file)
    assert level == doctor.FAULT
    assert "was made by a newer Meldpad" in text
    assert _database(tmp_path) == (
        doctor.FAULT,
        f"{tmp_path} is a folder; name a file in it with --db",
    )


def test_a_database_whose_program_was_killed(tmp_path: Path) -> None:
    """Half a change and its journal are on the disk."""
    file = tmp_path / "history.sqlite"
    open_database(database_place(str(file))).close()
    child = os.fork()
    if not child:
        connection = sqlite3.connect(file, isolation_level=None)
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE half (text)")
        for _ in range(100):
            connection.execute("INSERT INTO half VALUES (?)", ("x" * 1000,))
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    before = _state(tmp_path)
    assert len(before) == 2
    level, text = _database(file)
    assert level == doctor.NOTE
    assert "takes that half change back, and nothing is lost" in text
    assert _state(tmp_path) == before


# A tablet


def _tablet(firmware: str = "1.0", build: str = "", state: int = 0) -> bytes:
    """A TABLET body."""
    head = TABLET[: TABLET.index(b"\x031.0")]
    texts = [bytes((len(text),)) + text.encode() for text in (firmware, "Oak", build)]
    return head + b"".join(texts) + bytes((state,))


def _seen(body: bytes) -> tuple[str, str]:
    with device(answering(body)) as port:
        (found,) = doctor._ports(port)
    return found.level, found.text


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> str:
    """This program's version; the builds of its boards are called after them."""
    monkeypatch.setattr(
        builds, "build", lambda board: builds.Build(board, {}, f"digest of {board}")
    )
    return doctor.__version__


def test_a_tablet_of_this_program(ours: str) -> None:
    for build in ("digest of pico-display", "digest of pico-oled", ""):
        assert _seen(_tablet(ours, build)) == (doctor.GOOD, f"(named) Oak, firmware {ours}")


def test_a_tablet_of_another_version_is_noted(ours: str) -> None:
    level, text = _seen(_tablet("0.0.9", "digest of pico-oled"))
    assert level == doctor.NOTE
    assert f"firmware 0.0.9; this program brings {ours}: `meldpad deploy` brings" in text


def test_a_tablet_with_other_files_is_noted(ours: str) -> None:
    level, text = _seen(_tablet(ours, "another digest"))
    assert level == doctor.NOTE
    assert "its files are not those that this program brings: `meldpad deploy`" in text


def test_files_that_cannot_be_compared_are_not_called_old(
    ours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_compiler(board: str) -> builds.Build:
        raise DeviceError("no mpy-cross found")

    monkeypatch.setattr(builds, "build", without_compiler)
    assert _seen(_tablet(ours, "another digest"))[0] == doctor.GOOD


@pytest.mark.parametrize(
    ("state", "level", "words"),
    [
        (frames.STATE_DAMAGED, "fault", "is damaged, and it saves nothing more; `meldpad sync`"),
        (frames.STATE_SET_BACK, "fault", "holds fewer records than a PC has had"),
        (frames.STATE_RENUMBERED, "note", "The log of Oak has lost its number"),
        (frames.STATE_DAMAGED | frames.STATE_RENUMBERED, "fault", "has lost its number"),
        (
            frames.STATE_NEWER,
            "fault",
            "A newer firmware has written on the log of Oak, which saves nothing more; `meldpad "
            "deploy` of a Meldpad that is as new brings it up to date",
        ),
        (frames.STATE_HOLES, "note", "Older records of Oak are missing or cannot be read"),
        (frames.STATE_NEWER | frames.STATE_HOLES, "fault", "Older records of Oak are missing"),
        (31, "fault", "is damaged"),
    ],
)
def test_what_a_tablet_says_of_its_memory(ours: str, state: int, level: str, words: str) -> None:
    begins_anew = state & (frames.STATE_DAMAGED | frames.STATE_SET_BACK) > 0
    for build in ("digest of pico-oled", "another digest"):
        found, text = _seen(_tablet(ours, build, state))
        assert found == level
        assert words in text
        assert ("`meldpad erase" in text) == begins_anew


def test_a_tablet_that_cannot_read_its_memory() -> None:
    """What the tablet calls "Cannot be read": it answers every HELLO that its flash failed."""
    with device(answering(bytes((frames.ERR_FLASH,)), frames.ERROR)) as port:
        (found,) = doctor._ports(port)
    assert found.level == doctor.FAULT
    for words in ("off and on", "is in the database", "is lost with the memory", "`meldpad uf2`"):
        assert words in found.text


def test_a_board_that_is_no_tablet_is_noted_unless_it_was_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`meldpad sync` passes over it too."""
    monkeypatch.setattr(wire, "Timing", lambda: Timing(hello=0.5, tries=1))
    with device(lambda data: b"hello from a robot") as robot, device(answering(TABLET)) as tablet:
        plugged = []
        for path, vendor in ((robot, 0x303A), (tablet, 0x2E8A)):
            info = ListPortInfo(path)
            info.vid, info.pid = vendor, 0x0005
            plugged.append(info)
        monkeypatch.setattr(list_ports, "comports", lambda: plugged)
        found = {finding.subject: finding for finding in doctor._ports(None)}
        assert found[robot].level == doctor.NOTE
        assert "is no Meldpad" in found[robot].text
        assert "Oak" in found[tablet].text
        (named,) = doctor._ports(robot)
        assert named.level == doctor.FAULT


def test_the_udev_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.build()(["doctor", "--udev"], standalone_mode=False) == 0
    lines = capsys.readouterr().out.splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert len(rules) == 2
    assert all('idVendor}=="2e8a"' in rule and 'idProduct}=="0005"' in rule for rule in rules)
    # uaccess works only for rules that come before the one that gives the rights.
    assert doctor.RULES.name < "73-seat-late.rules"


def test_a_port_that_another_program_has(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with device(answering(TABLET)) as port, serial.Serial(port, exclusive=True):
        code, found = _run(capsys, "--port", port, "--db", str(tmp_path / "new.sqlite"))
    assert code == 1
    assert "in use by another program" in _of(found, port)["text"]


def test_a_port_without_the_right_to_use_it() -> None:
    with device(answering(TABLET)) as port:
        os.chmod(port, 0)
        root = os.geteuid() == 0
        # Everything is imported before the rights go.
        doctor._port(port, "named", doctor.FAULT)
        if root:
            os.seteuid(65534)
        try:
            found = doctor._port(port, "named", doctor.FAULT)
        finally:
            if root:
                os.seteuid(0)
    assert found.level == doctor.FAULT
    assert "no permission" in found.text
    assert "doctor" in found.text or "udev" in found.text or "group" in found.text


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Linux without a udev rule, a modem manager, or anything else; the rules' folder."""
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    monkeypatch.setattr(doctor, "_RULES_FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(doctor, "_MODEM_MANAGERS", (str(tmp_path / "ModemManager"),))
    monkeypatch.setattr(doctor, "_may_use_ports", lambda: True)
    return tmp_path


def _rule() -> list[tuple[str, str]]:
    return [(found.level, found.text) for found in doctor._linux()]


def test_a_modem_manager_is_told_of(linux: Path) -> None:
    assert _rule() == []
    (linux / "ModemManager").touch()
    ((level, text),) = _rule()
    assert level == doctor.NOTE
    assert "ModemManager types at every port" in text
    assert "meldpad doctor --udev | sudo tee" in text


def test_who_is_not_in_the_ports_group_is_told_so(
    linux: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_may_use_ports", lambda: False)
    ((level, text),) = _rule()
    assert level == doctor.NOTE
    assert "not in the ports' group" in text
    assert "meldpad doctor --udev | sudo tee" in text


def test_with_the_rule_there_is_nothing_to_do(linux: Path) -> None:
    (linux / "ModemManager").touch()
    (linux / "70-meldpad.rules").touch()
    assert _rule() == [(doctor.GOOD, "is installed")]
