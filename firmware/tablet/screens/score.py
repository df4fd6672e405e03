"""The score that lies on the table, and the end of a match."""

import hal
from tablet import canvas as C
from tablet import keys
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.codepage import CHECK
from tablet.screens import Screen

_BIG = 2
"""So many sides have room for the big digits."""
_SHORT = 12
"""A message of so many characters fits beside the number of the deal."""


class Score(Screen):
    """Totals, what each side needs to open, who deals, which deal comes next."""

    def enter(self):
        """One band for each side."""
        self.app.canvas.parts(self.app.match.sides)

    def key(self, key, how):
        """ok enters a deal, up and down show the history, back the menu."""
        if how != keys.TAP:
            return
        if key == hal.OK:
            self.app.new_deal()
        elif key == hal.BACK:
            self.app.go("menu")
        else:
            self.app.go("history")

    def draw(self, c, band):
        """The title or one side."""
        if band == 0:
            self._title(c)
        else:
            self._side(c, band)

    def _title(self, c):
        match = self.app.match
        c.begin(0, C.TITLE)
        y = c.top()
        if self.app.flashing() and len(self.app.flashing()) > _SHORT:
            c.text(c.left, y, self.app.flashing(), C.TITLE)
            return
        x = c.text(c.left, y, self.app.text(M.DEAL), C.TITLE)
        c.count(x + c.char, y, match.deals + 1, C.TITLE)
        end = c.width - c.left
        if self.app.flashing():
            c.right(end, y, self.app.flashing(), C.TITLE)
            return
        x = self.app.draw_seat(c, end, y, match.dealer(), self.app.names, C.TITLE)
        c.right(x - c.char, y, self.app.text(M.DEALS), C.TITLE)

    def _side(self, c, band):
        side = band - 1
        match = self.app.match
        c.begin(band, C.PLAIN)
        name = self.app.names[side]
        end = c.width - c.left
        opening = match.opening(side)
        if match.sides > _BIG:
            c.text(c.left, c.base(), name, C.PLAIN)
            c.number(end - 5 * c.char, c.base(), match.totals[side], C.STRONG)
            c.number(end, c.base(), opening, C.QUIET)
            return
        digits = c.digit * digits_of(match.totals[side])
        y = c.base() + (c.room() - c.digit_line - c.line) // 2
        if y >= c.base():
            # Name and opening minimum above the digits.
            c.text(c.left, y, name, C.PLAIN)
            x = c.number(end, y, opening, C.PLAIN)
            c.right(x - c.char, y, self.app.text(M.OPENS), C.QUIET)
            c.total(end, y + c.line, match.totals[side], C.STRONG)
            return
        # Beside the digits, on a low display.
        y = c.base() + (c.room() - c.digit_line) // 2
        c.total(end, y, match.totals[side], C.STRONG)
        c.clipped(c.left, y, name, end - digits - c.char, C.PLAIN)
        x = c.text(c.left, y + c.line, self.app.text(M.OPENS), C.QUIET)
        c.count(x + c.char, y + c.line, opening, C.PLAIN)


class End(Screen):
    """Who has won; the match can be corrected, and played again."""

    def key(self, key, how):
        """ok sets up the same again, up and down show the history, back the menu."""
        if how != keys.TAP:
            return
        if key == hal.OK:
            self.app.go("setup")
        elif key == hal.BACK:
            self.app.go("menu")
        else:
            self.app.go("history")

    def draw(self, c, band):
        """The winner as a title, the totals, the keys."""
        match = self.app.match
        last = c.bands - 1
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        end = c.width - c.left
        if band == 0:
            self._winner(c, x, y)
        elif band <= match.sides and band < last - 1:
            won = match.winners >> (band - 1) & 1
            style = C.STRONG if won else C.PLAIN
            if won:
                c.letter(x, y, CHECK, style)
            c.text(x + 2 * c.char, y, self.app.names[band - 1], style)
            c.number(end, y, match.totals[band - 1], style)
        elif band == last - 1:
            c.text(x, y, self.app.text(M.SAME_AGAIN), C.QUIET)
        elif band == last and self.app.flashing():
            c.text(x, y, self.app.flashing(), C.STRONG)
        elif band == last:
            c.text(x, y, self.app.text(M.TO_HISTORY), C.QUIET)

    def _winner(self, c, x, y):
        match = self.app.match
        if match.ended:
            c.text(x, y, self.app.text(M.ABANDONED), C.TITLE)
            return
        for side in range(match.sides):
            if match.winners == 1 << side:
                x = c.text(x, y, self.app.names[side], C.TITLE)
                c.text(x + c.char, y, self.app.text(M.WINS), C.TITLE)
                return
        c.text(x, y, self.app.text(M.TIE), C.TITLE)
