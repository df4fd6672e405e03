"""How many presses and seconds a deal takes on the tablet: `python tests/bench/bench_entry.py`.

The deal: side 1 out with 425 melded, 1 natural, 1 mixed, 1 red three; side 2 185 melded, 65 in
hand, 1 mixed, 2 red threes. The presses are played on the simulated tablet, and the score it
shows afterwards must be the deal's. The time is the keystroke-level model of Card, Moran and
Newell (1980): K = 0.28 s a press (average typist), M = 1.35 s to think before each number that is
given and before saving; a held key counts as a press whose dwell is as long as it is held.
"""

import tempfile
from pathlib import Path

from figures import Figure, show
from support.reach import flash_with, presses_to
from support.table import Table

from meldpad.db import query
from meldpad.db.engine import open_database
from meldpad.link.find import connect
from meldpad.paths import database_place
from meldpad.simulator.player import Player
from meldpad.simulator.script import Step, parse
from meldpad.sync import sync

PRESS_S = 0.28
THINK_S = 1.35
DWELL_S = 0.08
"""What K holds of the time that a key is down."""

START = "ok ok ok"
FULL = (
    # side 1: 1 natural, 1 mixed, out, 1 red three, 425 melded
    "ok up ok up ok up ok up ok up:745 up*5 ok:540"
    # side 2: 1 mixed, 2 red threes, 185 melded, 65 in hand
    " ok up ok up*2 ok up:600 down*3 ok up:400 up*3 ok wait:600 up"
)
FULL_NUMBERS = 10
"""Numbers that are given, and the saving: one M each."""

SWITCH = "ok back up*2 ok up:1245 ok:540 up:845 ok:540 wait:600 up wait:100"
"""A deal of 1400 and 600 before, by which the table changes over to quick mode."""
QUICK = "ok up:1245 up*5 ok:540 up:845 up*4 ok:540 wait:600 up"
QUICK_NUMBERS = 3

NETS = (1425, 620)
"""425 + 500 + 300 + 100 + 100 and 185 + 300 + 200 - 65, worked out by hand."""


def presses(keys: str) -> int:
    """Presses of a script; a held key is one."""
    return sum(_presses(step) for step in parse(keys))


def _presses(step: Step) -> int:
    return step.count if step.action == "tap" else int(step.action == "hold")


def seconds(keys: str, thoughts: int) -> float:
    """Time by the keystroke-level model."""
    held = [step.count / 1000 - DWELL_S for step in parse(keys) if step.action == "hold"]
    return presses(keys) * PRESS_S + sum(held) + thoughts * THINK_S


def totals(keys: str) -> tuple[int, ...]:
    """Totals in the database after a first deal entered with these keys."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(database_place(str(Path(folder) / "history.sqlite")))
        with Player(Path(folder) / "tablet.flash", "128x64") as player:
            player.run(parse(f"{START} {keys}"))
            with connect(player.tablet.port) as client:
                sync(client, database)
        summary = query.matches(database)[0]
        database.close()
        return tuple(side.total for side in summary.sides)


def reach() -> int:
    """The most presses that it takes to correct an earlier deal, in matches of up to 30 deals."""
    most = 0
    with tempfile.TemporaryDirectory() as folder:
        for deals in (1, 2, 3, 5, 8, 13, 20, 30):
            with Table("128x64", flash_with(Path(folder), deals)) as table:
                found = [presses_to(table, wanted, deals) for wanted in range(1, deals + 1)]
            most = max(most, *found)
    # One more leads into the correction.
    return most + 1


def main() -> list[Figure]:
    """Play both ways, check the score, print and return the figures."""
    assert totals(FULL) == NETS, totals(FULL)
    assert totals(f"{SWITCH} {QUICK}") == (1400 + NETS[0], 600 + NETS[1])
    rows = [
        Figure("presses, every number given", presses(FULL), 36, "", True),
        Figure("time, every number given", seconds(FULL, FULL_NUMBERS), 25, "s", True),
        Figure("presses in quick mode", presses(QUICK), 24, "", True),
        Figure("time in quick mode", seconds(QUICK, QUICK_NUMBERS), 12, "s", True),
        Figure("presses to correct any earlier deal", reach(), 6, "", True),
    ]
    show(rows, f"Entering a deal of two sides (K = {PRESS_S} s, M = {THINK_S} s)")
    return rows


if __name__ == "__main__":
    main()
