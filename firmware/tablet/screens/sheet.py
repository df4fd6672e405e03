"""A side's fields as they are entered, with the score's working beside them."""

from array import array

from canasta import check
from canasta import deal as D
from canasta import params as P
from tablet import canvas as C
from tablet import codepage
from tablet import draft as W
from tablet import fields as F
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.screens import ListScreen


def draw_side(app: "App", c: C.Canvas, x: int, y: int, side: int, end: int, style: int) -> None:
    """Draw the name of a side of the draft before x `end`; a partner's with the other one's, `B&C`,
    of which a letter has room behind a long name.
    """
    name = app.table.names[side]
    other = F.partner(app.match, app.draft, side)
    if other >= 0:
        start = x
        x = min(x + len(name) * c.char, end - 2 * c.char)
        c.clipped(start, y, name, x, style)
        c.letter(x, y, codepage.AND, style)
        x += c.char
        name = app.table.names[other]
    c.clipped(x, y, name, end, style)


class Sheet(ListScreen):
    """A row for each field of the draft's side: label, value, points.

    The first row says how the side counts: the sum of its cards, the number of cards of each worth,
    or its net result alone.
    """

    footer = True
    signs = False

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._rows = bytearray(48)
        self._drawn = array("i", bytes(4 * C.MAX_BANDS))
        """The points that each band shows."""
        self._count = 0
        self._rare = False
        self._was = 0
        self._specials: list[bytes] = []

    # The rows

    def _begin_side(self, side: int, at: int) -> None:
        self.app.draft.side = side
        self._list_rows()
        self.at = at
        self._first = 0

    def _list_rows(self) -> None:
        """The rows of this side: by its way of counting, and only what the rules know."""
        self._count = 0
        draft = self.app.draft
        rules = self.app.match.rules
        side = draft.side
        if self._rare:
            self._add_known(F.RARE)
            for i in range(D.INCOMPLETE, D.N_FIELDS):
                if check.knows(rules, i):
                    self._add(i)
            self._add(D.ADJUST)
            return
        self._add(F.WAY)
        if rules.r[P.LONE] and side == 0:
            self._add(F.LONE)
        way = draft.ways[side]
        if way == W.BY_NET:
            self._add(D.NET)
            self._add_out(side)
            return
        for kind in rules.kinds:
            self._add(D.KIND + kind)
        self._add_out(side)
        self._add_known(F.AFTER)
        held = not self._holds_nothing(side)
        if way == W.BY_CARDS:
            for i in range(W.PILES if held else W.PILES // 2):
                self._add(F.PILE + i)
        else:
            self._add(D.MELDED)
            if held:
                self._add(D.IN_HAND)
        self._add_known(F.LAST)

    def _holds_nothing(self, side: int) -> bool:
        """Whether the side is one player, who went out and so has no card left. An old deal that
        says otherwise shows it.
        """
        deal = self.app.draft.deal
        alone = self.app.match.rules.r[P.SEATS] == 1
        return bool(alone and deal.get(side, D.OUT) and not deal.get(side, D.IN_HAND))

    def _add(self, row: int) -> None:
        self._rows[self._count] = row
        self._count += 1

    def _add_known(self, fields: bytes) -> None:
        for field in fields:
            if check.knows(self.app.match.rules, field):
                self._add(field)

    def _add_out(self, side: int) -> None:
        """Only one side goes out, so the row stands until another side has it."""
        for other in range(self.app.match.sides):
            if other != side and self.app.draft.deal.get(other, D.OUT):
                return
        self._add(D.OUT)

    def count(self) -> int:
        """A row for each field."""
        return self._count

    def _arrive(self) -> None:
        """The chosen row is a new one: what it holds now is what back brings again."""
        if self._count:
            self._was = F.value(self.app.draft, self._rows[self.at])

    # What is seen

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The side, its points in this deal, and its total with them."""
        draft = self.app.draft
        side = draft.side
        end = c.width - c.left
        x = c.number(end, y, draft.total(self.app.match, side), C.TITLE) - 2 * c.char
        c.letter(x, y, codepage.RIGHT, C.TITLE)
        x = c.number(x - c.char, y, draft.points(side), C.TITLE, True)
        draw_side(self.app, c, c.left, y, side, x - c.char, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Label, value, points of one row."""
        row = self._rows[i]
        draft = self.app.draft
        middle = x + 15 * c.char
        points = F.points(draft, row)
        self._drawn[1 + i - self._first] = points
        if row == D.SPECIAL and F.value(self.app.draft, row):
            # The hand's name needs the whole row; its points are in the title.
            c.text(x, y, self._specials[F.value(self.app.draft, row) - 1], style)
            return
        end = c.text(x, y, self.app.text(F.label(row)), style)
        if row == F.WAY:
            c.right(middle, y, self.app.text(F.WAY_TEXTS[draft.ways[draft.side]]), style)
        elif row == F.LONE:
            if draft.deal.lone:
                name = self.app.table.names[draft.deal.lone - 1]
                c.right_clipped(c.width - c.left, y, name, end + c.char, style)
            else:
                c.right(middle, y, self.app.text(M.NO), style)
        elif row == D.OUT:
            c.right(middle, y, self.app.text(F.OUT_TEXTS[F.value(self.app.draft, row)]), style)
        elif row >= F.PILE:
            c.count(end + c.char, y, F.worth(row), style)
            c.number(middle, y, F.value(self.app.draft, row), style)
        else:
            c.number(middle, y, F.value(self.app.draft, row), style)
        if points:
            end = c.number(c.width - c.left, y, points, style, True)
            if F.of_pair(self.app.match, draft, row):
                c.letter(end - c.char, y, codepage.AND, style)

    def draw(self, c: C.Canvas, band: int) -> None:
        """What is wrong covers the lowest bands as long as it is said, or the highest where the
        row that it is about stands below.
        """
        flash = self.app.flashing()
        if flash and self._covers(flash, band):
            c.begin(band, C.PLAIN)
            c.wrapped(c.left, c.top(), flash, band - self._top_of(flash), C.STRONG)
        else:
            ListScreen.draw(self, c, band)

    def end_flash(self) -> None:
        """Only what it covered: the press that ended it has bands of its own to draw."""
        flash = self.app.flashing()
        for band in range(self.app.canvas.bands):
            if flash and self._covers(flash, band):
                self.app.redraw_band(band)

    def _top_of(self, flash: bytes) -> int:
        """The first band that a short message covers."""
        c = self.app.canvas
        top = c.bands - c.lines(flash)
        return 0 if 1 + self.at - self._first >= top else top

    def _covers(self, flash: bytes, band: int) -> bool:
        top = self._top_of(flash)
        return top <= band < top + self.app.canvas.lines(flash)

    def foot(self, c: C.Canvas, x: int, y: int) -> None:
        """What back would do now, and what ok."""
        app = self.app
        c.letter(x, y, codepage.LEFT, C.QUIET)
        x += 2 * c.char
        row = self._rows[self.at]
        if F.value(self.app.draft, row) != self._was:
            x = c.text(x, y, app.text(M.UNDOES), C.QUIET)
            if row not in F.WORDS:
                x = c.count(x + c.char, y, F.value(self.app.draft, row) - self._was, C.QUIET)
        elif self.at > 0:
            before = self._rows[self.at - 1]
            x = c.text(x, y, app.text(F.label(before)), C.QUIET)
            if before >= F.PILE:
                x = c.count(x + c.char, y, F.worth(before), C.QUIET)
        else:
            x = c.text(x, y, app.text(M.BACK), C.QUIET)
        end = c.width - c.left - c.char
        c.letter(end, y, codepage.DOT, C.QUIET)
        self._show_next(c, x + 2 * c.char, end - c.char, y)

    def _show_next(self, c: C.Canvas, start: int, end: int, y: int) -> None:
        """Where ok leads, if there is room for it from `start` to `end`."""
        following = self._rows[self.at + 1] if self.at + 1 < self._count else 0
        text = self.app.text(F.label(following) if self.at + 1 < self._count else M.NEXT)
        pile = following >= F.PILE
        worth = digits_of(F.worth(following)) + 1 if pile else 0
        if start + (len(text) + worth) * c.char > end:
            return
        if pile:
            end = c.number(end, y, F.worth(following), C.QUIET) - c.char
        c.right(end, y, text, C.QUIET)

    def _redraw_rows(self) -> None:
        """The title, the chosen row, the footer, and rows whose points follow, as those of red
        threes do once something is melded. With another lone player they are others' points.
        """
        lone = self._rows[self.at] == F.LONE
        bands = self.app.canvas.bands
        self.app.redraw_band(0)
        self.app.redraw_band(bands - 1)
        for band in range(1, bands - 1):
            i = self._first + band - 1
            if i >= self._count:
                break
            points = F.points(self.app.draft, self._rows[i])
            if i == self.at or points != self._drawn[band] or (lone and points):
                self.app.redraw_band(band)
