"""docs/boards.md: another board is one file, and nothing else has to be changed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from support.reader import read
from support.table import Table

import canasta
from meldpad.deploy import build
from meldpad.firmware import firmware_folder
from meldpad.simulator import process
from meldpad.simulator.screen import GS4_HMSB, Screen

_BOARD = Path(__file__).parent / "micro" / "third.py"
_OK = "4"
_NOTHING = "0"
"""As long as a press, until the short message is gone."""


@pytest.fixture
def firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The firmware's folder with the third board's file in it."""
    folder = tmp_path / "firmware"
    shutil.copytree(firmware_folder(), folder, ignore=shutil.ignore_patterns("typings", "stubs"))
    shutil.copy(_BOARD, folder / "boards" / "third.py")
    for module in (process, build):
        monkeypatch.setattr(module, "firmware_folder", lambda: folder)
    return folder


def test_it_is_deployed_by_its_name(firmware: Path) -> None:
    assert "third" in build.boards()
    files = build.build("third").files
    assert files["board.cfg"] == b"third"
    inside = sorted(path for path in files if path.startswith(("boards/", "drivers/")))
    assert inside == ["boards/__init__.mpy", "boards/pages.mpy", "boards/third.mpy"]


def test_the_whole_firmware_runs_on_it(firmware: Path, tmp_path: Path) -> None:
    """Language, welcome, set-up, the score of a new match: as on the simulator."""
    picture = tmp_path / "picture"
    path = os.pathsep.join((str(firmware), str(Path(canasta.__file__).parent.parent)))
    done = subprocess.run(
        [
            # Its flash lies in memory.
            *(process.micropython(), "-X", "heapsize=2m"),
            *(
                str(firmware / "main.py"),
                "third",
                str(picture),
                ",".join([_OK] * 3 + [_NOTHING] * 10),
            ),
        ],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr + done.stdout == ""
    screen = Screen(320, 240, GS4_HMSB)
    screen.data[:] = picture.read_bytes()
    with Table("320x240", tmp_path / "flash") as table:
        table.play("ok ok ok wait:5000")
        assert read(screen).totals == (0, 0)
        assert bytes(screen.data) == bytes(table.tablet.screen.data)
