"""Help on the rules in force, by topic, put together from the ruleset itself."""

from canasta import params as P
from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen, PageScreen

# For each topic: its title; parameters that are shown unless they are zero; parameters that are
# shown on conditions, and sentences. Behind the name of these stand places in the ruleset and their
# values, all of which must hold; `_SET` is any but zero. Names in small letters are parameters, or
# else sentences of the verdicts. Few large things, since a page needs room for a font besides.
_SET = -32768
_TOPICS = (
    (
        M.HELP_VALUES,
        "value_joker value_two value_ace value_high value_low value_black_three held_black_three"
        " bonus_ twos_bonus_out go_out go_out_by_round concealed_total no_meld_penalty special_"
        " incomplete_ extra_ melded_plus_from",
        (),
        (("MELDS_MINUS", P.MELDED_PLUS_FROM, _SET),),
    ),
    (
        M.HELP_THREES,
        "red_three_table_plus red_three_table_minus red_three_left undeclared_red_three"
        " black_three_table_plus black_three_table_minus",
        (
            ("red_three_condition", P.RED_PLUS + 1, _SET),
            ("red_three_owner", P.LONE, 1),
            ("black_three_condition", P.BLACK_PLUS + 1, _SET),
        ),
        (
            ("RED", P.RED_THREE_PLAY, P.THREES_LAID),
            ("THREES_DISCARD", P.RED_THREE_PLAY, P.THREES_DISCARDED),
            ("BLACK_LAID", P.BLACK_PLUS + 1, _SET),
            ("BLACK_NEXT", P.PILE_BLACK_THREE, P.BLOCKS_NEXT, P.BLACK_PLUS + 1, 0),
            ("BLACK_FREEZE", P.PILE_BLACK_THREE, P.FREEZES, P.BLACK_PLUS + 1, 0),
            ("BLACK_MELD", P.BLACK_THREE_MELD, 1),
        ),
    ),
    (
        M.HELP_MELDS,
        "meld_min max_wilds min_naturals naturals_outnumber max_meld canasta_size"
        " canasta_naturals closed_wilds pure_sevens wild_meld twos_meld sequence_meld opening_by"
        " opening_negative opening_from opening opening_needs opening_clean opening_pure talon"
        " talon_next",
        (),
        (
            ("FIRST_OPEN",),
            ("TOP", P.OPENING_TOP_DISCARD, 1, P.PILE_OPENED_BEFORE, 0),
            ("TOP_NOT", P.OPENING_TOP_DISCARD, 0, P.PILE_OPENED_BEFORE, 0),
            ("RUN", P.SEQUENCE_MELD, 1),
            ("closed_wilds", P.CLOSED_WILDS, 0),
        ),
    ),
    (
        M.HELP_PILE,
        "pile_take pile_always_frozen pile_opened_before pile_max_meld upcard",
        (
            ("pile_no_wild", P.PILE_NO_WILD, 1, P.PILE_ALWAYS_FROZEN, 0),
            ("pile_open_meld", P.PILE_OPEN_MELD, 1, P.PILE_ALWAYS_FROZEN, 0),
        ),
        (
            ("FROZEN",),
            ("OPEN", P.PILE_ALWAYS_FROZEN, 0, P.PILE_NO_WILD, 0),
            ("OPEN_MELD", P.PILE_ALWAYS_FROZEN, 0, P.PILE_NO_WILD, 1),
            ("WHOLE", P.PILE_TAKE, 0),
            ("WILD_FREEZE", P.PILE_ALWAYS_FROZEN, 0),
            ("ONE_CARD", P.PILE_TAKE, 0),
            ("STOCK", P.DEAL_ENDS, P.ENDS_OUT_OR_STOCK),
            ("LONE", P.LONE, 1),
        ),
    ),
    (
        M.HELP_OUT,
        "out_ go_out concealed_total",
        (),
        (
            ("LEAVE", P.OUT_LEAVE, P.LEAVE_MAY_ASK),
            ("LEAVE_MUST", P.OUT_LEAVE, P.LEAVE_MUST_ASK),
        ),
    ),
    (
        M.HELP_END,
        "target rounds tie deal_ends",
        (),
        (
            ("JUDGED",),
            ("TIE", P.TIE, P.EXTRA_DEAL),
            ("LAST_RED", P.DEAL_ENDS, P.ENDS_OUT_OR_STOCK, P.RED_THREE_PLAY, P.THREES_LAID),
        ),
    ),
)


def _that_hold(rules: "Rules", rows: "tuple[tuple[Any, ...], ...]") -> list[str]:
    """The names of the rows whose conditions hold."""
    return [row[0] for row in rows if _holds(rules, row)]


def _holds(rules: "Rules", row: "tuple[Any, ...]") -> bool:
    for i in range(1, len(row), 2):
        value = rules.r[row[i]]
        if value == 0 if row[i + 1] == _SET else value != row[i + 1]:
            return False
    return True


def _bands(rules: "Rules") -> int:
    """How many opening bands there are; by the round, their minimums tell."""
    i = P.N_BANDS - 1
    while i > 0 and (rules.r[P.OPENING_BY] == P.BY_ROUND or not rules.r[P.OPENING_FROM + i]):
        i -= 1
    return i + 1


class Help(ListScreen):
    """The topics of the rules of this match, or of the match to be."""

    def count(self) -> int:
        """The questions, then a row for each topic."""
        return 1 + len(_TOPICS)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The preset."""
        c.text(x, y, self.app.text(M.HELP), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One topic."""
        c.text(x, y, self.app.text(_TOPICS[i - 1][0] if i else M.ASK_RULES), style)

    def chosen(self, i: int) -> None:
        """Read it, or ask."""
        if i == 0:
            self.app.go("ask_rules")
        else:
            self.app.screen("topic").choose(i - 1)
            self.app.go("topic")

    def back(self) -> None:
        """Back to the menu."""
        self.app.go("menu")


class Topic(PageScreen):
    """What the rules in force say on one topic.

    Every parameter that is in force, then sentences.
    """

    def __init__(self, app: "App") -> None:
        PageScreen.__init__(self, app)
        self._rules = app.table.rules_in_force()
        self._ids: list[str] = []
        self._conditional: list[str] = []
        self._numbers: list[int] = []
        self._sentences: list[str] = []

    def choose(self, topic: int) -> None:
        """Begin the page: as much as the display shows. The rest follows while it is read."""
        title, ids, conditional, sentences = _TOPICS[topic]
        self.clear(self.app.text(title))
        self._conditional = _that_hold(self._rules, conditional)
        self._ids = ids.split(" ") + self._conditional
        self._numbers.clear()
        self._sentences = _that_hold(self._rules, sentences)
        while len(self.lines) < self.app.canvas.bands and self._say_next():
            pass

    def tick(self) -> None:
        """Put the page together, little by little."""
        self._say_next()

    def _say_next(self) -> bool:
        """The next parameter or sentence; whether there was one."""
        # Only here: the list of the topics is there sooner without it.
        from tablet import parameters

        r = self._rules.r
        while self._ids and not self._numbers:
            name = self._ids.pop(0)
            for number in parameters.numbers(name):
                at = parameters.at(number)
                if name in self._conditional or any(r[at : at + parameters.length(number)]):
                    self._numbers.append(number)
        if self._numbers:
            self._say_param(self._rules, parameters.Param(self._numbers.pop(0)))
        elif self._sentences:
            name = self._sentences.pop(0)
            self.say(self.app.rule_text("HELP" if name.isupper() else "VERDICTS", name))
        else:
            return False
        return True

    def _say_param(self, rules: "Rules", param: "Param") -> None:
        app = self.app
        values = [rules.r[param.at + i] for i in range(param.length)]
        text = app.rule_text("RULES", param.id)
        if param.at == P.OPENING_NEEDS:
            self.say(text)
            for i in range(param.length):
                if values[i]:
                    word = M.CANASTA if values[i] == P.NEEDS_CANASTA else M.NATURAL_CANASTA
                    self.say(b"%d" % rules.r[P.OPENING_FROM + i], app.text(word))
        elif param.choices:
            self.say(text, app.rule_text("CHOICES", param.choices[values[0]]))
        elif param.yes_no:
            self.say(text, app.text(M.YES))
        elif param.length == 1:
            self.say(text, b"%d" % values[0])
        else:
            # A last band may need no points.
            least = _bands(rules) if param.at == P.OPENING else 1
            while len(values) > least and not values[-1]:
                values.pop()
            # The first entry of a table of threes is for none of them.
            shown = values[1:] if values[0] == 0 and param.id != "opening_from" else values
            self.say(text)
            self.say(b" ".join(b"%d" % value for value in shown))

    def back(self) -> None:
        """Back to the topics."""
        self.app.go("help")
