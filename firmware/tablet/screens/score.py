"""The score that lies on the table, with what opens, and the end of a match."""

import hal
from canasta import params as P
from canasta import records
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.screens import Screen

_SLASH = 47
_PLUS = 43


class Score(Screen):
    """Totals, what each side needs to open, who deals, how far it is to the target.

    What does not fit, on a low display or beside the totals of more than two sides, stands on a
    second page, which down turns to.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._page = 0

    def enter(self) -> None:
        """One band for each side."""
        self._page = 0
        self.app.canvas.parts(self._shown())

    def _low(self) -> bool:
        """Whether the sides' names and needs find no room beside the totals on one page."""
        return self.app.canvas.height < 100

    def _shown(self) -> int:
        """Sides on a page."""
        sides = self.app.match.sides
        return min(sides, 4) if self._low() else sides

    def _turns(self) -> int:
        """Pages that show every side once."""
        return (self.app.match.sides + 3) // 4 if self._low() else 1

    def _pages(self) -> int:
        """The totals, then the way to the target where it does not stand beside them."""
        apart = self._low() or self.app.match.sides > 2
        return 2 * self._turns() if apart and self.app.match.rules.r[P.TARGET] else self._turns()

    def key(self, key: int, how: int) -> None:
        """ok enters a deal, down turns the page and then shows the next deal, up the history."""
        if how != keys.TAP:
            return
        if key == hal.OK:
            self.app.table.new_deal()
        elif key == hal.BACK and self._page:
            self._page = 0
            self.app.redraw()
        elif key == hal.BACK:
            self.app.go("menu")
        elif key == hal.UP:
            self.app.go("history")
        elif self._page + 1 < self._pages():
            self._page += 1
            self.app.redraw()
        else:
            self.app.go("next")

    def draw(self, c: C.Canvas, band: int) -> None:
        """The title or one side."""
        if band == 0:
            self._title(c)
            return
        match = self.app.match
        c.begin(band, C.PLAIN)
        turns = self._turns()
        side = self._page % turns * self._shown() + band - 1
        if side < match.sides:
            if self._page < turns:
                self._side(c, side)
            else:
                self._distance(c, side)

    def _title(self, c: C.Canvas) -> None:
        match = self.app.match
        c.begin(0, C.TITLE)
        y = c.top()
        x = c.text(c.left, y, self.app.text(M.DEAL), C.TITLE)
        x = c.count(x + c.char, y, match.deals + 1, C.TITLE)
        rounds = match.rules.r[P.ROUNDS]
        # A tie is played on beyond the last of them.
        if match.deals < rounds:
            c.letter(x, y, _SLASH, C.TITLE)
            x = c.count(x + c.char, y, rounds, C.TITLE)
        end = c.width - c.left
        flash = self.app.flashing()
        if flash:
            if x + (len(flash) + 1) * c.char > end:
                # A long message has the whole title.
                c.begin(0, C.TITLE)
            c.right(end, y, flash, C.TITLE)
            return
        if self.app.draft.open:
            self._half_entered(c, x, y)
            return
        label = self.app.text(M.DEALS)
        # The word is worth more than the end of a long name.
        width = 8
        while width > 5 and x + (self._dealer_size(width) + len(label) + 2) * c.char > end:
            width -= 1
        begin = end - self._dealer_size(width) * c.char
        self.app.table.draw_seat(c, begin, y, match.dealer(), width, C.TITLE)
        if begin - (len(label) + 2) * c.char >= x:
            c.right(begin - c.char, y, label, C.TITLE)

    def _half_entered(self, c: C.Canvas, end: int, y: int) -> None:
        """ok goes on with the deal, which has been played: who dealt it does not matter now."""
        text = self.app.text(M.RESUME_DEAL)
        x = c.width - c.left - (len(text) + 2) * c.char
        if x < end + c.char:
            # Long words have the whole title.
            c.begin(0, C.TITLE)
        c.letter(x, y, codepage.DOT, C.TITLE)
        c.text(x + 2 * c.char, y, text, C.TITLE)

    def _dealer_size(self, width: int) -> int:
        return self.app.table.seat_size(self.app.match.dealer(), width)

    def _distance(self, c: C.Canvas, side: int) -> None:
        """The second page: name and points to go."""
        match = self.app.match
        y = c.base() + (c.room() - c.line) // 2
        end = c.width - c.left
        target = match.rules.r[P.TARGET]
        x = c.number(end, y, max(0, target - match.totals[side]), C.STRONG)
        label = self.app.text(M.TO_GO)
        c.right(x - c.char, y, label, C.QUIET)
        x -= (len(label) + 1) * c.char
        c.clipped(c.left, y, self.app.table.names[side], x - c.char, C.PLAIN)

    def _side(self, c: C.Canvas, side: int) -> None:
        match = self.app.match
        name = self.app.table.names[side]
        total = match.totals[side]
        opening = match.opening(side)
        needs = match.opening_needs(side)
        word = b""
        if needs:
            word = self.app.text(M.CANASTA if needs == P.NEEDS_CANASTA else M.NATURAL)
        end = c.width - c.left
        if c.digit == 0:
            # One line for everything.
            y = c.base() + (c.room() - c.line) // 2
            x = self._needs(c, end, y, opening, word, C.QUIET)
            x = c.number(min(x - c.char, end - 5 * c.char), y, total, C.STRONG)
            c.clipped(c.left, y, name, x - c.char, C.PLAIN)
            return
        height = c.digit_line
        width = c.digit * digits_of(total)
        if c.room() >= height + c.line:
            # Name and opening minimum above the digits, the way to go beside them.
            y = c.base() + (c.room() - height - c.line) // 2
            label = self.app.text(M.OPENS)
            if not word:
                x = c.number(end, y, opening, C.PLAIN)
            else:
                x = self._needs(c, end, y, opening, word, C.PLAIN)
            before = x - (len(label) + 1) * c.char
            if not word or c.left + (len(name) + 1) * c.char <= before:
                c.right(x - c.char, y, label, C.QUIET)
                x = before
            c.clipped(c.left, y, name, x - c.char, C.PLAIN)
            c.total(end, y + c.line, total, C.STRONG)
            self._to_go(c, side, y + c.line, end - width)
            return
        y = c.base() + (c.room() - height) // 2
        c.total(end, y, total, C.STRONG)
        room = end - width - c.char
        if c.room() < 2 * c.line:
            y = c.base() + (c.room() - c.line) // 2
            x = self._needs(c, room, y, opening, word, C.QUIET)
            c.clipped(c.left, y, name, x - c.char, C.PLAIN)
            return
        y = c.base() + (c.room() - 2 * c.line) // 2
        if not word:
            x = c.text(c.left, y + c.line, self.app.text(M.OPENS), C.QUIET)
            c.count(x + c.char, y + c.line, opening, C.PLAIN)
        else:
            c.clipped(c.left, y + c.line, word, end - width, C.PLAIN)
            if opening:
                # No room for both in a line.
                room = self._needs(c, room, y, opening, b"", C.PLAIN) - c.char
        c.clipped(c.left, y, name, room, C.PLAIN)

    def _needs(self, c: C.Canvas, end: int, y: int, opening: int, word: bytes, style: int) -> int:
        """So many points or more open, with the word a meld of its kind. The x before it."""
        if word:
            c.right(end, y, word, style)
            end -= len(word) * c.char
            if not opening:
                return end
        c.letter(end - c.char, y, _PLUS, style)
        return c.number(end - c.char, y, opening, style)

    def _to_go(self, c: C.Canvas, side: int, y: int, end: int) -> None:
        match = self.app.match
        target = match.rules.r[P.TARGET]
        label = self.app.text(M.TO_GO)
        if not target or c.left + (len(label) + 1) * c.char > end:
            return
        c.text(c.left, y, label, C.QUIET)
        c.count(c.left, y + c.line, max(0, target - match.totals[side]), C.PLAIN)


class End(Screen):
    """Who has won; the match can be corrected, and played again."""

    def key(self, key: int, how: int) -> None:
        """ok sets up the same again, up and down show the history, back the menu."""
        if how != keys.TAP:
            return
        if key == hal.OK:
            self.app.go("setup")
        elif key == hal.BACK:
            self.app.go("menu")
        else:
            self.app.go("history")

    def draw(self, c: C.Canvas, band: int) -> None:
        """The winner as a title, the totals, the keys."""
        match = self.app.match
        last = c.bands - 1
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        end = c.width - c.left
        flash = self.app.flashing()
        if band == 0:
            self._winner(c, x, y)
        elif band == last and flash:
            c.text(x, y, flash, C.STRONG)
        elif band == last:
            x = self.sign(c, x, y, codepage.DOT, self.app.text(M.AGAIN), C.QUIET)
        elif band == last - 1 and match.sides < last - 1:
            c.letter(x, y, codepage.UP, C.QUIET)
            self.sign(c, x + c.char, y, codepage.DOWN, self.app.text(M.HISTORY), C.QUIET)
        else:
            # More sides than bands stand two in a row.
            columns = 1 if match.sides < last else 2
            for column in range(columns):
                side = (band - 1) * columns + column
                if side < match.sides:
                    left = c.left + column * c.width // 2
                    right = end if column == columns - 1 else c.width // 2 - c.char
                    self._side(c, side, left, right, y)

    def _side(self, c: C.Canvas, side: int, left: int, right: int, y: int) -> None:
        match = self.app.match
        style = C.PLAIN
        if match.winners >> side & 1:
            style = C.STRONG
            c.letter(left, y, codepage.CHECK, style)
        x = c.number(right, y, match.totals[side], style)
        c.clipped(left + 2 * c.char, y, self.app.table.names[side], x - c.char, style)

    def _winner(self, c: C.Canvas, x: int, y: int) -> None:
        match = self.app.match
        if match.ended and match.ended != records.END_FINISHED:
            c.text(x, y, self.app.text(M.ABANDONED), C.TITLE)
            return
        for side in range(match.sides):
            if match.winners == 1 << side:
                x = c.text(x, y, self.app.table.names[side], C.TITLE)
                c.text(x + c.char, y, self.app.text(M.WINS), C.TITLE)
                return
        c.text(x, y, self.app.text(M.TIE), C.TITLE)
