"""What the tests look at: whole runs of an emulated tablet, each in a process of its own.

The emulator takes about half a minute for a second of a busy tablet, so a run is made once, beside
the others, and leaves what was seen; the tests judge it.
"""

import os
import pickle
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import compact
import serial
from emulator import Pico
from play import PicoTable
from support.cable import frame
from support.syncing import one_deal

from canasta import frames
from meldpad.db.engine import Database, open_database
from meldpad.deploy import build, image
from meldpad.deploy.deploy import Patience, deploy
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.simulator.screen import Screen
from meldpad.sync import sync

_FILES = 0xA0000
_FILES_SIZE = 352 * 4096


@dataclass
class Run:
    """What was seen, by name, as far as the run came."""

    seen: dict[str, Any] = field(default_factory=dict)
    failure: str = ""

    def __getitem__(self, name: str) -> Any:
        """What was seen. Fails with the reason when the run did not come so far."""
        assert name in self.seen, self.failure or f"the run has no {name!r}"
        return self.seen[name]


def record(go: Callable[[dict[str, Any], Path, Path], None], pico: Path, folder: Path) -> Run:
    """Make a run; a failure is part of it. Called in a process of its own."""
    run = Run()
    try:
        go(run.seen, pico, folder)
    except BaseException:
        run.failure = traceback.format_exc()
    return run


def display(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """The tablet with a display pack, from its UF2 file: a match, a power cut, and on."""
    uf2 = _uf2("pico-display", pico, folder)
    table = PicoTable("pico-display", uf2)
    seen["first boot ms"] = table.boot()
    seen["welcome"] = table.screen()
    table.start_match()
    seen["new match"] = table.screen()
    table.rest()
    seen["change of screen ms"] = table.tap("back")
    seen["menu"] = table.screen()
    seen["within a screen ms"] = table.tap("down")
    table.tap("up", "ok")
    table.deal_1()
    seen["deal 1"] = table.screen()
    table.deal_2()
    seen["deal 2"] = table.screen()
    seen["faults"] = table.display.faults
    table = PicoTable("pico-display", uf2, table.pico.flash())
    seen["second boot ms"] = table.boot()
    seen["resumed"] = table.screen()
    seen["faults"] += table.display.faults
    place = str(folder / "history.sqlite")
    with table.pico.port() as port:
        _, *seen["sync"] = _sync(port, open_database(database_place(place)))
    shown = subprocess.run(
        [sys.executable, "-m", "meldpad", "show", "1", "--json", "--db", place],
        capture_output=True,
        text=True,
    )
    seen["shown"] = shown.stdout or shown.stderr


def oled(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """The tablet with the small display: a match is set up, and one value entered."""
    table = PicoTable("pico-oled", _uf2("pico-oled", pico, folder))
    table.boot()
    seen["welcome"] = table.screen()
    table.start_match()
    seen["new match"] = table.screen()
    written = table.display.written
    table.tap("ok", "up")
    seen["entry"] = table.screen()
    written = table.display.written
    table.tap("up")
    seen["bytes for a step"] = table.display.written - written
    seen["two canastas"] = table.screen()
    seen["faults"] = table.display.faults


def cable(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """A tablet with matches in its log, at a serial port: what a PC, a person and other programs
    do there.
    """
    built = build.build("pico-display")
    there = {**built.files, **_log(), "tablet/old.mpy": b"M", "mine.txt": b"mine"}
    table = PicoTable("pico-display", pico, flash(pico, there))
    table.boot()
    seen["picture"] = table.screen()
    with table.pico.port() as port:
        database = open_database(database_place(str(folder / "history.sqlite")))
        epoch, *seen["first sync"] = _sync(port, database)
        _, *seen["second sync"] = _sync(port, database)
        with serial.Serial(port, 115200) as line:
            # A modem manager looks for a modem, somebody opens a terminal and types.
            line.write(b"AT\r\nAT+GCAP\r\n~\x00\x78\xf0\x7e\r\n\r\nhelp()\r\n\xf5\xad\x01")
            seen["key in chatter"] = _press(table, "down") and _press(table, "back")
        table.pico.stop_reading()
        with serial.Serial(port, 115200) as line:
            line.write(frame(frames.GET, epoch + bytes((1, 0, 0, 0, 32))))
            _pass(table, 1500)
            seen["key unread"] = _press(table, "down") and _press(table, "back")
        table.pico.read_on()
        fresh = open_database(database_place(str(folder / "another.sqlite")))
        _, *seen["sync after that"] = _sync(port, fresh)
        # Each with the app running.
        seen["mpremote exec"] = _mpremote(port, "exec", "print(6 * 7)")
        _soft_reset(table, port)
        seen["mpremote ls"] = _mpremote(port, "fs", "ls")
        _soft_reset(table, port)
        script = folder / "script.py"
        script.write_text("import os\nprint(sorted(os.listdir('log')))\n")
        seen["mpremote run"] = _mpremote(port, "run", str(script))
        _soft_reset(table, port)
        _, *seen["sync after reset"] = _sync(port, database)
        changed = {**built.files, "tablet/new.mpy": b"M\x06\x00\x1f" * 400}
        changed |= {"tablet/newer.mpy": b"M\x06\x00\x1f" * 400, build.BUILD_FILE: b"another"}
        another = replace(built, files=changed, digest="another")
        seen["killed at"] = _killed_deploy(another, port, folder)
        report = deploy(another, port, print, lambda done, total: None, _PATIENT)
        seen["deployed"] = (sorted(report.copied), report.removed, report.tablet.build)
        _, *seen["sync after deploy"] = _sync(port, database)
        _pass(table, 500)
        seen["picture after deploy"] = table.screen()
        seen["mpremote cat"] = _mpremote(port, "exec", "print(open('mine.txt').read())")


_SLOW = Timing(hello=40, answer=80, tries=3)
_PATIENT = Patience(Timing(hello=10, answer=80, tries=2), 400)
"""A board at the prompt never answers a hello, so no longer than a tablet needs."""


def _soft_reset(table: PicoTable, port: str) -> None:
    """As a person gives it at the prompt; the app is back then."""
    with serial.Serial(port, 115200) as line:
        line.write(b"\r\x03\x02\x04")
    _pass(table, 1500)


def _pass(table: PicoTable, ms: float) -> None:
    """Wait until so much guest time has passed by itself."""
    end = table.pico.us + ms * 1000
    while table.pico.us < end:
        time.sleep(0.01)


def _press(table: PicoTable, name: str) -> bool:
    """Press a key of a tablet that runs by itself; whether its display changes."""
    before = table.display.last_us
    table.pico.press(name)
    _pass(table, 60)
    table.pico.release(name)
    _pass(table, 250)
    return table.display.last_us > before


def _sync(port: str, database: Database) -> tuple[bytes, int, int]:
    """The log's epoch, and how many records and deals a sync brings."""
    with Client.open(port, _SLOW) as client:
        report = sync(client, database)
    return report.tablet.epoch, report.taken.records, report.taken.deals


def _mpremote(port: str, *words: str) -> tuple[int, str]:
    """What mpremote ends with, and prints."""
    program = Path(sys.executable).with_name("mpremote")
    done = subprocess.run(
        [str(program), "connect", port, *words], capture_output=True, text=True, timeout=240
    )
    return done.returncode, done.stdout + done.stderr


_DEPLOY = """
import pickle, sys
sys.path[:0] = sys.argv[3:]
from meldpad.deploy.deploy import deploy
from runs import _PATIENT
built = pickle.load(open(sys.argv[1], "rb"))
deploy(built, sys.argv[2], print, lambda done, total: print("step", done, flush=True), _PATIENT)
"""


def _killed_deploy(built: build.Build, port: str, folder: Path) -> str:
    """Begin a deploy, and kill it with all it has started as it copies the second file."""
    (folder / "build.pickle").write_bytes(pickle.dumps(built))
    words = [sys.executable, "-c", _DEPLOY, str(folder / "build.pickle"), port, *sys.path]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout
    with process:
        line = ""
        for line in process.stdout:
            if line == "step 2\n":
                os.killpg(process.pid, signal.SIGKILL)
                break
    # mpremote dies when the kernel comes to it, and the port is busy until then.
    for _ in range(600):
        if not _is_busy(port):
            break
        time.sleep(0.05)
    return line.strip()


def _is_busy(port: str) -> bool:
    try:
        serial.Serial(port, 115200, exclusive=True).close()
    except serial.SerialException:
        return True
    return False


_META = b"\x01" + bytes(range(8)) + b"\xa1\xb2\xc3\xd4" + b"\x03Oak"
WHO = {"meta": _META, "log/meta": _META}
"""Files that say which tablet it is."""


def _log() -> dict[str, bytes]:
    """A log in a tablet's flash: a long match and a short one in a segment, nothing in the tail,
    and who the tablet is (docs/records.md).
    """
    log = one_deal()
    for _ in range(40):
        log.deal({"melded": 20}, {"melded": 35})
    log.begin()
    log.deal({"melded": 100}, {"melded": 300})
    # It speaks German.
    return {"log/00000001": b"".join(log.raws), "settings": b"\x01\x00\x04", **WHO}


def flash(pico: Path, files: dict[str, bytes]) -> bytes:
    """A Pico's flash with MicroPython and these files."""
    machine = Pico(pico)
    machine.mcu.flash[_FILES : _FILES + _FILES_SIZE] = image.make(files, _FILES_SIZE)
    return machine.flash()


VECTORS = ("romanian", "hand-and-foot")
"""The presets whose vectors run on the Pico."""


def core(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """The core's vectors, scored by the files that a tablet carries."""
    import vectorfile

    script = (Path(str(compact.__file__)).parent / "micro" / "score_vectors.py").read_text()
    sources = build.sources("pico-display")
    sources["vectors.py"] = script.replace("in sys.stdin:", 'in open("vectors.txt"):')
    files = build.compiled(sources)
    del files["main.py"]
    vectors = [vector for id in VECTORS for vector in vectorfile.read(id)]
    files["vectors.txt"] = "".join(compact.vector_line(v) + "\n" for v in vectors).encode()
    machine = bare(pico, files)
    seen["vectors"] = machine.execute("import vectors").splitlines()


def bare(pico: Path, files: dict[str, bytes]) -> Pico:
    """A Pico with these files, at MicroPython's prompt."""
    machine = Pico(pico)
    machine.mcu.flash[_FILES : _FILES + _FILES_SIZE] = image.make(files, _FILES_SIZE)
    machine.run(100)
    return machine


def _uf2(board: str, pico: Path, folder: Path) -> Path:
    """The very file that a person would drag onto the Pico."""
    from meldpad.cli import build as commands

    path = folder / f"{board}.uf2"
    command = ["uf2", "--board", board, "--image", str(pico), "-o", str(path)]
    assert commands()(command, standalone_mode=False) == 0
    return path


def same(left: Screen, right: Screen) -> bool:
    """Whether two displays show the same, pixel by pixel."""
    return (left.width, left.height, bytes(left.data)) == (
        right.width,
        right.height,
        bytes(right.data),
    )
