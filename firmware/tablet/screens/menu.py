"""The menu: what can be done with this match, and a new one."""

from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen


class Menu(ListScreen):
    """Resume or abandon the open match, look at its history, or set up a new one."""

    def __init__(self, app):
        ListScreen.__init__(self, app)
        self._items = bytearray(4)
        self._count = 0

    def enter(self):
        """Offer what the state of the match allows."""
        match = self.app.match
        self._count = 0
        if match.start and not match.finished():
            self._offer(M.RESUME)
        self._offer(M.NEW_MATCH)
        if match.start:
            self._offer(M.HISTORY)
            if not match.finished():
                self._offer(M.ABANDON)
        self.at = 0
        ListScreen.enter(self)

    def _offer(self, item):
        self._items[self._count] = item
        self._count += 1

    def count(self):
        """Number of offers."""
        return self._count

    def title(self, c, x, y):
        """The tablet's name."""
        c.text(x, y, self.app.name, C.TITLE)

    def row(self, c, i, x, y, style):
        """One offer."""
        c.text(x, y, self.app.text(self._items[i]), style)

    def chosen(self, i):
        """Go where the offer says."""
        item = self._items[i]
        if item == M.RESUME:
            self.app.go("score")
        elif item == M.NEW_MATCH:
            self.app.go("setup")
        elif item == M.HISTORY:
            self.app.go("history")
        else:
            self.app.ask(M.ABANDON_ASK, M.ABANDON_KEY, self.app.abandon, "menu")

    def leave(self):
        """Back to the match, if there is one."""
        if self.app.match.start:
            self.app.home()
