"""A simulated tablet that a test plays on, and keys for whole deals."""

from pathlib import Path
from types import TracebackType

from meldpad.simulator.player import Player
from meldpad.simulator.process import Tablet
from meldpad.simulator.script import parse
from support.reader import Seen, read

BOARDS = ("320x240", "128x64")

START = "ok ok "
"""From the welcome of a new tablet to the score of a match with the usual names and target."""


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        log = self.tablet.log()
        self.tablet.close()
        if kind is None:
            assert log == ""

    @property
    def tablet(self) -> Tablet:
        """The simulator's process; another one after each restart."""
        return self._player.tablet

    def play(self, script: str) -> Seen:
        """Press the keys of a script, and see what the display shows then."""
        self._player.run(parse(script))
        return self.see()

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


def points(value: int) -> str:
    """Keys that bring a field of points from 0 to `value`: full hundreds held, the rest tapped."""
    hundreds, rest = divmod(value, 100)
    held = f"up:{460 + 120 * (hundreds - 1)} " if hundreds else ""
    return held + (f"up*{rest // 5}" if rest else "")


def side(
    out: int = 0, natural: int = 0, mixed: int = 0, red: int = 0, melded: int = 0, hand: int = 0
) -> str:
    """Keys for one side of a new deal by the classic rules, from its first field to behind its
    last; the rest of the side is left at zero once nothing more is to be entered."""
    fields = [*(f"up*{n}" if n else "" for n in (out, natural, mixed, red))]
    fields += [points(melded), points(hand)]
    last = max((i for i, keys in enumerate(fields) if keys), default=0)
    return " ok ".join(fields[: last + 1]) + " ok:700 "


def deal(first: str, second: str) -> str:
    """Keys from the score screen through a whole new deal to its being saved."""
    return f"ok {first} {second} up "


NATURAL_OUT = side(out=1, natural=1, melded=200)
"""500 for the canasta, 200 melded, 100 for going out: 800 (S0:L9, S0:L36)."""
HAND_60 = side(hand=60)
"""Nothing melded, 60 left in the hand: -60 (S0:L9)."""
DEAL_1 = deal(NATURAL_OUT, HAND_60)
DEAL_2 = deal(side(melded=100), side(out=1, mixed=2, melded=300))
"""100; two canastas of 300, 300 melded, 100 for going out: 1000."""
