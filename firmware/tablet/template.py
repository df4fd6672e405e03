"""The match that is being set up."""

from canasta import params as P
from canasta import rules
from canasta.cursor import Cursor
from tablet import canvas
from tablet.modules import forget
from tablet.presets import IDS


class Template:
    """The match to be.

    A preset and its ruleset with this table's changes, names, the first dealer.
    """

    def __init__(self) -> None:
        self.preset = ""
        self.rules = rules.Rules()
        self.names: list[bytes] = []
        self.players: list[bytes] = []
        self.dealer = 0
        self._kept = [0] * P.SIZE
        self._kept_preset = ""
        self._kept_names = self.names
        self._kept_players = self.players
        self._kept_dealer = 0
        self.row = -1
        """The row of the set-up screen that was chosen last, -1 for its last row."""

    def load(self, preset: str, table: int) -> None:
        """Take a preset for one of its tables (0: the usual one), with names that fit."""
        self.preset = preset
        self.rules.unpack(Cursor(_tables(preset)[table][1]))
        self._fit()

    def step_preset(self, direction: int) -> None:
        """The next preset in this direction, if there is one."""
        if self.preset in IDS:
            number = IDS.index(self.preset) + direction
            if 0 <= number < len(IDS):
                self.load(IDS[number], 0)

    def step_table(self, direction: int) -> None:
        """The next number of sides and seats for this preset, if there is one."""
        if self.preset not in IDS:
            return
        r = self.rules.r
        tables = [table for table, _rules in _tables(self.preset)]
        if (r[P.SIDES], r[P.SEATS]) in tables:
            number = tables.index((r[P.SIDES], r[P.SEATS])) + direction
            if 0 <= number < len(tables):
                self.load(self.preset, number)

    def like(self, match: "Match", names: list[bytes], players: list[bytes]) -> None:
        """The same again: rules, names and players of a match, the dealer where it left off."""
        self.preset = bytes(match.preset).decode()
        for i in range(P.SIZE):
            self.rules.r[i] = match.rules.r[i]
        self.rules.prepare()
        self.names = [name for name in names]
        # An older program put the side and a number where a player had no name.
        self.players = [
            b"" if stands_in(players[i], names, i) else players[i] for i in range(len(players))
        ]
        self._fit()
        self.dealer = match.dealer()

    def keep(self) -> None:
        """Remember all that there is, for `put_back`."""
        for i in range(P.SIZE):
            self._kept[i] = self.rules.r[i]
        self._kept_preset = self.preset
        self._kept_names = self.names
        self._kept_players = self.players
        self._kept_dealer = self.dealer

    def put_back(self) -> None:
        """Be as it was when `keep` was called."""
        for i in range(P.SIZE):
            self.rules.r[i] = self._kept[i]
        self.rules.prepare()
        self.preset = self._kept_preset
        self.names = self._kept_names
        self.players = self._kept_players
        self.dealer = self._kept_dealer

    def _fit(self) -> None:
        """As many names as sides: those there are, each once, else letters. The lists are new ones,
        since the old ones may have to come back.
        """
        old = self.names
        self.names = []
        for i in range(self.rules.r[P.SIDES]):
            name = old[i] if i < len(old) else letter_of(i)
            letter = i
            while name in self.names:
                name = letter_of(letter)
                letter += 1
            self.names.append(name)
        if len(self.players) not in (0, self.rules.seats()):
            self.players = []
        self.dealer = 0


def letter_of(side: int) -> bytes:
    """What a side is called until it has a name."""
    return b"ABCDEFGHIJKL"[side : side + 1]


def stands_in(name: bytes, sides: list[bytes], seat: int) -> bool:
    """Whether a player's name is only the side and which of its players it is; `sides`: the names
    of the sides.
    """
    side = seat % len(sides)
    number = b" %d" % (seat // len(sides) + 1)
    # Names are cut when they are read, and so was what stood in.
    return name in (letter_of(side) + number, (sides[side] + number)[: canvas.NAME])


def _tables(preset: str) -> "tuple[tuple[tuple[int, int], bytes], ...]":
    """The tables of a preset, each with its packed rules."""
    path = "tablet.presets." + preset.replace("-", "_")
    tables = __import__(path, None, None, ("TABLES",)).TABLES
    forget(path, True)
    return tables
