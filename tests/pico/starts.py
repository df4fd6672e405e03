"""Runs of a tablet that is switched on with what is not its usual: an older or a newer log, a key
held down.
"""

import gzip
from pathlib import Path
from typing import Any

import runs
from play import PicoTable
from support import disk
from support.log import LEFT_60, of_newer_program
from support.syncing import one_deal

from meldpad.deploy import build

_BOARD = "pico-display"
_DATA = Path(__file__).resolve().parents[1] / "data"


def starts(seen: dict[str, Any], pico: Path, folder: Path) -> None:
    """An update of the firmware, a firmware older than the log, and the way to the prompt."""
    files = build.build(_BOARD).files
    table = PicoTable(_BOARD, pico, runs.flash(pico, {**files, **_files("1", folder)}))
    table.boot()
    seen["half entered"] = table.screen()
    for _ in range(4):
        if table.see().totals:
            break
        table.tap("back")
    seen["older log"] = table.screen()
    table = PicoTable(
        _BOARD, pico, runs.flash(pico, {**files, **runs.WHO, "log/00000001": _newer()})
    )
    table.boot()
    seen["newer log"] = table.screen()
    table.tap("ok")
    seen["its score"] = table.screen()
    table.tap("ok")
    seen["no new deal"] = table.screen()
    table = PicoTable(_BOARD, pico, table.pico.flash())
    table.pico.press("back")
    table.pico.run(2000)
    table.pico.release("back")
    table.pico.run(100)
    execute = table.pico.execute
    seen["held"] = execute("import sys; print('tablet.app' in sys.modules)")
    files_of = "print(sorted(os.listdir('/log')), 'tail' in os.listdir('/'))"
    seen["files then"] = execute("import os\n" + files_of)
    seen["log then"] = execute("print(open('log/00000001', 'rb').read().hex())")
    seen["newer raw"] = _newer().hex()


def _files(version: str, folder: Path) -> dict[str, bytes]:
    """What the tablet of a version has in its flash beside the firmware."""
    place = folder / "flash"
    place.write_bytes(gzip.decompress((_DATA / version / "flash.gz").read_bytes()))
    found: dict[str, bytes] = {}
    with disk.opened(place) as system:
        for name in ("draft", "log/00000001", "meta", "settings", "tail"):
            with system.open(name, "rb") as file:
                found[name] = file.read()
    return found


def _newer() -> bytes:
    """A match whose last record a newer program wrote."""
    log = one_deal()
    log.deal(LEFT_60, LEFT_60)
    log.raws[-1] = of_newer_program(log.raws[-1])
    return b"".join(log.raws)
