"""Brazilian Canasta, four players in two pairs.

From 7000 points on a canasta must open; the minimum in points is then only part of it.
"""

ID = "brazilian"
BASE = "bolivia"
TABLES = ((2, 2),)

VALUES = (
    ("bonus_wild", 2000, "BIC-CA Brazilian"),
    ("out_canastas", 2, "BIC-CA Brazilian"),
    ("out_sequence", 0, "BIC-CA Brazilian: any two canastas"),
    ("out_leave", "must_ask", "BIC-CA Brazilian"),
    ("incomplete_sequence", -1000, "BIC-CA Brazilian"),
    ("red_three_table_plus", (0, 100, 200, 300, 400, 1000, 1200), "BIC-CA Brazilian"),
    ("red_three_table_minus", (0, -100, -200, -300, -400, -1000, -1200), "BIC-CA Brazilian"),
    ("red_three_condition", "canasta", "BIC-CA Brazilian"),
    ("opening_from", (0, 1500, 3000, 7000, 8000, 9000), "BIC-CA Brazilian, RG"),
    ("opening", (50, 90, 120, 0, 200, 0), "BIC-CA Brazilian, RG"),
    (
        "opening_needs",
        ("points", "points", "points", "canasta", "canasta", "natural_canasta"),
        "BIC-CA Brazilian, RG",
    ),
    ("opening_top_discard", False, "BIC-CA Brazilian"),
    ("target", 10000, "BIC-CA Brazilian"),
    ("pile_opened_before", True, "BIC-CA Brazilian"),
)

BY_TABLE = ()
