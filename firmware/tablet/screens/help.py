"""Help on the rules in force, by topic, put together from the ruleset itself."""

from canasta import params as P
from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen, PageScreen

# For each topic: its title, the parameters shown, and the sentences; a sentence may depend on a
# parameter having a certain value.
_TOPICS = (
    (
        M.HELP_VALUES,
        (
            "value_joker",
            "value_two",
            "value_ace",
            "value_high",
            "value_low",
            "value_black_three",
            "bonus_",
            "go_out",
            "concealed_total",
            "no_meld_penalty",
            "special_",
            "incomplete_",
            "extra_",
        ),
        (),
    ),
    (
        M.HELP_THREES,
        (
            "red_three_table_plus",
            "red_three_table_minus",
            "red_three_condition",
            "red_three_left",
            "undeclared_red_three",
            "black_three_table_plus",
        ),
        (
            ("RED", P.RED_PLUS + 1, -1),
            ("BLACK_NEXT", P.PILE_BLACK_THREE, P.BLOCKS_NEXT),
            ("BLACK_FREEZE", P.PILE_BLACK_THREE, P.FREEZES),
            ("BLACK_MELD", P.BLACK_THREE_MELD, 1),
        ),
    ),
    (
        M.HELP_MELDS,
        (
            "meld_min",
            "max_wilds",
            "min_naturals",
            "max_meld",
            "canasta_size",
            "canasta_naturals",
            "closed_wilds",
            "wild_meld",
            "sequence_meld",
            "opening_by",
            "opening_negative",
            "opening_from",
            "opening",
        ),
        (("FIRST_OPEN", -1, 0), ("TOP", P.OPENING_TOP_DISCARD, 1)),
    ),
    (
        M.HELP_PILE,
        ("pile_take", "pile_always_frozen", "upcard"),
        (
            ("FROZEN", -1, 0),
            ("OPEN", P.PILE_ALWAYS_FROZEN, 0),
            ("WHOLE", P.PILE_TAKE, 0),
            ("WILD_FREEZE", -1, 0),
            ("ONE_CARD", -1, 0),
            ("STOCK", -1, 0),
        ),
    ),
    (
        M.HELP_OUT,
        ("out_", "go_out", "concealed_total"),
        (("LEAVE", P.OUT_LEAVE, 1), ("LEAVE_MUST", P.OUT_LEAVE, 2)),
    ),
    (
        M.HELP_END,
        ("target", "rounds"),
        (("JUDGED", -1, 0), ("TIE", P.TIE, P.EXTRA_DEAL), ("LAST_RED", -1, 0)),
    ),
)


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
        self._numbers: list[int] = []
        self._sentences: list[str] = []

    def choose(self, topic: int) -> None:
        """Begin the page: as much as the display shows. The rest follows while it is read."""
        title, ids, sentences = _TOPICS[topic]
        r = self._rules.r
        self.clear(self.app.text(title))
        self._ids = [name for name in ids]
        self._numbers.clear()
        self._sentences.clear()
        for name, at, value in sentences:
            if at < 0 or r[at] == value or (value < 0 and r[at]):
                self._sentences.append(name)
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
            for number in parameters.numbers(self._ids.pop(0)):
                at = parameters.at(number)
                if any(r[at : at + parameters.length(number)]):
                    self._numbers.append(number)
        if self._numbers:
            self._say_param(self._rules, parameters.Param(self._numbers.pop(0)))
        elif self._sentences:
            self.say(self.app.rule_text("HELP", self._sentences.pop(0)))
        else:
            return False
        return True

    def _say_param(self, rules: "Rules", param: "Param") -> None:
        app = self.app
        values = [rules.r[param.at + i] for i in range(param.length)]
        text = app.rule_text("RULES", param.id)
        if param.choices:
            self.say(text, app.rule_text("CHOICES", param.choices[values[0]]))
        elif param.yes_no:
            self.say(text, app.text(M.YES))
        elif param.length == 1:
            self.say(text, b"%d" % values[0])
        else:
            while not values[-1]:
                values.pop()
            # The first entry of a table of threes is for none of them.
            shown = values[1:] if values[0] == 0 and param.id != "opening_from" else values
            self.say(text)
            self.say(b" ".join(b"%d" % value for value in shown))

    def back(self) -> None:
        """Back to the topics."""
        self.app.go("help")
