"""The doctor's findings."""

import json
from pathlib import Path

import pytest
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
