"""Every parameter of a ruleset by its id: where it stands, how long it is, its unit and its range.

Needed to make, change or explain a ruleset, not to score with one, so the tablet loads it only
then.
"""

from canasta import names
from canasta import params as P
from canasta.rules import Rules

# Units. A choice has its ids instead, in the order of the values.
POINTS = "points"
CARDS = "cards"
COUNT = "count"
DEALS = "deals"
YES_NO = "yes/no"

_OWNER = ("side", "player")
_CONDITION = ("melded", "canasta", "two_canastas", "always", "never", "swing")
_LEAVE = ("never", "may_ask", "must_ask")
_UPCARD = ("none", "joker_two_red_three", "joker_two_three")
_BLACK_THREE = ("nothing", "blocks_next", "freezes")
_OPENING_BY = ("score", "round")
_NEEDS = ("points", "canasta", "natural_canasta")
_DISPUTED_WILDS = ("none", "two_naturals_each", "one_wild")
_DEALER = ("highest", "right_of_highest")
_RED_THREE_PLAY = ("laid_and_replaced", "discard_only")
_DEAL_ENDS = ("out_or_stock", "out")
_TIE = ("extra_deal", "shared")


class Param:
    """One parameter.

    `id`, place `at` and `length` in the array, `unit`, lowest and highest value; `by`: the place
    that is not 0 where this is in force, mostly its own.
    """

    def __init__(
        self,
        id: str,
        at: int,
        length: int,
        unit: "str | tuple[str, ...]",
        low: int,
        high: int,
        by: int = -1,
    ) -> None:
        self.id = id
        self.at = at
        self.length = length
        self.unit = unit
        self.low = low
        self.high = high
        self.by = at if by < 0 else by

    def choices(self) -> "tuple[str, ...]":
        """The ids of a choice's values, or an empty tuple."""
        return self.unit if isinstance(self.unit, tuple) else ()


def _one(
    id: str,
    at: int,
    unit: "str | tuple[str, ...]",
    low: int = 0,
    high: int = 0,
    by: int = -1,
) -> Param:
    if isinstance(unit, tuple):
        high = len(unit) - 1
    elif unit == YES_NO:
        high = 1
    return Param(id, at, 1, unit, low, high, by)


def _each(
    prefix: str, at: int, ids: "tuple[str, ...]", unit: "str | tuple[str, ...]", low: int, high: int
) -> "tuple[Param, ...]":
    return tuple(Param(prefix + name, at + i, 1, unit, low, high) for i, name in enumerate(ids))


PARAMS = (
    (
        _one("sides", P.SIDES, COUNT, 2, 6),
        _one("seats", P.SEATS, COUNT, 1, 3),
        _one("lone", P.LONE, YES_NO),
        _one("packs", P.PACKS, COUNT, 1, 6),
        _one("jokers", P.JOKERS, CARDS, 0, 24),
        _one("dealt", P.DEALT, CARDS, 5, 26),
        _one("foot", P.FOOT, CARDS, 0, 26),
        _one("draw", P.DRAW, CARDS, 1, 4),
        _one("upcard", P.UPCARD, _UPCARD),
        _one("value_joker", P.VALUE_JOKER, POINTS, 5, 100),
        _one("value_two", P.VALUE_TWO, POINTS, 5, 100),
        _one("value_ace", P.VALUE_ACE, POINTS, 5, 100),
        _one("value_high", P.VALUE_HIGH, POINTS, 5, 100),
        _one("value_low", P.VALUE_LOW, POINTS, 5, 100),
        _one("value_black_three", P.VALUE_BLACK_THREE, POINTS, 5, 100),
        _one("meld_min", P.MELD_MIN, CARDS, 3, 4),
        _one("max_wilds", P.MAX_WILDS, CARDS, 0, 6),
        _one("min_naturals", P.MIN_NATURALS, CARDS, 1, 7),
        _one("max_meld", P.MAX_MELD, CARDS, 0, 14),
        _one("wild_meld", P.WILD_MELD, YES_NO),
        _one("sequence_meld", P.SEQUENCE_MELD, YES_NO),
        _one("closed_wilds", P.CLOSED_WILDS, YES_NO),
        _one("black_three_meld", P.BLACK_THREE_MELD, YES_NO),
        _one("canasta_size", P.CANASTA_SIZE, CARDS, 5, 10),
        _one("canasta_naturals", P.CANASTA_NATURALS, CARDS, 0, 10),
        _one("naturals_outnumber", P.NATURALS_OUTNUMBER, YES_NO),
        _one("out_canastas", P.OUT_CANASTAS, COUNT, 0, 10),
        _one("out_leave", P.OUT_LEAVE, _LEAVE),
        _one("out_discard", P.OUT_DISCARD, YES_NO),
        _one("out_feet", P.OUT_FEET, YES_NO),
        _one("pile_take", P.PILE_TAKE, CARDS, 0, 20),
        _one("pile_always_frozen", P.PILE_ALWAYS_FROZEN, YES_NO),
        _one("pile_black_three", P.PILE_BLACK_THREE, _BLACK_THREE),
        _one("pile_max_meld", P.PILE_MAX_MELD, CARDS, 0, 10),
        _one("pile_opened_before", P.PILE_OPENED_BEFORE, YES_NO),
        _one("target", P.TARGET, POINTS, 0, 30000, P.SIDES),
        _one("rounds", P.ROUNDS, DEALS, 0, 20, P.SIDES),
        _one("tie", P.TIE, _TIE, by=P.SIDES),
        _one("special_wins", P.SPECIAL_WINS, ("none",) + names.SPECIAL),
        _one("go_out", P.GO_OUT, POINTS, 0, 1000),
        _one("concealed_total", P.CONCEALED_TOTAL, POINTS, 0, 2000, P.GO_OUT),
        _one("no_meld_penalty", P.NO_MELD_PENALTY, POINTS, -1000, 0),
        _one("red_three_left", P.RED_THREE_LEFT, POINTS, -1000, 0),
        _one("red_three_condition", P.RED_THREE_CONDITION, _CONDITION, by=P.RED_PLUS + 1),
        _one("red_three_owner", P.RED_THREE_OWNER, _OWNER, by=P.LONE),
        _one("black_three_condition", P.BLACK_THREE_CONDITION, _CONDITION, by=P.BLACK_PLUS + 1),
        _one("melded_plus_from", P.MELDED_PLUS_FROM, COUNT, 0, 5),
        _one("opening_by", P.OPENING_BY, _OPENING_BY, by=P.OPENING),
        _one("opening_negative", P.OPENING_NEGATIVE, POINTS, 0, 500),
        _one("opening_top_discard", P.OPENING_TOP_DISCARD, YES_NO),
        _one("opening_clean", P.OPENING_CLEAN, YES_NO),
    )
    + _each("out_", P.OUT_KIND, names.KINDS, COUNT, 0, 5)
    + _each("bonus_", P.BONUS, names.KINDS, POINTS, 0, 5000)
    + _each("incomplete_", P.INCOMPLETE, names.INCOMPLETE, POINTS, -5000, 0)
    + _each("special_", P.SPECIAL, names.SPECIAL, POINTS, 0, 10000)
    + _each("extra_", P.EXTRA, names.EXTRA, POINTS, 0, 5000)
    + (
        Param("go_out_by_round", P.GO_OUT_BY_ROUND, P.N_ROUNDS, POINTS, 0, 1000),
        Param("opening_from", P.OPENING_FROM, P.N_BANDS, POINTS, 0, 30000),
        Param("opening", P.OPENING, P.N_BANDS, POINTS, 0, 500),
        Param("opening_needs", P.OPENING_NEEDS, P.N_BANDS, _NEEDS, 0, len(_NEEDS) - 1),
        Param("red_three_table_plus", P.RED_PLUS, P.N_THREES, POINTS, 0, 5000),
        Param("red_three_table_minus", P.RED_MINUS, P.N_THREES, POINTS, -5000, 0),
        Param("black_three_table_plus", P.BLACK_PLUS, P.N_THREES, POINTS, 0, 5000),
        Param("black_three_table_minus", P.BLACK_MINUS, P.N_THREES, POINTS, -5000, 0),
        Param("undeclared_red_three", P.UNDECLARED, P.N_THREES, POINTS, -10000, 0),
        _one("pure_sevens", P.PURE_SEVENS, YES_NO),
        _one("twos_meld", P.TWOS_MELD, YES_NO),
        _one("twos_bonus_out", P.TWOS_BONUS_OUT, YES_NO),
        _one("held_black_three", P.HELD_BLACK_THREE, POINTS, 0, 500),
        _one("out_no_wild", P.OUT_NO_WILD, YES_NO),
        _one("pile_no_wild", P.PILE_NO_WILD, YES_NO),
        _one("pile_open_meld", P.PILE_OPEN_MELD, YES_NO),
        _one("opening_pure", P.OPENING_PURE, YES_NO),
        _one("disputed_wilds", P.DISPUTED_WILDS, _DISPUTED_WILDS),
        _one("disputed_pile", P.DISPUTED_PILE, YES_NO),
        _one("disputed_concealed", P.DISPUTED_CONCEALED, YES_NO),
        _one("disputed_stock_end", P.DISPUTED_STOCK_END, YES_NO),
        _one("disputed_feet", P.DISPUTED_FEET, YES_NO),
        _one("dealer", P.DEALER, _DEALER, by=P.SIDES),
        _one("red_three_play", P.RED_THREE_PLAY, _RED_THREE_PLAY, by=P.SIDES),
        _one("deal_ends", P.DEAL_ENDS, _DEAL_ENDS, by=P.SIDES),
        _one("talon", P.TALON, CARDS, 0, 10),
        _one("talon_next", P.TALON_NEXT, CARDS, 0, 10),
    )
)
"""All parameters. A table's entry i is for i threes, for round i, or for band i."""


def find(id: str) -> "Param | None":
    """The parameter with an id, or None."""
    for param in PARAMS:
        if param.id == id:
            return param
    return None


def set_value(rules: Rules, param: Param, value: object) -> None:
    """Set one parameter of a ruleset; call `rules.prepare()` after the last one.

    `value`: an integer, a boolean for yes/no, an id for a choice; for a table a list of these,
    which may be shorter than the table. Raises ValueError with the reason when it does not fit
    the unit or the range.
    """
    values = value if isinstance(value, (list, tuple)) else (value,)
    if param.length == 1 and values is value:
        raise ValueError("takes one value, not a list")
    if param.length > 1 and values is not value:
        raise ValueError("takes a list")
    if len(values) > param.length:
        raise ValueError("takes at most %d values" % param.length)
    numbers = [_number(param, item) for item in values]
    for i in range(param.length):
        rules.r[param.at + i] = numbers[i] if i < len(numbers) else 0


def _number(param: Param, value: object) -> int:
    """One value as the integer that stands in the array."""
    ids = param.choices()
    if ids:
        if value not in ids:
            raise ValueError("must be one of " + ", ".join(ids))
        return ids.index(value)
    if param.unit == YES_NO:
        if value is not True and value is not False:
            raise ValueError("must be true or false")
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("must be a whole number")
    # A table may always hold 0, for places it does not use.
    if not param.low <= value <= param.high and not (value == 0 and param.length > 1):
        raise ValueError("must be from %d to %d" % (param.low, param.high))
    if param.unit == POINTS and value % 5:
        raise ValueError("must be a multiple of 5")
    return value


def get_value(rules: Rules, param: Param) -> "int | str | list[int | str]":
    """The inverse of `set_value`.

    An integer, boolean or choice id, or a list without its trailing zeros.
    """
    values: "list[int | str]" = []
    ids = param.choices()
    for i in range(param.at, param.at + param.length):
        value = rules.r[i]
        if ids:
            value = ids[value]
        elif param.unit == YES_NO:
            value = value != 0
        values.append(value)
    if param.length == 1:
        return values[0]
    while len(values) > 1 and values[-1] in (0, ids[0] if ids else 0):
        values.pop()
    return values
