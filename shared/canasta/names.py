"""The ids that outside programs see: fields, lines, canasta kinds and the rest, by their numbers.

Only the host and the tests read this module; the tablet shows its own words from its language
files. Every tuple is append-only.
"""

KINDS = (
    "natural",
    "mixed",
    "sequence",
    "wild",
    "wild_twos",
    "wild_jokers",
    "aces",
    "sevens",
    "mixed_twos",
    "black_three_canasta",
)
"""Canasta kinds. `wild_twos`: seven twos; `wild_jokers`: four jokers and three twos;
`mixed_twos`: twos as a rank with jokers."""

INCOMPLETE = (
    "aces",
    "sevens",
    "wild",
    "wild_jokers",
    "aces_in_hand",
    "sevens_in_hand",
    "sequence",
    "threes_in_hand",
)
"""Unfinished required canastas and cards held that cost points."""

SPECIAL = (
    "pairs",
    "wild_pairs",
    "miami_pairs",
    "zip_code",
    "straight",
    "garbage",
    "blast_off",
    "triples",
    "quads",
    "dream",
)
"""Special hands; the number in a deal is the place in this tuple plus one."""

EXTRA = ("exact", "canastas_5", "canastas_5_natural", "canastas_10")
"""Bonuses beside the canastas' own. `exact`: the cards taken to deal were just enough. The others
follow from the canastas: four natural ones and a mixed one; five natural ones; ten of any kind."""

FIELDS = (
    (
        "melded",
        "in_hand",
        "red_threes",
        "black_threes",
        "undeclared_red_threes",
        "red_threes_left",
        "out",
        "opened",
        "special",
        "adjust",
        "reason",
        "mode",
        "net",
    )
    + tuple("canastas." + kind for kind in KINDS)
    + tuple("incomplete." + name for name in INCOMPLETE)
    + tuple("extra." + name for name in EXTRA)
)
"""Fields of a side in a deal, by the numbers of `deal`."""

LINES = (
    ("melded",)
    + KINDS
    + (
        "red_threes",
        "black_threes",
        "out",
        "concealed",
        "in_hand",
        "no_meld",
        "undeclared_red_threes",
        "red_threes_left",
        "special",
        "incomplete",
        "extra",
        "net",
        "adjust",
    )
)
"""Lines of a score, by the numbers of `score`."""

ERRORS = (
    "ok",
    "negative",
    "no_multiple_of_5",
    "impossible_points",
    "unknown_field",
    "too_many_red_threes",
    "too_many_black_threes",
    "two_out",
    "concealed_without_out",
    "out_without_canastas",
    "canastas_above_points",
    "points_above_packs",
    "points_without_opening",
    "special_with_melds",
    "out_of_range",
    "match_over",
    "match_full",
    "bad_record",
    "wrong_match",
    "out_of_order",
    "unknown_target",
    "newer_format",
    "bad_rules",
    "net_with_counts",
)
"""Why a deal or a record is refused, by the numbers of `errors`."""

REASONS = (
    "ok",
    "too_few_cards",
    "too_many_cards",
    "too_many_wilds",
    "too_few_naturals",
    "wilds_outnumber",
    "only_wilds",
    "several_ranks",
    "black_threes_going_out",
    "black_threes_alone",
    "no_black_threes",
    "pure_rank",
    "closed_wilds",
    "meld",
    "canasta",
    "opens",
    "below_minimum",
    "needs_canasta",
    "needs_natural_canasta",
    "needs_clean_meld",
    "no_wilds_in_opening",
    "nothing_melded",
    "top_not_in_meld",
    "needs_pair",
    "opened_before",
    "may_go_out",
    "too_few_canastas",
    "kind_missing",
    "partner_said_no",
    "ask_partner",
    "feet_not_picked_up",
    "needs_discard",
    "natural_pair",
    "card_and_wild",
    "add_to_meld",
    "top_wild",
    "top_black_three",
    "frozen",
    "no_match",
    "one_card",
    "pile_too_small",
    "too_many_on_table",
)
"""Verdicts on a move: what it is, or why it is not allowed, by the numbers of `melds` and
`judge`."""

WARNINGS = (
    "none",
    "two_naturals_each",
    "one_wild",
    "pile_before_opening",
    "concealed_minimum",
    "stock_end",
    "feet",
)
"""Where the texts contradict each other, by the numbers of `judge`."""
