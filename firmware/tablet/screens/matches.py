"""The matches in the log."""

import hal
from canasta import errors as E
from canasta.match import Match
from tablet import canvas as C
from tablet import codepage, keys, log
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.screens import ListScreen, more_signs

_FILES = 3
"""Of the log, that are read before the screen is shown; others are read with it."""
_REST_MS = 300
_RECORDS = 8
"""Of a match, that are folded between two looks at the keys."""
_PAGE_MS = 250
"""Between the pages that a held key turns."""
_COLON = 58


class Matches(ListScreen):
    """The matches of the log, the newest first, a page at a time; ok opens one.

    Of the chosen one the title has the totals and the lowest line the deals, once nobody has
    pressed a key for a moment: it is folded then.
    """

    footer = True
    signs = False

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._starts: list[int] = []
        """Of the page's matches and one more, if there is one."""
        self._texts: list[bytes] = []
        self._pages = [log.HIGHEST]
        """For the pages up to this one, before which record their matches begin."""
        self._before = 0
        """Where the page goes on; 0: it is complete."""
        self._rested = 0
        self._match: "Match | None" = None
        self._seq = 0
        """Where the folding of the chosen match goes on, 0 at its beginning; when it is done, a
        code below 1.
        """
        self._known = False

    def enter(self) -> None:
        """Look the newest ones up."""
        ListScreen.enter(self)
        self._turn()

    def _turn(self) -> None:
        """Begin the last one of `_pages`."""
        self._forget()
        self._starts.clear()
        self._texts.clear()
        self._before = self._pages[-1]
        files = 0
        while self._before and (files < _FILES or not self._starts):
            self._more()
            files += 1

    def _more(self) -> None:
        most = self._shown() + 1
        self._before = self.app.table.list_matches(self._before, most, self._starts, self._texts)
        self.empty = 0 if self._starts else M.NO_MATCHES_TEXT

    def count(self) -> int:
        """A row for each match of the page."""
        return min(len(self._starts), self._shown())

    def _older(self) -> bool:
        return len(self._starts) > self._shown()

    def key(self, key: int, how: int) -> None:
        """A held key turns pages."""
        self._rested = 0
        if how != keys.REPEAT or not key & (hal.UP | hal.DOWN):
            ListScreen.key(self, key, how)
        elif self._stepped >= _PAGE_MS:
            self._stepped = 0
            self.move(-self.at - 1 if key == hal.UP else self.count() - self.at)

    def move(self, step: int) -> None:
        """Choose a row further up or down; the next page is behind the last row."""
        at = self.at + step
        if at < 0 and len(self._pages) > 1:
            self._pages.pop()
            self._turn()
            self.at = self.count() - 1
        elif at >= self.count() and self._older():
            self._pages.append(self._starts[self.count() - 1])
            self._turn()
            self.at = 0
        else:
            at = max(0, min(at, self.count() - 1))
            if at == self.at:
                return
            ListScreen.move(self, at - self.at)
            self._forget()
            self.app.redraw_band(0)
            return
        self.app.redraw()

    def _forget(self) -> None:
        """Another one is chosen."""
        self._known = False
        self._seq = 0

    def tick(self) -> None:
        """Complete the page, then look into the chosen match."""
        ListScreen.tick(self)
        try:
            if self._before:
                self._more()
                self.app.redraw()
            elif self._rested < _REST_MS:
                self._rested += self.app.passed
            elif not self._known and self._starts:
                self._look()
        except OSError:
            self.app.flash_failed()

    def _look(self) -> None:
        start = self._starts[self.at]
        if self._match is None:
            self._match = Match()
        self._seq = self.app.table.look_into(start, self._seq or start, self._match, _RECORDS)
        if self._seq <= 0:
            self._known = True
            self.app.redraw_band(0)
            self.app.redraw_band(self.app.canvas.bands - 1)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is, or the chosen match's totals, check marks before the winners'."""
        m = self._match
        if not self._starts:
            c.text(x, y, self.app.text(M.NO_MATCHES), C.TITLE)
        elif not self._known or m is None:
            c.text(x, y, self.app.text(M.MATCHES), C.TITLE)
        elif self._seq != -E.OK:
            newer = self._seq == -E.NEWER_FORMAT
            c.text(x, y, self.app.text(M.NEWER if newer else M.DAMAGED), C.TITLE)
        else:
            self._totals(c, m, x, y, c.width - c.left - 3 * c.char)
        more_signs(c, c.width - c.left, len(self._pages) > 1, self._older())

    def _totals(self, c: C.Canvas, m: Match, x: int, y: int, end: int) -> None:
        """As many as there is room for, then a sign that there are more."""
        for side in range(m.sides):
            total = m.totals[side]
            size = digits_of(total) + (side > 0) + (m.winners >> side & 1)
            rest = c.char if side + 1 < m.sides else 0
            if x + size * c.char + rest > end:
                c.letter(x, y, codepage.ELLIPSIS, C.TITLE)
                return
            if side:
                c.letter(x, y, _COLON, C.TITLE)
                x += c.char
            if m.winners >> side & 1:
                c.letter(x, y, codepage.CHECK, C.TITLE)
                x += c.char
            x = c.count(x, y, total, C.TITLE)

    def foot(self, c: C.Canvas, x: int, y: int) -> None:
        """How many deals the chosen match has, and whether it was broken off for good."""
        m = self._match
        if not self._known or m is None or self._seq != -E.OK:
            return
        over = m.finished() and not m.winners
        x = c.text(x, y, self.app.text(M.ABANDONED if over else M.ROUNDS), C.PLAIN)
        end = c.width - c.left
        if x + (1 + digits_of(m.deals)) * c.char <= end:
            c.number(end, y, m.deals, C.PLAIN)

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
