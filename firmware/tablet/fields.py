"""The rows of the entry: what they are called, hold, may hold and bring."""

from canasta import check, score
from canasta import deal as D
from canasta import params as P
from tablet import draft as W
from tablet import keys
from tablet import messages as M

_FINE = 5
_MIDDLE = 50
_COARSE = 100
_ADJUST_MOST = 5000
_NET_MOST = 15000
_KINDS_MOST = 12
_PILE_MOST = 99

# Rows that are no fields of a deal: how a side counts, who plays alone, how many cards of a worth
# are melded (four) and in the hand (four)
WAY = 200
LONE = 201
PILE = 210

# Fields in the order of the entry, by where they stand in it
AFTER = bytes([D.RED_THREES, D.BLACK_THREES])
CARDS = bytes([D.MELDED, D.IN_HAND])
LAST = bytes([D.RED_LEFT])
RARE = bytes([D.UNDECLARED, D.SPECIAL])
"""What hardly ever happens is entered from the recap, so that a usual deal has fewer presses."""

_LABELS = {
    WAY: M.COUNT_BY,
    LONE: M.LONE,
    D.OUT: M.OUT,
    D.RED_THREES: M.RED_THREES,
    D.BLACK_THREES: M.BLACK_THREES,
    D.MELDED: M.MELDED,
    D.IN_HAND: M.IN_HAND,
    D.UNDECLARED: M.UNDECLARED,
    D.RED_LEFT: M.RED_LEFT,
    D.SPECIAL: M.SPECIAL,
    D.ADJUST: M.ADJUST,
    D.NET: M.NET,
}
_LINES = {
    D.RED_THREES: score.L_RED_THREES,
    D.BLACK_THREES: score.L_BLACK_THREES,
    D.MELDED: score.L_MELDED,
    D.IN_HAND: score.L_IN_HAND,
    D.UNDECLARED: score.L_UNDECLARED,
    D.RED_LEFT: score.L_RED_LEFT,
    D.SPECIAL: score.L_SPECIAL,
    D.ADJUST: score.L_ADJUST,
    D.NET: score.L_NET,
}
OUT_TEXTS = (M.NO, M.YES, M.CONCEALED)
WAY_TEXTS = (M.BY_SUM, M.BY_CARDS, M.BY_NET)
WORDS = (WAY, LONE, D.OUT, D.SPECIAL)
"""Rows whose value is no number for the table."""
_POINTS = (D.MELDED, D.IN_HAND, D.ADJUST, D.NET)
_REDS = (D.RED_THREES, D.UNDECLARED, D.RED_LEFT)
_BLACKS = (D.BLACK_THREES,)


def label(row: int) -> int:
    """The message that names a row of the entry."""
    if row >= PILE:
        return M.HAND if row - PILE >= 4 else M.DOWN
    if D.KIND <= row < D.INCOMPLETE:
        return M.NATURAL + row - D.KIND
    if D.INCOMPLETE <= row < D.EXTRA:
        return M.INC_ACES + row - D.INCOMPLETE
    if D.EXTRA <= row < D.N_FIELDS:
        return M.EX_EXACT + row - D.EXTRA
    return _LABELS[row]


def worth(row: int) -> int:
    """Points of the cards that a row counts."""
    return W.WORTH[(row - PILE) % 4]


def value(draft: W.Draft, row: int) -> int:
    """What a row holds on the draft's side."""
    if row == WAY:
        return draft.ways[draft.side]
    if row == LONE:
        return draft.deal.lone
    if row >= PILE:
        return draft.piles[draft.side * W.PILES + row - PILE]
    return draft.deal.get(draft.side, row)


def points(draft: W.Draft, row: int) -> int:
    """What the row brings in the draft's score."""
    side = draft.side
    if row == D.OUT:
        return draft.line(side, score.L_OUT) + draft.line(side, score.L_CONCEALED)
    if row >= WAY:
        if row == PILE + 3:
            return draft.line(side, score.L_MELDED)
        return draft.line(side, score.L_IN_HAND) if row == PILE + 7 else 0
    if D.KIND <= row < D.INCOMPLETE:
        return draft.line(side, score.L_KIND + row - D.KIND)
    return draft.line(side, _LINES[row]) if row in _LINES else 0


def partner(match: "Match", draft: W.Draft, side: int) -> int:
    """The side that plays with a side against a lone player in this deal, -1 for none."""
    lone = draft.deal.lone
    if lone and side != lone - 1:
        for other in range(match.sides):
            if other != side and other != lone - 1:
                return other
    return -1


def of_pair(match: "Match", draft: W.Draft, row: int) -> bool:
    """Whether a row brings what both partners get: all but what the score leaves to each."""
    if partner(match, draft, draft.side) < 0 or row == D.ADJUST:
        return False
    return row != D.RED_THREES or match.rules.r[P.RED_THREE_OWNER] != P.OWNER_PLAYER


def lowest(row: int) -> int:
    """The least that a row can hold."""
    if row == D.ADJUST:
        return -_ADJUST_MOST
    return -_NET_MOST if row == D.NET else 0


def highest(match: "Match", draft: W.Draft, row: int) -> int:
    """The most that the packs, the other sides and the rules leave."""
    rules = match.rules
    deal = draft.deal
    side = draft.side
    if row == LONE:
        return match.sides
    if row == D.OUT:
        if draft.ways[side] != W.BY_NET and not check.may_go_out(rules, deal, side):
            return D.NOT_OUT
        return D.OUT_CONCEALED if rules.r[P.CONCEALED_TOTAL] else D.OUT_NORMAL
    if row == D.ADJUST:
        return _ADJUST_MOST
    if row == D.NET:
        return _NET_MOST
    if row >= PILE:
        return _PILE_MOST
    if row == D.SPECIAL:
        return P.N_SPECIAL
    fields = _sharing(row)
    if not fields:
        return _KINDS_MOST
    used = of_others(match, draft, row)
    for field in fields:
        if field != row:
            used += deal.get(side, field)
    if row in CARDS:
        return check.pack_points(rules) - used
    return 2 * rules.r[P.PACKS] - used


def of_others(match: "Match", draft: W.Draft, row: int) -> int:
    """What the other sides have of that which the packs hold."""
    used = 0
    for side in range(match.sides):
        if side != draft.side:
            for field in _sharing(row):
                used += draft.deal.get(side, field)
    return used


def _sharing(row: int) -> "bytes | tuple[int, ...]":
    """The fields that share with a row what the packs hold."""
    if row in CARDS:
        return CARDS
    if row in _REDS:
        return _REDS
    return _BLACKS if row == D.BLACK_THREES else ()


def stepped(row: int, value: int, direction: int, how: int) -> int:
    """One step further.

    Fives when tapped, hundreds when held (the first at fifty), ones for counts.
    """
    if row not in _POINTS:
        return value + direction
    if how != keys.REPEAT:
        return value + direction * _FINE
    # Coarse steps land on round numbers, so a tap before the hold does no harm.
    return _round_up(value) if direction > 0 else -_round_up(-value)


def _round_up(value: int) -> int:
    """The next of ..., -100, -50, 0, 50, 100, 200, ... above a value."""
    if -_COARSE <= value < _COARSE:
        return (value // _MIDDLE + 1) * _MIDDLE
    return (value // _COARSE + 1) * _COARSE
