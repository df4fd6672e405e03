"""Classic Canasta for three players, one of them alone in each deal.

Whoever takes the discard pile first, or goes out before anybody took it, plays alone against the
other two (S0:L43).
"""

ID = "classic-3-lone"
BASE = "classic-3"
TABLES = ((3, 1),)

VALUES = (
    ("lone", True, "S0:L43"),
    ("draw", 2, "S0:L43"),
    ("out_canastas", 2, "S0:L44"),
    ("out_leave", "may_ask", "S0:L28: once two play as a team"),
    ("red_three_owner", "side", "S0:L10, D5"),
    ("target", 7500, "S0:L44"),
)

BY_TABLE = ()
