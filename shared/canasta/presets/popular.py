"""Canasta by the rules of popular games, four players in two pairs.

What the text leaves out is as in classic Canasta.
"""

ID = "popular"
BASE = "classic"
TABLES = ((2, 2),)

VALUES = (
    ("sides", 2, "S2:L5"),
    ("seats", 2, "S2:L5"),
    ("packs", 2, "S2:L4"),
    ("jokers", 4, "S2:L4"),
    ("dealt", 11, "S2:L6"),
    ("draw", 1, "S2:L9"),
    ("upcard", "joker_two_red_three", "S2:L6"),
    ("value_joker", 50, "S2:L7"),
    ("value_ace", 20, "S2:L8"),
    ("value_two", 20, "S2:L8"),
    ("value_high", 10, "S2:L8"),
    ("value_low", 5, "S2:L8"),
    ("value_black_three", 5, "S2:L8"),
    ("meld_min", 3, "S2:L9"),
    ("canasta_size", 7, "S2:L9"),
    ("bonus_natural", 500, "S2:L11"),
    ("bonus_mixed", 300, "S2:L11"),
    ("red_three_table_plus", (0, 100, 200, 300, 800), "S2:L7, L11"),
    ("go_out", 100, "S2:L11, L13"),
    ("concealed_total", 200, "S2:L11"),
    ("no_meld_penalty", -100, "S2:L12"),
    ("undeclared_red_three", (0, -100, -200, -300, -800), "S2:L12"),
    ("pile_black_three", "blocks_next", "S2:L10"),
    ("target", 5000, "S2:L13"),
    ("disputed_wilds", "one_wild", "S2:L9, L11, S2-a"),
    ("red_three_play", "laid_and_replaced", "S2:L6"),
    ("deal_ends", "out_or_stock", "S2:L9"),
)

BY_TABLE = ()
