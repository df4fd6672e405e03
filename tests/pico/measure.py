"""The tablet measured from within: what its memory holds, what a key press allocates, and how long
a person waits for each screen.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from emulator import Pico
from play import KEYS, PicoTable
from support.reader import Seen
from support.texts import T

from meldpad.deploy import build, image

_ASK = "ask"
_ASK_PIN = 2
"""A pin that no board uses; while it is low the tablet tells what each pass allocates."""

_PROBE = """
import gc, sys
from machine import Pin

def run(app):
    app.start()
    pin = Pin(2, Pin.IN, Pin.PULL_UP)
    was = 1
    while not app.link.stop:
        now = pin()
        if now:
            app.step()
        else:
            if was:
                gc.collect()
                print("FREE", gc.mem_free(), " ".join(sorted(sys.modules)))
            before = gc.mem_alloc()
            app.step()
            after = gc.mem_alloc()
            if after != before:
                print("ALLOC", after - before)
        was = now
        app.board.wait(10)
"""
_START = "App(board).run()"


def probed(board: str) -> dict[str, bytes]:
    """The firmware's files with the probe in place of the app's own loop."""
    sources = build.sources(board)
    assert _START in sources["start.py"]
    sources["start.py"] = sources["start.py"].replace(_START, "__import__('probe').run(App(board))")
    sources["probe.py"] = _PROBE
    return {**build.build(board).files, **build.compiled(sources)}


class Probe:
    """A table whose tablet is measured."""

    def __init__(self, pico: Path, flash: bytes | None = None) -> None:
        board = "pico-display"
        if flash is None:
            machine = Pico(pico)
            start, size = 0xA0000, 352 * 4096
            machine.mcu.flash[start : start + size] = image.make(probed(board), size)
            flash = machine.flash()
        self.table = PicoTable(board, pico, flash, {**KEYS[board], _ASK: _ASK_PIN})
        self.boot_ms = self.table.boot()

    def heap(self) -> tuple[int, list[str]]:
        """Free bytes after a collection, and the modules that are loaded."""
        self.table.pico.received.clear()
        self.table.pico.press(_ASK)
        self.table.pico.run(120)
        self.table.pico.release(_ASK)
        self.table.calm()
        (line,) = [line for line in self._lines() if line.startswith("FREE")]
        _, free, *modules = line.split()
        return int(free), modules

    def allocated(self, *names: str) -> int:
        """Bytes that these key presses, and whatever is drawn for them, allocate."""
        self.table.pico.press(_ASK)
        self.table.pico.run(120)
        self.table.pico.received.clear()
        for name in names:
            # Looking at the whole memory twice a pass, the tablet is slow.
            self.table.pico.press(name)
            self.table.pico.run(150)
            self.table.pico.release(name)
            self.table.pico.run(250)
        self.table.pico.release(_ASK)
        self.table.calm()
        return sum(int(line.split()[1]) for line in self._lines() if line.startswith("ALLOC"))

    def _lines(self) -> list[str]:
        return bytes(self.table.pico.received).decode(errors="replace").splitlines()


def memory(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """What is free in a match, what stays loaded, and what a press allocates."""
    probe = Probe(pico)
    table = probe.table
    table.start_match()
    table.rest()
    seen["heap at the score"] = probe.heap()
    table.tap("ok")
    seen["allocated by up"] = probe.allocated("up")
    seen["allocated by down"] = probe.allocated("down")
    seen["allocated by ok"] = probe.allocated("ok")
    seen["heap in the entry"] = probe.heap()
    probe = Probe(pico, table.pico.flash())
    seen["boot ms"] = probe.boot_ms
    seen["heap after boot"] = probe.heap()


def waits(pico: Path) -> Iterator[tuple[str, float]]:
    """How many milliseconds each screen takes to come, by what leads to it, after a rest. Raises
    AssertionError where another screen comes.
    """
    table = Probe(pico).table
    took = 0.0
    for words in _WALK.strip().splitlines():
        keys, what, seen = (part.strip() for part in words.split(":"))
        for name in keys.split():
            if name == "rest":
                table.rest()
            else:
                took = table.tap(name)
        where, name = seen.split()
        now = table.see()
        assert getattr(T, name) in _PARTS[where](now), f"{what}: {now}"
        yield what, took


WITHIN = ("a value", "the same", "the next", "a row")
"""How what stays within its screen begins."""

_PARTS: dict[str, Callable[[Seen], str]] = {
    "title": lambda seen: seen.title,
    "row": lambda seen: seen.chosen,
    "text": str,
}

_WALK = """
rest ok: first question (language) to the welcome: title WELCOME
rest ok: welcome to the set-up: title NEW_MATCH
rest ok: set-up to the score of the new match: title DEAL
rest ok: score to the first new deal: row NATURAL
rest up: a value in the entry: text UNDOES
up: the same once more: text UNDOES
ok: the next field: row MIXED
back back back: entry to the score: title DEAL
rest back: score to the menu: row RESUME_DEAL
rest down: a row of the menu: row NEW_MATCH
down: the next row: row HISTORY
down down rest ok: menu to the help: title HELP
rest down ok: help to a topic: title HELP_VALUES
rest back: topic to the help: title HELP
rest back: help to the menu: row RESUME_DEAL
rest back: menu to the score: title DEAL
rest up: score to the history: title NO_DEALS
"""
"""Keys, what they do, and what can then be read in the title, the chosen row or anywhere."""
