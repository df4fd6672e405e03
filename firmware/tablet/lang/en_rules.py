"""Names of rules and presets (en). Made by tools/make_languages.py."""

HELP = {
    "FIRST_OPEN": b"Melds of one turn count together.",
    "TOP": b"Only the top discard counts.",
    "RED": b"A red three is laid down at once.",
    "BLACK_NEXT": b"A black three stops the next player.",
    "BLACK_FREEZE": b"A black three freezes the pile.",
    "WILD_FREEZE": b"A wild card freezes it until it is taken.",
    "FROZEN": b"Frozen: two naturals like the top card.",
    "OPEN": b"Else one and a wild card, or a meld.",
    "WHOLE": b"All of the pile is taken.",
    "ONE_CARD": b"Not with one card a pile of one card.",
    "STOCK": b"No stock: on while discards are taken.",
    "LAST_RED": b"Last card a red three: the deal ends.",
    "BLACK_MELD": b"Black threes: melded only going out.",
    "LEAVE": b"A partner may be asked; it binds.",
    "LEAVE_MUST": b"The partner must give leave.",
    "JUDGED": b"Judged after a deal, most points win.",
    "TIE": b"A tie: one more deal.",
}
RULES = {}
PRESETS = {}
CHOICES = {}
