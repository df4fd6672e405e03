"""The house rules of the match to be."""

from canasta import params as P
from tablet import canvas as C
from tablet import messages as M
from tablet import parameters
from tablet.screens.value import ValueScreen

_POINT_STEP = 5
_OPEN = 40
_CLOSE = 41
_DOT = 46


class House(ValueScreen):
    """Every parameter of the match to be; a table's entries have a page each."""

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        # Number of the parameter and place in the ruleset, for each page
        self._pages: "list[tuple[int, int]]" = []
        self._param = parameters.Param(0)
        self._place = 0
        self._text = b""
        self._words: list[bytes] = []
        self._loaded = -1
        self._rules = app.table.prepare_template().rules
        r = self._rules.r
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

    def _page(self, i: int) -> "Param":
        """The parameter of a page. What the page shows is looked up once, when it is turned to."""
        if i != self._loaded:
            self._load(i)
        return self._param

    def _load(self, i: int) -> None:
        self._loaded = i
        number, self._place = self._pages[i]
        self._param = parameters.Param(number)
        app = self.app
        self._text = app.rule_text("RULES", self._param.id)
        self._words = [app.rule_text("CHOICES", id) for id in self._param.choices]

    def about(self, i: int) -> bytes:
        """The parameter."""
        self._page(i)
        return self._text

    def note(self, c: C.Canvas, i: int, x: int, y: int) -> None:
        """Its place in a table and its range."""
        param = self._page(i)
        if param.length > 1:
            c.letter(x, y, _OPEN, C.QUIET)
            x = c.count(x + c.char, y, self._place - param.at, C.QUIET)
            c.letter(x, y, _CLOSE, C.QUIET)
            x += 2 * c.char
        if not param.choices and not param.yes_no:
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
        param = self._page(i)
        if param.choices:
            return self._words[value]
        if param.yes_no:
            return self.app.text(M.YES if value else M.NO)
        return None

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step within the parameter's range; points go in fives, held in hundreds."""
        param = self._page(i)
        at = self._place
        r = self._rules.r
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
        self._rules.prepare()

    def back(self) -> None:
        """Back to the match to be."""
        self.app.go("setup")
