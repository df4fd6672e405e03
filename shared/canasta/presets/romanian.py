"""Romanian Canasta, four players in two pairs."""

ID = "romanian"
BASE = "classic"
TABLES = ((2, 2),)

VALUES = (
    ("sides", 2, "S1:L3, L66"),
    ("seats", 2, "S1:L3, L16"),
    ("packs", 2, "S1:L4"),
    ("jokers", 4, "S1:L4"),
    ("dealt", 11, "S1:L19"),
    ("draw", 1, "S1:L24"),
    ("upcard", "joker_two_three", "S1:L19"),
    ("value_joker", 50, "S1:L12"),
    ("value_ace", 20, "S1:L11"),
    ("value_two", 20, "S1:L11"),
    ("value_high", 10, "S1:L10"),
    ("value_low", 5, "S1:L9"),
    ("value_black_three", 5, "S1:L13"),
    ("meld_min", 3, "S1:L27"),
    ("max_wilds", 3, "S1:L27, L29"),
    ("min_naturals", 2, "S1:L27"),
    ("black_three_meld", True, "S1:L27"),
    ("canasta_size", 7, "S1:L31"),
    ("bonus_natural", 500, "S1:L31, L61"),
    ("bonus_mixed", 300, "S1:L32, L62"),
    ("out_canastas", 1, "S1:L58"),
    ("go_out", 100, "S1:L64"),
    ("concealed_total", 200, "S1:L64-65, D2"),
    ("red_three_table_plus", (0, 100, 200, 300, 800), "S1:L14, L22, L63"),
    ("red_three_table_minus", (0, -100, -200, -300, -800), "S1:L22, D3"),
    ("red_three_condition", "melded", "S1:L22"),
    ("undeclared_red_three", (0,), "S1 names no penalty"),
    ("opening_negative", 15, "S1:L35"),
    ("opening_from", (0, 1500, 3000), "S1:L36-38"),
    ("opening", (50, 90, 120), "S1:L36-38"),
    ("opening_top_discard", True, "S1:L39"),
    ("pile_black_three", "freezes", "S1:L44"),
    ("target", 5000, "S1:L68"),
    ("disputed_wilds", "two_naturals_each", "S1:L27, S1-a"),
    ("disputed_pile", True, "S1:L39, L43, L56, S1-b"),
    ("disputed_concealed", True, "S1:L59, S1-d"),
    ("disputed_stock_end", False, "S1 does not speak of it"),
    ("dealer", "right_of_highest", "S1:L16, L18"),
    ("red_three_play", "laid_and_replaced", "S1:L21"),
)

BY_TABLE = ()
