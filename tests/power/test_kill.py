"""kill -9 at any moment: what the screen called saved is there after the restart, nothing else is,
and all of it reaches the database.

The tablet plays by keys in virtual time while a thread waits a random while and kills it. Every
deal leaves so many points in A's hand, so that the totals tell exactly which deals are there.
"""

import contextlib
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.database import totals
from support.measured import keep
from support.reader import read
from support.syncing import run
from support.table import START, Table, side
from support.texts import T

from meldpad.db.engine import Database, open_database
from meldpad.errors import DeviceError
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet
from meldpad.simulator.screen import Screen

_KILLS = 52
_STARTS = 12


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(database_place(str(tmp_path / "history.sqlite")), wait=1)
    yield opened
    opened.close()


class _Killer:
    """Kills a process after so many seconds, in a thread. A context manager."""

    def __init__(self, pid: int, seconds: float) -> None:
        self._thread = threading.Thread(target=self._run, args=(pid, seconds))

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._thread.join()

    @staticmethod
    def _run(pid: int, seconds: float) -> None:
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)


class _Session:
    """A tablet that is killed again and again, and what it must hold.

    `hands` are the points in A's hand of every deal of the open match that must be there, `matches`
    those of the matches before. Of the deals in which a kill fell `said` were called saved, `kept`
    were saved without a word, `cut` were not saved.
    """

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = random.Random(seed)
        self.hands: list[int] = []
        self.matches: list[list[int]] = []
        self.said = self.kept = self.cut = 0
        self.table.play(START)
        started = time.perf_counter()
        self.deal(self.next_hand())
        self.usual = time.perf_counter() - started

    def next_hand(self) -> int:
        """Points for the next deal, others than in the last, which would be asked about."""
        last = self.hands[-1] if self.hands else 0
        return self.random.choice([hand for hand in range(5, 45, 5) if hand != last])

    def deal(self, hand: int) -> None:
        """A whole deal; it is in `hands` once the tablet has called it saved."""
        seen = self.table.deal(_keys(hand), side())
        assert seen.title == f"{T.DEAL} {len(self.hands) + 2} {T.SAVED}"
        self.hands.append(hand)

    def kill_in_a_deal(self) -> None:
        """Play until killed at any moment of a deal."""
        hand = 0
        killer = _Killer(self.table.tablet.pid, self.random.uniform(0, self.usual))
        with killer, contextlib.suppress(DeviceError):
            while True:
                hand = self.next_hand()
                self.deal(hand)
        self.check(hand)

    def kill_while_saving(self) -> None:
        """Kill in the moment after the key that saves."""
        hand = self.next_hand()
        self.table.play(f"ok {_keys(hand)} {side()}")
        self.table.recap()
        self.table.play("wait:600")
        killer = _Killer(self.table.tablet.pid, self.random.uniform(0, 0.003))
        with killer, contextlib.suppress(DeviceError):
            seen = self.table.play("up")
            assert seen.title == f"{T.DEAL} {len(self.hands) + 2} {T.SAVED}"
            self.hands.append(hand)
            self.said += 1
            hand = 0
            while True:
                self.table.play("wait:10")
        self.check(hand)

    def check(self, hand: int) -> None:
        """After a kill in the deal with so many points: restart, and look for what must be there.

        That deal must be there when the screen had called it saved; otherwise it may be.
        """
        last = _last_picture(self.table.tablet)
        assert self.table.tablet.log() == "", "it ended by itself"
        said = re.fullmatch(rf"{T.DEAL} (\d+) {T.SAVED}", read(last).title)
        if said and int(said[1]) == len(self.hands) + 2:
            self.hands.append(hand)
            hand = 0
            self.said += 1
        seen = self.table.restart()
        if not seen.totals:
            seen = self.table.out_of_entry()
        if hand and seen.totals == (-sum(self.hands) - hand, 0):
            self.hands.append(hand)
            self.kept += 1
        else:
            self.cut += hand > 0
        assert seen.totals == (-sum(self.hands), 0)
        assert seen.title.startswith(f"{T.DEAL} {len(self.hands) + 1} ")

    def new_match(self) -> None:
        """Begin another match."""
        self.table.play("back")
        self.table.choose(T.NEW_MATCH)
        seen = self.table.choose(T.START)
        assert seen.totals == (0, 0)
        self.matches.append(self.hands)
        self.hands = []

    def totals(self) -> list[list[int]]:
        """The totals of all matches, as the database must have them."""
        return [[-sum(hands), 0] for hands in (*self.matches, self.hands)]


def _keys(hand: int) -> str:
    """A's side with so many points in hand, from what a deal half entered before the kill left."""
    return f"ok*5 down*8 up*{hand // 5} ok:700"


def _last_picture(tablet: Tablet) -> Screen:
    """The screen with everything that a killed tablet had still sent."""
    with contextlib.suppress(DeviceError):
        while True:
            tablet.pump(0)
    return tablet.screen


@pytest.mark.parametrize(("board", "seed"), [("128x64", 1), ("320x240", 2)])
def test_kills_at_any_moment(
    tablet: Callable[..., Table], database: Database, board: str, seed: int
) -> None:
    session = _Session(tablet(board), seed)
    for number in range(_KILLS // 2):
        if number % 2:
            session.kill_in_a_deal()
        else:
            session.kill_while_saving()
        if number % 9 == 8:
            # Whoever syncs in between makes the tablet write as well.
            run(session.table.tablet.port, database)
            assert totals(database) == session.totals()
        if number % 12 == 11:
            session.new_match()
    print(f"{session.said} called saved, {session.kept} saved untold, {session.cut} cut off")
    keep(f"kills_{board}", kills=_KILLS // 2)
    # The kills did fall on both sides of the save.
    assert session.said > 0
    assert session.cut > 0
    run(session.table.tablet.port, database)
    assert totals(database) == session.totals()


def test_kills_while_starting(tmp_path: Path, tablet: Callable[..., Table]) -> None:
    """A new flash that is killed while it is made, and a log that is killed while it is read."""
    flash = tmp_path / "flash"
    chance = random.Random(3)
    for _ in range(_STARTS):
        _start_and_kill(flash, chance.uniform(0, 0.1))
    table = tablet("128x64", flash)
    assert table.see().chosen == "English"
    table.play(START)
    table.deal_1()
    table.stop()
    for _ in range(_STARTS):
        _start_and_kill(flash, chance.uniform(0, 0.1))
    assert table.start().totals == (800, -60)
    assert table.deal_2().totals == (900, 940)


def _start_and_kill(flash: Path, seconds: float) -> None:
    """Kill a tablet so many seconds after its start, which may be before its first picture."""
    tablet = Tablet.__new__(Tablet)

    def start() -> None:
        with contextlib.suppress(DeviceError):
            Tablet.__init__(tablet, flash, "128x64")

    thread = threading.Thread(target=start)
    thread.start()
    pid = 0
    while not pid:
        with contextlib.suppress(AttributeError):
            pid = tablet.pid
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    thread.join()
    tablet.close()
