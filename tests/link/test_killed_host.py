"""kill -9 of the PC's program at any moment of a sync: the database opens and is sound, nothing is
there by halves, and the next sync completes it.
"""

import random
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.database import refused, stored
from support.flash import fill
from support.forks import started
from support.measured import keep
from support.syncing import many_deals

from meldpad.db.engine import open_database
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet
from meldpad.sync import sync

_TIMING = Timing(hello=0.3, answer=0.5, tries=6, poll=0.01)
_KILLS = 200
_NEW_FILES = 40
"""So many of them begin without a database, so that the kill can fall into its making."""


def _program(port: str, file: str) -> None:
    """What is killed: a sync, in a process of its own."""
    database = open_database(database_place(file))
    with Client.open(port, _TIMING) as client:
        sync(client, database)


@pytest.fixture(scope="module")
def tablet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tablet, list[bytes]]]:
    log = many_deals(matches=2, deals=10)
    flash = fill(tmp_path_factory.mktemp("flash") / "f", log)
    with Tablet(flash, virtual=False, board="128x64") as running:
        yield running, log.raws


def _check(file: Path, raws: list[bytes], port: str) -> str:
    """Look at what a kill left, and sync again; how far the killed one had come."""
    state = "no database"
    if file.exists():
        with sqlite3.connect(file) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.close()
        state = "nothing"
    database = open_database(database_place(str(file)))
    if found := stored(database):
        state = "everything"
        assert found == raws
    with Client.open(port, _TIMING) as client:
        report = sync(client, database)
    assert report.taken.records == len(raws) - len(found)
    assert stored(database) == raws
    assert refused(database) == []
    database.close()
    return state


def test_kills_at_any_moment(tablet: tuple[Tablet, list[bytes]], tmp_path: Path) -> None:
    running, raws = tablet
    empty = tmp_path / "empty.sqlite"
    open_database(database_place(str(empty))).close()
    chance = random.Random(7)
    states: Counter[str] = Counter()
    # How long it takes when nobody kills it, without and with a database.
    usual = {True: 9.0, False: 9.0}
    for number in range(-5, _KILLS):
        new = number < _NEW_FILES if number >= 0 else number % 2 == 1
        file = tmp_path / f"{number}.sqlite"
        if not new:
            shutil.copy(empty, file)
        began = time.monotonic()
        process = started(_program, (running.port, str(file)))
        if number < 0:
            process.join()
            assert process.exitcode == 0
            usual[new] = min(usual[new], time.monotonic() - began)
        else:
            time.sleep(chance.uniform(0, 1.2 * usual[new]))
            process.kill()
            process.join()
            states[_check(file, raws, running.port)] += 1
        process.close()
        file.unlink()
    print(states)
    # The kills did fall on both sides of the commit.
    assert states["nothing"] >= 20
    assert states["everything"] >= 10
    assert sum(states.values()) == _KILLS
    keep("killed_host", kills=_KILLS, **{state.replace(" ", "_"): n for state, n in states.items()})
