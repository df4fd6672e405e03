"""Canasta kinds, by the places in `names.KINDS`. Append-only."""

NATURAL = 0
MIXED = 1
SEQUENCE = 2
WILD = 3
WILD_TWOS = 4
WILD_JOKERS = 5
ACES = 6
SEVENS = 7
MIXED_TWOS = 8
BLACK_THREE_CANASTA = 9

NO_CANASTA = -1
WILD_KINDS = (WILD, WILD_TWOS, WILD_JOKERS, MIXED_TWOS)
"""Canastas without a natural card."""
