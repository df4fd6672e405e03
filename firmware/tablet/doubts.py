"""What is possible in a deal but unlikely: a table is asked about it once. Nothing here allocates.

Most of these are what is left when a press was missed or hit the wrong key.
"""

from canasta import deal as D
from canasta import rules
from tablet import draft as W
from tablet import messages as M

_FAR = 1000
_CANASTA_POINTS = 70
"""Seven cards of ten: fewer points than that for each canasta are rare."""
_WITHOUT_CANASTA = 250
"""More points than that without one canasta are rare."""


def doubt(match: "Match", draft: W.Draft, known: int) -> int:
    """The message of the first doubt about a draft, 0 for none.

    `known` is a mask of the doubts that were answered already, by `bit_of`. The side that it is
    about is in `draft.asked`, -1 for the whole deal.
    """
    sides = match.sides
    out = _out(draft, sides)
    draft.asked = -1
    if not known & 1 and out < 0 and _counted(draft, sides):
        return M.DOUBT_NOBODY
    for side in range(sides):
        message = _of_side(match, draft, side, out, known)
        if message:
            draft.asked = side
            return message
    if not known & 2 and out >= 0 and _far_behind(draft, sides, out):
        draft.asked = out
        return M.DOUBT_FAR
    if not known & 4 and match.deals and draft.entry < 0:
        return _like_the_last(match, draft)
    return 0


def bit_of(message: int) -> int:
    """The bit of `known` that a doubt has."""
    if message == M.DOUBT_NOBODY:
        return 1
    if message == M.DOUBT_FAR:
        return 2
    if message == M.DOUBT_SMALL:
        return 8
    if message == M.DOUBT_NO_CANASTA:
        return 16
    if message == M.DOUBT_NOTHING:
        return 64
    if message == M.DOUBT_OPENING:
        return 128
    return 32 if message == M.DOUBT_HAND else 4


def field_of(message: int) -> int:
    """The field of `canasta.deal` that a doubt is about, -1 for none."""
    if message == M.DOUBT_NOBODY or message == M.DOUBT_FAR:
        return D.OUT
    if message == M.DOUBT_HAND:
        return D.IN_HAND
    return -1 if message in (M.DOUBT_TWICE, M.DOUBT_SWAPPED) else D.MELDED


def _out(draft: W.Draft, sides: int) -> int:
    """The side that ended the deal, -1 for none."""
    for side in range(sides):
        if draft.deal.get(side, D.OUT) or draft.deal.get(side, D.SPECIAL):
            return side
    return -1


def _counted(draft: W.Draft, sides: int) -> bool:
    """Whether any side counts more than its net result; in quick mode nobody says who went out."""
    for side in range(sides):
        if draft.ways[side] != W.BY_NET:
            return True
    return False


def _of_side(match: "Match", draft: W.Draft, side: int, out: int, known: int) -> int:
    """A doubt about one side's own numbers."""
    deal = draft.deal
    if draft.ways[side] == W.BY_NET or deal.get(side, D.SPECIAL):
        return 0
    melded = deal.get(side, D.MELDED)
    canastas = deal.canastas(side)
    if not known & 8 and canastas and melded < canastas * _CANASTA_POINTS:
        return M.DOUBT_SMALL
    if not known & 16 and not canastas and melded >= _WITHOUT_CANASTA:
        return M.DOUBT_NO_CANASTA
    if not known & 128 and _short_of_opening(match, draft, side, melded):
        return M.DOUBT_OPENING
    if not known & 64 and not melded and not canastas:
        return M.DOUBT_NOTHING
    # Whoever is not out holds a card at least.
    if not known & 32 and side != out and not deal.get(side, D.IN_HAND):
        return M.DOUBT_HAND
    return 0


def _short_of_opening(match: "Match", draft: W.Draft, side: int, melded: int) -> bool:
    """Whether a side has melded, but less than its first melds needed (S0:L7, S4:L25-33).

    Not asked of who went out concealed, as tables differ there (S1-d), nor of partners against a
    lone player, one of whom opened for both (S0-g).
    """
    deal = draft.deal
    if melded == 0 or deal.get(side, D.OUT) == D.OUT_CONCEALED:
        return False
    if deal.lone and side != deal.lone - 1:
        return False
    total = match.totals[side]
    if draft.entry >= 0:
        # As it was before the deal that is corrected.
        for slot in range(match.slot[draft.entry], match.slots):
            entry = match.current(slot)
            if entry >= 0:
                total -= match.points[entry * D.MAX_SIDES + side]
    return melded < rules.opening(match.rules, total, draft.number(match) - 1)


def _far_behind(draft: W.Draft, sides: int, out: int) -> bool:
    for side in range(sides):
        if draft.points(side) - draft.points(out) >= _FAR:
            return True
    return False


def _like_the_last(match: "Match", draft: W.Draft) -> int:
    """Whether the last deal comes again, as it was or with two sides swapped."""
    last = -1
    for slot in range(match.slots):
        if match.current(slot) >= 0:
            last = match.current(slot)
    if last < 0:
        return 0
    match.load(last, match.deal)
    if _same(match, draft, 0):
        return M.DOUBT_TWICE
    if match.sides == 2 and _same(match, draft, 1):
        return M.DOUBT_SWAPPED
    return 0


def _same(match: "Match", draft: W.Draft, shift: int) -> bool:
    for side in range(match.sides):
        other = (side + shift) % match.sides
        for field in range(D.N_FIELDS):
            if draft.deal.get(side, field) != match.deal.get(other, field):
                return False
    return True
