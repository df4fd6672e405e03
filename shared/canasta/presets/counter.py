"""Canasta as the score counter has it, two to six players, in teams or each for himself."""

ID = "counter"
BASE = "classic"
TABLES = ((2, 2), (3, 1), (4, 1), (5, 1), (6, 1), (2, 1), (3, 2), (2, 3))

VALUES = (
    ("sides", 2, "S3:L5, L13, L41-43"),
    ("seats", 2, "S3:L5, L13, L41-43"),
    ("packs", 2, "S3:L10, L12"),
    ("jokers", 4, "S3:L12"),
    ("dealt", 11, "S3:L13"),
    ("draw", 1, "S3:L16"),
    ("value_joker", 50, "S3:L23"),
    ("value_ace", 20, "S3:L22"),
    ("value_two", 20, "S3:L22"),
    ("value_high", 10, "S3:L22"),
    ("value_low", 5, "S3:L22"),
    ("value_black_three", 5, "S3:L22"),
    ("meld_min", 3, "S3:L17"),
    ("max_wilds", 3, "S3:L18"),
    ("canasta_size", 7, "S3:L3, L21"),
    ("bonus_natural", 500, "S3:L21, L46"),
    ("bonus_mixed", 300, "S3:L21, L46"),
    ("red_three_table_plus", (0, 100, 200, 300, 800), "S3:L24"),
    ("red_three_table_minus", (0, -100, -200, -300, -800), "S3:L25, D3"),
    ("red_three_condition", "melded", "S3:L25"),
    ("undeclared_red_three", (0,), "S3 names no penalty"),
    ("opening", (50, 90, 120), "S3:L26, L35, D4"),
    ("go_out", 100, "S3:L27"),
    ("out_canastas", 1, "S3:L30, L48"),
    ("pile_black_three", "blocks_next", "S3:L34"),
    ("target", 5000, "S3:L31, L38"),
    ("red_three_play", "laid_and_replaced", "S3:L24, L33"),
)

BY_TABLE = (
    ((2, 1), "dealt", 15, "S0:L39"),
    ((3, 1), "dealt", 13, "S0:L42"),
    ((2, 1), "out_leave", "never", "S0:L28: there is no partner"),
    ((3, 1), "out_leave", "never", "S0:L28: there is no partner"),
    ((4, 1), "out_leave", "never", "S0:L28: there is no partner"),
    ((5, 1), "out_leave", "never", "S0:L28: there is no partner"),
    ((6, 1), "out_leave", "never", "S0:L28: there is no partner"),
)
