"""Bolivia, four players in two pairs, with sequences and canastas of wild cards."""

ID = "bolivia"
BASE = "samba"
TABLES = ((2, 2),)

VALUES = (
    ("wild_meld", True, "BIC-CA Bolivia"),
    ("bonus_wild", 2500, "BIC-CA Bolivia"),
    ("out_sequence", 1, "BIC-CA Bolivia"),
    ("held_black_three", 100, "BIC-CA Bolivia"),
    ("target", 15000, "BIC-CA Bolivia"),
)

BY_TABLE = ()
