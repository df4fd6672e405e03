"""The matches in the log."""

from tablet import canvas as C
from tablet import codepage
from tablet import messages as M
from tablet.screens import ListScreen


class Matches(ListScreen):
    """The newest matches of the log; ok opens one."""

    empty = M.NO_MATCHES_TEXT

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._starts: list[int] = []
        self._texts: list[bytes] = []

    def enter(self) -> None:
        """Look them up, the newest first."""
        self.app.table.list_matches(self._starts, self._texts)
        ListScreen.enter(self)

    def count(self) -> int:
        """A row for each match."""
        return len(self._starts)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is."""
        c.text(x, y, self.app.text(M.MATCHES if self._starts else M.NO_MATCHES), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """The sides; a check mark for the one on the table."""
        if self._starts[i] == self.app.match.start:
            c.letter(x, y, codepage.CHECK, style)
        c.clipped(x + 2 * c.char, y, self._texts[i], c.width - c.left, style)

    def chosen(self, i: int) -> None:
        """Put it on the table."""
        self.app.table.open_match(self._starts[i])

    def back(self) -> None:
        """Back to the menu."""
        self.app.go("menu")
