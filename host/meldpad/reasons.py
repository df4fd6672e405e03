"""Sentences for the core's numbers: why a deal, a meld or a ruleset is not possible."""

from canasta import deal as D
from canasta import errors as E
from canasta import melds, names
from canasta import params as P
from canasta.cursor import Cursor
from canasta.rules import Rules

UNKNOWN_FIELD = "these rules do not know this field"

_DEAL = {
    E.NEGATIVE: "must not be negative",
    E.NO_MULTIPLE_OF_5: "must be a multiple of 5",
    E.IMPOSSIBLE_POINTS: "no cards add up to {value} points in melds",
    E.UNKNOWN_FIELD: UNKNOWN_FIELD,
    E.TOO_MANY_RED_THREES: "more red threes at the table than the packs hold, {red_threes}",
    E.TOO_MANY_BLACK_THREES: "more black threes at the table than the packs hold, {red_threes}",
    E.TWO_OUT: "only one side can end a deal",
    E.CONCEALED_WITHOUT_OUT: 'going out concealed needs "out": true',
    E.OUT_WITHOUT_CANASTAS: "going out needs {out}",
    E.CANASTAS_ABOVE_POINTS: "the points melded are too few for so many canastas",
    E.POINTS_ABOVE_PACKS: "more card points at the table than the packs hold",
    E.POINTS_WITHOUT_OPENING: "points were melded, so the side has opened",
    E.SPECIAL_WITH_MELDS: "a special hand has no melds beside it",
    E.OUT_OF_RANGE: "out of range",
    E.NET_WITH_COUNTS: "a net result stands alone",
}

_MELD = {
    melds.TOO_FEW_CARDS: "a meld has at least {need} cards",
    melds.TOO_MANY_CARDS: "a meld has at most {need} cards",
    melds.TOO_MANY_WILDS: "{have} wild cards in a meld, at most {need} are allowed",
    melds.TOO_FEW_NATURALS: "{have} natural cards in it, at least {need} are needed",
    melds.WILDS_OUTNUMBER: "natural cards must outnumber the {have} wild cards",
    melds.ONLY_WILDS: "wild cards alone are no meld",
    melds.SEVERAL_RANKS: "cards of {have} ranks are no meld",
    melds.BLACK_THREES_GOING_OUT: "black threes are melded only when going out",
    melds.BLACK_THREES_ALONE: "black threes are melded without wild cards",
    melds.NO_BLACK_THREES: "black threes are never melded",
    melds.PURE_RANK: "sevens are melded without wild cards",
}


def deal(rules: Rules, deal: D.Deal, code: int) -> str:
    """Why `check_deal` refused a deal."""
    value = deal.get(deal.bad_side, deal.bad_field)
    return _DEAL[code].format(value=value, red_threes=2 * rules.r[P.PACKS], out=out_needs(rules))


def meld(look: melds.Meld) -> str:
    """Why cards are no meld."""
    return _MELD[look.reason].format(have=look.have, need=look.need)


def out_needs(rules: Rules) -> str:
    """The canastas that going out needs, in words."""
    r = rules.r
    parts = [
        f"{r[P.OUT_KIND + i]} {kind}" for i, kind in enumerate(names.KINDS) if r[P.OUT_KIND + i]
    ]
    total = r[P.OUT_CANASTAS]
    word = "canasta" if total == 1 else "canastas"
    if r[P.OUT_NO_WILD]:
        word += ", wild ones not counted"
    if not parts:
        return f"{total} {word}"
    named = " and ".join(parts)
    counted = sum(r[P.OUT_KIND + i] for i in range(P.N_KINDS))
    return f"{named} {word}" if counted >= total else f"{total} {word}, of them {named}"


def ruleset(rules: Rules) -> tuple[str, str] | None:
    """What is wrong with a changed ruleset: a parameter's id and a sentence, or None."""
    r = rules.r
    if r[P.LONE] and (r[P.SIDES] != 3 or r[P.SEATS] != 1):
        return "lone", "a lone player needs three players, each for himself"
    if r[P.MELD_MIN] > r[P.CANASTA_SIZE]:
        return "meld_min", "must not be above canasta_size"
    threes = 2 * r[P.PACKS]
    for plus, minus, id in (
        (P.RED_PLUS, P.RED_MINUS, "red_three_table_plus"),
        (P.BLACK_PLUS, P.BLACK_MINUS, "black_three_table_plus"),
        (P.UNDECLARED, P.UNDECLARED, "undeclared_red_three"),
    ):
        if (r[plus + 1] or r[minus + 1]) and not (r[plus + threes] or r[minus + threes]):
            return id, f"needs a value for each number up to the {threes} threes of the packs"
    for i in range(1, P.N_BANDS):
        if r[P.OPENING_FROM + i] and r[P.OPENING_FROM + i] <= r[P.OPENING_FROM + i - 1]:
            return "opening_from", "must rise from band to band"
    try:
        cursor = Cursor()
        cursor.at(bytearray(512), 0, 512)
        rules.pack(cursor)
    except ValueError:
        return "rules", "these rules do not fit into a match's first record"
    return None
