"""The menu: what can be done with this match, and everything beside it."""

from canasta import records
from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen
from tablet.screens.notice import ask_undo

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

# What undoes a record, by its kind.
_UNDOES = {
    records.DEAL: M.UNDO_DEAL,
    records.CORRECT: M.UNDO_CORRECTION,
    records.UNDO: M.REDO_DEAL,
    records.END: M.REOPEN,
}

# What ends a match, and the question before it.
_ENDS = {M.FINISH: M.FINISH_ASK, M.ABANDON: M.ABANDON_ASK}


class Menu(ListScreen):
    """Resume, undo the last record, look things up, set up a new match."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._items: list[int] = []

    def enter(self) -> None:
        """Offer what the state of the match allows."""
        match = self.app.match
        self._items.clear()
        if match.start and not match.finished():
            self._items.append(M.RESUME_DEAL if self.app.table.drafting() else M.RESUME)
        if match.finished():
            self._items.append(M.NEW_MATCH)
        if match.start and match.entries and match.room():
            item = self._undo_item()
            if item:
                self._items.append(item)
        if not match.finished():
            self._items.append(M.NEW_MATCH)
        if match.start:
            self._items.append(M.HISTORY)
        self._items.append(M.MATCHES)
        self._items.append(M.HELP)
        self._items.append(M.SETTINGS)
        self._items.append(M.ABOUT)
        if match.start and not match.finished():
            if match.deals:
                self._items.append(M.FINISH)
            self._items.append(M.ABANDON)
        self.at = 0
        ListScreen.enter(self)

    def move(self, step: int) -> None:
        """What the chosen offer leads to is loaded once the keys rest."""
        ListScreen.move(self, step)
        if self._items[self.at] in _PLACES:
            self.app.ahead(_PLACES[self._items[self.at]])

    def _undo_item(self) -> int:
        """What undoes the last record, 0 where another offer does."""
        match = self.app.match
        entry = match.entries - 1
        if match.kinds[entry] == records.UNDO and match.kinds[match.ref[entry]] == records.END:
            return 0
        return _UNDOES[match.kinds[entry]]

    def count(self) -> int:
        """Number of offers."""
        return len(self._items)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The tablet's name."""
        c.text(x, y, self.app.name, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One offer."""
        c.text(x, y, self.app.text(self._items[i]), style)

    def chosen(self, i: int) -> None:
        """Go where the offer says."""
        item = self._items[i]
        if item == M.RESUME_DEAL:
            self.app.table.new_deal()
        elif item in _UNDOES.values():
            self._ask_undo(item)
        elif item in _ENDS:
            app = self.app
            end = app.table.finish if item == M.FINISH else app.table.abandon
            app.ask(app.text(item), app.text(_ENDS[item]), end, "menu")
        else:
            self.app.go(_PLACES[item])

    def _ask_undo(self, item: int) -> None:
        """Show what the last record is about, and ask."""
        app = self.app
        match = app.match
        entry = match.entries - 1
        if match.kinds[entry] == records.END:
            ended = M.ABANDONED if match.ended == records.END_ABANDONED else M.FINISH
            app.ask(app.text(ended), app.text(item), self._undo, "menu")
            return
        while match.kinds[entry] == records.UNDO:
            entry = match.ref[entry]
        ask_undo(app, item, entry, self._undo, "menu")

    def _undo(self) -> None:
        self.app.table.undo(self.app.match.entries - 1)

    def back(self) -> None:
        """Back to the match, if there is one."""
        if self.app.match.start:
            self.app.home()
