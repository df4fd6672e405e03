"""What a meld is under a ruleset: nothing, a meld, or a canasta and its kind.

Nothing here allocates; the verdict goes into an object of the caller.
"""

from array import array

from canasta import cards as C
from canasta import kinds as K
from canasta import params as P
from canasta.rules import Rules

# Reasons; `names.REASONS` has the ids in the same order. Append-only.
FINE = 0
TOO_FEW_CARDS = 1
TOO_MANY_CARDS = 2
TOO_MANY_WILDS = 3
TOO_FEW_NATURALS = 4
WILDS_OUTNUMBER = 5
ONLY_WILDS = 6
SEVERAL_RANKS = 7
BLACK_THREES_GOING_OUT = 8
BLACK_THREES_ALONE = 9
NO_BLACK_THREES = 10
PURE_RANK = 11
CLOSED_WILDS = 12


class Meld:
    """What `look` found.

    `reason` is FINE or why the cards are no meld; `kind` the canasta kind or kinds.NO_CANASTA;
    `size`, `wilds` and `points` the cards' number, how many of them are wild, and their points;
    `have` and `need` the two numbers behind a reason that is about numbers.
    """

    def __init__(self) -> None:
        self.reason = FINE
        self.kind = K.NO_CANASTA
        self.size = 0
        self.wilds = 0
        self.points = 0
        self.have = 0
        self.need = 0


def look(rules: Rules, cards: bytearray, going_out: bool, meld: Meld) -> int:
    """Fill `meld` for the cards of one meld; its reason.

    `going_out`: whether the player goes out in this turn, which black threes need (S0:L6).
    """
    size = 0
    for rank in range(C.N_RANKS):
        size += cards[rank]
    meld.size = size
    meld.wilds = cards[C.JOKER] + cards[C.TWO]
    meld.points = C.points(rules, cards)
    meld.kind = K.NO_CANASTA
    meld.have = 0
    meld.need = 0
    meld.reason = _look(rules, cards, going_out, meld)
    if meld.reason == FINE and size >= rules.r[P.CANASTA_SIZE]:
        meld.reason = _canasta(rules, cards, meld)
    return meld.reason


def _no(meld: Meld, reason: int, have: int, need: int) -> int:
    meld.have = have
    meld.need = need
    return reason


def _look(rules: Rules, cards: bytearray, going_out: bool, meld: Meld) -> int:
    r = rules.r
    size = meld.size
    if size < r[P.MELD_MIN]:
        return _no(meld, TOO_FEW_CARDS, size, r[P.MELD_MIN])
    ranks = 0
    for rank in range(C.N_RANKS):
        if cards[rank] and rank != C.JOKER and rank != C.TWO:
            ranks += 1
    naturals = size - meld.wilds
    if ranks > 1:
        if r[P.SEQUENCE_MELD] and is_sequence(cards, size):
            return FINE
        return _no(meld, SEVERAL_RANKS, ranks, 1)
    if r[P.MAX_MELD] and size > r[P.MAX_MELD]:
        return _no(meld, TOO_MANY_CARDS, size, r[P.MAX_MELD])
    if ranks == 0:
        if r[P.WILD_MELD]:
            return FINE
        if r[P.TWOS_MELD] and cards[C.TWO] > cards[C.JOKER]:
            return FINE
        return ONLY_WILDS
    if cards[C.BLACK_THREE]:
        if not r[P.BLACK_THREE_MELD]:
            return NO_BLACK_THREES
        if meld.wilds:
            return BLACK_THREES_ALONE
        return FINE if going_out else BLACK_THREES_GOING_OUT
    if meld.wilds:
        if r[P.PURE_SEVENS] and cards[C.SEVEN]:
            return PURE_RANK
        if naturals < r[P.MIN_NATURALS]:
            return _no(meld, TOO_FEW_NATURALS, naturals, r[P.MIN_NATURALS])
        if meld.wilds > r[P.MAX_WILDS]:
            return _no(meld, TOO_MANY_WILDS, meld.wilds, r[P.MAX_WILDS])
        if r[P.NATURALS_OUTNUMBER] and naturals <= meld.wilds:
            return _no(meld, WILDS_OUTNUMBER, meld.wilds, naturals)
    return FINE


def is_sequence(cards: bytearray, size: int) -> bool:
    """Whether `size` cards are a run of ranks from four up to ace, none twice, none wild.

    Seven at most. The suit is not part of the counts; whoever enters a sequence vouches for it.
    """
    if size > 7 or cards[C.JOKER] or cards[C.TWO] or cards[C.BLACK_THREE]:
        return False
    run = 0
    ended = False
    for step in range(C.FOUR, C.KING + 2):
        count = cards[step if step <= C.KING else C.ACE]
        if count > 1:
            return False
        if count:
            if ended:
                return False
            run += 1
        elif run:
            ended = True
    return run == size


def _canasta(rules: Rules, cards: bytearray, meld: Meld) -> int:
    """Set the kind of a meld that has the size of a canasta."""
    r = rules.r
    naturals = meld.size - meld.wilds
    if naturals == 0:
        meld.kind = _wild_kind(r, cards)
        return FINE
    if cards[C.BLACK_THREE]:
        if r[P.BONUS + K.BLACK_THREE_CANASTA]:
            meld.kind = K.BLACK_THREE_CANASTA
        return FINE
    if meld.wilds:
        if naturals < r[P.CANASTA_NATURALS]:
            return _no(meld, TOO_FEW_NATURALS, naturals, r[P.CANASTA_NATURALS])
        meld.kind = K.MIXED
        return FINE
    if is_sequence(cards, meld.size):
        meld.kind = K.SEQUENCE
    elif cards[C.ACE] and r[P.BONUS + K.ACES]:
        meld.kind = K.ACES
    elif cards[C.SEVEN] and r[P.BONUS + K.SEVENS]:
        meld.kind = K.SEVENS
    else:
        meld.kind = K.NATURAL
    return FINE


def _wild_kind(r: "array[int]", cards: bytearray) -> int:
    """The kind of a canasta of wild cards; the special ones only where the rules price them."""
    if cards[C.JOKER] == 0 and r[P.BONUS + K.WILD_TWOS]:
        return K.WILD_TWOS
    if cards[C.JOKER] >= 4 and r[P.BONUS + K.WILD_JOKERS]:
        return K.WILD_JOKERS
    if r[P.BONUS + K.MIXED_TWOS]:
        return K.MIXED_TWOS
    return K.WILD
