"""Hand and Foot as most sheets from the United States have it, canastas of seven cards."""

ID = "hand-and-foot-us"
BASE = "hand-and-foot"
TABLES = ((2, 2), (3, 1), (3, 2), (2, 3))

VALUES = (
    ("canasta_size", 7, "rule sheet 2.4: US classic"),
    ("canasta_naturals", 4, "S4:L17: naturals outnumber wilds, of seven"),
    ("go_out", 100, "rule sheet 2.4: US classic"),
    ("red_three_left", -500, "rule sheet 2.4: US classic"),
    ("opening", (50, 90, 120, 150), "rule sheet 2.4: US classic"),
    ("rounds", 4, "rule sheet 2.4: US classic"),
)

BY_TABLE = ()
