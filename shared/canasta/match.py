"""A match as a fold over its records.

Totals, minimums, history and the end follow from the records alone.
"""

from array import array

from canasta import check, records, rules, score
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from canasta.cursor import Cursor

MAX_ENTRIES = 160
"""Deals, corrections, undos and ends that one match can hold."""

_ARENA = 8192
_NONE = 255

# A tablet has little memory and most matches are short, so room for more is made in steps.
_ENTRIES_STEP = 32
_ARENA_STEP = 1024


class Match:
    """The state after the records folded so far; `begin` or the first MATCH record starts it.

    Entries are the records after the first, in order. Entry e has its kind, its sequence number,
    the deal slot it belongs to, the entry it names (`ref`, for an UNDO), whether a later UNDO
    made it void, and the points of each side. A slot is a deal as it was first entered;
    `current(slot)` is the entry that now counts.
    """

    def __init__(self) -> None:
        self.rules = rules.Rules()
        self.deal = D.Deal()
        self.start = 0
        self.preset = b""
        self.sides = 0
        self.names: list[bytes] = []
        self.players: list[bytes] = []
        self.first_dealer = 0
        self.before = array("i", bytes(4 * D.MAX_SIDES))
        self.totals = array("i", bytes(4 * D.MAX_SIDES))
        self.deals = 0
        self.slots = 0
        self.entries = 0
        self.winners = 0
        self.ended = 0
        self.last_seq = 0
        self.seqs = array("i")
        self.kinds = bytearray()
        self.slot = bytearray()
        self.ref = bytearray()
        self.void = bytearray()
        self.number = bytearray()
        self.points = array("i")
        self.lines = score.lines_buffer(D.MAX_SIDES)
        self._current = bytearray()
        self._at = array("h", bytes(2))
        self._arena = bytearray(_ARENA_STEP)
        self._cursor = Cursor()
        self._make_room()

    # What a screen or a table asks

    def finished(self) -> bool:
        """Whether the match is over, by its rules or by an END record."""
        return self.winners != 0 or self.ended != 0

    def opening(self, side: int) -> int:
        """Points that the side needs to open in the next deal."""
        return rules.opening(self.rules, self.totals[side], self.deals)

    def opening_needs(self, side: int) -> int:
        """What must be among the melds with which it opens: a value of `params.NEEDS_...`."""
        return rules.opening_needs(self.rules, self.totals[side])

    def dealer(self) -> int:
        """Seat (from 0) of the next deal's dealer; the deal moves on by one seat each time."""
        return (self.first_dealer + self.deals) % self.rules.seats()

    def current(self, slot: int) -> int:
        """The entry that counts for a slot, -1 when the deal was undone."""
        entry = self._current[slot]
        return -1 if entry == _NONE else entry

    def find(self, seq: int) -> int:
        """The entry with a sequence number, -1 for none."""
        for i in range(self.entries):
            if self.seqs[i] == seq:
                return i
        return -1

    def load(self, entry: int, deal: D.Deal) -> None:
        """Fill `deal` with the numbers of a DEAL or CORRECT entry."""
        self._cursor.at(self._arena, self._at[entry], self._at[entry + 1])
        deal.take(self._cursor, self.sides)

    def room(self) -> int:
        """How many more entries this match can take."""
        return MAX_ENTRIES - self.entries

    def take_back(self) -> None:
        """Forget the entry that was folded last, since its record could not be saved."""
        self.entries -= 1
        if self.kinds[self.entries] == records.DEAL:
            self.slots -= 1
        self.last_seq = self.seqs[self.entries - 1] if self.entries else self.start
        self._settle()

    # Folding

    def fold(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        """Fold the undamaged record at `buf[at]` in.

        OK, or why it does not fit; then nothing has changed. A MATCH record begins anew, and leaves
        no match when it does not fit.
        """
        code = records.readable(buf, at)
        if code:
            return code
        if not records.numbered(buf, at):
            return E.BAD_RECORD
        number = records.kind(buf, at)
        if number == records.MATCH:
            return self._begin(buf, at)
        if self.start == 0 or records.match(buf, at) != self.start:
            return E.WRONG_MATCH
        if records.seq(buf, at) <= self.last_seq:
            return E.OUT_OF_ORDER
        if self.entries >= MAX_ENTRIES:
            return E.MATCH_FULL
        if number == records.DEAL:
            code = self._fold_deal(buf, at)
        elif number == records.CORRECT:
            code = self._fold_correct(buf, at)
        elif number == records.UNDO:
            code = self._fold_undo(buf, at)
        elif number == records.END:
            code = self._fold_end(buf, at)
        else:
            # A TIME record belongs to no match.
            code = E.BAD_RECORD
        if code == E.OK:
            self.last_seq = records.seq(buf, at)
        return code

    def _begin(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        """Start over with a MATCH record."""
        c = self._cursor
        c.at(buf, at + records.HEADER, at + records.size(buf, at) - 4)
        self.start = 0
        seq = records.seq(buf, at)
        if records.match(buf, at) != seq or seq == 0:
            return E.WRONG_MATCH
        preset = c.get_bytes()
        first_dealer = c.get_byte()
        sides = c.get_byte()
        if not 2 <= sides <= D.MAX_SIDES:
            return E.BAD_RECORD
        for side in range(sides):
            self.before[side] = c.get_int()
        names = [c.get_bytes() for _ in range(sides)]
        players = [c.get_bytes() for _ in range(c.get_byte())]
        if c.bad:
            return E.BAD_RECORD
        if not self.rules.unpack(c) or c.pos != c.end or self.rules.r[P.SIDES] != sides:
            return E.BAD_RULES
        if first_dealer >= self.rules.seats() or len(players) not in (0, self.rules.seats()):
            return E.BAD_RECORD
        self.preset = preset
        self.first_dealer = first_dealer
        self.sides = sides
        self.names = names
        self.players = players
        self.entries = 0
        self.slots = 0
        self.start = seq
        self.last_seq = seq
        self._settle()
        return E.OK

    def _fold_deal(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        if self.finished():
            return E.MATCH_OVER
        code = self._append_deal(buf, at, at + records.HEADER)
        if code:
            return code
        entry = self.entries - 1
        self.slot[entry] = self.slots
        self._current[self.slots] = entry
        self.slots += 1
        # One more deal at the end changes nothing before it, so there is no need to settle
        # everything.
        self._count(entry)
        self._judge()
        return E.OK

    def _fold_correct(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        named = self.find(records.target(buf, at))
        if named < 0 or self.kinds[named] > records.CORRECT:
            return E.UNKNOWN_TARGET
        slot = self.slot[named]
        if self._current[slot] == _NONE:
            return E.UNKNOWN_TARGET
        code = self._append_deal(buf, at, at + records.HEADER + 4)
        if code:
            return code
        self.slot[self.entries - 1] = slot
        self._settle()
        return E.OK

    def _fold_undo(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        if records.size(buf, at) != records.OVERHEAD + 4:
            return E.BAD_RECORD
        named = self.find(records.target(buf, at))
        if named < 0 or self.void[named]:
            return E.UNKNOWN_TARGET
        self._append(buf, at)
        entry = self.entries - 1
        self.slot[entry] = self.slot[named]
        self.ref[entry] = named
        self._settle()
        return E.OK

    def _fold_end(self, buf: "bytes | bytearray | memoryview", at: int) -> int:
        if records.size(buf, at) != records.OVERHEAD + 1:
            return E.BAD_RECORD
        if self.finished():
            return E.MATCH_OVER
        self._append(buf, at)
        self.slot[self.entries - 1] = _NONE
        self.ref[self.entries - 1] = buf[at + records.HEADER]
        self._settle()
        return E.OK

    def _append(self, buf: "bytes | bytearray | memoryview", at: int) -> None:
        """A new entry without numbers of a deal."""
        entry = self.entries
        if entry == len(self.kinds):
            self._make_room()
        self.kinds[entry] = records.kind(buf, at)
        self.seqs[entry] = records.seq(buf, at)
        self.void[entry] = 0
        self.ref[entry] = 0
        self.number[entry] = 0
        self._at[entry + 1] = self._at[entry]
        for side in range(D.MAX_SIDES):
            self.points[entry * D.MAX_SIDES + side] = 0
        self.entries = entry + 1

    def _make_room(self) -> None:
        """Room for more entries."""
        for column in (self.kinds, self.slot, self.ref, self.void, self.number, self._current):
            column.extend(bytes(_ENTRIES_STEP))
        self.seqs.extend(array("i", bytes(4 * _ENTRIES_STEP)))
        self.points.extend(array("i", bytes(4 * _ENTRIES_STEP * D.MAX_SIDES)))
        self._at.extend(array("h", bytes(2 * _ENTRIES_STEP)))

    def _append_deal(self, buf: "bytes | bytearray | memoryview", at: int, payload: int) -> int:
        """A new entry with the numbers at `buf[payload]`, once they are a possible deal."""
        c = self._cursor
        end = at + records.size(buf, at) - 4
        c.at(buf, payload, end)
        if not self.deal.take(c, self.sides) or c.pos != end:
            return E.BAD_RECORD
        if self.deal.lone and not self.rules.r[P.LONE]:
            return E.UNKNOWN_FIELD
        code = check.check_deal(self.rules, self.deal)
        if code:
            return code
        start = self._at[self.entries]
        if start + end - payload > _ARENA:
            return E.MATCH_FULL
        while start + end - payload > len(self._arena):
            self._arena.extend(bytes(_ARENA_STEP))
        for i in range(end - payload):
            self._arena[start + i] = buf[payload + i]
        self._append(buf, at)
        self._at[self.entries] = start + end - payload
        return E.OK

    def _count(self, entry: int) -> None:
        """Score an entry, whose numbers are in `self.deal`, as the next deal and add it to the
        totals.
        """
        score.score_deal(self.rules, self.deal, self.deals, self.lines)
        self.deals += 1
        self.number[entry] = self.deals
        for side in range(self.sides):
            points = self.lines[side * score.N_LINES + score.L_POINTS]
            self.points[entry * D.MAX_SIDES + side] = points
            self.totals[side] += points

    def _count_again(self, entry: int) -> None:
        """Add an entry that was scored before, as the same deal of the match, to the totals."""
        self.deals += 1
        for side in range(self.sides):
            self.totals[side] += self.points[entry * D.MAX_SIDES + side]

    def _judge(self) -> None:
        # `self.deal` holds the numbers of the last deal that counts.
        self.winners = rules.judge(self.rules, self.totals, self.deals, self.deal)
        if self.ended == records.END_FINISHED and not self.winners:
            self.winners = rules.leaders(self.totals, self.sides)

    def _settle(self) -> None:
        """Work everything out again from the entries.

        What is void, what counts, points, totals, the end.
        """
        for i in range(self.entries):
            self.void[i] = 0
        # An UNDO names an earlier entry, so going backwards every entry is settled before it is
        # used.
        for i in range(self.entries - 1, -1, -1):
            if self.kinds[i] == records.UNDO and not self.void[i]:
                self.void[self.ref[i]] = 1
        for i in range(self.slots):
            self._current[i] = _NONE
        self.ended = 0
        for i in range(self.entries):
            if self.void[i] or self.kinds[i] == records.UNDO:
                continue
            if self.kinds[i] == records.END:
                self.ended = self.ref[i]
            elif self.kinds[i] == records.DEAL or self._current[self.slot[i]] != _NONE:
                self._current[self.slot[i]] = i
        self.deals = 0
        for side in range(self.sides):
            self.totals[side] = self.before[side]
        last = _NONE
        for i in range(self.slots):
            entry = self._current[i]
            if entry == _NONE:
                continue
            last = entry
            # The score of a deal follows from its numbers and its place in the match.
            if self.number[entry] == self.deals + 1:
                self._count_again(entry)
            else:
                self.load(entry, self.deal)
                self._count(entry)
        if last != _NONE:
            self.load(last, self.deal)
        self._judge()
