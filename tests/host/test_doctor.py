"""The doctor's findings."""

import json
import os
from pathlib import Path

import pytest
import serial
from support.device import TABLET, answering, device

from meldpad import cli, doctor

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
        doctor._port(port, "named")
        if root:
            os.seteuid(65534)
        try:
            found = doctor._port(port, "named")
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
