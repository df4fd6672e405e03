"""Samba, four players in two pairs, with sequences and three packs."""

ID = "samba"
BASE = "classic"
TABLES = ((2, 2),)

_SIX_PLUS = (0, 100, 200, 300, 400, 500, 1000)
_SIX_MINUS = (0, -100, -200, -300, -400, -500, -1000)

VALUES = (
    ("packs", 3, "BIC-CA Samba"),
    ("jokers", 6, "BIC-CA Samba"),
    ("dealt", 15, "BIC-CA Samba"),
    ("draw", 2, "BIC-CA Samba"),
    ("max_wilds", 2, "BIC-CA Samba"),
    ("sequence_meld", True, "BIC-CA Samba"),
    ("canasta_naturals", 5, "BIC-CA Samba: at most two wild cards of seven"),
    ("bonus_natural", 500, "rule sheet 2.3"),
    ("bonus_mixed", 300, "rule sheet 2.3"),
    ("bonus_sequence", 1500, "BIC-CA Samba"),
    ("out_canastas", 2, "BIC-CA Samba"),
    ("go_out", 200, "BIC-CA Samba"),
    ("concealed_total", 0, "BIC-CA Samba: no bonus for a concealed hand"),
    ("red_three_table_plus", _SIX_PLUS, "BIC-CA Samba"),
    ("red_three_table_minus", _SIX_MINUS, "HSW"),
    ("red_three_condition", "two_canastas", "HSW"),
    ("undeclared_red_three", (0, -500, -1000, -1500, -2000, -2500, -3000), "S0:L27"),
    ("opening_from", (0, 1500, 3000, 7000), "BIC-CA Samba"),
    ("opening", (50, 90, 120, 150), "BIC-CA Bolivia, SCARNE; BIC-CA Samba and HSW print 160"),
    ("target", 10000, "BIC-CA Samba"),
    ("pile_no_wild", True, "BIC-CA Samba"),
    ("pile_open_meld", True, "BIC-CA Samba, HSW"),
)

BY_TABLE = ()
