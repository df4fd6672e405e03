"""Entering a deal, side after side: what the keys do."""

import hal
from canasta import check
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from tablet import doubts, keys
from tablet import draft as W
from tablet import fields as F
from tablet import messages as M
from tablet.screens.sheet import Sheet

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


class Entry(Sheet):
    """ok goes on to the next field, ok held is done with the side (what was not given is zero),
    back takes the last change back or goes to the field before. Entry starts below the first row.
    """

    def __init__(self, app: "App") -> None:
        Sheet.__init__(self, app)
        self._doubts = 0
        self._doubt = 0

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
        Sheet.enter(self)
        self._arrive()
        self.app.draft.score(self.app.match)

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

    def _set(self, row: int, value: int) -> None:
        draft = self.app.draft
        if row == F.LONE:
            draft.deal.lone = value
        elif row >= F.PILE:
            draft.piles[draft.side * W.PILES + row - F.PILE] = value
            draft.add_up(draft.side, D.IN_HAND if row >= F.PILE + 4 else D.MELDED)
        elif row == D.OUT:
            self._set_out(value)
        else:
            draft.deal.set(draft.side, row, value)
        draft.touch()
        draft.score(self.app.match)

    def _set_out(self, value: int) -> None:
        """Who plays alone and is out holds nothing any more. Changed back at once, what was given
        is there again.
        """
        draft = self.app.draft
        side = draft.side
        was_out = draft.deal.get(side, D.OUT)
        if self.app.match.rules.r[P.SEATS] > 1 or bool(value) == bool(was_out):
            draft.deal.set(side, D.OUT, value)
            return
        if value:
            draft.keep(side)
            draft.deal.set(side, D.IN_HAND, 0)
            for i in range(W.PILES // 2, W.PILES):
                draft.piles[side * W.PILES + i] = 0
        elif self._was == D.NOT_OUT:
            draft.put_back(side)
        draft.deal.set(side, D.OUT, value)
        self._list_rows()
        self.app.redraw()

    def _change(self, direction: int, how: int) -> None:
        row = self._rows[self.at]
        old = F.value(self.app.draft, row)
        value = F.stepped(row, old, direction, how)
        if row == D.SPECIAL:
            # Only the hands that these rules know.
            rules = self.app.match.rules
            while 0 < value <= P.N_SPECIAL and not rules.r[P.SPECIAL + value - 1]:
                value += direction
            if value > P.N_SPECIAL:
                value = old
        if row == F.WAY:
            self._change_way(value)
            return
        value = max(F.lowest(row), min(F.highest(self.app.match, self.app.draft, row), value))
        if value == old:
            self._say_limit(row, direction)
            return
        self._set(row, value)
        self._redraw_rows()

    def _change_way(self, value: int) -> None:
        if not W.BY_SUM <= value <= W.BY_NET:
            return
        draft = self.app.draft
        side = draft.side
        if draft.ways[side] == self._was:
            draft.keep(side)
        if value == self._was:
            # Nothing is lost by a look at another way.
            draft.put_back(side)
        else:
            draft.set_way(side, value)
        draft.touch()
        draft.score(self.app.match)
        self._list_rows()
        self.app.redraw()

    def _say_limit(self, row: int, direction: int) -> None:
        """Why the value does not go on."""
        if direction < 0 or row == F.LONE:
            return
        if row == D.OUT:
            if F.value(self.app.draft, row) == D.NOT_OUT:
                self.app.flash(M.ERR_OUT_CANASTAS)
        elif F.of_others(self.app.match, self.app.draft, row):
            self.app.flash(M.ERR_OTHERS)
        else:
            self.app.flash(M.ERR_PACK_POINTS)

    def _passes(self) -> bool:
        """Whether the chosen row can be left as it is: points must hold the canastas."""
        row = self._rows[self.at]
        if row != D.MELDED and row != F.PILE + 3:
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
        if at < 0 and field in F.CARDS:
            at = self._rows.find(bytes([F.PILE + 4 * (field == D.IN_HAND)]), 0, self._count)
        return at

    def back(self) -> None:
        """Take the last change back, or go to the field, side or screen before."""
        draft = self.app.draft
        row = self._rows[self.at]
        if F.value(self.app.draft, row) != self._was:
            if row == F.WAY:
                self._change_way(self._was)
            else:
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
