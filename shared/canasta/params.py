"""Where each parameter of a ruleset stands in its flat array of integers.

The positions are the format of the ruleset inside a match's first record, so this list is append-
only: a position is never reused, and zero always means "off", "none" or "as before this parameter
existed". What each parameter is called, its unit and its range is in `schema`, which is loaded
only when needed.
"""

# Table and cards
SIDES = 0
SEATS = 1
LONE = 2
PACKS = 3
JOKERS = 4
DEALT = 5
FOOT = 6
DRAW = 7
UPCARD = 8
VALUE_JOKER = 9
VALUE_TWO = 10
VALUE_ACE = 11
VALUE_HIGH = 12
VALUE_LOW = 13
VALUE_BLACK_THREE = 14

# Melds and canastas
MELD_MIN = 15
MAX_WILDS = 16
MIN_NATURALS = 17
MAX_MELD = 18
WILD_MELD = 19
SEQUENCE_MELD = 20
CLOSED_WILDS = 21
BLACK_THREE_MELD = 22
CANASTA_SIZE = 23
CANASTA_NATURALS = 24
NATURALS_OUTNUMBER = 25

# Going out and the discard pile
OUT_CANASTAS = 26
OUT_LEAVE = 27
OUT_DISCARD = 28
OUT_FEET = 29
PILE_TAKE = 30
PILE_ALWAYS_FROZEN = 31
PILE_BLACK_THREE = 32
PILE_MAX_MELD = 33
PILE_OPENED_BEFORE = 34

# The end of a match
TARGET = 35
ROUNDS = 36
TIE = 37
SPECIAL_WINS = 38

# Points
GO_OUT = 39
CONCEALED_TOTAL = 40
NO_MELD_PENALTY = 41
RED_THREE_LEFT = 42
RED_THREE_CONDITION = 43
RED_THREE_OWNER = 44
BLACK_THREE_CONDITION = 45
MELDED_PLUS_FROM = 46
OPENING_BY = 47
OPENING_NEGATIVE = 48
OPENING_TOP_DISCARD = 49
OPENING_CLEAN = 50

# One position for each canasta kind, incomplete canasta, special hand and extra bonus (see
# names.py)
OUT_KIND = 51
BONUS = 61
INCOMPLETE = 71
SPECIAL = 79
EXTRA = 95

# Tables
GO_OUT_BY_ROUND = 101
OPENING_FROM = 105
OPENING = 113
OPENING_NEEDS = 121
RED_PLUS = 129
RED_MINUS = 142
BLACK_PLUS = 155
BLACK_MINUS = 168
UNDECLARED = 181

# Since the first variants
PURE_SEVENS = 194
TWOS_MELD = 195
TWOS_BONUS_OUT = 196
HELD_BLACK_THREE = 197
OUT_NO_WILD = 198
PILE_NO_WILD = 199
PILE_OPEN_MELD = 200
OPENING_PURE = 201

# Where a text contradicts itself or another: a warning beside a verdict, never a refusal
DISPUTED_WILDS = 202
DISPUTED_PILE = 203
DISPUTED_CONCEALED = 204
DISPUTED_STOCK_END = 205
DISPUTED_FEET = 206

# The set-up of a deal
DEALER = 207
RED_THREE_PLAY = 208
DEAL_ENDS = 209
TALON = 210
TALON_NEXT = 211

SIZE = 212

# How many of each there is room for
N_KINDS = 10
N_INCOMPLETE = 8
N_SPECIAL = 16
N_EXTRA = 6
N_BANDS = 8
N_ROUNDS = 4
N_THREES = 13

# Values of the parameters that are choices
BY_SCORE = 0
BY_ROUND = 1
IF_MELDED = 0
IF_CANASTA = 1
IF_TWO_CANASTAS = 2
ALWAYS = 3
NEVER = 4
SWING = 5
EXTRA_DEAL = 0
SHARED_WIN = 1
OWNER_SIDE = 0
OWNER_PLAYER = 1
LEAVE_NEVER = 0
LEAVE_MAY_ASK = 1
LEAVE_MUST_ASK = 2
NEEDS_POINTS = 0
NEEDS_CANASTA = 1
NEEDS_NATURAL_CANASTA = 2
DEALER_HIGHEST = 0
DEALER_RIGHT_OF_HIGHEST = 1
THREES_LAID = 0
THREES_DISCARDED = 1
ENDS_OUT_OR_STOCK = 0
ENDS_OUT = 1
WILDS_TWO_EACH = 1
WILDS_ONE = 2
BLOCKS_NONE = 0
BLOCKS_NEXT = 1
FREEZES = 2
