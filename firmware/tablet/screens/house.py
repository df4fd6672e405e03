"""The house rules of the match to be."""

from canasta import params as P
from tablet import messages as M
from tablet import parameters
from tablet.screens.value import ValueScreen

_POINT_STEP = 5


class House(ValueScreen):
    """Every parameter of the match to be; a table's entries have a page each."""

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        # Number of the parameter and place in the ruleset, for each page
        self._pages: "list[tuple[int, int]]" = []
        self._param = parameters.Param(0)
        self._number = 0
        r = app.prepare_template().rules.r
        for number in range(parameters.COUNT):
            at = parameters.at(number)
            if at in (P.SIDES, P.SEATS):
                continue
            for i in range(parameters.length(number)):
                # Of a table only what is used, and one place to add to it.
                if i == 0 or r[at + i] or r[at + i - 1]:
                    self._pages.append((number, at + i))

    def count(self) -> int:
        """A page for each number of the ruleset."""
        return len(self._pages)

    def heading(self) -> bytes:
        """What this is."""
        return self.app.text(M.HOUSE)

    def _page(self, i: int) -> "tuple[Param, int]":
        """The parameter of a page, and the place in the ruleset."""
        number, at = self._pages[i]
        if number != self._number:
            self._number = number
            self._param = parameters.Param(number)
        return self._param, at

    def about(self, i: int) -> bytes:
        """The parameter, its place in a table, its range."""
        param, at = self._page(i)
        text = self.app.rule_text("RULES", param.id)
        if param.length > 1:
            text += b" (%d)" % (at - param.at)
        if not param.choices and not param.yes_no:
            text += b" %d...%d" % (param.low, param.high)
        return text

    def value(self, i: int) -> bytes:
        """A number, yes or no, or the words of a choice."""
        param, at = self._page(i)
        value = self.app.prepare_template().rules.r[at]
        if param.choices:
            return self.app.rule_text("CHOICES", param.choices[value])
        if param.yes_no:
            return self.app.text(M.YES if value else M.NO)
        return b"%d" % value

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step within the parameter's range; points go in fives, held in hundreds."""
        param, at = self._page(i)
        r = self.app.prepare_template().rules.r
        step = 1
        if param.points:
            step = 100 if coarse else _POINT_STEP
        value = r[at] + direction * step
        if param.length > 1 and value == 0:
            r[at] = 0
        else:
            r[at] = max(param.low, min(param.high, value))

    def changed(self) -> None:
        """What is in force may be another list of canasta kinds now."""
        self.app.prepare_template().rules.prepare()

    def back(self) -> None:
        """Back to the match to be."""
        self.app.go("setup")
