"""Deploys to a board that is no chip (support/board.py): what is refused, what is repaired, and
what is said.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from serial.tools import list_ports
from support.board import Board, KilledError
from support.command import Done
from support.device import device

from meldpad.deploy import build as builds
from meldpad.deploy import remote
from meldpad.deploy.build import RP2, Build, boards
from meldpad.deploy.deploy import Patience, Report, deploy
from meldpad.deploy.remote import Remote
from meldpad.errors import DeviceError, RefusedError
from meldpad.link.client import Timing

pytestmark = pytest.mark.usefixtures("nothing_plugged_in")

_QUICK = Patience(Timing(hello=0.3, answer=1, tries=1, poll=0.02), 20)
_HASTY = replace(_QUICK, answer=replace(_QUICK.answer, hello=0.05))
"""Where it does not matter whether a tablet that runs is heard at the beginning."""

_FILES = {
    "boards/pico_display.mpy": b"board" * 900,
    "hal.mpy": b"hal",
    "lib/canasta/score.mpy": b"score" * 1000,
    "main.py": b"main",
    "tablet/app.mpy": b"app" * 5000,
    "tablet/screens/menu.mpy": b"menu" * 100,
    "board.cfg": b"pico_display",
    "build": b"digest",
}
_BUILD = Build("pico-display", _FILES, "digest", RP2)
_NEWER = replace(
    _BUILD,
    files={
        **_FILES,
        "tablet/app.mpy": b"new" * 5000,
        "tablet/more.mpy": b"more" * 300,
        "build": b"newer",
    },
    digest="newer",
)
_OLED = replace(
    _BUILD,
    board="pico-oled",
    files={
        **{path: data for path, data in _FILES.items() if not path.startswith("boards/")},
        "boards/pico_oled.mpy": b"board",
        "board.cfg": b"pico_oled",
        "build": b"oled",
    },
    digest="oled",
)
_MINE = {"mine.txt": b"mine", "log/00000001": b"records", "tail": b"records"}
_STRANGER = {
    "main.py": b"print('a robot')",
    "hal.py": b"motors",
    "drivers/lcd.py": b"lcd",
    "drivers/README.md": b"how",
}


def _deploy(
    board: Board,
    monkeypatch: pytest.MonkeyPatch,
    what: Build = _BUILD,
    force: bool = False,
    patience: Patience = _QUICK,
) -> Report:
    with board.port(monkeypatch) as port:
        return deploy(what, port, lambda text: None, lambda *_: None, patience, force)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """A new Pico with MicroPython."""
    return Board(tmp_path)


@pytest.fixture
def tablet(board: Board) -> Board:
    """A Pico with a Meldpad, its log, and a file of its owner's."""
    board.put({**_FILES, **_MINE, "tablet/stale.mpy": b"stale"})
    board.start()
    return board


def test_a_new_board_becomes_a_tablet(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    report = _deploy(board, monkeypatch)
    assert board.files() == _FILES
    assert report.tablet.build == "digest"
    assert report.copied[0] == "board.cfg"
    assert report.copied[-2:] == ["build", "main.py"]


def test_an_up_to_date_tablet_is_left_alone(tablet: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _deploy(tablet, monkeypatch).copied == []
    assert tablet.asked == []


def test_a_tablet_is_brought_up_to_date(tablet: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    report = _deploy(tablet, monkeypatch, _NEWER)
    assert tablet.files() == {**_NEWER.files, **_MINE}
    assert report.copied == ["tablet/app.mpy", "tablet/more.mpy", "build", "main.py"]
    assert report.removed == ["tablet/stale.mpy"]


# What is refused


@pytest.mark.parametrize(
    "machine",
    ["Generic ESP32S3 module with ESP32S3", "Raspberry Pi Pico2 with RP2350-RISCV", "Teensy 4.1"],
)
def test_another_machine_is_never_touched(
    board: Board, monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    board.machine = machine
    board.put(_STRANGER)
    for force in (False, True):
        with pytest.raises(DeviceError, match="needs an RP2040 or RP2350") as caught:
            _deploy(board, monkeypatch, force=force)
        assert machine in str(caught.value)
    assert board.asked == []
    assert board.files() == _STRANGER
    # Its own program was stopped for a look, and runs again.
    assert board.starts == 2


@pytest.mark.parametrize("machine", ["Raspberry Pi Pico W with RP2040", "Pico 2 with RP2350"])
def test_all_picos_are_good(board: Board, monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    board.machine = machine
    assert _deploy(board, monkeypatch).tablet.build == "digest"


def test_the_boards_say_themselves_which_chips_they_need() -> None:
    """Both are for a Pico. A board that imports nothing of a chip's may run on whichever."""
    for name in boards():
        assert builds._chips(builds.sources(name)) == ("RP2040", "RP2350"), name
    assert builds._chips({"boards/third.py": "import vfs\nfrom machine import Pin"}) == ()
    assert builds._chips({"boards/mine.py": "import rp2"}) == ("RP2040", "RP2350")


def test_a_board_without_a_known_chip_runs_on_whichever(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.machine = "Generic ESP32S3 module with ESP32S3"
    assert _deploy(board, monkeypatch, replace(_BUILD, chips=())).tablet.build == "digest"


@pytest.mark.parametrize(
    "files",
    [
        _STRANGER,
        {"main.py": b"print('a robot')"},
        {"hal.py": b"motors", "drivers/lcd.py": b"lcd"},
        {"lib/ssd1306.mpy": b"another one"},
        # Half of a mark is none.
        {**_STRANGER, "build": b"of something else"},
        {"main.py": b"print('a robot')", "board.cfg": b"size=3"},
    ],
)
def test_a_program_that_is_no_meldpad_is_not_replaced_without_force(
    board: Board, monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes]
) -> None:
    board.put({**files, "mine.txt": b"mine"})
    with pytest.raises(RefusedError, match="add --force") as caught:
        _deploy(board, monkeypatch)
    assert min(path for path in files if path not in ("build", "board.cfg")) in str(caught.value)
    assert board.asked == []
    assert board.starts == 1
    _deploy(board, monkeypatch, force=True)
    assert board.files() == {**_FILES, "mine.txt": b"mine"}


def test_a_meldpad_that_runs_needs_no_marks(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has copied the files by hand."""
    board.put(_FILES)
    board.start()
    board.build = b"by hand"
    board._fs.remove("build")
    with board.port(monkeypatch) as port:

        def step(done: int, total: int) -> None:
            board.build = None

        deploy(_NEWER, port, lambda text: None, step, _QUICK)
    assert board.files() == _NEWER.files


def test_a_tablet_of_another_board_is_not_made_this_one_without_force(
    tablet: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tablet.files()
    with pytest.raises(RefusedError, match="is a pico-display: deploy with --board pico-display"):
        _deploy(tablet, monkeypatch, _OLED)
    assert tablet.files() == there
    # It was stopped for a look, and runs again.
    assert tablet.starts == 2
    assert _deploy(tablet, monkeypatch, _OLED, force=True).tablet.build == "oled"
    assert tablet.files() == {**_OLED.files, **_MINE}


@pytest.mark.parametrize("error", [DeviceError("mpremote failed"), KeyboardInterrupt()])
def test_what_runs_goes_on_when_the_look_fails(
    board: Board, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """It had been stopped for that."""
    board.put(_STRANGER)
    board.look_fails = error
    with pytest.raises(type(error)):
        _deploy(board, monkeypatch)
    assert board.starts == 1
    assert board.files() == _STRANGER


@pytest.mark.parametrize(("version", "mpy"), [((1, 22, 2), 6), ((1, 26, 1), 5)])
def test_a_micropython_that_is_too_old_is_refused(
    tablet: Board, monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], mpy: int
) -> None:
    """1.23 is the first that loads these files; their format is 6."""
    tablet.version, tablet.mpy = version, mpy
    numbers = ".".join(map(str, version))
    with pytest.raises(DeviceError, match=f"runs MicroPython {numbers}, which does not load"):
        _deploy(tablet, monkeypatch, _NEWER)
    assert tablet.asked == []


# Interruptions


@pytest.mark.parametrize("what", ["new", "older", "stranger", "other board"])
def test_a_deploy_that_was_killed_at_any_step_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Without --force, but where a stranger's files are still left; the next after such a kill has
    it again, as the person has who repeats the command.
    """
    force = what in ("stranger", "other board")
    files = {
        "new": {},
        "older": {**_FILES, **_MINE, "tablet/stale.mpy": b"stale"},
        "stranger": {**_STRANGER, "mine.txt": b"mine"},
        "other board": {**_OLED.files, **_MINE},
    }[what]
    mine = {path: data for path, data in files.items() if path in _MINE}
    step = 0
    while True:
        board = Board(tmp_path)
        board.put(files)
        board.start()
        board.steps = step
        try:
            _deploy(board, monkeypatch, _NEWER, force, _HASTY)
        except KilledError:
            pass
        else:
            break
        board.steps = None
        report = _deploy(board, monkeypatch, _NEWER, force, _HASTY)
        assert report.tablet.build == "newer", step
        assert board.files() == {**_NEWER.files, **mine}, step
        step += 1
    # Each command had its turn.
    assert step == len(board.asked) > 4


def test_what_an_earlier_program_left_half_done_is_finished(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It brought `board.cfg` among the last."""
    board.put({"hal.mpy": b"older", "lib/canasta/score.mpy": b"sco", "tablet/gone.mpy": b"x"})
    _deploy(board, monkeypatch)
    assert board.files() == _FILES


# Room


@pytest.mark.parametrize("what", [_BUILD, _NEWER])
def test_a_deploy_fits_or_is_refused_while_the_tablet_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: Build
) -> None:
    """Whatever room there is, down to a full flash. The new app is 15,000 bytes, four blocks, and
    the old one stays until it is whole: with twelve free blocks it has to fit.
    """
    fitted, refused = [], []
    for left in range(13):
        board = Board(tmp_path)
        older = {**_FILES, "tablet/app.mpy": b"old" * 5000, "build": b"older"}
        board.put({**older, **_MINE})
        board.start()
        board.put({"log/00000002": bytes((board.free() - left) * 4080)})
        left = board.free()
        there = board.files()
        said = ""
        try:
            _deploy(board, monkeypatch, what)
        except DeviceError as error:
            said = str(error)
        if said:
            refused.append(left)
            assert "copy its matches (`meldpad sync`), erase its log (`meldpad erase`)" in said
            assert "nothing was changed" in said
            assert board.asked == []
            assert board.files() == there
            assert board.starts == 2
        else:
            fitted.append(left)
            assert board.files().items() >= what.files.items()
    assert refused
    assert max(fitted) >= 12 > max(refused)
    assert min(fitted) > max(refused)


def test_a_new_board_that_is_too_full_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(tmp_path, blocks=16)
    board.put({"mine.txt": bytes(20000)})
    with pytest.raises(DeviceError, match="remove files of your own") as caught:
        _deploy(board, monkeypatch)
    assert "KB" in str(caught.value)
    assert board.asked == []


def test_half_a_tablet_is_finished_whatever_the_sum_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sum leaves some blocks for directories; what is on its way already is not stopped."""
    board = Board(tmp_path)
    board.put({path: data for path, data in _FILES.items() if path not in ("build", "main.py")})
    board.put({"log/00000001": bytes((board.free() - 2) * 4080)})
    assert board.free() < 4
    _deploy(board, monkeypatch)
    assert board.files().items() >= _FILES.items()


def test_a_new_file_system_where_a_tablet_was(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MicroPython touches two blocks when it makes one."""
    board.put({"main.py": b"from canasta import tablet" + bytes(5000)})
    board.format()
    said: list[str] = []
    with board.port(monkeypatch) as port:
        deploy(_BUILD, port, said.append, lambda *_: None, _QUICK)
    assert any("matches that were on it are gone" in text for text in said)
    assert board.files() == {**_FILES, "gone": b"1"}


# What comes after


def test_a_build_that_is_not_the_one_that_was_copied(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.build = b"another"
    with pytest.raises(DeviceError, match="started with other firmware than was copied"):
        _deploy(board, monkeypatch)


@pytest.mark.parametrize("lost", [2, -2])
def test_a_log_that_is_not_as_it_was(
    tablet: Board, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    tablet.lost_at_start = lost
    said = f"has {3 - lost} records in its log and had 3; sync it now"
    with pytest.raises(DeviceError, match=said):
        _deploy(tablet, monkeypatch, _NEWER)


def test_a_tablet_that_does_not_start(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "start", lambda: None)
    patience = replace(_QUICK, start=0.1)
    with board.port(monkeypatch) as port, pytest.raises(DeviceError, match="does not start"):
        deploy(_BUILD, port, lambda text: None, lambda *_: None, patience)


def test_progress_counts_each_file_once(tablet: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """The app, another file, the build's number and main.py."""
    said: list[str] = []
    steps: list[tuple[int, int]] = []
    with tablet.port(monkeypatch) as port:
        deploy(_NEWER, port, said.append, lambda *counts: steps.append(counts), _QUICK)
    assert steps == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert said == ["Looking what is on the board ...", "Starting the tablet ..."]


# What mpremote says


@pytest.fixture
def mpremote(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """What a person reads when mpremote fails with these words."""
    with device(lambda data: b"") as port:

        def failing(words: str) -> str:
            script = f"import sys; print({words!r}); sys.exit(1)"
            monkeypatch.setattr(remote, "_program", lambda: [sys.executable, "-c", script])
            with pytest.raises(DeviceError) as caught:
                Remote(port).contents()
            return str(caught.value)

        yield failing


def test_a_full_flash_in_words(mpremote: Callable[[str], str]) -> None:
    for words in ("OSError: 28", "OSError: [Errno 28] ENOSPC"):
        assert mpremote(words).startswith("the board's flash is full; remove files of your own")


def test_no_raw_prompt_in_words(mpremote: Callable[[str], str]) -> None:
    said = mpremote("mpremote.transport.TransportError: could not enter raw repl")
    assert "does not let MicroPython's prompt through; hold BACK while you switch it on" in said


def test_other_words_of_mpremote(mpremote: Callable[[str], str]) -> None:
    assert "in use by another program" in mpremote(
        "failed to access it (in use by another program)"
    )
    assert "`meldpad doctor`" in mpremote("[Errno 13] Permission denied")
    assert "there is no board at" in mpremote("mpremote: no device found")
    assert mpremote("Traceback\nsomething odd\n\n").endswith(": something odd")


# The command


def test_the_command_says_what_it_does(
    tablet: Board, meldpad: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "build", lambda board: _NEWER)
    with tablet.port(monkeypatch) as port:
        done = meldpad("deploy", "--board", "pico-display", "--port", port)
    assert (done.returncode, done.stdout) == (
        0,
        f"Oak at {port} runs Meldpad 1.0 (newer): 4 files copied, 1 removed, 3 records in its "
        "log.\n",
    )
    assert done.stderr.splitlines() == [
        "Looking what is on the board ...",
        "Copying 4 files ...",
        "Starting the tablet ...",
    ]


def test_the_command_with_a_strangers_board(
    board: Board, meldpad: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    board.put(_STRANGER)
    monkeypatch.setattr(builds, "build", lambda name: _BUILD)
    with board.port(monkeypatch) as port:
        words = ("deploy", "--board", "pico-display", "--port", port)
        done = meldpad(*words)
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 2
        assert board.files() == _STRANGER
        assert meldpad(*words, "--force").returncode == 0
    assert board.files() == _FILES


@pytest.mark.parametrize("command", ["deploy", "uf2"])
def test_the_boards_are_named(meldpad: Callable[..., Done], command: str, tmp_path: Path) -> None:
    """Before anything else is asked for: nothing is plugged in, and no image is there."""
    rest = ("--image", str(tmp_path / "none.uf2")) if command == "uf2" else ()
    for words in ((), ("--board", "x"), ("--board", "pico_display"), ("--board", "sim-320")):
        done = meldpad(command, *words, *rest)
        assert done.returncode == 2
        assert done.stderr.endswith("one of pico-display, pico-oled\n")
        assert len(done.stderr.splitlines()) == 1
    told = " ".join(meldpad(command, "--help").stdout.replace("│", " ").split())
    assert "pico-display, pico-oled" in told


def test_with_a_right_name_and_no_board(
    meldpad: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: [])
    done = meldpad("deploy", "--board", "pico-oled")
    assert done.returncode == 3
    assert "no board found" in done.stderr
