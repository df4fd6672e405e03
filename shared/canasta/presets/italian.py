"""Italian Canasta, four players in two pairs, with twos as a rank of their own."""

ID = "italian"
BASE = "samba"
TABLES = ((2, 2),)

VALUES = (
    ("packs", 3, "HSW"),
    ("jokers", 6, "HSW"),
    ("dealt", 15, "HSW"),
    ("sequence_meld", False, "HSW"),
    ("twos_meld", True, "RG"),
    ("bonus_sequence", 0, "HSW"),
    ("bonus_wild_twos", 3000, "RG, HSW"),
    ("bonus_mixed_twos", 2000, "RG"),
    ("twos_bonus_out", True, "RG"),
    ("extra_canastas_5", 1000, "RG, HSW; PARL optional"),
    ("extra_canastas_5_natural", 2000, "RG, HSW; PARL optional"),
    ("extra_canastas_10", 2000, "RG, HSW; PARL optional"),
    ("out_canastas", 2, "RG"),
    ("out_no_wild", True, "RG"),
    ("go_out", 300, "RG, HSW, PARL"),
    ("red_three_table_plus", (0, 100, 200, 300, 800, 1000, 1200), "RG, PARL"),
    ("red_three_table_minus", (0, -100, -200, -300, -800, -1000, -1200), "RG: as Samba"),
    ("opening_from", (0, 1500, 3000, 5000, 7500, 10000), "RG; PARL 160 to 7500"),
    ("opening", (50, 90, 120, 160, 180, 200), "RG"),
    ("pile_always_frozen", True, "RG, HSW"),
    ("target", 12000, "RG, HSW"),
    ("opening_pure", True, "RG"),
)

BY_TABLE = ()
