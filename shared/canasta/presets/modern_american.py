"""Modern American Canasta, four players in two pairs.

The rules of the Canasta League of America; where pagat differs the value is a house rule.
"""

ID = "modern-american"
BASE = "classic"
TABLES = ((2, 2),)

VALUES = (
    ("dealt", 13, "CLA"),
    ("upcard", "none", "CLA"),
    ("max_wilds", 2, "CLA"),
    ("max_meld", 7, "CLA"),
    ("wild_meld", True, "CLA"),
    ("pure_sevens", True, "CLA"),
    ("black_three_meld", False, "CLA"),
    ("closed_wilds", False, "CLA"),
    ("canasta_naturals", 5, "CLA"),
    ("bonus_natural", 500, "CLA"),
    ("bonus_mixed", 300, "CLA"),
    ("bonus_aces", 2500, "CLA"),
    ("bonus_sevens", 2500, "CLA"),
    ("bonus_wild", 2000, "CLA"),
    ("bonus_wild_jokers", 2500, "CLA"),
    ("bonus_wild_twos", 3000, "CLA"),
    ("out_canastas", 2, "CLA"),
    ("out_discard", True, "CLA"),
    ("go_out", 100, "CLA"),
    ("concealed_total", 0, "CLA: no concealed bonus"),
    ("red_three_table_plus", (0, 100, 300, 500, 1000), "CLA"),
    ("red_three_table_minus", (0, -100, -300, -500, -1000), "CLA"),
    ("red_three_condition", "swing", "CLA"),
    ("black_three_table_plus", (0, 100, 300, 500, 1000), "CLA"),
    ("black_three_table_minus", (0, -100, -300, -500, -1000), "CLA"),
    ("black_three_condition", "swing", "CLA"),
    ("undeclared_red_three", (0,), "CLA names no penalty"),
    ("melded_plus_from", 1, "CLA"),
    ("incomplete_aces", -2500, "CLA"),
    ("incomplete_sevens", -2500, "CLA"),
    ("incomplete_wild", -2000, "CLA; pagat -2500 with four jokers"),
    ("incomplete_aces_in_hand", -1500, "CLA"),
    ("incomplete_sevens_in_hand", -1500, "CLA"),
    ("special_pairs", 2500, "CLA"),
    ("special_wild_pairs", 2000, "CLA"),
    ("special_miami_pairs", 2500, "CLA"),
    ("special_zip_code", 2500, "CLA"),
    ("special_straight", 3000, "CLA"),
    ("special_garbage", 3000, "CLA; pagat 2000"),
    ("special_blast_off", 3000, "CLA"),
    ("special_triples", 3500, "CLA"),
    ("special_quads", 3500, "CLA"),
    ("special_dream", 8500, "CLA"),
    ("special_wins", "dream", "CLA"),
    ("opening_negative", 125, "CLA"),
    ("opening_from", (0, 3000, 5000), "CLA"),
    ("opening", (125, 155, 180), "CLA"),
    ("opening_clean", True, "CLA"),
    ("opening_top_discard", False, "CLA"),
    ("pile_always_frozen", True, "CLA"),
    ("target", 8500, "CLA"),
    ("disputed_concealed", False, "CLA: no concealed bonus"),
    ("talon", 4, "CLA"),
    ("talon_next", 3, "CLA"),
)

BY_TABLE = ()
