"""The deals of the match, and what was changed in each; correcting and undoing."""

from canasta import records
from tablet import canvas as C
from tablet import messages as M
from tablet.codepage import CHECK
from tablet.screens import ListScreen


def _columns(c, app, entry, y, style):
    """Draw the points of every side of an entry, the last one ending at the right edge."""
    match = app.match
    width = (c.cols - 4) // match.sides
    for side in range(match.sides):
        x = c.width - c.left - (match.sides - 1 - side) * width * c.char
        c.number(x, y, app.points(entry, side), style, True)


class History(ListScreen):
    """A row for each deal; ok shows what can be done with it."""

    def count(self):
        """One row for each deal ever entered."""
        return self.app.match.slots

    def newest(self):
        """Choose the last deal."""
        self.at = max(0, self.count() - 1)

    def title(self, c, x, y):
        """What this is, or that there is nothing yet."""
        if self.count() == 0:
            c.text(x, y, self.app.text(M.NO_DEALS), C.TITLE)
        else:
            c.text(x, y, self.app.text(M.HISTORY), C.TITLE)

    def row(self, c, i, x, y, style):
        """Number, points, a star when it was corrected; or that it was undone."""
        match = self.app.match
        entry = match.current(i)
        if entry < 0:
            c.letter(x, y, 45, style)
            c.right(c.width - c.left, y, self.app.text(M.UNDONE), style)
            return
        x = c.count(x, y, match.number[entry], style)
        if match.kinds[entry] == records.CORRECT:
            c.letter(x, y, 42, style)
        _columns(c, self.app, entry, y, style)

    def chosen(self, i):
        """Look at one deal."""
        self.app.screens["deal"].choose(i)
        self.app.go("deal")

    def leave(self):
        """Back to the match."""
        self.app.home()


class DealView(ListScreen):
    """One deal: what can be done with it, and below that every version it had."""

    def __init__(self, app):
        ListScreen.__init__(self, app)
        self._slot = 0
        self._actions = []
        self._versions = []

    def choose(self, slot):
        """Show this deal."""
        self._slot = slot
        self.at = 0

    def enter(self):
        """Find its versions, and what its state allows."""
        match = self.app.match
        current = match.current(self._slot)
        self._versions.clear()
        for i in range(match.entries):
            if match.slot[i] == self._slot and match.kinds[i] in (records.DEAL, records.CORRECT):
                self._versions.append(i)
        self._actions.clear()
        if current < 0:
            self._actions.append(M.REDO_DEAL)
        else:
            self._actions.append(M.CORRECT)
            if match.kinds[current] == records.CORRECT:
                self._actions.append(M.UNDO_CORRECTION)
            else:
                self._actions.append(M.UNDO_DEAL)
        ListScreen.enter(self)

    def count(self):
        """Actions, then versions."""
        return len(self._actions) + len(self._versions)

    def choices(self):
        """Only the actions can be chosen."""
        return len(self._actions)

    def title(self, c, x, y):
        """Which deal it is, or the short message that is to be seen."""
        if self.app.flashing():
            c.text(x, y, self.app.flashing(), C.TITLE)
            return
        match = self.app.match
        current = match.current(self._slot)
        x = c.text(x, y, self.app.text(M.DEAL), C.TITLE)
        if current < 0:
            c.text(x + c.char, y, self.app.text(M.UNDONE), C.TITLE)
            return
        x = c.count(x + c.char, y, match.number[current], C.TITLE)
        if match.kinds[current] == records.CORRECT:
            c.text(x + c.char, y, self.app.text(M.DEAL_CORRECTED), C.TITLE)

    def row(self, c, i, x, y, style):
        """An action, or a version: a check mark for the one that counts, `was` for the others."""
        if i < len(self._actions):
            c.text(x, y, self.app.text(self._actions[i]), style)
            return
        entry = self._versions[i - len(self._actions)]
        if entry == self.app.match.current(self._slot):
            c.letter(x, y, CHECK, style)
            style = C.STRONG
        else:
            c.text(x, y, self.app.text(M.WAS), C.QUIET)
            style = C.QUIET
        _columns(c, self.app, entry, y, style)

    def chosen(self, i):
        """Correct goes through the entry, the others are asked about once."""
        action = self._actions[i]
        if action == M.CORRECT:
            self.app.correct(self._slot)
        else:
            self.app.ask(action, M.UNDO_KEY, self._undo, "deal")

    def _undo(self):
        match = self.app.match
        current = match.current(self._slot)
        self.app.undo(current if current >= 0 else self._undoing())

    def _undoing(self):
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

    def leave(self):
        """Back to the list."""
        self.app.go("history")
