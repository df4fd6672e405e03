"""A simulated tablet that a test plays on, and keys for whole deals."""

import re
from pathlib import Path

from meldpad.firmware import firmware_folder
from meldpad.simulator.player import Player
from meldpad.simulator.process import Tablet
from meldpad.simulator.script import parse
from support.reader import Seen, read
from support.texts import T

BOARDS = ("320x240", "128x64")

START = "ok ok ok "
"""From a new tablet’s first question to the score of a match with the usual names and target."""


class Table:
    """The firmware in virtual time on a board with a flash file. A context manager.

    Leaving it fails when the firmware printed anything, which only a fault makes it do.
    """

    def __init__(self, board: str, flash: Path) -> None:
        self.board = board
        self.flash = flash
        self._player = Player(flash, board)

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        log = self.tablet.log()
        self.tablet.close()
        if kind is None:
            assert log == ""

    @property
    def player(self) -> Player:
        """What presses the keys."""
        return self._player

    @property
    def tablet(self) -> Tablet:
        """The simulator's process; another one after each restart."""
        return self._player.tablet

    def play(self, script: str) -> Seen:
        """Press the keys of a script, and see what the display shows then."""
        self._player.run(parse(script))
        return self.see()

    def choose(self, row: str) -> Seen:
        """Go down, else up, to the row of a list that begins with these words, and press ok."""
        for key in ("down", "up"):
            for _ in range(40):
                if f"{self.see().chosen} ".startswith(f"{row} "):
                    return self.play("ok")
                self.play(key)
        raise AssertionError(f"no row {row!r} in:\n{self.see()}")

    def yes(self) -> Seen:
        """Answer a question with the key that is shown for it, which is after a moment."""
        self.play("wait:600")
        for text in (T.YES, T.DO_IT):
            for sign, key in (("▲", "up"), ("▼", "down")):
                if f"{sign} {text}" in self.see():
                    return self.play(key)
        raise AssertionError(f"no question in:\n{self.see()}")

    def recap(self) -> tuple[Seen, str]:
        """Say yes until the recap is there; what it shows, and everything that was asked."""
        asked = ""
        self.play("wait:600")
        while f"▲ {T.SAVE}" not in self.see():
            asked += " ".join(self.see().rows) + "\n"
            self.yes()
            self.play("wait:600")
        return self.see(), asked

    def save(self) -> Seen:
        """Say yes until the recap is there and takes keys, and save."""
        self.recap()
        return self.play("up")

    def deal(self, first: str, second: str) -> Seen:
        """A whole new deal from the score screen, by the keys for each side, to its being saved."""
        self.play(f"ok {first} {second}")
        return self.save()

    def deal_1(self) -> Seen:
        """A: 500 for a natural canasta, 200 melded, 100 for going out, 800 (S0:L9, L36); B: nothing
        melded, 60 left in the hand, -60 (S0:L9)."""
        return self.deal(NATURAL_OUT, HAND_60)

    def deal_2(self) -> Seen:
        """A: 100; B: two mixed canastas of 300, 300 melded, 100 for going out, 1000 (S0:L9)."""
        return self.deal(side(melded=100), side(out=1, mixed=2, melded=300))

    def out_of_entry(self) -> Seen:
        """Press back until the score is there."""
        for _ in range(60):
            seen = self.play("back")
            if T.GIVE_UP_ASK in seen:
                seen = self.play("wait:600 up")
            if seen.totals:
                return seen
        raise AssertionError(f"back does not lead to the score, but to:\n{self.see()}")

    def see(self) -> Seen:
        """What the display shows now."""
        return read(self.tablet.screen)

    def restart(self) -> Seen:
        """Cut the power, switch on again."""
        return self.play("restart")

    def stop(self) -> None:
        """Cut the power and leave it off, so that the flash file can be looked at."""
        self.tablet.kill()

    def start(self) -> Seen:
        """Switch on again after `stop`."""
        return self.restart()


def _timing() -> tuple[int, int]:
    """Milliseconds to the first repeat of a held key, and to the next; after four, half of that.

    How fast a table likes it is the firmware's own business.
    """
    source = (firmware_folder() / "tablet" / "keys.py").read_text(encoding="utf-8")
    first = re.search(r"^_FIRST_REPEAT_MS = (\d+)", source, re.MULTILINE)
    later = re.search(r"^        self.repeat = (\d+)", source, re.MULTILINE)
    assert first
    assert later
    return int(first[1]), int(later[1])


def points(value: int) -> str:
    """Keys that bring a field of points from 0 to `value`: full hundreds held, the rest tapped.

    Held, the value goes from 5 to 50, 100, 200 and so on.
    """
    hundreds, rest = divmod(value, 100)
    keys = ""
    if hundreds:
        first, later = _timing()
        slow, fast = min(hundreds + 1, 4), max(hundreds - 3, 0)
        # Both edges settle for two looks of 10 ms.
        held = first + later * (slow - 1) + later // 2 * fast + 40
        keys = f"up:{held} "
    return keys + (f"up*{rest // 5}" if rest else "")


def side(
    natural: int = 0,
    mixed: int = 0,
    out: int | None = 0,
    red: int = 0,
    melded: int = 0,
    hand: int = 0,
) -> str:
    """Keys for one side of a new deal by the classic rules, from its first field to behind its
    last; the rest of the side is left at zero once nothing more is to be entered. `out` is None
    where another side has gone out already, as then nobody is asked.
    """
    counts = (natural, mixed, *(() if out is None else (out,)), red)
    fields = [f"up*{n}" if n else "" for n in counts]
    fields += [points(melded), points(hand)]
    last = max((i for i, keys in enumerate(fields) if keys), default=0)
    return " ok ".join(fields[: last + 1]) + " ok:700 "


NATURAL_OUT = side(out=1, natural=1, melded=200)
HAND_60 = side(out=None, hand=60)
