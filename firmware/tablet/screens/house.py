"""The house rules of the match to be."""

from canasta import params as P
from canasta import schema
from tablet import canvas as C
from tablet import messages as M
from tablet.screens.value import ValueScreen

_POINT_STEP = 5
_OPEN = 40
_CLOSE = 41
_DOT = 46


class House(ValueScreen):
    """Every parameter of the match to be; a table's entries have a page each."""

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        self._pages: "list[tuple[Param, int]]" = []
        self._rules = rules = app.prepare_template().rules
        self._texts = app.rule_texts("RULES")
        self._choices = app.rule_texts("CHOICES")
        for param in schema.PARAMS:
            if param.at in (P.SIDES, P.SEATS):
                continue
            for i in range(param.length):
                # Of a table only what is used, and one place to add to it.
                if i == 0 or rules.r[param.at + i] or rules.r[param.at + i - 1]:
                    self._pages.append((param, param.at + i))

    def count(self) -> int:
        """A page for each number of the ruleset."""
        return len(self._pages)

    def heading(self) -> bytes:
        """What this is."""
        return self.app.text(M.HOUSE)

    def about(self, i: int) -> bytes:
        """The parameter."""
        return self._texts[self._pages[i][0].id]

    def note(self, c: C.Canvas, i: int, x: int, y: int) -> None:
        """Its place in a table and its range."""
        param, at = self._pages[i]
        if param.length > 1:
            c.letter(x, y, _OPEN, C.QUIET)
            x = c.count(x + c.char, y, at - param.at, C.QUIET)
            c.letter(x, y, _CLOSE, C.QUIET)
            x += 2 * c.char
        if not param.choices() and param.unit != schema.YES_NO:
            x = c.count(x, y, param.low, C.QUIET)
            for _ in range(3):
                c.letter(x, y, _DOT, C.QUIET)
                x += c.char
            c.count(x, y, param.high, C.QUIET)

    def get(self, i: int) -> int:
        """Its value."""
        return self._rules.r[self._pages[i][1]]

    def put(self, i: int, value: int) -> None:
        """The value that it had."""
        self._rules.r[self._pages[i][1]] = value

    def words(self, i: int, value: int) -> "bytes | None":
        """Yes or no, or the words of a choice."""
        param = self._pages[i][0]
        if param.choices():
            return self._choices[param.choices()[value]]
        if param.unit == schema.YES_NO:
            return self.app.text(M.YES if value else M.NO)
        return None

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step within the parameter's range; points go in fives, held in hundreds."""
        param, at = self._pages[i]
        r = self._rules.r
        step = 1
        if param.unit == schema.POINTS:
            step = 100 if coarse else _POINT_STEP
        value = r[at] + direction * step
        if param.length > 1 and value == 0:
            r[at] = 0
        else:
            r[at] = max(param.low, min(param.high, value))

    def changed(self) -> None:
        """What is in force may be another list of canasta kinds now."""
        self._rules.prepare()

    def back(self) -> None:
        """Back to the match to be."""
        self.app.go("setup")
