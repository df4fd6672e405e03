"""The house rules of the match to be."""

from canasta import params as P
from canasta import schema
from tablet import messages as M
from tablet.screens.value import ValueScreen

_POINT_STEP = 5


class House(ValueScreen):
    """Every parameter of the match to be; a table's entries have a page each."""

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        self._pages: "list[tuple[Param, int]]" = []
        rules = app.prepare_template().rules
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
        """The parameter, its place in a table, its range."""
        param, at = self._pages[i]
        text = self.app.rule_text("RULES", param.id)
        if param.length > 1:
            text += b" (%d)" % (at - param.at)
        if not param.choices() and param.unit != schema.YES_NO:
            text += b" %d...%d" % (param.low, param.high)
        return text

    def value(self, i: int) -> bytes:
        """A number, yes or no, or the words of a choice."""
        param, at = self._pages[i]
        value = self.app.prepare_template().rules.r[at]
        if param.choices():
            return self.app.rule_text("CHOICES", param.choices()[value])
        if param.unit == schema.YES_NO:
            return self.app.text(M.YES if value else M.NO)
        return b"%d" % value

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step within the parameter's range; points go in fives, held in hundreds."""
        param, at = self._pages[i]
        r = self.app.prepare_template().rules.r
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
        self.app.prepare_template().rules.prepare()

    def back(self) -> None:
        """Back to the match to be."""
        self.app.go("setup")
