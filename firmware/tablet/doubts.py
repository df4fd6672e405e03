"""What is possible in a deal but unlikely.

A table is asked about it once. Nothing here allocates.
"""

from canasta import deal as D
from tablet import messages as M

_FAR = 1000
_CANASTA_POINTS = 70
"""Seven cards of ten: fewer points than that for each canasta are rare."""


def doubt(match, draft, known: int) -> int:
    """The message of the first doubt about a draft, 0 for none.

    `known` is a mask of the doubts that were answered already, by `bit_of`.
    """
    sides = match.sides
    deal = draft.deal
    if not known & 1:
        for side in range(sides):
            if deal.get(side, D.OUT) and _far_behind(draft, sides, side):
                return M.DOUBT_FAR
    if not known & 2:
        for side in range(sides):
            melded = deal.get(side, D.MELDED)
            canastas = deal.canastas(side)
            if canastas and melded < canastas * _CANASTA_POINTS:
                return M.DOUBT_SMALL
    if not known & 4 and match.deals and draft.entry < 0:
        return _like_the_last(match, draft)
    return 0


def bit_of(message: int) -> int:
    """The bit of `known` that a doubt has."""
    if message == M.DOUBT_FAR:
        return 1
    return 2 if message == M.DOUBT_SMALL else 4


def _far_behind(draft, sides: int, out: int) -> bool:
    for side in range(sides):
        if draft.points(side) - draft.points(out) >= _FAR:
            return True
    return False


def _like_the_last(match, draft) -> int:
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


def _same(match, draft, shift: int) -> bool:
    for side in range(match.sides):
        other = (side + shift) % match.sides
        for field in range(D.N_FIELDS):
            if draft.deal.get(side, field) != match.deal.get(other, field):
                return False
    return True
