"""The menu: what can be done with this match, and everything beside it."""

from canasta import records
from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen

# Rows that only lead to another screen.
_PLACES = {
    M.RESUME: "score",
    M.NEW_MATCH: "setup",
    M.HISTORY: "history",
    M.MATCHES: "matches",
    M.HELP: "help",
    M.SETTINGS: "settings",
    M.ABOUT: "about",
}


class Menu(ListScreen):
    """Resume, undo the last record, look things up, set up a new match."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._items: list[int] = []
        self._last = b""

    def enter(self) -> None:
        """Offer what the state of the match allows."""
        match = self.app.match
        self._items.clear()
        if match.start and not match.finished():
            self._items.append(M.RESUME_DEAL if self.app.drafting() else M.RESUME)
        if match.start and match.entries and match.room():
            last = match.kinds[match.entries - 1]
            self._items.append(M.REDO_DEAL if last == records.UNDO else M.UNDO_LAST)
            self._last = self._last_record()
        self._items.append(M.NEW_MATCH)
        if match.start:
            self._items.append(M.HISTORY)
        self._items.append(M.MATCHES)
        self._items.append(M.HELP)
        self._items.append(M.SETTINGS)
        self._items.append(M.ABOUT)
        if match.start and not match.finished():
            self._items.append(M.ABANDON)
        self.at = 0
        ListScreen.enter(self)

    def move(self, step: int) -> None:
        """What the chosen offer leads to is loaded once the keys rest."""
        ListScreen.move(self, step)
        if self._items[self.at] in _PLACES:
            self.app.ahead(_PLACES[self._items[self.at]])

    def count(self) -> int:
        """Number of offers."""
        return len(self._items)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The tablet's name."""
        c.text(x, y, self.app.name, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One offer."""
        x = c.text(x, y, self.app.text(self._items[i]), style)
        if self._items[i] == M.UNDO_LAST:
            c.clipped(x + c.char, y, self._last, c.width - c.left, style)

    def _last_record(self) -> bytes:
        """What the last record of the match was."""
        match = self.app.match
        entry = match.entries - 1
        kind = match.kinds[entry]
        if kind == records.DEAL:
            return self.app.text(M.DEAL)
        if kind == records.CORRECT:
            return self.app.text(M.CHANGE)
        return b""

    def chosen(self, i: int) -> None:
        """Go where the offer says."""
        item = self._items[i]
        if item == M.RESUME_DEAL:
            self.app.go("entry")
        elif item == M.UNDO_LAST or item == M.REDO_DEAL:
            question = self.app.text(item) + b" " + self._last
            self.app.ask(question.strip() + b"?", self._undo, "menu")
        elif item == M.ABANDON:
            self.app.ask(self.app.text(M.ABANDON_ASK), self.app.abandon, "menu")
        else:
            self.app.go(_PLACES[item])

    def _undo(self) -> None:
        self.app.undo(self.app.match.entries - 1)

    def back(self) -> None:
        """Back to the match, if there is one."""
        if self.app.match.start:
            self.app.home()
