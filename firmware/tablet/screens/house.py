"""The house rules of the match to be."""

from canasta import params as P
from tablet import canvas as C
from tablet import messages as M
from tablet import parameters
from tablet.screens.value import ValueScreen

_POINT_STEP = 5
_COARSE_STEP = 100
_OPEN = 40
_CLOSE = 41
_DOT = 46


class House(ValueScreen):
    """Every parameter of the match to be; a table's entries have a page each.

    What is in force comes first, beginning with the end of the match; the last page of it leads to
    the rest.
    """

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        # Number of the parameter and place in the ruleset, for each page
        self._numbers = bytearray()
        self._places = bytearray()
        self._rest = bytearray()
        """The same of the pages that have not been asked for, number and place in turn."""
        self._param = parameters.Param(0)
        self._place = 0
        self._text = b""
        self._words: list[bytes] = []
        self._loaded = -1
        self._rules = app.table.prepare_template().rules
        first = parameters.numbers("target")[0]
        for k in range(parameters.COUNT):
            self._sort((first + k) % parameters.COUNT)

    def _sort(self, number: int) -> None:
        """Make the pages of a parameter."""
        r = self._rules.r
        at = parameters.at(number)
        length = parameters.length(number)
        if at in (P.SIDES, P.SEATS):
            return
        # There are two red threes in a pack, and two black ones.
        most = 2 * r[P.PACKS] + 1 if length == P.N_THREES else length
        for i in range(length):
            used = r[at + i] or (i and i < most and r[at + i - 1])
            if used or (length == 1 and r[parameters.decides(number)]):
                self._numbers.append(number)
                self._places.append(at + i)
            elif i == 0 or r[at + i - 1]:
                # Of a table only what is used, and one place to add to it.
                self._rest.append(number)
                self._rest.append(at + i)

    def count(self) -> int:
        """A page for each number of the ruleset, or one that leads to the rest."""
        return len(self._numbers) + (1 if self._rest else 0)

    def _leads_on(self, i: int) -> bool:
        return i >= len(self._numbers)

    def verb(self, i: int) -> int:
        """ok changes the value, or leads on."""
        return M.MORE if self._leads_on(i) else M.CHANGE

    def act(self, i: int) -> bool:
        """Lead on to the rest."""
        if not self._leads_on(i):
            return False
        for k in range(0, len(self._rest), 2):
            self._numbers.append(self._rest[k])
            self._places.append(self._rest[k + 1])
        self._rest = bytearray()
        return True

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
        self._place = self._places[i]
        self._param = parameters.Param(self._numbers[i])
        app = self.app
        self._text = app.rule_text("RULES", self._param.id)
        self._words = [app.rule_text("CHOICES", id) for id in self._param.choices]

    def about(self, i: int) -> bytes:
        """The parameter."""
        if self._leads_on(i):
            return self.app.text(M.MORE_RULES)
        self._page(i)
        return self._text

    def note(self, c: C.Canvas, i: int, x: int, y: int) -> None:
        """Its place in a table and its range."""
        if self._leads_on(i):
            return
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
        """Its value, or how many pages there are behind this one."""
        return len(self._rest) // 2 if self._leads_on(i) else self._rules.r[self._places[i]]

    def put(self, i: int, value: int) -> None:
        """The value that it had."""
        self._rules.r[self._places[i]] = value

    def words(self, i: int, value: int) -> "bytes | None":
        """Yes or no, or the words of a choice."""
        if self._leads_on(i):
            return None
        param = self._page(i)
        if param.choices:
            return self._words[value]
        if param.yes_no:
            return self.app.text(M.YES if value else M.NO)
        return None

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step within the parameter's range; points go in fives, held to full hundreds."""
        param = self._page(i)
        at = self._place
        r = self._rules.r
        value = r[at]
        if not param.points:
            value += direction
        elif not coarse:
            value += direction * _POINT_STEP
        elif direction > 0:
            value = (value // _COARSE_STEP + 1) * _COARSE_STEP
        else:
            value = ((value - 1) // _COARSE_STEP) * _COARSE_STEP
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
