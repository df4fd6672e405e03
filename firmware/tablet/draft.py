"""The deal being entered: its numbers, how each side counts, and its copy in flash.

What a table has given survives a power cut: the draft is written once the keys have rested for
a moment. Flash is programmed in pages, however little there is to write, so a deal's later rests
must be longer.

One deal is entered at a time. A new deal that is half entered is put aside, under the number of its
match, while an earlier deal is corrected or another match is on the table, and taken up again
afterwards.
"""

import os
from array import array

from canasta import deal as D
from canasta import records, score
from canasta.cursor import Cursor

# How a side's card points are given
BY_SUM = 0
BY_CARDS = 1
BY_NET = 2

PILES = 8
"""Counts of cards of 50, 20, 10 and 5 points, melded and then in hand."""
WORTH = (50, 20, 10, 5)

_VERSION = 2
_SIZE = 400
_REST_MS = 2000
"""How long the keys rest before the first write of a deal: longer than it takes to think of the
next number (1.35 s in the keystroke-level model)."""
_REST_AGAIN_MS = 5000
"""The same before the writes that follow."""
_BESIDE = "-0"
"""Stands behind a name that a newer program's draft has already."""


class Draft:
    """`deal` holds the numbers, `ways` how each side counts, `piles` its card counts.

    `entry` is the entry of the match that is being corrected, -1 for a new deal; `side` is the side
    that is entered, `asked` the one that was asked about last (-1: the whole deal).
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self.deal = D.Deal()
        self.lines = score.lines_buffer(D.MAX_SIDES)
        self.ways = bytearray(D.MAX_SIDES)
        self.piles = bytearray(D.MAX_SIDES * PILES)
        self._habit = bytearray(D.MAX_SIDES)
        self._given = array("h", bytes(2 * (D.N_FIELDS + PILES + D.MAX_SIDES)))
        """What `keep` remembers: a side's fields and counts of cards, and how all sides count."""
        self.entry = -1
        self._mark = 0
        self.open = False
        self.side = 0
        self.asked = -1
        self._changed = False
        self._kept = False
        self._writes = 0
        self._rested = 0
        self._buf = bytearray(_SIZE)
        self._cursor = Cursor()

    def begin(self, match: "Match", entry: int) -> None:
        """A new deal (entry -1), or a deal of the match to be corrected."""
        if entry < 0:
            self.deal.clear()
        else:
            match.load(entry, self.deal)
        if (entry < 0) != (self.entry < 0):
            # How an old deal was counted is no reason to count the next one so.
            old, new = (self._habit, self.ways) if entry < 0 else (self.ways, self._habit)
            new[:] = old
        for i in range(D.MAX_SIDES * PILES):
            self.piles[i] = 0
        for side in range(D.MAX_SIDES):
            mode = self.deal.get(side, D.MODE)
            if entry >= 0:
                self.ways[side] = BY_NET if mode == D.MODE_NET else BY_SUM
            elif self.ways[side] == BY_NET:
                # A table that counts in quick mode goes on doing so.
                self.deal.set(side, D.MODE, D.MODE_NET)
        self.entry = entry
        self._mark = _mark(match, entry)
        self.open = True
        self.side = 0
        self._writes = 0
        self.touch()

    def touch(self) -> None:
        """Something was given; it is written once the keys rest."""
        self._changed = True
        self._rested = 0

    def set_way(self, side: int, way: int) -> None:
        """Count a side, and those after it that nothing was given for, in another way.

        What belongs to the old way alone is cleared; `keep` remembers it.
        """
        for later in range(side + 1, D.MAX_SIDES):
            if self._untouched(later):
                self._set_way(later, way)
        self._set_way(side, way)

    def keep(self, side: int) -> None:
        """Remember what a side was given and how it and the others count, for `put_back`."""
        given = self._given
        for field in range(D.N_FIELDS):
            given[field] = self.deal.get(side, field)
        for i in range(PILES):
            given[D.N_FIELDS + i] = self.piles[side * PILES + i]
        for other in range(D.MAX_SIDES):
            given[D.N_FIELDS + PILES + other] = self.ways[other]

    def put_back(self, side: int) -> None:
        """The side as `keep` found it, and every side's way of counting."""
        given = self._given
        for other in range(side, D.MAX_SIDES):
            self._set_way(other, given[D.N_FIELDS + PILES + other])
        for field in range(D.N_FIELDS):
            self.deal.set(side, field, given[field])
        for i in range(PILES):
            self.piles[side * PILES + i] = given[D.N_FIELDS + i]

    def _untouched(self, side: int) -> bool:
        for field in range(D.N_FIELDS):
            if field != D.MODE and self.deal.get(side, field):
                return False
        return True

    def _set_way(self, side: int, way: int) -> None:
        deal = self.deal
        old = self.ways[side]
        self.ways[side] = way
        if (old == BY_NET) == (way == BY_NET):
            return
        out = deal.get(side, D.OUT)
        for field in range(D.N_FIELDS):
            deal.set(side, field, 0)
        for i in range(PILES):
            self.piles[side * PILES + i] = 0
        deal.set(side, D.OUT, out)
        deal.set(side, D.MODE, D.MODE_NET if way == BY_NET else D.MODE_COUNTED)

    def add_up(self, side: int, field: int) -> None:
        """Card points, melded or in hand (a field), from the counts of cards."""
        first = side * PILES + (4 if field == D.IN_HAND else 0)
        points = 0
        for i in range(4):
            points += WORTH[i] * self.piles[first + i]
        self.deal.set(side, field, points)

    def score(self, match: "Match") -> None:
        """Work the score out."""
        score.score_deal(match.rules, self.deal, self.number(match) - 1, self.lines)

    def empty(self, match: "Match") -> bool:
        """Whether nothing was given yet."""
        for side in range(match.sides):
            for field in range(D.N_FIELDS):
                if field != D.MODE and self.deal.get(side, field):
                    return False
        return not self.deal.lone

    def same(self, match: "Match") -> bool:
        """Whether a correction changes nothing so far."""
        match.load(self.entry, match.deal)
        for side in range(match.sides):
            for field in range(D.N_FIELDS):
                if self.deal.get(side, field) != match.deal.get(side, field):
                    return False
        return self.deal.lone == match.deal.lone

    def number(self, match: "Match") -> int:
        """Number of the deal, from 1."""
        if self.entry >= 0:
            return match.number[self.entry]
        return match.deals + 1

    def line(self, side: int, line: int) -> int:
        """Points of one line of the score."""
        return self.lines[side * score.N_LINES + line]

    def points(self, side: int) -> int:
        """A side's points."""
        return self.lines[side * score.N_LINES + score.L_POINTS]

    def total(self, match: "Match", side: int) -> int:
        """A side's total once the draft is saved."""
        total = match.totals[side] + self.points(side)
        if self.entry >= 0:
            total -= match.points[self.entry * D.MAX_SIDES + side]
        return total

    # In flash

    def rest(self, ms: int) -> bool:
        """`ms` more have passed without a key; whether it is time to `save`."""
        if not (self.open and self._changed):
            return False
        self._rested += ms
        return self._rested >= (_REST_AGAIN_MS if self._writes else _REST_MS)

    def fits(self, match: "Match") -> bool:
        """Whether the draft still belongs to the state of its match."""
        return self._mark == _mark(match, self.entry)

    def save(self, match: "Match") -> None:
        """Write the draft unless flash has it already or nothing was given yet. Raises OSError
        when the flash fails.
        """
        changed = self._changed
        self._changed = False
        if not (self.open and changed):
            return
        if self.entry < 0 and self._writes == 0 and self.empty(match):
            return
        c = self._cursor
        c.at(self._buf, 0, _SIZE)
        c.put_byte(_VERSION)
        c.put_fixed(match.start, 4)
        c.put_fixed(self._mark, 4)
        c.put_byte(self.entry + 1)
        c.put_byte(self.side)
        for side in range(match.sides):
            c.put_byte(self.ways[side])
            for i in range(PILES):
                c.put_byte(self.piles[side * PILES + i])
        self.deal.put(c, match.sides)
        self._kept = True
        self._writes += 1
        with open(self._path, "wb") as file:
            file.write(memoryview(self._buf)[: c.pos])

    def load(self, match: "Match") -> bool:
        """Read the draft back if it belongs to this state of its match; whether there is one."""
        try:
            with open(self._path, "rb") as file:
                size = file.readinto(self._buf)
        except OSError:
            return False
        c = self._cursor
        c.at(self._buf, 0, size)
        version = c.get_byte()
        if version == 0 or c.get_fixed(4) != match.start:
            return False
        mark = c.get_fixed(4)
        entry = c.get_byte() - 1
        # Version 1 belonged to the log's last record, which was always one of the match.
        if mark != (match.last_seq if version == 1 else _mark(match, entry)):
            return False
        if version > _VERSION:
            # Out of the way of what is entered now; a newer program takes it up again. If the flash
            # fails it will do so for what is entered, too.
            try:
                os.rename(self._path, self._aside(match))
            except OSError:
                pass
            return False
        side = c.get_byte()
        for i in range(match.sides):
            self.ways[i] = c.get_byte()
            for k in range(PILES):
                self.piles[i * PILES + k] = c.get_byte()
        if entry >= match.entries or side >= match.sides:
            return False
        if entry >= 0 and match.kinds[entry] > records.CORRECT:
            return False
        if not self.deal.take(c, match.sides):
            return False
        self.entry = entry
        self._mark = _mark(match, entry)
        self.side = side
        self.open = True
        self._changed = False
        self._kept = True
        self._writes = 1
        return True

    def put_aside(self, match: "Match") -> None:
        """Keep a half-entered new deal in flash until `take_up`, so that another can be entered.
        Raises OSError when the flash fails; then it is still the one that is entered.
        """
        if not self.open:
            return
        if self.entry >= 0 or self.empty(match):
            self.give_up()
            return
        self._changed = True
        self.save(match)
        path = self._aside(match)
        try:
            with open(path, "rb") as file:
                if file.read(1) > bytes((_VERSION,)):
                    # A newer program's has that name.
                    path += _BESIDE
        except OSError:
            pass
        os.rename(self._path, path)
        self._kept = False
        self.close()

    def take_up(self, match: "Match") -> bool:
        """Go on with the deal of this match that was put aside, if there is one."""
        path = self._aside(match)
        for name in (path + _BESIDE, path):
            try:
                os.rename(name, self._path)
            except OSError:
                continue
            if self.load(match):
                return True
        return False

    def forget(self) -> None:
        """The log was erased, and the copies with it."""
        self._kept = False
        self.close()

    def _aside(self, match: "Match") -> str:
        return self._path + "-%d" % match.start

    def close(self) -> None:
        """Saved as a record, or of another match: a later record makes the copy in flash stale."""
        self.open = False
        self._changed = False

    def give_up(self) -> None:
        """Nothing comes of it: the copy in flash must go. Raises OSError when the flash fails."""
        self.close()
        if self._kept:
            self._kept = False
            with open(self._path, "wb"):
                pass


def _mark(match: "Match", entry: int) -> int:
    """What changes when a draft becomes stale: a new deal waits until a deal is saved, a correction
    until anything of the match is.
    """
    return match.last_seq if entry >= 0 else match.slots
