"""Hostile and odd names on real tablets: their screens, the sync, the database."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support import disk, hostile
from support.cable import Cable, frame
from support.database import stored
from support.flash import fill
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, resealed
from support.syncing import run
from support.table import Table
from support.texts import T

from canasta import frames as F
from meldpad.db import query
from meldpad.db.engine import Database

_NO_UTF8 = b"\xff\xc3\x28\xf5"


def _log() -> Log:
    log = Log()
    for name in hostile.NAMES.values():
        log.begin(sides=(name, "B"), players=("", name[:20], "=1", "\x1b[2J"))
        log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.begin(sides=("ABCD", "B"))
    log.raws[-1] = resealed(log.raws[-1].replace(b"ABCD", _NO_UTF8))
    return log


def test_names_of_sides_and_players(
    board: str, tablet: Callable[..., Table], tmp_path: Path, database: Database
) -> None:
    """Every match is opened and looked at. That nothing fails is seen when the tablet is left:
    it must have printed nothing.
    """
    log = _log()
    table = tablet(board, fill(tmp_path / "flash", log))
    for number in range(len(hostile.NAMES) + 1):
        table.play("back")
        table.choose(T.MATCHES)
        seen = table.play(f"down*{number} ok" if number else "ok")
        assert seen.totals == ((800, -60) if number else (0, 0)), number
        # The history with its deal, and the entry with the names in its title.
        for keys in ("up", "up ok", "ok")[: 3 if number else 1]:
            if not table.play(keys).totals:
                table.out_of_entry()
    # A new match takes over the names of the one on the table.
    table.play("back")
    table.choose(T.NEW_MATCH)
    assert table.choose(T.START).totals == (0, 0)
    report = run(table.tablet.port, database)
    assert (report.taken.records, report.taken.refused) == (len(log.raws) + 1, [])
    assert stored(database)[:-1] == log.raws
    for match in query.matches(database):
        for side in match.sides:
            assert hostile.shows(side.name)


@pytest.mark.parametrize("kind", [*hostile.NAMES, "no UTF-8"])
def test_the_name_of_a_tablet(
    tablet: Callable[..., Table], tmp_path: Path, database: Database, kind: str
) -> None:
    name = hostile.NAMES.get(kind, "").encode() or _NO_UTF8
    log = Log()
    log.begin()
    flash = fill(tmp_path / "flash", log)
    with disk.opened(flash) as system:
        for path in ("meta", "log/meta"):
            with system.open(path, "rb") as file:
                before = file.read()
            with system.open(path, "wb") as file:
                file.write(before[:13] + bytes([len(name)]) + name)
    table = tablet("128x64", flash)
    table.play("back")
    table.choose(T.SETTINGS)
    table.play("down*12 ok up*2 back back")
    report = run(table.tablet.port, database)
    assert hostile.shows(report.tablet.name)
    assert stored(database) == log.raws
    (match,) = query.matches(database)
    assert hostile.shows(match.tablet.name)


def test_requests_that_nobody_means(tablet: Callable[..., Table], tmp_path: Path) -> None:
    """Every type of frame with bodies that are too short, too long, or of ones."""
    log = Log()
    log.begin()
    table = tablet("128x64", fill(tmp_path / "flash", log))
    with Cable(table.tablet.port) as cable:
        for kind in range(0x20, 0x100):
            if kind in (F.CLOCK, F.ERASE, F.RENAME):
                # Those wait for a key.
                continue
            for body in (b"", b"\xff", b"\xff" * 12, b"\0" * 100):
                cable.send(frame(kind, body))
        answer = cable.ask(F.HELLO, b"\x01\0", request=99)
        while answer.request != 99:
            answer = cable.answer()
        assert answer.kind == F.TABLET
