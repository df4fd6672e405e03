"""Entering a deal: a side's fields with the score's working beside them, side after side."""

from array import array

import hal
from canasta import check, score
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from tablet import canvas as C
from tablet import codepage, doubts, keys
from tablet import draft as W
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.screens import ListScreen

_FINE = 5
_MIDDLE = 50
_COARSE = 100
_ADJUST_MOST = 5000
_NET_MOST = 15000
_KINDS_MOST = 12
_PILE_MOST = 99

# Rows that are no fields of a deal
_WAY = 200
_LONE = 201
_PILE = 210

_BEFORE = bytes([D.OUT])
_AFTER = bytes([D.RED_THREES, D.BLACK_THREES])
_CARDS = bytes([D.MELDED, D.IN_HAND])
_LAST = bytes([D.RED_LEFT])
_RARE = bytes([D.UNDECLARED, D.SPECIAL])
"""What hardly ever happens is entered from the recap, so that a usual deal has fewer presses."""

_LABELS = {
    _WAY: M.COUNT_BY,
    _LONE: M.LONE,
    D.OUT: M.OUT,
    D.RED_THREES: M.RED_THREES,
    D.BLACK_THREES: M.BLACK_THREES,
    D.MELDED: M.MELDED,
    D.IN_HAND: M.IN_HAND,
    D.UNDECLARED: M.UNDECLARED,
    D.RED_LEFT: M.RED_LEFT,
    D.SPECIAL: M.SPECIAL,
    D.ADJUST: M.ADJUST,
    D.NET: M.NET,
}
_LINES = {
    D.RED_THREES: score.L_RED_THREES,
    D.BLACK_THREES: score.L_BLACK_THREES,
    D.MELDED: score.L_MELDED,
    D.IN_HAND: score.L_IN_HAND,
    D.UNDECLARED: score.L_UNDECLARED,
    D.RED_LEFT: score.L_RED_LEFT,
    D.SPECIAL: score.L_SPECIAL,
    D.ADJUST: score.L_ADJUST,
    D.NET: score.L_NET,
}
_OUT_TEXTS = (M.NO, M.YES, M.CONCEALED)
_WAY_TEXTS = (M.BY_SUM, M.BY_CARDS, M.BY_NET)
_WORDS = (_LONE, D.OUT, D.SPECIAL)
"""Rows whose value is no number for the table."""
_POINTS = (D.MELDED, D.IN_HAND, D.ADJUST, D.NET)
_REDS = (D.RED_THREES, D.UNDECLARED, D.RED_LEFT)
_BLACKS = (D.BLACK_THREES,)

_ERRORS = {
    E.IMPOSSIBLE_POINTS: M.ERR_POINTS,
    E.TOO_MANY_RED_THREES: M.ERR_RED_THREES,
    E.TOO_MANY_BLACK_THREES: M.ERR_RED_THREES,
    E.TWO_OUT: M.ERR_TWO_OUT,
    E.OUT_WITHOUT_CANASTAS: M.ERR_OUT_CANASTAS,
    E.CANASTAS_ABOVE_POINTS: M.ERR_CANASTA_POINTS,
    E.POINTS_ABOVE_PACKS: M.ERR_PACK_POINTS,
    E.SPECIAL_WITH_MELDS: M.ERR_SPECIAL,
}

_OF_POINTS = (E.CANASTAS_ABOVE_POINTS, E.IMPOSSIBLE_POINTS)


def label(row: int) -> int:
    """The message that names a row of the entry."""
    if row >= _PILE:
        return M.HAND if row - _PILE >= 4 else M.DOWN
    if D.KIND <= row < D.INCOMPLETE:
        return M.NATURAL + row - D.KIND
    if D.INCOMPLETE <= row < D.EXTRA:
        return M.INC_ACES + row - D.INCOMPLETE
    if D.EXTRA <= row < D.N_FIELDS:
        return M.EX_EXACT + row - D.EXTRA
    return _LABELS[row]


class Entry(ListScreen):
    """A row for each field: label, value, points. ok goes on to the next field, ok held is done
    with the side (what was not given is zero), back takes the last change back or goes to the
    field before.

    The first row says how the side counts: the sum of its cards, the number of cards of each worth,
    or its net result alone; entry starts below it.
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
        self._doubts = 0
        self._doubt = 0
        self._specials: list[bytes] = []

    def begin(self) -> None:
        """Start with the first field of the draft's side."""
        app = self.app
        self._rare = False
        self._doubts = 0
        self._begin_side(app.draft.side, 1)
        if not app.match.deals and app.draft.empty(app.match):
            app.flash(M.HOLD_HINT)

    def rare(self) -> None:
        """Go through the rare fields of every side."""
        self._rare = True
        if check.knows(self.app.match.rules, D.SPECIAL):
            from canasta import names

            self._specials = [self.app.rule_text("CHOICES", id) for id in names.SPECIAL]
        self._begin_side(0, 0)
        if check.knows(self.app.match.rules, D.UNDECLARED):
            self.app.flash(M.UNDECLARED_HINT)

    def last(self) -> None:
        """Come back to the last field of the last side."""
        self._rare = False
        self._begin_side(self.app.match.sides - 1, 0)
        self.at = self._count - 1

    def enter(self) -> None:
        """Score what is there already."""
        ListScreen.enter(self)
        self._arrive()
        self.app.draft.score(self.app.match)

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
            self._add_known(_RARE)
            for i in range(D.INCOMPLETE, D.N_FIELDS):
                if check.knows(rules, i):
                    self._add(i)
            self._add(D.ADJUST)
            return
        self._add(_WAY)
        if rules.r[P.LONE] and side == 0:
            self._add(_LONE)
        way = draft.ways[side]
        if way == W.BY_NET:
            self._add(D.NET)
            self._add_out(side)
            return
        for kind in rules.kinds:
            self._add(D.KIND + kind)
        self._add_out(side)
        self._add_known(_AFTER)
        if way == W.BY_CARDS:
            for i in range(W.PILES):
                self._add(_PILE + i)
        else:
            self._add_known(_CARDS)
        self._add_known(_LAST)

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

    # What is seen

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The side, its points in this deal, and its total with them."""
        draft = self.app.draft
        side = draft.side
        end = c.width - c.left
        x = c.number(end, y, draft.total(self.app.match, side), C.TITLE) - 2 * c.char
        c.letter(x, y, codepage.RIGHT, C.TITLE)
        x = c.number(x - c.char, y, draft.points(side), C.TITLE, True)
        c.clipped(c.left, y, self.app.table.names[side], x - c.char, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Label, value, points of one row."""
        row = self._rows[i]
        draft = self.app.draft
        middle = x + 15 * c.char
        points = self._points(row)
        self._drawn[1 + i - self._first] = points
        if row == D.SPECIAL and self._value(row):
            # The hand's name needs the whole row; its points are in the title.
            c.text(x, y, self._specials[self._value(row) - 1], style)
            return
        end = c.text(x, y, self.app.text(label(row)), style)
        if row == _WAY:
            c.right(middle, y, self.app.text(_WAY_TEXTS[draft.ways[draft.side]]), style)
        elif row == _LONE:
            if draft.deal.lone:
                name = self.app.table.names[draft.deal.lone - 1]
                c.right_clipped(c.width - c.left, y, name, end + c.char, style)
            else:
                c.right(middle, y, self.app.text(M.NO), style)
        elif row == D.OUT:
            c.right(middle, y, self.app.text(_OUT_TEXTS[self._value(row)]), style)
        elif row >= _PILE:
            c.count(end + c.char, y, _worth(row), style)
            c.number(middle, y, self._value(row), style)
        else:
            c.number(middle, y, self._value(row), style)
        if points:
            c.number(c.width - c.left, y, points, style, True)

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
        if row != _WAY and self._value(row) != self._was:
            x = c.text(x, y, app.text(M.UNDOES), C.QUIET)
            if row not in _WORDS:
                x = c.count(x + c.char, y, self._value(row) - self._was, C.QUIET)
        elif self.at > 0:
            before = self._rows[self.at - 1]
            x = c.text(x, y, app.text(label(before)), C.QUIET)
            if before >= _PILE:
                x = c.count(x + c.char, y, _worth(before), C.QUIET)
        else:
            x = c.text(x, y, app.text(M.BACK), C.QUIET)
        end = c.width - c.left - c.char
        c.letter(end, y, codepage.DOT, C.QUIET)
        self._show_next(c, x + 2 * c.char, end - c.char, y)

    def _show_next(self, c: C.Canvas, start: int, end: int, y: int) -> None:
        """Where ok leads, if there is room for it from `start` to `end`."""
        following = self._rows[self.at + 1] if self.at + 1 < self._count else 0
        text = self.app.text(label(following) if self.at + 1 < self._count else M.NEXT)
        pile = following >= _PILE
        worth = digits_of(_worth(following)) + 1 if pile else 0
        if start + (len(text) + worth) * c.char > end:
            return
        if pile:
            end = c.number(end, y, _worth(following), C.QUIET) - c.char
        c.right(end, y, text, C.QUIET)

    def _points(self, row: int) -> int:
        """What the row brings in the draft's score."""
        draft = self.app.draft
        side = draft.side
        if row == D.OUT:
            return draft.line(side, score.L_OUT) + draft.line(side, score.L_CONCEALED)
        if row >= _WAY:
            if row == _PILE + 3:
                return draft.line(side, score.L_MELDED)
            return draft.line(side, score.L_IN_HAND) if row == _PILE + 7 else 0
        if D.KIND <= row < D.INCOMPLETE:
            return draft.line(side, score.L_KIND + row - D.KIND)
        return draft.line(side, _LINES[row]) if row in _LINES else 0

    # What the keys do

    def key(self, key: int, how: int) -> None:
        """See the class."""
        if key == hal.UP:
            self._change(1, how)
        elif key == hal.DOWN:
            self._change(-1, how)
        elif key == hal.OK:
            if how == keys.LONG or self.at + 1 >= self._count:
                self._finish_side()
            elif self._passes():
                self.move(1)
                self._arrive()
        elif how == keys.TAP:
            self.back()

    def _arrive(self) -> None:
        """The chosen row is a new one: what it holds now is what back brings again."""
        if self._count:
            self._was = self._value(self._rows[self.at])

    def _value(self, row: int) -> int:
        draft = self.app.draft
        if row == _WAY:
            return draft.ways[draft.side]
        if row == _LONE:
            return draft.deal.lone
        if row >= _PILE:
            return draft.piles[draft.side * W.PILES + row - _PILE]
        return draft.deal.get(draft.side, row)

    def _set(self, row: int, value: int) -> None:
        draft = self.app.draft
        if row == _LONE:
            draft.deal.lone = value
        elif row >= _PILE:
            draft.piles[draft.side * W.PILES + row - _PILE] = value
            draft.add_up(draft.side)
        else:
            draft.deal.set(draft.side, row, value)
        draft.touch()
        draft.score(self.app.match)

    def _change(self, direction: int, how: int) -> None:
        row = self._rows[self.at]
        old = self._value(row)
        value = _stepped(row, old, direction, how)
        if row == D.SPECIAL:
            # Only the hands that these rules know.
            rules = self.app.match.rules
            while 0 < value <= P.N_SPECIAL and not rules.r[P.SPECIAL + value - 1]:
                value += direction
            if value > P.N_SPECIAL:
                value = old
        if row == _WAY:
            self._change_way(value)
            return
        value = max(self._low(row), min(self._high(row), value))
        if value == old:
            self._say_limit(row, direction)
            return
        self._set(row, value)
        self._redraw_rows()

    def _redraw_rows(self) -> None:
        """The title, the chosen row, the footer, and rows whose points follow, as those of red
        threes do once something is melded.
        """
        bands = self.app.canvas.bands
        self.app.redraw_band(0)
        self.app.redraw_band(bands - 1)
        for band in range(1, bands - 1):
            i = self._first + band - 1
            if i >= self._count:
                break
            if i == self.at or self._points(self._rows[i]) != self._drawn[band]:
                self.app.redraw_band(band)

    def _change_way(self, value: int) -> None:
        if not W.BY_SUM <= value <= W.BY_NET:
            return
        draft = self.app.draft
        draft.set_way(draft.side, value)
        draft.touch()
        draft.score(self.app.match)
        self._list_rows()
        self.app.redraw()

    def _low(self, row: int) -> int:
        if row == D.ADJUST:
            return -_ADJUST_MOST
        return -_NET_MOST if row == D.NET else 0

    def _high(self, row: int) -> int:
        """The most that the packs, the other sides and the rules leave."""
        app = self.app
        rules = app.match.rules
        deal = app.draft.deal
        side = app.draft.side
        if row == _LONE:
            return app.match.sides
        if row == D.OUT:
            if app.draft.ways[side] != W.BY_NET and not check.may_go_out(rules, deal, side):
                return D.NOT_OUT
            return D.OUT_CONCEALED if rules.r[P.CONCEALED_TOTAL] else D.OUT_NORMAL
        if row == D.ADJUST:
            return _ADJUST_MOST
        if row == D.NET:
            return _NET_MOST
        if row >= _PILE:
            return _PILE_MOST
        if row == D.SPECIAL:
            return P.N_SPECIAL
        fields = _sharing(row)
        if not fields:
            return _KINDS_MOST
        used = self._others(row)
        for field in fields:
            if field != row:
                used += deal.get(side, field)
        if row in _CARDS:
            return check.pack_points(rules) - used
        return 2 * rules.r[P.PACKS] - used

    def _others(self, row: int) -> int:
        """What the other sides have of that which the packs hold."""
        used = 0
        for side in range(self.app.match.sides):
            if side != self.app.draft.side:
                for field in _sharing(row):
                    used += self.app.draft.deal.get(side, field)
        return used

    def _say_limit(self, row: int, direction: int) -> None:
        """Why the value does not go on."""
        if direction < 0 or row == _LONE:
            return
        if row == D.OUT:
            if self._value(row) == D.NOT_OUT:
                self.app.flash(M.ERR_OUT_CANASTAS)
        elif self._others(row):
            self.app.flash(M.ERR_OTHERS)
        else:
            self.app.flash(M.ERR_PACK_POINTS)

    def _passes(self) -> bool:
        """Whether the chosen row can be left as it is: points must hold the canastas."""
        row = self._rows[self.at]
        if row != D.MELDED and row != _PILE + 3:
            return True
        return self._check(self.app.draft.side, False)

    def _check(self, last: int, whole: bool) -> bool:
        """Whether the deal is possible up to side `last`; if not, it is said and shown.

        Without `whole` only what the melded points decide is looked at.
        """
        deal = self.app.draft.deal
        code = check.check_deal(self.app.match.rules, deal)
        if code == E.OK or deal.bad_side > last or not (whole or code in _OF_POINTS):
            return True
        field = D.MELDED if code in _OF_POINTS else deal.bad_field
        at = self._find(field)
        if deal.bad_side != self.app.draft.side or at < 0:
            self._rare = False
            self._begin_side(max(0, deal.bad_side), 1)
            at = self._find(field)
        if whole and at >= 0:
            self.at = at
            self._arrive()
        self._scroll()
        self.app.flash(_ERRORS.get(code, M.ERR_OTHER))
        return False

    def _finish_side(self) -> None:
        """On to the next side, or to the recap once nothing unlikely is left to ask about."""
        draft = self.app.draft
        if not self._check(draft.side, True):
            return
        if draft.side + 1 < self.app.match.sides:
            self._begin_side(draft.side + 1, 0 if self._rare else 1)
            self._arrive()
            self.app.redraw()
            return
        self.confirm()

    def confirm(self) -> None:
        """To the recap, or to the next question before it."""
        message = doubts.doubt(self.app.match, self.app.draft, self._doubts)
        if message:
            self._doubts |= doubts.bit_of(message)
            self._doubt = message
            app = self.app
            asked = app.draft.asked
            title = (
                app.table.names[asked]
                if asked >= 0
                else app.deal_title(app.draft.number(app.match))
            )
            app.doubt(title, app.text(message), self.confirm, self._reconsider)
        else:
            self.app.go("recap")

    def _reconsider(self) -> None:
        """No, it is not right: back to the field that was asked about."""
        asked = self.app.draft.asked
        field = doubts.field_of(self._doubt)
        if field < 0:
            self.last()
        else:
            self._rare = False
            self._begin_side(asked if asked >= 0 else self.app.match.sides - 1, 0)
            self.at = max(0, self._find(field))
        self.app.go("entry")

    def _find(self, field: int) -> int:
        """The row of a field, or of the first cards that it is counted from; -1 for none."""
        at = self._rows.find(bytes([field]), 0, self._count)
        if at < 0 and field in _CARDS:
            at = self._rows.find(bytes([_PILE + 4 * (field == D.IN_HAND)]), 0, self._count)
        return at

    def back(self) -> None:
        """Take the last change back, or go to the field, side or screen before."""
        draft = self.app.draft
        row = self._rows[self.at]
        if row != _WAY and self._value(row) != self._was:
            self._set(row, self._was)
            self._redraw_rows()
        elif self.at > 0:
            self.move(-1)
            self._arrive()
        elif draft.side > 0:
            self._begin_side(draft.side - 1, 0)
            self.at = self._count - 1
            self._scroll()
            self._arrive()
            self.app.redraw()
        elif self._rare:
            if self._check(self.app.match.sides, True):
                self.app.go("recap")
        else:
            self.app.table.leave_entry()


def _worth(row: int) -> int:
    """Points of the cards that a row counts."""
    return W.WORTH[(row - _PILE) % 4]


def _sharing(row: int) -> "bytes | tuple[int, ...]":
    """The fields that share with a row what the packs hold."""
    if row in _CARDS:
        return _CARDS
    if row in _REDS:
        return _REDS
    return _BLACKS if row == D.BLACK_THREES else ()


def _stepped(row: int, value: int, direction: int, how: int) -> int:
    """One step further.

    Fives when tapped, hundreds when held (the first at fifty), ones for counts.
    """
    if row not in _POINTS:
        return value + direction
    if how != keys.REPEAT:
        return value + direction * _FINE
    # Coarse steps land on round numbers, so a tap before the hold does no harm.
    return _round_up(value) if direction > 0 else -_round_up(-value)


def _round_up(value: int) -> int:
    """The next of ..., -100, -50, 0, 50, 100, 200, ... above a value."""
    if -_COARSE <= value < _COARSE:
        return (value // _MIDDLE + 1) * _MIDDLE
    return (value // _COARSE + 1) * _COARSE
