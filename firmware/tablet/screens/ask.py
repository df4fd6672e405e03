"""Asking the rules: may this be melded, does it open, may the pile be taken, may this side go out?

A question is a form; the footer shows the verdict while it is filled in, ok gives the reason.
"""

import hal
from canasta import cards as K
from canasta import judge, melds
from canasta import names as N
from canasta import params as P
from canasta.kinds import NO_CANASTA
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.screens import ListScreen, PageScreen

# How a field is shown
_NUMBER = 0
_RANK = 1
_YES_NO = 2
_LEAVE = 3
_SIDE = 4
_TOP = 5

_PARTS = (
    ("rank", 1, 13, _RANK, 13),
    ("cards", 0, 14, _NUMBER, 0),
    ("twos", 0, 8, _NUMBER, 0),
    ("jokers", 0, 6, _NUMBER, 0),
)
"""Of a meld: text id, lowest, highest, how it is shown, what it is at first."""

_RUN = (("run", 0, 1, _YES_NO, 0),)
"""Before these, where the rules have sequences: the cards are not of a rank but go up from it."""

_MELD = (("going_out", 0, 1, _YES_NO, 0),)
_SIDES = (("side", 0, 5, _SIDE, 0),)
_OPENING = (("top", 0, 13, _TOP, 0), ("concealed", 0, 1, _YES_NO, 0))
_PILE = (
    ("top", 0, 13, _RANK, 13),
    ("equal", 0, 8, _NUMBER, 0),
    ("wilds", 0, 8, _NUMBER, 0),
    ("frozen", 0, 1, _YES_NO, 0),
    ("opened", 0, 1, _YES_NO, 0),
    ("earlier", 0, 1, _YES_NO, 0),
    ("naturals_down", 0, 12, _NUMBER, 0),
    ("wilds_down", 0, 6, _NUMBER, 0),
    ("pile", 1, 60, _NUMBER, 2),
    ("held", 1, 40, _NUMBER, 2),
    ("stock_empty", 0, 1, _YES_NO, 0),
)
_OUT_LAST = (
    ("partner", 0, 2, _LEAVE, 0),
    ("feet", 0, 1, _YES_NO, 1),
    ("discard", 0, 1, _YES_NO, 1),
)

_TITLES = ("ask_meld", "ask_opening", "ask_pile", "ask_out")
_ANSWERS = ("not_asked", "said_yes", "said_no")


class Questions(ListScreen):
    """The four questions."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._texts = [app.rule_text("ASK", title) for title in _TITLES]

    def count(self) -> int:
        """A row for each question."""
        return len(_TITLES)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is."""
        c.text(x, y, self.app.text(M.HELP), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One question."""
        c.text(x, y, self._texts[i], style)

    def chosen(self, i: int) -> None:
        """Ask it."""
        self.app.screen("form").begin(i)
        self.app.go("form")

    def back(self) -> None:
        """Back to the topics."""
        self.app.go("help")


class Form(ListScreen):
    """The fields of one question.

    Up and down change the chosen one, ok goes on and then answers.
    """

    footer = True

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._answers = [app.rule_text("ASK", answer) for answer in _ANSWERS]
        self._question = 0
        self._parts = _PARTS
        self._fields: "tuple[tuple[str, int, int, int, int], ...]" = ()
        self._labels: list[bytes] = []
        self._values: list[int] = []
        self._title = b""
        self.verdict = judge.Verdict()
        self._laid = [K.counts() for _ in range(3)]
        self._table = judge.Table()
        self._canastas = judge.kind_counts()
        # Lists of a length that is never exceeded, so that judging allocates nothing.
        self._opening: list[bytearray] = []
        self._down: list[bytearray] = []
        self._counts = K.counts()

    def begin(self, question: int) -> None:
        """Start with an empty form."""
        app = self.app
        self._question = question
        self._title = app.rule_text("ASK", _TITLES[question])
        runs = app.table.rules_in_force().r[P.SEQUENCE_MELD]
        self._parts = _RUN + _PARTS if runs else _PARTS
        self._fields = (
            self._parts + _MELD,
            _SIDES + self._parts * 3 + _OPENING,
            _PILE,
            _OUT_LAST,
        )[question]
        self._labels = []
        if question == 3:
            kinds = [("", 0, 12, _NUMBER, 0) for _ in app.table.rules_in_force().kinds]
            self._labels = [app.kind_text(kind) for kind in app.table.rules_in_force().kinds]
            self._fields = tuple(kinds) + _OUT_LAST
        for i in range(len(self._labels), len(self._fields)):
            label = app.rule_text("ASK", self._fields[i][0])
            size = len(self._parts)
            if question == 1 and 1 <= i <= 3 * size:
                # The parts of three melds, numbered.
                label += b" %d" % ((i + size - 1) // size)
            self._labels.append(label)
        self._values = [field[4] for field in self._fields]
        self.at = 0
        self._judge()

    def count(self) -> int:
        """A row for each field."""
        return len(self._fields)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The question."""
        c.text(x, y, self._title, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Label and value."""
        app = self.app
        c.text(x, y, self._labels[i], style)
        end = c.width - c.left
        value = self._values[i]
        shown = self._fields[i][3]
        if shown == _NUMBER:
            c.number(end, y, value, style)
        elif shown == _RANK or (shown == _TOP and value):
            last = self._run_end(i)
            if last:
                c.letter(end - c.char, y, ord(K.RANKS[last]), style)
                c.letter(end - 2 * c.char, y, 45, style)
                end -= 2 * c.char
            c.letter(end - c.char, y, ord(K.RANKS[value]), style)
        elif shown == _TOP:
            c.letter(end - c.char, y, 45, style)
        elif shown == _YES_NO:
            c.right(end, y, app.text(M.YES if value else M.NO), style)
        elif shown == _LEAVE:
            c.right(end, y, self._answers[value], style)
        else:
            c.right(end, y, app.table.names[value] if app.match.start else b"-", style)

    def _run_end(self, i: int) -> int:
        """The rank up to which the cards go, 0 unless field i is the rank that a run begins at."""
        v = self._values
        if self._question > 1 or self._fields[i - 1] != _RUN[0] or not v[i - 1] or v[i + 1] < 2:
            return 0
        last = v[i] + v[i + 1] - 1
        return last if last <= K.KING else K.ACE

    def foot(self, c: C.Canvas, x: int, y: int) -> None:
        """Yes or no, and the numbers behind it."""
        verdict = self.verdict
        style = C.STRONG if verdict.ok else C.QUIET
        c.letter(x, y, codepage.CHECK if verdict.ok else codepage.CROSS, style)
        x = c.text(x + 2 * c.char, y, self.app.text(M.YES if verdict.ok else M.NO), style)
        if verdict.points or verdict.needed:
            x = c.count(x + c.char, y, verdict.points, style)
            if verdict.needed:
                c.letter(x, y, 47, style)
                c.count(x + c.char, y, verdict.needed, style)

    def key(self, key: int, how: int) -> None:
        """See the class."""
        if key & (hal.UP | hal.DOWN):
            field = self._fields[self.at]
            high = self.app.match.sides - 1 if field[3] == _SIDE else field[2]
            value = self._values[self.at] + (1 if key == hal.UP else -1)
            if field[1] <= value <= high:
                self._values[self.at] = value
                self._judge()
                self.app.redraw()
        elif key == hal.OK and how == keys.TAP and self.at + 1 < len(self._fields):
            self.move(1)
        elif key == hal.OK:
            self.app.screen("verdict").show(self.verdict)
            self.app.go("verdict")
        elif how == keys.TAP and self.at > 0:
            self.move(-1)
        elif how == keys.TAP:
            self.app.go("ask_rules")

    def _judge(self) -> None:
        """Work the verdict out."""
        rules = self.app.table.rules_in_force()
        v = self._values
        if self._question == 0:
            self._lay(0, 0)
            judge.meld(rules, self._laid[0], bool(v[-1]), self.verdict)
        elif self._question == 1:
            laid = self._opening
            while laid:
                laid.pop()
            for i in range(3):
                if self._lay(i, 1 + len(self._parts) * i):
                    laid.append(self._laid[i])
            match = self.app.match
            total = match.totals[v[0]] if match.start else 0
            deals = match.deals if match.start else 0
            top = v[-2] if v[-2] else judge.NO_CARD
            judge.opening(rules, laid, total, deals, top, bool(v[-1]), self.verdict)
        elif self._question == 2:
            self._ask_pile(rules, v)
        else:
            kinds = rules.kinds
            for kind in range(P.N_KINDS):
                self._canastas[kind] = 0
            for i in range(len(kinds)):
                self._canastas[kinds[i]] = v[i]
            last = len(kinds)
            judge.out(
                rules, self._canastas, v[last], bool(v[last + 1]), bool(v[last + 2]), self.verdict
            )
        if self.verdict.reason == melds.SEVERAL_RANKS:
            # That a run is of several ranks says nothing.
            self.verdict.points = self.verdict.needed = 0

    def _lay(self, meld: int, at: int) -> int:
        """The cards of a meld from its fields; how many there are."""
        counts = self._laid[meld]
        v = self._values
        for rank in range(K.N_RANKS):
            counts[rank] = 0
        run = len(self._parts) > len(_PARTS) and v[at] != 0
        at += len(self._parts) - len(_PARTS)
        if run:
            for rank in range(v[at], v[at] + v[at + 1]):
                # None is above the ace; what would be is one ace too many, and no run.
                counts[rank if rank <= K.KING else K.ACE] += 1
        else:
            counts[v[at]] += v[at + 1]
        counts[K.TWO] += v[at + 2]
        counts[K.JOKER] += v[at + 3]
        return v[at + 1] + v[at + 2] + v[at + 3]

    def _ask_pile(self, rules: "Rules", v: list[int]) -> None:
        table = self._table
        table.top = v[0]
        for rank in range(K.N_RANKS):
            table.hand[rank] = 0
        table.hand[K.TWO] = v[2]
        table.hand[v[0]] = v[1]
        table.frozen = bool(v[3])
        table.opened = bool(v[4])
        table.earlier = bool(v[5])
        melds = self._down
        while melds:
            melds.pop()
        if v[6]:
            down = self._counts
            for rank in range(K.N_RANKS):
                down[rank] = 0
            down[v[0]] = v[6]
            down[K.TWO] += v[7]
            melds.append(down)
        table.melds = melds
        table.pile = v[8]
        table.held = v[9]
        table.stock_empty = bool(v[10])
        judge.pile(rules, table, self.verdict)


class VerdictPage(PageScreen):
    """The verdict with its reason as a sentence, its numbers, and what the texts disagree about."""

    def show(self, verdict: judge.Verdict) -> None:
        """Put the page together."""
        app = self.app
        self.clear(app.text(M.YES if verdict.ok else M.NO))
        if verdict.reason == melds.SEVERAL_RANKS:
            # Only those of a run can be: what a run is.
            self.say(app.rule_text("HELP", "RUN"))
        else:
            self.say(app.rule_text("VERDICTS", N.REASONS[verdict.reason]))
        if verdict.kind != NO_CANASTA:
            self.say(app.kind_text(verdict.kind))
        if verdict.points or verdict.needed:
            numbers = b"%d" % verdict.points
            if verdict.needed:
                numbers += b" / %d" % verdict.needed
            # What is allowed has points, what is not may lack cards or canastas.
            self.say(app.text(M.HELP_VALUES) if verdict.ok else b"", numbers)
        if verdict.must:
            self.say(app.rule_text("VERDICTS", "must"))
        if verdict.warning:
            self.say(app.rule_text("VERDICTS", N.WARNINGS[verdict.warning]))

    def back(self) -> None:
        """Back to the form."""
        self.app.go("form")
