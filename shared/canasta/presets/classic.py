"""Classic Canasta, four players in two pairs.

The text of S0, with the decisions of the rule sheet.
"""

ID = "classic"
BASE = None
TABLES = ((2, 2),)

VALUES = (
    ("sides", 2, "S0:L30"),
    ("seats", 2, "S0:L30"),
    ("packs", 2, "S0:L31"),
    ("jokers", 4, "S0:L31"),
    ("dealt", 11, "S0:L31"),
    ("draw", 1, "S0:L33"),
    ("upcard", "joker_two_red_three", "S2:L6"),
    ("value_joker", 50, "S0:L20"),
    ("value_ace", 20, "S0:L21"),
    ("value_two", 20, "S0:L21"),
    ("value_high", 10, "S0:L22"),
    ("value_low", 5, "S0:L23"),
    ("value_black_three", 5, "S0:L24"),
    ("meld_min", 3, "S0:L6"),
    ("max_wilds", 3, "S0:L2"),
    ("min_naturals", 2, "S0:L2"),
    ("black_three_meld", True, "S0:L6"),
    ("closed_wilds", True, "S0:L6"),
    ("canasta_size", 7, "S0:L6"),
    ("canasta_naturals", 4, "S0:L2"),
    ("bonus_natural", 500, "S0:L9"),
    ("bonus_mixed", 300, "S0:L9"),
    ("out_canastas", 1, "S0:L6"),
    ("out_leave", "may_ask", "S0:L28"),
    ("go_out", 100, "S0:L9"),
    ("concealed_total", 200, "S0:L4, D2"),
    ("red_three_table_plus", (0, 100, 200, 300, 800), "S0:L9"),
    ("red_three_table_minus", (0, -100, -200, -300, -800), "S0:L9, D3"),
    ("red_three_condition", "melded", "S0:L9"),
    ("undeclared_red_three", (0, -500, -1000, -1500, -2000), "S0:L27"),
    ("opening_by", "score", "S0:L7"),
    ("opening_negative", 15, "S0:L7"),
    ("opening_from", (0, 1500, 3000), "S0:L7, D4"),
    ("opening", (50, 90, 120), "S0:L7, D4"),
    ("opening_top_discard", True, "S0:L7"),
    ("pile_black_three", "blocks_next", "S0:L6"),
    ("target", 5000, "S0:L37"),
    ("tie", "extra_deal", "D8"),
    ("disputed_concealed", True, "S1-d: pagat exempts, S1:L59 does not"),
    ("disputed_stock_end", True, "S0:L35, S0-h"),
    ("dealer", "highest", "S0:L30"),
    ("red_three_play", "laid_and_replaced", "S0:L27"),
    ("deal_ends", "out_or_stock", "S0:L8, L28, L35"),
)

BY_TABLE = ()
