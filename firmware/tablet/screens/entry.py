"""Entering a deal.

Every side's fields with the score's working beside them, then the recap that saves.
"""

import hal
from canasta import check, score
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from tablet import canvas as C
from tablet import keys
from tablet import messages as M
from tablet.codepage import RIGHT
from tablet.screens import ListScreen, Screen

_FINE = 5
_COARSE = 100
_ADJUST_MOST = 5000
_KINDS_MOST = 12

_MAIN_BEFORE = bytes([D.OUT])
_MAIN_AFTER = bytes([D.RED_THREES, D.BLACK_THREES, D.MELDED, D.IN_HAND])
_RARE = bytes([D.UNDECLARED, D.RED_LEFT, D.ADJUST])
"""What hardly ever happens is entered from the recap, so that a usual deal has fewer presses."""

_LABELS = {
    D.OUT: M.OUT,
    D.RED_THREES: M.RED_THREES,
    D.MELDED: M.MELDED,
    D.IN_HAND: M.IN_HAND,
    D.UNDECLARED: M.UNDECLARED,
    D.ADJUST: M.ADJUST,
    D.KIND: M.NATURAL,
    D.KIND + 1: M.MIXED,
}
_LINES = {
    D.RED_THREES: score.L_RED_THREES,
    D.BLACK_THREES: score.L_BLACK_THREES,
    D.MELDED: score.L_MELDED,
    D.IN_HAND: score.L_IN_HAND,
    D.UNDECLARED: score.L_UNDECLARED,
    D.RED_LEFT: score.L_RED_LEFT,
    D.ADJUST: score.L_ADJUST,
}
_OUT_TEXTS = (M.NO, M.YES, M.CONCEALED)
_POINTS = (D.MELDED, D.IN_HAND, D.ADJUST)
_THREES = (D.RED_THREES, D.BLACK_THREES, D.UNDECLARED, D.RED_LEFT)

_ERRORS = {
    E.IMPOSSIBLE_POINTS: M.ERR_POINTS,
    E.TOO_MANY_RED_THREES: M.ERR_RED_THREES,
    E.TWO_OUT: M.ERR_TWO_OUT,
    E.OUT_WITHOUT_CANASTAS: M.ERR_OUT_CANASTAS,
    E.CANASTAS_ABOVE_POINTS: M.ERR_CANASTA_POINTS,
    E.POINTS_ABOVE_PACKS: M.ERR_PACK_POINTS,
}


class Entry(ListScreen):
    """One side after the other, a row for each field: label, value, points. ok goes on to the
    next field, ok held leaves the side's rest at zero, back goes to the field before."""

    def __init__(self, app):
        ListScreen.__init__(self, app)
        self._side = 0
        self._fields = b""
        self._main = b""
        self._rare = b""

    def begin(self, fields_of):
        """Start with the first field of the first side under the rules `fields_of`."""
        before = [field for field in _MAIN_BEFORE if check.knows(fields_of, field)]
        kinds = [D.KIND + kind for kind in fields_of.kinds]
        after = [field for field in _MAIN_AFTER if check.knows(fields_of, field)]
        self._main = bytes(before + kinds + after)
        self._rare = bytes([field for field in _RARE if check.knows(fields_of, field)])
        self._fields = self._main
        self._side = 0
        self.at = 0

    def rare(self):
        """Go through the rare fields of every side."""
        self._fields = self._rare
        self._side = 0
        self.at = 0

    def last(self):
        """Come back to the last field of the last side."""
        self._fields = self._main
        self._side = self.app.match.sides - 1
        self.at = len(self._fields) - 1

    def enter(self):
        """Score what is there already."""
        ListScreen.enter(self)
        self.app.score_draft()

    def count(self):
        """A row for each field."""
        return len(self._fields)

    def title(self, c, x, y):
        """The side, its points in this deal, and its total with them."""
        side = self._side
        end = c.width - c.left
        total = self.app.draft_total(side)
        x = c.number(end, y, total, C.TITLE) - 2 * c.char
        c.letter(x, y, RIGHT, C.TITLE)
        x = c.number(x - c.char, y, self.app.draft_points(side), C.TITLE, True)
        c.clipped(c.left, y, self.app.names[side], x - c.char, C.TITLE)

    def row(self, c, i, x, y, style):
        """Label, value, points of one field."""
        field = self._fields[i]
        value = self.app.draft.get(self._side, field)
        c.text(x, y, self.app.text(_LABELS.get(field, M.COUNT - 1)), style)
        middle = x + 15 * c.char
        if field == D.OUT:
            c.right(middle, y, self.app.text(_OUT_TEXTS[value]), style)
        else:
            c.number(middle, y, value, style)
        points = self._points(field)
        if points:
            c.number(c.width - c.left, y, points, style, True)

    def _points(self, field):
        """What the field brings in the draft's score."""
        if field == D.OUT:
            return self.app.draft_line(self._side, score.L_OUT) + self.app.draft_line(
                self._side, score.L_CONCEALED
            )
        if D.KIND <= field < D.INCOMPLETE:
            return self.app.draft_line(self._side, score.L_KIND + field - D.KIND)
        return self.app.draft_line(self._side, _LINES[field])

    def key(self, key, how):
        """See the class."""
        if key == hal.UP:
            self._change(1, how)
        elif key == hal.DOWN:
            self._change(-1, how)
        elif key == hal.OK:
            if how == keys.LONG:
                self._next_side()
            elif self.at + 1 < len(self._fields):
                self._move(1)
            else:
                self._next_side()
        elif how == keys.TAP:
            self._back()

    def _change(self, direction, how):
        field = self._fields[self.at]
        draft = self.app.draft
        value = draft.get(self._side, field)
        if field in _POINTS:
            if how == keys.REPEAT:
                # Coarse steps land on full hundreds, so a tap before the hold does no harm.
                value = value + _COARSE if direction > 0 else value - 1
                value = value // _COARSE * _COARSE
            else:
                value += direction * _FINE
        else:
            value += direction
        low, high = self._low(field), self._high(field)
        value = low if value < low else high if value > high else value
        if value == draft.get(self._side, field):
            return
        draft.set(self._side, field, value)
        self.app.score_draft()
        self.app.redraw_band(0)
        for i in range(self.app.canvas.bands - 1):
            # Other rows' points may follow, as red threes do once something is melded.
            self.app.redraw_band(1 + i)

    def _low(self, field):
        return -_ADJUST_MOST if field == D.ADJUST else 0

    def _high(self, field):
        in_force = self.app.match.rules
        if field == D.OUT:
            return D.OUT_CONCEALED if in_force.r[P.CONCEALED_TOTAL] else D.OUT_NORMAL
        if field == D.ADJUST:
            return _ADJUST_MOST
        if field in _POINTS:
            return check.pack_points(in_force)
        if field in _THREES:
            return 2 * in_force.r[P.PACKS]
        return _KINDS_MOST

    def _next_side(self):
        """On to the next side, or to the recap; an impossible deal is said and stays here."""
        if not self._possible(self._side):
            return
        self._side += 1
        self.at = 0
        self._first = 0
        if self._side < self.app.match.sides:
            self.app.redraw()
        else:
            self.app.go("recap")

    def _possible(self, side):
        """Whether nothing is wrong up to a side; what is wrong is said and shown."""
        code = check.check_deal(self.app.match.rules, self.app.draft)
        if code and self.app.draft.bad_side <= side:
            self.app.flash(_ERRORS.get(code, M.ERR_OTHER))
            self._show_fault()
            return False
        return True

    def _show_fault(self):
        """Choose the field that the check named, if it is one of these rows."""
        if self.app.draft.bad_side != self._side:
            self._side = self.app.draft.bad_side
        at = self._fields.find(bytes([self.app.draft.bad_field]))
        if at >= 0:
            self.at = at
        self._scroll()
        self.app.redraw()

    def _back(self):
        if self.at > 0:
            self._move(-1)
        elif self._side > 0:
            self._side -= 1
            self.at = len(self._fields) - 1
            self._scroll()
            self.app.redraw()
        elif self._fields == self._rare:
            if self._possible(self.app.match.sides):
                self.app.go("recap")
        else:
            self.app.leave_entry()

    def draw(self, c, band):
        """A band shows what is wrong, as long as that is said: the last, or the title if the last
        is needed for the fields.
        """
        spare = c.bands - 1 if self.count() < c.bands - 1 else 0
        if band == spare and self.app.flashing():
            c.begin(band, C.TITLE)
            c.text(c.left, c.top(), self.app.flashing(), C.TITLE)
            return
        ListScreen.draw(self, c, band)


class Recap(Screen):
    """The whole deal once more. Another key than the one that entered it saves: up."""

    def enter(self):
        """Score it once more."""
        Screen.enter(self)
        self.app.score_draft()

    def key(self, key, how):
        """up saves, down leads to the rare fields, back to the entry."""
        if how != keys.TAP:
            return
        if key == hal.UP:
            self.app.save_draft()
        elif key == hal.DOWN:
            self.app.screens["entry"].rare()
            self.app.go("entry")
        elif key == hal.BACK:
            self.app.screens["entry"].last()
            self.app.go("entry")

    def draw(self, c, band):
        """A row for each side, then what the keys do."""
        sides = self.app.match.sides
        hints = c.bands - 1 - sides
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        end = c.width - c.left
        if band == 0:
            x = c.text(x, y, self.app.text(M.DEAL), C.TITLE)
            c.count(x + c.char, y, self.app.draft_number(), C.TITLE)
            if self.app.flashing():
                c.right(end, y, self.app.flashing(), C.TITLE)
        elif band <= sides:
            side = band - 1
            x = c.number(end, y, self.app.draft_total(side), C.STRONG) - 2 * c.char
            c.letter(x, y, RIGHT, C.QUIET)
            x = c.number(x - c.char, y, self.app.draft_points(side), C.PLAIN, True)
            c.clipped(c.left, y, self.app.names[side], x - c.char, C.PLAIN)
        elif band == c.bands - 1:
            c.text(x, y, self.app.text(M.CHANGE_KEY), C.PLAIN)
        elif band == c.bands - 2 and hints > 1:
            x = c.text(x, y, self.app.text(M.SAVE_KEY), C.STRONG)
            c.right(end, y, self.app.text(M.MORE_KEY), C.QUIET)
