"""Cutthroat Canasta, three players, one of them alone in each deal (Bicycle).

As the lone-player game of the seeds, but each player's red threes are his own.
"""

ID = "cutthroat"
BASE = "classic-3-lone"
TABLES = ((3, 1),)

VALUES = (
    ("lone", True, "BIC-3"),
    ("dealt", 13, "BIC-3"),
    ("draw", 2, "BIC-3"),
    ("out_canastas", 2, "BIC-3"),
    ("red_three_owner", "player", "BIC-3, D5"),
    ("target", 7500, "BIC-3"),
)

BY_TABLE = ()
