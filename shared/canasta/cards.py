"""Cards as counts: how many of each rank a meld or a hand holds, in 14 bytes.

Suits do not matter to a score, so a card is its rank alone. Red threes are never part of a meld
or of a hand that is counted by cards (S0:L27); the three here is the black one.
"""

from canasta import params as P
from canasta.rules import Rules

RANKS = "XA23456789TJQK"
"""One letter for each rank, in the order of the counts. `X` is a joker, `T` a ten."""

JOKER = 0
ACE = 1
TWO = 2
BLACK_THREE = 3
FOUR = 4
SEVEN = 7
EIGHT = 8
KING = 13
N_RANKS = 14


def counts() -> bytearray:
    """An empty count of cards."""
    return bytearray(N_RANKS)


def read(text: str, into: bytearray) -> int:
    """Count the cards of `text` in `into` (at most 255 of a rank).

    -1, or the place in `text` of the first letter that is no card; `into` is then undefined. The
    one function here that allocates on a tablet, which counts cards by keys instead.
    """
    for rank in range(N_RANKS):
        into[rank] = 0
    for i in range(len(text)):
        rank = RANKS.find(text[i])
        if rank < 0 or into[rank] == 255:
            return i
        into[rank] += 1
    return -1


def value(rules: Rules, rank: int) -> int:
    """Points of one card on the table (S0:L20-24)."""
    r = rules.r
    if rank == JOKER:
        return r[P.VALUE_JOKER]
    if rank == ACE:
        return r[P.VALUE_ACE]
    if rank == TWO:
        return r[P.VALUE_TWO]
    if rank == BLACK_THREE:
        return r[P.VALUE_BLACK_THREE]
    return r[P.VALUE_LOW] if rank <= SEVEN else r[P.VALUE_HIGH]


def held(rules: Rules, rank: int) -> int:
    """Points that one card left in the hand costs; only a black three can differ."""
    if rank == BLACK_THREE and rules.r[P.HELD_BLACK_THREE]:
        return rules.r[P.HELD_BLACK_THREE]
    return value(rules, rank)


def points(rules: Rules, cards: bytearray) -> int:
    """Points of cards on the table."""
    total = 0
    for rank in range(N_RANKS):
        if cards[rank]:
            total += cards[rank] * value(rules, rank)
    return total


def held_points(rules: Rules, cards: bytearray) -> int:
    """Points that cards left in the hand cost."""
    total = 0
    for rank in range(N_RANKS):
        if cards[rank]:
            total += cards[rank] * held(rules, rank)
    return total


def there_are(rules: Rules, rank: int) -> int:
    """How many cards of a rank the packs hold: four a pack, of threes the two black ones."""
    if rank == JOKER:
        return rules.r[P.JOKERS]
    return (2 if rank == BLACK_THREE else 4) * rules.r[P.PACKS]
