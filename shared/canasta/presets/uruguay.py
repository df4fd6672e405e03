"""Uruguay Canasta, four players in two pairs, with canastas of wild cards."""

ID = "uruguay"
BASE = "classic"
TABLES = ((2, 2),)

VALUES = (
    ("wild_meld", True, "SCARNE, RG"),
    ("bonus_wild", 2000, "SCARNE, RG"),
    ("pile_always_frozen", True, "SCARNE, RG"),
)

BY_TABLE = ()
