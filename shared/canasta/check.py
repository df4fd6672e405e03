"""Whether a deal is possible under a ruleset. The tablet blocks what fails here, the host refuses
it.

Nothing here allocates. A failing check leaves the place in `deal.bad_side` and `deal.bad_field`.
"""

from canasta import deal as D
from canasta import errors as E
from canasta import kinds as K
from canasta import params as P
from canasta.rules import Rules

_LIMIT = 20000
"""Larger than any points that a deal can bring, small enough that a side's sum stays exact."""

# Tuples of fields stand here because building one inside a function allocates on the tablet.
_ALWAYS = (D.MELDED, D.IN_HAND, D.OUT, D.OPENED, D.ADJUST, D.REASON, D.MODE, D.NET)
_CARD_POINTS = (D.MELDED, D.IN_HAND)
_SIGNED = (D.ADJUST, D.NET)
_WITH_NET = (D.MODE, D.NET, D.OUT, D.ADJUST, D.REASON)
_MOST_CANASTAS = 99
_RED_THREES = (D.RED_THREES, D.UNDECLARED, D.RED_LEFT)


def knows(rules: Rules, field: int) -> bool:
    """Whether a ruleset knows a field of a deal; a field it does not know must stay 0."""
    r = rules.r
    if field in _ALWAYS:
        return True
    if field == D.RED_THREES:
        return r[P.RED_PLUS + 1] != 0 or r[P.RED_MINUS + 1] != 0
    if field == D.BLACK_THREES:
        return r[P.BLACK_PLUS + 1] != 0 or r[P.BLACK_MINUS + 1] != 0
    if field == D.UNDECLARED:
        return r[P.UNDECLARED + 1] != 0
    if field == D.RED_LEFT:
        return r[P.RED_THREE_LEFT] != 0
    if field == D.SPECIAL:
        for i in range(P.N_SPECIAL):
            if r[P.SPECIAL + i]:
                return True
        return False
    if field < D.INCOMPLETE:
        return r[P.BONUS + field - D.KIND] != 0
    if field < D.EXTRA:
        return r[P.INCOMPLETE + field - D.INCOMPLETE] != 0
    return field < D.EXTRA_DERIVED and r[P.EXTRA + field - D.EXTRA] != 0


def pack_points(rules: Rules) -> int:
    """Sum of the points of all cards but red threes, on the table or in a hand.

    Four of a rank in each pack (S0:L20-24, L31).
    """
    r = rules.r
    ranks = r[P.VALUE_TWO] + r[P.VALUE_ACE] + 6 * r[P.VALUE_HIGH] + 4 * r[P.VALUE_LOW]
    black = r[P.VALUE_BLACK_THREE]
    blacks = 2 * (black if black > r[P.HELD_BLACK_THREE] else r[P.HELD_BLACK_THREE])
    return r[P.PACKS] * (4 * ranks + blacks) + r[P.JOKERS] * r[P.VALUE_JOKER]


def canasta_points(rules: Rules, kind: int) -> int:
    """The fewest card points that a canasta of a kind can hold.

    The cheapest cards that make one.
    """
    r = rules.r
    size = r[P.CANASTA_SIZE]
    low = r[P.VALUE_LOW]
    two = r[P.VALUE_TWO]
    if kind == K.MIXED:
        return (size - 1) * low + two
    if kind == K.SEQUENCE:
        # 4 5 6 7 and then cards from the 8 up: a sequence has no rank twice.
        return 4 * low + (size - 4) * r[P.VALUE_HIGH]
    if kind == K.WILD_TWOS:
        return size * two
    if kind == K.WILD:
        # With a kind of its own for seven twos this one holds a joker.
        return size * two + (r[P.VALUE_JOKER] - two if r[P.BONUS + K.WILD_TWOS] else 0)
    if kind == K.MIXED_TWOS:
        return (size - 1) * two + r[P.VALUE_JOKER]
    if kind == K.WILD_JOKERS:
        return 4 * r[P.VALUE_JOKER] + (size - 4) * two
    if kind == K.ACES:
        return size * r[P.VALUE_ACE]
    if kind == K.BLACK_THREE_CANASTA:
        return size * r[P.VALUE_BLACK_THREE]
    return size * low


def _several(rules: Rules, kind: int, count: int, naturals: int) -> int:
    """The fewest card points that `count` canastas of one rank each can hold.

    Each takes at least `naturals` cards of its rank, and there are four low ranks, six high ones
    and the aces.
    """
    r = rules.r
    points = canasta_points(rules, kind)
    fit = 4 * r[P.PACKS] // naturals if naturals else count
    low = 4 * fit
    total = (count if count < low else low) * points
    if count > low:
        more = r[P.VALUE_HIGH] - r[P.VALUE_LOW]
        total += (count - low) * (points + more * naturals)
    return total


def _fail(deal: D.Deal, side: int, field: int, code: int) -> int:
    deal.bad_side = side
    deal.bad_field = field
    return code


def check_deal(rules: Rules, deal: D.Deal) -> int:
    """OK, or why the deal is impossible (see `errors`)."""
    sides = rules.r[P.SIDES]
    for side in range(sides):
        code = _check_side(rules, deal, side)
        if code:
            return code
    return _check_table(rules, deal, sides)


def _check_side(rules: Rules, deal: D.Deal, side: int) -> int:
    """What one side's numbers alone cannot be."""
    r = rules.r
    v = deal.v
    start = side * D.N_FIELDS
    for field in range(D.N_FIELDS):
        value = v[start + field]
        if value == 0:
            continue
        if not knows(rules, field):
            return _fail(deal, side, field, E.UNKNOWN_FIELD)
        if field in _SIGNED:
            if value % 5:
                return _fail(deal, side, field, E.NO_MULTIPLE_OF_5)
        elif value < 0:
            return _fail(deal, side, field, E.NEGATIVE)
        if value > _LIMIT or value < -_LIMIT:
            return _fail(deal, side, field, E.OUT_OF_RANGE)
    if v[start + D.MODE] == D.MODE_NET:
        return _check_net(deal, side)
    if v[start + D.NET]:
        return _fail(deal, side, D.NET, E.NET_WITH_COUNTS)
    if v[start + D.MODE] > D.MODE_NET:
        return _fail(deal, side, D.MODE, E.OUT_OF_RANGE)

    melded = v[start + D.MELDED]
    for field in _CARD_POINTS:
        if v[start + field] % 5:
            return _fail(deal, side, field, E.NO_MULTIPLE_OF_5)
    if 0 < melded < r[P.MELD_MIN] * r[P.VALUE_LOW]:
        return _fail(deal, side, D.MELDED, E.IMPOSSIBLE_POINTS)
    if v[start + D.OUT] > D.OUT_CONCEALED:
        return _fail(deal, side, D.OUT, E.OUT_OF_RANGE)
    if v[start + D.OUT] == D.OUT_CONCEALED and r[P.CONCEALED_TOTAL] == 0:
        return _fail(deal, side, D.OUT, E.UNKNOWN_FIELD)
    if v[start + D.OPENED] > D.OPENED_NO:
        return _fail(deal, side, D.OPENED, E.OUT_OF_RANGE)
    if v[start + D.SPECIAL]:
        return _check_special(rules, deal, side)
    if melded and v[start + D.OPENED] == D.OPENED_NO:
        return _fail(deal, side, D.OPENED, E.POINTS_WITHOUT_OPENING)
    needed = 0
    for kind in rules.kinds:
        count = v[start + D.KIND + kind]
        if count == 0:
            continue
        if count > _MOST_CANASTAS:
            return _fail(deal, side, D.KIND + kind, E.CANASTAS_ABOVE_POINTS)
        if kind == K.NATURAL:
            needed += _several(rules, kind, count, r[P.CANASTA_SIZE])
        elif kind == K.MIXED:
            needed += _several(rules, kind, count, r[P.CANASTA_NATURALS])
        else:
            needed += count * canasta_points(rules, kind)
        if needed > melded:
            return _fail(deal, side, D.KIND + kind, E.CANASTAS_ABOVE_POINTS)
    # Whoever goes out needs canastas; in a lone player's deal the pair has them together.
    if v[start + D.OUT] and not deal.lone:
        return _check_out(rules, deal, side, start)
    return E.OK


def _check_net(deal: D.Deal, side: int) -> int:
    """In quick mode the net result stands for everything but who went out and an adjustment."""
    v = deal.v
    start = side * D.N_FIELDS
    for field in range(D.N_FIELDS):
        if v[start + field] and field not in _WITH_NET:
            return _fail(deal, side, field, E.NET_WITH_COUNTS)
    return E.OK


def _check_special(rules: Rules, deal: D.Deal, side: int) -> int:
    v = deal.v
    start = side * D.N_FIELDS
    special = v[start + D.SPECIAL]
    if special > P.N_SPECIAL or rules.r[P.SPECIAL + special - 1] == 0:
        return _fail(deal, side, D.SPECIAL, E.UNKNOWN_FIELD)
    if v[start + D.MELDED] or deal.canastas(side):
        return _fail(deal, side, D.SPECIAL, E.SPECIAL_WITH_MELDS)
    return E.OK


def _check_out(rules: Rules, deal: D.Deal, side: int, start: int) -> int:
    """Going out needs the canastas that the rules ask for (S0:L6, S0:L41, S4:L57)."""
    r = rules.r
    v = deal.v
    if _counting(rules, deal, side) < r[P.OUT_CANASTAS]:
        return _fail(deal, side, D.OUT, E.OUT_WITHOUT_CANASTAS)
    for kind in range(P.N_KINDS):
        if v[start + D.KIND + kind] < r[P.OUT_KIND + kind]:
            return _fail(deal, side, D.OUT, E.OUT_WITHOUT_CANASTAS)
    return E.OK


def _counting(rules: Rules, deal: D.Deal, side: int) -> int:
    """How many of a side's canastas count toward going out; wild ones may not (`out_no_wild`)."""
    count = deal.canastas(side)
    if rules.r[P.OUT_NO_WILD]:
        start = side * D.N_FIELDS + D.KIND
        for kind in K.WILD_KINDS:
            count -= deal.v[start + kind]
    return count


def may_go_out(rules: Rules, deal: D.Deal, side: int) -> bool:
    """Whether the side, or the pair it belongs to, has the canastas that going out needs."""
    if deal.lone:
        return _check_lone_out(rules, deal, rules.r[P.SIDES], side) == E.OK
    return _check_out(rules, deal, side, side * D.N_FIELDS) == E.OK


def _check_table(rules: Rules, deal: D.Deal, sides: int) -> int:
    """What the sides together cannot be."""
    r = rules.r
    v = deal.v
    out = -1
    points = 0
    reds = 0
    blacks = 0
    held = pack_points(rules)
    for side in range(sides):
        start = side * D.N_FIELDS
        if v[start + D.OUT] or v[start + D.SPECIAL]:
            if out >= 0:
                return _fail(deal, side, D.OUT, E.TWO_OUT)
            out = side
        points += v[start + D.MELDED] + v[start + D.IN_HAND]
        if points > held:
            return _fail(deal, side, D.MELDED, E.POINTS_ABOVE_PACKS)
        for field in _RED_THREES:
            reds += v[start + field]
            if reds > 2 * r[P.PACKS]:
                return _fail(deal, side, field, E.TOO_MANY_RED_THREES)
        blacks += v[start + D.BLACK_THREES]
        if blacks > 2 * r[P.PACKS]:
            return _fail(deal, side, D.BLACK_THREES, E.TOO_MANY_BLACK_THREES)
    if deal.lone and out >= 0 and v[out * D.N_FIELDS + D.OUT]:
        return _check_lone_out(rules, deal, sides, out)
    return E.OK


def _check_lone_out(rules: Rules, deal: D.Deal, sides: int, out: int) -> int:
    """Partners against a lone player go out on the canastas of both.

    A side that gave only its net result is believed, since nobody counted its canastas.
    """
    r = rules.r
    v = deal.v
    total = 0
    for side in range(sides):
        if (side == deal.lone - 1) == (out == deal.lone - 1):
            if v[side * D.N_FIELDS + D.MODE] == D.MODE_NET:
                return E.OK
    for kind in range(P.N_KINDS):
        count = 0
        for side in range(sides):
            if (side == deal.lone - 1) == (out == deal.lone - 1):
                count += v[side * D.N_FIELDS + D.KIND + kind]
                if kind == 0:
                    total += _counting(rules, deal, side)
        if count < r[P.OUT_KIND + kind]:
            return _fail(deal, out, D.OUT, E.OUT_WITHOUT_CANASTAS)
    if total < r[P.OUT_CANASTAS]:
        return _fail(deal, out, D.OUT, E.OUT_WITHOUT_CANASTAS)
    return E.OK
