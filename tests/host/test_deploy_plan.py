"""What a deploy would do to a board, and how it says that it cannot."""

import hashlib
import re
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from meldpad.deploy import port
from meldpad.deploy.build import Build, boards, build, is_owned, sources, texts
from meldpad.deploy.deploy import plan
from meldpad.deploy.remote import Contents, Remote
from meldpad.errors import DeviceError, InputError

_BUILD = Build(
    "pico-display",
    {
        "main.py": b"main",
        "hal.mpy": b"hal",
        "lib/canasta/score.mpy": b"score",
        "tablet/app.mpy": b"app",
        "tablet/screens/menu.mpy": b"menu",
        "build": b"digest",
    },
    "digest",
)


def _contents(files: dict[str, bytes], folders: list[str] | None = None) -> Contents:
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    return Contents("1.26.1", 6, "Raspberry Pi Pico with RP2040", sums, folders or [])


def test_a_new_board_gets_everything_and_main_last() -> None:
    todo = plan(_BUILD, _contents({}))
    assert sorted(todo.copy) == sorted(_BUILD.files)
    assert todo.copy[-2:] == ["build", "main.py"]
    assert todo.remove == []
    assert todo.folders == ["lib", "lib/canasta", "tablet", "tablet/screens"]


def test_a_board_that_is_up_to_date_gets_nothing() -> None:
    todo = plan(_BUILD, _contents(_BUILD.files, ["lib", "lib/canasta", "tablet"]))
    assert todo.empty


def test_only_what_changed_is_copied() -> None:
    there = {**_BUILD.files, "tablet/app.mpy": b"older"}
    todo = plan(_BUILD, _contents(there, ["lib", "lib/canasta", "tablet", "tablet/screens"]))
    assert todo.copy == ["tablet/app.mpy", "build", "main.py"]
    assert todo.folders == []


def test_what_is_stale_goes_and_what_is_the_owners_stays() -> None:
    there = {
        **_BUILD.files,
        "tablet/gone.mpy": b"x",
        "boards/sim.mpy": b"x",
        "log/00000001": b"records",
        "tail": b"records",
        "meta": b"id",
        "settings": b"s",
        "draft": b"d",
        "accepted": b"a",
        "lib/somebody.mpy": b"x",
        "notes.txt": b"x",
    }
    assert plan(_BUILD, _contents(there)).remove == ["tablet/gone.mpy", "boards/sim.mpy"]


def test_an_interrupted_deploy_is_finished() -> None:
    """It removed main.py and build first, and came as far as one file."""
    there = {"hal.mpy": b"hal", "lib/canasta/score.mpy": b"score", "tablet/app.mpy": b"cut o"}
    todo = plan(_BUILD, _contents(there, ["lib", "lib/canasta", "tablet"]))
    assert todo.copy == ["tablet/app.mpy", "tablet/screens/menu.mpy", "build", "main.py"]
    assert todo.folders == ["tablet/screens"]


@pytest.mark.parametrize("path", ["log/00000001", "tail", "meta", "accepted", "settings", "draft"])
def test_the_log_and_the_settings_are_not_the_firmwares(path: str) -> None:
    assert not is_owned(path)


def test_every_file_of_a_build_is_the_firmwares() -> None:
    for board in boards():
        files = build(board).files
        assert {"main.py", "build", "board.cfg", "tablet/app.mpy", "hal.mpy"} <= set(files)
        assert all(is_owned(path) for path in files)
        assert files["board.cfg"].decode() == board.replace("-", "_")


def test_a_build_holds_one_board_and_the_simulator_is_none() -> None:
    assert boards() == ["pico-display", "pico-oled"]
    inside = [path for path in build("pico-oled").files if path.startswith(("boards", "drivers"))]
    names = ("__init__", "pages", "pico_oled", "rp2")
    assert inside == [f"boards/{name}.mpy" for name in names]
    assert build("pico-oled").digest != build("pico-display").digest
    assert build("pico-oled").digest == build("pico-oled").digest


def test_modules_of_numbers_are_empty_once_folded() -> None:
    """What is left of them would lie in the tablet's memory."""
    folded = texts(sources("pico-display"))
    for name in ("tablet/messages.py", "lib/canasta/params.py", "lib/canasta/errors.py"):
        assert folded[name].strip() == "", name


def test_a_board_comes_with_what_its_drivers_import() -> None:
    """Also a module that is taken from its package; another board's drivers stay away."""
    assert {"drivers/st7789.py", "drivers/lines.py"} <= set(sources("pico-display"))
    assert not {"drivers/st7789.py", "drivers/lines.py"} & set(sources("pico-oled"))


def test_the_memory_set_aside_at_the_start_is_that_of_the_largest_display() -> None:
    """A display with other lines would take its memory elsewhere, and this would go to waste."""
    found = sources("pico-display")
    aside = re.search(r"^FIRST = bytearray\((\d+) if", found["main.py"], re.MULTILINE)
    board = found["boards/pico_display.py"]
    width, lines = (re.search(rf"^    {name} = (\d+)$", board, re.M) for name in ("width", "lines"))
    assert aside
    assert width
    assert lines
    # Four bits a pixel.
    assert int(aside[1]) == int(width[1]) * int(lines[1]) // 2


def test_an_unknown_board_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(InputError, match="one of pico-display, pico-oled"):
        build("sim-320")


def _plugged(path: str) -> ListPortInfo:
    info = ListPortInfo(path)
    info.vid, info.pid = 0x2E8A, 0x0005
    return info


def test_the_only_board_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MELDPAD_PORT", raising=False)
    plugged: list[ListPortInfo] = []
    monkeypatch.setattr(list_ports, "comports", lambda: plugged)
    with pytest.raises(DeviceError, match="no board found"):
        port.find()
    plugged.append(_plugged("/dev/ttyACM0"))
    assert port.find() == "/dev/ttyACM0"
    plugged.append(_plugged("/dev/ttyACM1"))
    with pytest.raises(DeviceError, match="choose with --port: /dev/ttyACM0"):
        port.find()
    assert port.find("/dev/ttyACM1") == "/dev/ttyACM1"


def test_no_board_at_the_port(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="there is no board at"):
        Remote(str(tmp_path / "none")).contents()
