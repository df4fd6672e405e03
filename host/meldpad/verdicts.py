"""The verdicts of the core in words and as JSON."""

from typing import Any

from canasta import judge, kinds, melds, names
from canasta.rules import Rules
from meldpad import reasons

_SENTENCES = {
    melds.CLOSED_WILDS: "no wild card may be added to a closed canasta",
    judge.MELD: "a meld of {points} points",
    judge.CANASTA: "a canasta ({kind}) of {points} card points",
    judge.OPENS: "{points} points open, {needed} are needed",
    judge.BELOW_MINIMUM: "{points} points do not open, {needed} are needed",
    judge.NEEDS_CANASTA: "at this score a canasta must be among the melds that open",
    judge.NEEDS_NATURAL_CANASTA: "at this score a natural canasta must be among them",
    judge.NEEDS_CLEAN_MELD: "a meld without wild cards must be among the melds that open",
    judge.NO_WILDS_IN_OPENING: "the melds that open may hold no wild cards",
    judge.NOTHING_MELDED: "no meld, nothing opens",
    judge.TOP_NOT_IN_MELD: "the card from the pile is in none of the melds",
    judge.NEEDS_PAIR: "a side that has not opened takes the pile only with a natural pair",
    judge.OPENED_BEFORE: "the pile is only for a side that opened in an earlier turn",
    judge.MAY_GO_OUT: "may go out: {points} canastas, {needed} needed",
    judge.TOO_FEW_CANASTAS: "{points} canastas, going out needs {out}",
    judge.KIND_MISSING: "{points} of kind {kind}, going out needs {out}",
    judge.PARTNER_SAID_NO: "the partner said no, the deal goes on",
    judge.ASK_PARTNER: "the partner must be asked first",
    judge.FEET_NOT_PICKED_UP: "every partner must have picked up the foot",
    judge.NEEDS_DISCARD: "a last card must be left for the discard",
    judge.NATURAL_PAIR: "the pile may be taken with a natural pair",
    judge.CARD_AND_WILD: "the pile may be taken with an equal card and a wild one",
    judge.ADD_TO_MELD: "the pile may be taken to add its top card to a meld",
    judge.TOP_WILD: "a wild card on top cannot be taken",
    judge.TOP_BLACK_THREE: "a black three on top stops the next player",
    judge.FROZEN: "the pile is frozen: only a natural pair takes it",
    judge.NO_MATCH: "nothing in the hand or on the table goes with the top card",
    judge.ONE_CARD: "with one card in the hand a pile of one card may not be taken",
    judge.PILE_TOO_SMALL: "{points} cards in the pile, at least {needed} are needed",
    judge.TOO_MANY_ON_TABLE: "{points} cards of the rank on the table, at most {needed} may lie",
}

_WARNINGS = {
    judge.TWO_NATURALS_EACH: "S1:L27 asks for two natural cards for each wild card; S1:L29 and the "
    "other texts only for at most three wild cards",
    judge.ONE_WILD: "S2:L9 allows one wild card in a meld, S2:L11 several in a canasta",
    judge.PILE_BEFORE_OPENING: "S1:L43 and L56 forbid the pile before the first meld, S1:L39 lets "
    "its top card count toward it",
    judge.CONCEALED_MINIMUM: "S1:L59 asks for the minimum also when going out concealed, "
    "other rules do not",
    judge.STOCK_END: "S0:L35 says both that the discard may start a new meld and that it may not",
    judge.FEET: "S4:L63 says both that all partners must play from the foot and that they need "
    "not; read here: all must have picked it up",
}


def reason_id(reason: int) -> str:
    """The id of a reason."""
    return names.REASONS[reason]


def sentence(rules: Rules, verdict: judge.Verdict) -> str:
    """The reason in words."""
    if verdict.reason in _SENTENCES:
        kind = "" if verdict.kind == kinds.NO_CANASTA else names.KINDS[verdict.kind]
        return _SENTENCES[verdict.reason].format(
            points=verdict.points,
            needed=verdict.needed,
            kind=kind.replace("_", " "),
            out=reasons.out_needs(rules),
        )
    return reasons.meld(verdict.meld)


def warning(verdict: judge.Verdict) -> dict[str, str] | None:
    """The contradiction of the texts that the verdict touches, if any."""
    if verdict.warning == judge.NO_WARNING:
        return None
    return {"id": names.WARNINGS[verdict.warning], "sentence": _WARNINGS[verdict.warning]}


_NUMBERLESS = (
    melds.ONLY_WILDS,
    melds.BLACK_THREES_GOING_OUT,
    melds.BLACK_THREES_ALONE,
    melds.NO_BLACK_THREES,
    melds.PURE_RANK,
    judge.NOTHING_MELDED,
    judge.TOP_NOT_IN_MELD,
    judge.OPENED_BEFORE,
    judge.PARTNER_SAID_NO,
    judge.ASK_PARTNER,
    judge.FEET_NOT_PICKED_UP,
    judge.NEEDS_DISCARD,
    judge.CARD_AND_WILD,
    judge.ADD_TO_MELD,
    judge.TOP_WILD,
    judge.TOP_BLACK_THREE,
)


def as_json(rules: Rules, verdict: judge.Verdict, count: str = "points") -> dict[str, Any]:
    """A verdict for programs; `count` is what its first number counts."""
    found: dict[str, Any] = {"ok": verdict.ok, "reason": reason_id(verdict.reason)}
    if verdict.kind != kinds.NO_CANASTA:
        found["kind"] = names.KINDS[verdict.kind]
    if verdict.reason not in _NUMBERLESS:
        found[count] = verdict.points
        if verdict.reason not in (judge.MELD, judge.CANASTA):
            found["needed"] = verdict.needed
    if verdict.must:
        found["must"] = True
    found["sentence"] = sentence(rules, verdict)
    said = warning(verdict)
    if said:
        found["warning"] = said
    return found
