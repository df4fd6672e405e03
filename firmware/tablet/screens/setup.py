"""Setting up a match: rules, players, names, target, who deals first, house rules."""

import hal
from canasta import params as P
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.naming import edit_name
from tablet.screens import ListScreen

_TARGET_STEP = 500
_TARGET_MOST = 30000
_ROUNDS_MOST = 20

# The rows before and after the names
_ROW_RULES = 0
_ROW_TABLE = 1
_ROW_NAMES = 2


class Setup(ListScreen):
    """The rows of a match to be.

    The last one starts it. ok changes a row, or leads to where it is.
    """

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self.template = app.table.prepare_template()
        self.at = self.count() - 1 if self.template.row < 0 else self.template.row
        self._editing = False
        self._title = b""
        self._side = b""

    def enter(self) -> None:
        """Nothing is being changed yet."""
        self._editing = False
        self._title = self.app.rule_text("PRESETS", self.template.preset)
        self._side = self.app.rule_text("ASK", "side")
        ListScreen.enter(self)

    def leave(self) -> None:
        """Remember the row for when the table comes back from a name or a rule."""
        self.template.row = self.at

    def _sides(self) -> int:
        return self.template.rules.r[P.SIDES]

    def count(self) -> int:
        """Rules, table, a row for each side, players, end, dealer, house rules, start."""
        return _ROW_NAMES + self._sides() + 5

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is; while a row is changed, that back undoes it."""
        if self._editing:
            self.sign(c, x, y, codepage.LEFT, self.app.text(M.UNDOES), C.TITLE)
        else:
            c.text(x, y, self.app.text(M.NEW_MATCH), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Label on the left, value on the right."""
        end = c.width - c.left
        r = self.template.rules.r
        i -= _ROW_NAMES
        after = i - self._sides()
        if i == _ROW_RULES - _ROW_NAMES:
            x = c.text(x, y, self._title, style)
            if x + 3 * c.char <= end:
                self._arrows(c, end, y, style)
        elif i == _ROW_TABLE - _ROW_NAMES:
            c.text(x, y, self.app.text(M.PLAYERS), style)
            self._arrows(c, end, y, style)
            if self._editing and style == C.CHOSEN:
                end -= 3 * c.char
            self._table(c, end, y, style)
        elif after < 0:
            x = c.text(x, y, self._side, style) + c.char
            x = c.count(x, y, i + 1, style) + c.char
            c.right_clipped(end, y, self.template.names[i], x, style)
        elif after == 0:
            c.text(x, y, self.app.text(M.PLAYER_NAMES), style)
        elif after == 1:
            to_target = r[P.TARGET] or not r[P.ROUNDS]
            c.text(x, y, self.app.text(M.TARGET if to_target else M.ROUNDS), style)
            self._arrows(c, end, y, style)
            if self._editing and style == C.CHOSEN:
                end -= 3 * c.char
            if r[P.TARGET] or r[P.ROUNDS]:
                c.number(end, y, r[P.TARGET] or r[P.ROUNDS], style)
            else:
                c.right(end, y, self.app.text(M.NO_END), style)
        elif after == 2:
            x = c.text(x, y, self.app.text(M.DEALER), style) + c.char
            self._show_dealer(c, end, y, x, style)
        else:
            c.text(x, y, self.app.text(M.HOUSE if after == 3 else M.START), style)

    def _table(self, c: C.Canvas, end: int, y: int, style: int) -> None:
        """How many players there are, and how many sides of how many they make."""
        r = self.template.rules.r
        c.letter(end - c.char, y, 41, style)
        x = c.number(end - c.char, y, r[P.SEATS], style) - c.char
        c.letter(x, y, 0xD7, style)
        x = c.number(x, y, r[P.SIDES], style) - c.char
        c.letter(x, y, 40, style)
        c.number(x - c.char, y, self.template.rules.seats(), style)

    def _show_dealer(self, c: C.Canvas, end: int, y: int, start: int, style: int) -> None:
        """Who deals first; of a long name the beginning."""
        template = self.template
        dealer = self._dealer()
        if dealer < len(template.players) and template.players[dealer]:
            c.right_clipped(end, y, template.players[dealer], start, style)
            return
        sides = len(template.names)
        if template.rules.r[P.SEATS] > 1:
            # Which of the side's players it is stays legible.
            c.letter(end - c.char, y, 49 + dealer // sides, style)
            end -= 2 * c.char
        c.right_clipped(end, y, template.names[dealer % sides], start, style)

    def _dealer(self) -> int:
        return self.template.dealer % self.template.rules.seats()

    def _arrows(self, c: C.Canvas, end: int, y: int, style: int) -> None:
        """While a row is being changed, the keys that change it."""
        if self._editing and style == C.CHOSEN:
            c.letter(end - 2 * c.char, y, codepage.UP, style)
            c.letter(end - c.char, y, codepage.DOWN, style)

    def key(self, key: int, how: int) -> None:
        """While a row is being changed, up and down change it and back undoes that."""
        if not self._editing:
            ListScreen.key(self, key, how)
            return
        if key == hal.UP:
            self._change(1)
        elif key == hal.DOWN:
            self._change(-1)
        elif how == keys.TAP:
            if key == hal.BACK:
                self.template.put_back()
                self._title = self.app.rule_text("PRESETS", self.template.preset)
            self._editing = False
        self.app.redraw()

    def _change(self, direction: int) -> None:
        template = self.template
        r = template.rules.r
        if self.at == _ROW_RULES:
            template.step_preset(direction)
            self._title = self.app.rule_text("PRESETS", template.preset)
        elif self.at == _ROW_TABLE:
            template.step_table(direction)
        elif r[P.TARGET] or not r[P.ROUNDS]:
            value = r[P.TARGET] + direction * _TARGET_STEP
            if 0 < value <= _TARGET_MOST:
                r[P.TARGET] = value
        elif 0 < r[P.ROUNDS] + direction <= _ROUNDS_MOST:
            r[P.ROUNDS] += direction

    def chosen(self, i: int) -> None:
        """Change the row, or start."""
        after = i - _ROW_NAMES - self._sides()
        if i < _ROW_NAMES or after == 1:
            self.template.keep()
            self._editing = True
            self.app.redraw()
        elif after < 0:
            edit_name(self.app, i - _ROW_NAMES, False)
        elif after == 0:
            self.app.go("players")
        elif after == 2:
            self.template.dealer = (self._dealer() + 1) % self.template.rules.seats()
            self.app.redraw()
        elif after == 3:
            self.app.go("house")
        else:
            self.app.table.start_match(self.template)

    def back(self) -> None:
        """Nothing was started."""
        self.app.go("menu")


class Players(ListScreen):
    """The players' names by seat; they need not be given."""

    def count(self) -> int:
        """A row for each seat."""
        return self.app.table.prepare_template().rules.seats()

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is."""
        c.text(x, y, self.app.text(M.PLAYER_NAMES), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """The seat and who sits there."""
        template = self.app.table.prepare_template()
        x = c.count(x, y, i + 1, style) + c.char
        if i < len(template.players) and template.players[i]:
            x = c.text(x, y, template.players[i], style)
        else:
            x = c.text(x, y, self.app.text(M.NO_NAME), style)
        name = template.names[i % len(template.names)]
        end = c.width - c.left
        c.letter(x + c.char, y, 40, style)
        c.clipped(x + 2 * c.char, y, name, end, style)
        x += (2 + len(name)) * c.char
        if x < end:
            c.letter(x, y, 41, style)

    def chosen(self, i: int) -> None:
        """Enter a name for the seat."""
        edit_name(self.app, i, True)

    def back(self) -> None:
        """Back to the match to be."""
        self.app.go("setup")
