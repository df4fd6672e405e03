"""Runs at MicroPython's prompt, without the app: the boards' displays, and a file system that
MicroPython had to make anew.
"""

from pathlib import Path
from typing import Any

import runs
from emulator import Pico
from play import PicoTable

from meldpad.deploy import build, image, remote

_DISPLAY = """
from boards.pico_display import Board
b = Board([])
def line(y):
    return bytes([y % 5 * 17]) * 80 + bytes([(y + 2) % 5 * 17]) * 80
def show(changed=-1):
    for top in range(0, 240, b.lines):
        count = min(b.lines, 240 - top)
        for y in range(count):
            b.buf[160 * y : 160 * y + 160] = line(0 if top + y == changed else top + y)
        b.show(top, top + count)
show()
print(len(b.buf))
"""
"""Line y has the colour y modulo 5 on its left half, y + 2 on its right."""

_OLED = """
from boards.pico_oled import Board
b = Board([])
for i in range(1024):
    b.buf[i] = i * 7 & 255
b.show(0, 64)
print(len(b.buf))
"""

_BLIND = """
import machine, time
from tablet.keys import Keys
k = Keys(b)
def look(ms):
    for _ in range(ms // 10):
        k.poll()
        time.sleep_ms(10)
look(50)
print("blind")
look(30)
end = time.ticks_add(time.ticks_ms(), 150)
was = machine.disable_irq()
while time.ticks_diff(end, time.ticks_ms()) > 0:
    pass
machine.enable_irq(was)
look(60)
print([k.pop() for _ in range(6)])
"""
"""Nothing runs for 150 ms, as in an erase of the flash, between looks at the keys."""


def _unseen_taps(table: PicoTable) -> str:
    """The key events of four taps of 10 ms, with contacts that bounce, while nothing runs."""

    def tap() -> None:
        table.pico.until(lambda: b"blind" in table.pico.received)
        table.pico.run(50)
        for name in ("up", "down", "ok", "back"):
            table._down(name)
            table.pico.run(10)
            table._up(name)

    return table.pico.execute(_BLIND, meanwhile=tap).splitlines()[-1]


def drivers(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """What both displays show, turned or not, and how much is sent for a small change."""
    for board, code, again in (
        ("pico-display", _DISPLAY, "show()"),
        ("pico-oled", _OLED, "b.show(0, 64)"),
    ):
        files = dict(build.build(board).files)
        del files["main.py"]
        table = PicoTable(board, pico, runs.bare(pico, files).flash())
        table.pico.run(100)
        seen[f"{board} buffer"] = int(table.pico.execute(code))
        seen[f"{board} upright"] = table.screen()
        written = table.display.written
        table.pico.execute(again)
        seen[f"{board} for nothing"] = table.display.written - written
        written = table.display.written
        change = "show(7)" if board == "pico-display" else "b.buf[300] ^= 255\nb.show(16, 24)"
        table.pico.execute(change)
        seen[f"{board} for a change"] = table.display.written - written
        back = again if board == "pico-display" else "b.buf[300] ^= 255\n" + again
        table.pico.execute("b.flip(True)\n" + back)
        seen[f"{board} turned"] = table.screen()
        seen[f"{board} faults"] = table.display.faults
        table.pico.execute("b.flip(False)")
        seen[f"{board} unseen taps"] = _unseen_taps(table)


def lost(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """A tablet whose file system cannot be read any more, and a Pico that never was a tablet."""
    files = {**build.build("pico-display").files, **runs._log()}
    flash = bytearray(runs.flash(pico, files))
    start = runs._FILES
    flash[start : start + 2 * image.BLOCK] = bytes(2 * image.BLOCK)
    machine = Pico(pico, bytes(flash))
    machine.run(300)
    seen["left"] = machine.execute("import os; print(os.listdir('/'))")
    seen["found"] = machine.execute(remote._SEARCH)
    seen["found on a new one"] = runs.bare(pico, {}).execute(remote._SEARCH)
