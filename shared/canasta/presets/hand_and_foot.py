"""Hand and Foot with canastas of eight cards, three, four or six players."""

ID = "hand-and-foot"
BASE = None
TABLES = ((2, 2), (3, 1), (3, 2), (2, 3))

VALUES = (
    ("sides", 2, "S4:L6"),
    ("seats", 2, "S4:L6"),
    ("packs", 4, "S4:L8"),
    ("jokers", 8, "S4:L8"),
    ("dealt", 13, "S4:L11"),
    ("foot", 13, "S4:L11"),
    ("draw", 2, "S4:L35"),
    ("value_joker", 50, "S4:L79"),
    ("value_ace", 20, "S4:L78"),
    ("value_two", 20, "S4:L78"),
    ("value_high", 10, "S4:L77"),
    ("value_low", 5, "S4:L76"),
    ("value_black_three", 5, "S4:L84"),
    ("meld_min", 3, "S4:L39"),
    ("max_wilds", 3, "S4:L17"),
    ("min_naturals", 2, "S4:L17"),
    ("naturals_outnumber", True, "S4:L17"),
    ("closed_wilds", False, "S4:L19"),
    ("black_three_meld", False, "S4:L23"),
    ("canasta_size", 8, "S4:L13"),
    ("canasta_naturals", 5, "S4:L17"),
    ("bonus_natural", 500, "S4:L71"),
    ("bonus_mixed", 300, "S4:L72"),
    ("out_canastas", 3, "S4:L57"),
    ("out_natural", 1, "S4:L57"),
    ("out_mixed", 2, "S4:L57"),
    ("out_leave", "must_ask", "S4:L59"),
    ("out_discard", False, "S4:L61"),
    ("out_feet", True, "S4:L63"),
    ("red_three_left", -100, "S4:L83"),
    ("opening_by", "round", "S4:L25"),
    ("opening", (50, 90, 120, 150), "S4:L27-33"),
    ("pile_take", 8, "S4:L35-37"),
    ("pile_always_frozen", True, "S4:L39"),
    ("pile_opened_before", True, "S4:L41"),
    ("pile_max_meld", 4, "S4:L43"),
    ("pile_black_three", "blocks_next", "S4:L23"),
    ("rounds", 3, "S4:L25"),
    ("tie", "extra_deal", "D8"),
    ("disputed_feet", True, "S4:L63, S4-d"),
)

BY_TABLE = (
    ((3, 1), "canasta_size", 7, "S4:L21"),
    ((3, 1), "canasta_naturals", 4, "S4:L17, L21"),
    ((3, 1), "out_leave", "never", "S4:L59: there is no partner"),
    ((3, 2), "packs", 6, "S4:L9"),
    ((3, 2), "jokers", 12, "S4:L9"),
    ((2, 3), "packs", 6, "S4:L9"),
    ((2, 3), "jokers", 12, "S4:L9"),
)
