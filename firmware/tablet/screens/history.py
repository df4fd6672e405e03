"""The deals of the match, and what was changed in each; correcting and undoing."""

from canasta import deal as D
from canasta import records
from tablet import canvas as C
from tablet import messages as M
from tablet.codepage import CHECK, RIGHT
from tablet.screens import ListScreen, more_signs
from tablet.screens.notice import ask_undo

_UNSHOWN = (D.MODE, D.OPENED, D.REASON)
"""Fields of a deal that no row of the entry has."""

_NUMBER = 3
"""Characters of the column with a deal's number."""
_VERSION = -1

_STAR = 42
_DASH = 45


def _columns(c: C.Canvas, app: "App", entry: int, left: int, y: int, style: int) -> None:
    """Draw the points of every side of an entry, the last one ending at the right edge."""
    sides = app.match.sides
    room = (c.width - c.left - left) // sides
    # Six sides of four digits have no room for their signs.
    plus = room >= 6 * c.char
    for side in range(sides):
        x = c.width - c.left - (sides - 1 - side) * room
        c.number(x, y, app.table.points(entry, side), style, plus)


class History(ListScreen):
    """A row for each deal; ok shows what can be done with it."""

    coarse = 5
    signs = False
    empty = M.NO_DEALS_TEXT

    def count(self) -> int:
        """One row for each deal ever entered."""
        return self.app.match.slots

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        # The last deal is the one that is looked at most.
        self.at = max(0, self.count() - 1)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """Whose the columns are, with the signs for more above and below; or that there is nothing
        yet.
        """
        if not self.count():
            c.text(x, y, self.app.text(M.NO_DEALS), C.TITLE)
            return
        left = c.left + _NUMBER * c.char
        sides = self.app.match.sides
        room = (c.width - c.left - left) // sides
        for side in range(sides):
            end = c.width - c.left - (sides - 1 - side) * room
            c.right_clipped(end, y, self.app.table.names[side], end - room + c.char, C.TITLE)
        more_signs(c, left - c.char, self._first > 0, self._first + self._shown() < self.count())

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Number, points, a star when it was corrected; or that it was undone."""
        match = self.app.match
        entry = match.current(i)
        if entry < 0:
            c.letter(x, y, _DASH, style)
            c.right(c.width - c.left, y, self.app.text(M.UNDONE), style)
            return
        x = c.count(x, y, match.number[entry], style)
        if match.kinds[entry] == records.CORRECT:
            c.letter(x, y, _STAR, style)
        _columns(c, self.app, entry, c.left + _NUMBER * c.char, y, style)

    def chosen(self, i: int) -> None:
        """Look at one deal."""
        self.app.screen("deal").choose(i)
        self.app.go("deal")

    def back(self) -> None:
        """Back to the match."""
        self.app.home()


class DealView(ListScreen):
    """One deal: what can be done with it, and below that every version it had, each with what it
    changed.
    """

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._slot = 0
        self._actions: list[int] = []
        self._versions: list[int] = []
        # Below the actions: an entry and _VERSION, or side, label, value before and after.
        self._lines: "list[tuple[int, int, int, int]]" = []

    def choose(self, slot: int) -> None:
        """Show this deal."""
        self._slot = slot
        self.at = 0

    def enter(self) -> None:
        """Find its versions, and what its state allows."""
        match = self.app.match
        current = match.current(self._slot)
        self._versions.clear()
        for i in range(match.entries):
            if match.slot[i] == self._slot and match.kinds[i] in (records.DEAL, records.CORRECT):
                self._versions.append(i)
        self._actions.clear()
        if not match.room():
            pass
        elif current < 0:
            self._actions.append(M.REDO_DEAL)
        else:
            self._actions.append(M.CORRECT)
            if match.kinds[current] == records.CORRECT:
                self._actions.append(M.UNDO_CORRECTION)
            else:
                self._actions.append(M.UNDO_DEAL)
        self._list_lines()
        ListScreen.enter(self)

    def _list_lines(self) -> None:
        """The versions, the one that counts first, each with what it changed."""
        self._lines.clear()
        for i in range(len(self._versions) - 1, -1, -1):
            entry = self._versions[i]
            self._lines.append((entry, _VERSION, 0, 0))
            if i:
                self._compare(self._versions[i - 1], entry)

    def _compare(self, before: int, entry: int) -> None:
        from tablet.fields import label

        match = self.app.match
        old = D.Deal()
        match.load(before, old)
        match.load(entry, match.deal)
        if old.lone != match.deal.lone:
            self._lines.append((-1, M.LONE, old.lone, match.deal.lone))
        for side in range(match.sides):
            for field in range(D.N_FIELDS):
                was = old.get(side, field)
                now = match.deal.get(side, field)
                if was != now and field not in _UNSHOWN:
                    self._lines.append((side, label(field), was, now))

    def count(self) -> int:
        """Actions, then versions."""
        return len(self._actions) + len(self._lines)

    def choices(self) -> int:
        """Only the actions can be chosen."""
        return len(self._actions)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """Which deal it is."""
        match = self.app.match
        current = match.current(self._slot)
        x = c.text(x, y, self.app.text(M.DEAL), C.TITLE) + c.char
        if current < 0:
            c.text(x, y, self.app.text(M.UNDONE), C.TITLE)
            return
        x = c.count(x, y, match.number[current], C.TITLE) + c.char
        if match.kinds[current] == records.CORRECT:
            c.text(x, y, self.app.text(M.CORRECTED), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """An action, or a version: a check mark for the one that counts, `was` for the others."""
        if i < len(self._actions):
            c.text(x, y, self.app.text(self._actions[i]), style)
            return
        line = self._lines[i - len(self._actions)]
        if line[1] != _VERSION:
            self._change(c, line, x, y)
            return
        entry = line[0]
        if entry == self.app.match.current(self._slot):
            style = C.STRONG
            c.letter(x, y, CHECK, style)
            x += c.char
        else:
            style = C.QUIET
            x = c.text(x, y, self.app.text(M.WAS), style)
        _columns(c, self.app, entry, x, y, style)

    def _change(self, c: C.Canvas, line: "tuple[int, int, int, int]", x: int, y: int) -> None:
        """Whose number it was, which one, and its value before and after."""
        side, text, was, now = line
        end = c.number(c.width - c.left, y, now, C.PLAIN) - c.char
        c.letter(end, y, RIGHT, C.QUIET)
        end = c.number(end, y, was, C.QUIET)
        label = self.app.text(text)
        start = end - (len(label) + 1) * c.char
        c.text(start, y, label, C.QUIET)
        if side >= 0:
            c.clipped(x + c.char, y, self.app.table.names[side], start - c.char, C.QUIET)

    def chosen(self, i: int) -> None:
        """Correct goes through the entry, the others are asked about once."""
        action = self._actions[i]
        if action == M.CORRECT:
            self.app.table.correct(self._slot)
        else:
            current = self.app.match.current(self._slot)
            entry = self._versions[-1] if current < 0 else current
            ask_undo(self.app, action, entry, self._undo, "deal")

    def _undo(self) -> None:
        match = self.app.match
        current = match.current(self._slot)
        self.app.table.undo(current if current >= 0 else self._undoing())

    def _undoing(self) -> int:
        """The entry that made the deal void."""
        match = self.app.match
        for i in range(match.entries - 1, -1, -1):
            if (
                match.kinds[i] == records.UNDO
                and not match.void[i]
                and match.ref[i] == self._versions[0]
            ):
                return i
        return self._versions[0]

    def back(self) -> None:
        """Back to the list."""
        self.app.go("history")
