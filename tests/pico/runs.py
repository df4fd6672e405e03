"""What the tests look at: whole runs of an emulated tablet, each in a process of its own.

The emulator takes about half a minute for a second of a busy tablet, so a run is made once, beside
the others, and leaves what was seen; the tests judge it.
"""

import subprocess
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import compact
import serial
from emulator import Pico
from play import PicoTable
from support.syncing import one_deal

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
    seen["flash"] = table.pico.flash()
    seen["faults"] += table.display.faults


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
    """A tablet with two matches in its log, at a serial port: what a PC, a person and other
    programs do there.
    """
    built = build.build("pico-display")
    table = PicoTable("pico-display", pico, _flash(pico, {**built.files, **_log()}))
    table.boot()
    seen["picture"] = table.screen()
    with table.pico.port() as port:
        place = database_place(str(folder / "history.sqlite"))
        database = open_database(place)
        seen["first sync"] = _sync(port, database)
        seen["second sync"] = _sync(port, database)
        with serial.Serial(port, 115200) as line:
            # A modem manager looks for a modem, and somebody types.
            line.write(b"AT\r\nAT+GCAP\r\n~\x00\x78\xf0\x7ehelp()\r\n\xf5\xad\x01")
        seen["sync after chatter"] = _sync(port, database)
        seen["mpremote exec"] = _mpremote(port, "exec", "print(6 * 7)")
        seen["mpremote ls"] = _mpremote(port, "resume", "fs", "ls")
        script = folder / "script.py"
        script.write_text("import os\nprint(sorted(os.listdir('log')))\n")
        seen["mpremote run"] = _mpremote(port, "resume", "run", str(script))
        changed = replace(built, files={**built.files, "tablet/extra.mpy": b"M\x06\x00\x1f"})
        changed.files["build"] = b"another"
        changed = replace(changed, digest="another")
        stale = changed.files.pop("tablet/doubts.mpy")
        seen["stale"] = len(stale)
        report = deploy(changed, port, print, lambda done, total: None, _PATIENT)
        seen["deployed"] = (sorted(report.copied), report.removed, report.tablet.build)
        seen["sync after deploy"] = _sync(port, database)
    table.calm()
    seen["picture after deploy"] = table.screen()


_SLOW = Timing(hello=30, answer=60, tries=3)
_PATIENT = Patience(_SLOW, 300)


def _sync(port: str, database: Database) -> tuple[int, int]:
    """How many records and deals a sync brings."""
    with Client.open(port, _SLOW) as client:
        report = sync(client, database)
    return report.taken.records, report.taken.deals


def _mpremote(port: str, *words: str) -> tuple[int, str]:
    """What mpremote ends with, and prints."""
    program = Path(sys.executable).with_name("mpremote")
    done = subprocess.run(
        [str(program), "connect", port, *words], capture_output=True, text=True, timeout=240
    )
    return done.returncode, done.stdout + done.stderr


def _log() -> dict[str, bytes]:
    """A log in a tablet's flash: two matches in a segment, and nothing in the tail."""
    log = one_deal()
    log.begin()
    log.deal({"melded": 100}, {"melded": 300})
    return {"log/00000001": b"".join(log.raws)}


def _flash(pico: Path, files: dict[str, bytes]) -> bytes:
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
