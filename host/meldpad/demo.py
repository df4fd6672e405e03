"""The main job without hardware: a simulated tablet, its cable, the database and the history in
one go.

In a terminal a person plays and every confirmed deal is synced meanwhile; in a pipe a script plays
the match of `SCENES` by key presses alone.
"""

import threading
from pathlib import Path

from blessed import Terminal

from meldpad import history
from meldpad.db import query
from meldpad.db.engine import Database, open_database
from meldpad.errors import MeldpadError
from meldpad.link.find import connect
from meldpad.link.ports import announce
from meldpad.paths import database_place
from meldpad.simulator.player import Player
from meldpad.simulator.process import Tablet
from meldpad.simulator.script import parse
from meldpad.simulator.terminal import fitting_board, play
from meldpad.sync import Report, sync

_SURE = " wait:600 down wait:600 up"
"""Yes, a side melded nothing, or has no card left: the tablet asks. Then the deal is saved."""

SCENES = (
    (
        "A new match of classic Canasta, sides A and B",
        "ok ok ok",
    ),
    (
        "Deal 1: A 1 natural canasta, 200 melded, out; B nothing melded, 60 left in hand",
        "ok up ok*2 up ok*2 up:600 ok:700 ok*4 up*12 ok" + _SURE,
    ),
    (
        "Deal 2: A 100 melded; B 2 mixed canastas, 300 melded, out",
        "ok*5 up:500 ok:700 ok up*2 ok up ok*2 up:700 ok:700" + _SURE,
    ),
    (
        "Deal 1 is corrected: A melded 250 instead of 200",
        "up*2 ok*2 ok*4 up*10 ok:700 ok:700" + _SURE,
    ),
    (
        "The correction is undone",
        "up*2 ok down ok wait:600 up",
    ),
)
"""What is told, and the keys that do it. Every scene ends on the score screen."""

_EVERY_S = 0.7
"""How often the cable is looked at while somebody plays."""


def scripted(folder: Path) -> None:
    """Play the scripted match on a blank tablet, sync it into a new database, print the history.

    `folder` takes the tablet's flash and the database; what is there from before is replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    flash = folder / "tablet.flash"
    file = folder / "history.sqlite"
    for old in (flash, file):
        old.unlink(missing_ok=True)
    database = open_database(database_place(str(file)))
    with Player(flash, "128x64") as player:
        for caption, keys in SCENES:
            player.run(parse(keys))
            print(f"\n{caption}\n")
            print("\n".join(f"  {line}" for line in player.tablet.screen.blocks()))
        with connect(player.tablet.port) as client:
            report = sync(client, database)
    print(f"\n{_came(report)} over {report.path} into {file}\n")
    history.print_history(history.console(), query.matches(database), query.loose(database))
    print(f"\nOne match whole: .venv/bin/meldpad show 1 --db {file}")


def _came(report: Report) -> str:
    return f"{report.taken.records} records with {report.taken.deals} deals synced"


class _Follower:
    """Syncs in the background while somebody plays; `status` says how it goes."""

    def __init__(self, port: str, database: Database) -> None:
        self._port = port
        self._database = database
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.status = "not synced yet"

    def __enter__(self) -> "_Follower":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(_EVERY_S):
            self.once()

    def once(self) -> None:
        """Sync now."""
        try:
            with connect(self._port) as client:
                report = sync(client, self._database)
        except MeldpadError as error:
            self.status = f"sync: {error}"
            return
        self.status = f"in the database: {report.taken.last} of {report.tablet.last} records"


def playable(folder: Path) -> None:
    """Play in the terminal on a tablet that remembers, syncing all the while.

    Then print the history.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "history.sqlite"
    terminal = Terminal()
    board = fitting_board(terminal.width, terminal.height)
    database = open_database(database_place(str(file)))
    with Tablet(folder / "tablet.flash", board, virtual=False) as tablet, announce(tablet.port):
        follower = _Follower(tablet.port, database)
        with follower:
            play(tablet, lambda: f"{tablet.port}  {follower.status}", terminal)
        follower.once()
    matches = query.matches(database)
    if matches:
        history.print_history(history.console(), matches, query.loose(database))
    print(f"The tablet's flash and the database are in {folder}")
