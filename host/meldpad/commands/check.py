"""`meldpad check`: what the rules say about a move."""

import json
from array import array

import typer

from canasta import cards as C
from canasta import judge, names, presets
from canasta import params as P
from canasta.rules import Rules
from meldpad import houserules, jsontext, verdicts
from meldpad.errors import NOT_SO, InputError
from meldpad.place import Place, shown

_LIMIT = 1_000_000
_LEAVE = {"yes": judge.SAID_YES, "no": judge.SAID_NO, "none": judge.NOT_ASKED}
_NOTES = {"ask_partner": "The partner must be asked first."}
_MOST_CARDS = 108 * 3
_TABLE = ("sides", "seats")

RULES = typer.Option("classic", "--rules", metavar="ID", help="Id of a preset.")
SIDES = typer.Option(None, "--sides", min=2, max=6, help="Number of sides, where it matters.")
HOUSE = typer.Option(
    [], "--house", metavar="ID=VALUE", help="A house rule, as opening=[50,90]; several times."
)
JSON = typer.Option(False, "--json", help="For programs.")
TOP = typer.Option(None, "--top", metavar="CARD", help="The top card of the discard pile.")
MELDS = typer.Argument(metavar="MELDS...", help="The melds of the turn.")
OWN_MELDS = typer.Option(
    [], "--meld", metavar="CARDS", help="A meld of the side; may stand several times."
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        no_args_is_help=True,
        help="Ask the rules: may this be melded, does it open, may one go out or take the pile? "
        "Cards are A 2 3 4 5 6 7 8 9 T J Q K and X for a joker. Exit code 1 is a no.",
    )
    group.command("meld")(check_meld)
    group.command("opening")(check_opening)
    group.command("out")(check_out)
    group.command("pile")(check_pile)
    app.add_typer(group, name="check")


def check_meld(
    cards: str = typer.Argument(metavar="CARDS", help="The cards of the meld, as KK2."),
    add: str | None = typer.Option(None, "--add", metavar="CARDS", help="Cards added to it."),
    going_out: bool = typer.Option(False, "--going-out", help="The player goes out this turn."),
    rules: str = RULES,
    sides: int | None = SIDES,
    house: list[str] = HOUSE,
    as_json: bool = JSON,
) -> None:
    """May these cards be melded, and what are they?"""
    ruleset = _rules(rules, sides, house)
    verdict = judge.Verdict()
    if add is None:
        judge.meld(ruleset, _cards(cards, "CARDS"), going_out, verdict)
    else:
        more = _cards(add, "--add")
        judge.add(ruleset, _cards(cards, "CARDS"), more, going_out, verdict)
    _tell(ruleset, verdict, as_json)


def check_opening(
    melds: list[str] = MELDS,
    score: int = typer.Option(0, "--score", min=-_LIMIT, max=_LIMIT, help="The side's total."),
    round_number: int = typer.Option(1, "--round", min=1, max=99, help="The deal, from 1."),
    top: str | None = TOP,
    concealed: bool = typer.Option(False, "--concealed", help="The player goes out concealed."),
    rules: str = RULES,
    sides: int | None = SIDES,
    house: list[str] = HOUSE,
    as_json: bool = JSON,
) -> None:
    """Do these melds open? With --top one of their cards comes from the pile."""
    ruleset = _rules(rules, sides, house)
    verdict = judge.Verdict()
    laid = [_cards(meld, "MELDS") for meld in melds]
    card = judge.NO_CARD if top is None else _card(top)
    judge.opening(ruleset, laid, score, round_number - 1, card, concealed, verdict)
    _tell(ruleset, verdict, as_json)


def check_out(
    canastas: str = typer.Option(
        "", "--canastas", metavar="KIND=N,...", help="The side's canastas, as natural=1,mixed=1."
    ),
    leave: str | None = typer.Option(
        None, "--leave", metavar="yes|no|none", help="What the partner answered; none: not asked."
    ),
    feet: bool = typer.Option(
        True, "--feet/--no-feet", help="All partners have picked up their feet."
    ),
    discard: bool = typer.Option(
        True, "--discard/--no-discard", help="A card is left for the discard."
    ),
    rules: str = RULES,
    sides: int | None = SIDES,
    house: list[str] = HOUSE,
    as_json: bool = JSON,
) -> None:
    """May this side go out?"""
    ruleset = _rules(rules, sides, house)
    verdict = judge.Verdict()
    if leave is not None and leave not in _LEAVE:
        raise InputError("--leave: must be yes, no or none")
    # What nobody mentions is taken as given: the question is then about the canastas.
    said = judge.SAID_YES if leave is None else _LEAVE[leave]
    judge.out(ruleset, _canastas(ruleset, canastas), said, feet, discard, verdict)
    verdict.must = verdict.must and leave is not None
    ask = leave is None and verdict.ok and ruleset.r[P.OUT_LEAVE] == P.LEAVE_MUST_ASK
    _tell(ruleset, verdict, as_json, "canastas", "ask_partner" if ask else "")


def check_pile(
    top: str = typer.Option(..., "--top", metavar="CARD", help="The top card of the pile."),
    hand: str = typer.Option("", "--hand", metavar="CARDS", help="Cards of the hand."),
    melds: list[str] = OWN_MELDS,
    opened: bool = typer.Option(False, "--opened", help="The side has opened."),
    this_turn: bool = typer.Option(False, "--this-turn", help="It opened in this very turn."),
    frozen: bool = typer.Option(False, "--frozen", help="The pile is frozen."),
    pile: int | None = typer.Option(None, "--pile", min=1, max=_MOST_CARDS, help="Its cards."),
    held: int | None = typer.Option(
        None, "--held", min=0, max=_MOST_CARDS, help="Cards in the hand, when --hand shows some."
    ),
    stock_empty: bool = typer.Option(False, "--stock-empty", help="Nothing is left to draw."),
    rules: str = RULES,
    sides: int | None = SIDES,
    house: list[str] = HOUSE,
    as_json: bool = JSON,
) -> None:
    """May the discard pile be taken, and with what?"""
    ruleset = _rules(rules, sides, house)
    verdict = judge.Verdict()
    table = judge.Table()
    table.top = _card(top)
    table.hand = _cards(hand, "--hand")
    table.held = sum(table.hand) if held is None else held
    if table.held < sum(table.hand):
        raise InputError("--held: fewer cards than --hand shows")
    table.melds = [_cards(meld, "--meld") for meld in melds]
    table.opened = opened or this_turn or bool(melds)
    table.earlier = table.opened and not this_turn
    table.frozen = frozen
    table.pile = _MOST_CARDS if pile is None else pile
    table.stock_empty = stock_empty
    judge.pile(ruleset, table, verdict)
    _tell(ruleset, verdict, as_json, "have")


def _rules(id: str, sides: int | None, house: list[str]) -> Rules:
    if id not in presets.IDS:
        raise InputError(f"--rules: no preset {shown(id)}; there are {', '.join(presets.IDS)}")
    for table in presets.module(id).TABLES:
        if sides in (None, table[0]):
            ruleset = Rules()
            presets.load(id, ruleset, table)
            houserules.apply(ruleset, _house(house), _house_place)
            return ruleset
    raise InputError(f"--sides: {id} is not played with {sides} sides")


def _house_place(id: str, value: object = None) -> Place:
    return Place(value, f"--house {id}")


def _house(settings: list[str]) -> dict[str, Place]:
    """The house rules of the command line: numbers, true, false and lists as JSON, else an id."""
    found: dict[str, Place] = {}
    for setting in settings:
        id, equals, text = setting.partition("=")
        if not equals or not id.isidentifier():
            raise InputError(f"--house: {shown(setting)} must be ID=VALUE")
        try:
            values = [value for _, value in jsontext.values(text)]
        except InputError:
            values = [text]
        if len(values) != 1:
            raise InputError(f"--house: {shown(setting)} must have one value")
        place = _house_place(id, values[0])
        if id in found:
            place.fail("is set twice")
        if id in _TABLE:
            place.fail("belongs to the table; --sides chooses it")
        found[id] = place
    return found


def _cards(text: str, place: str) -> bytearray:
    counts = C.counts()
    bad = C.read(text, counts)
    if bad >= 0 and text[bad] in C.RANKS:
        raise InputError(f"{place}: too many cards")
    if bad >= 0:
        known = "cards are A 2 3 4 5 6 7 8 9 T J Q K and X"
        raise InputError(f"{place}: {shown(text[bad])} is no card; {known}")
    return counts


def _card(text: str) -> int:
    rank = C.RANKS.find(text) if len(text) == 1 else -1
    if rank < 0:
        raise InputError(f"--top: {shown(text)} is no card; one of A 2 3 4 5 6 7 8 9 T J Q K and X")
    return rank


def _canastas(ruleset: Rules, text: str) -> array:
    counts = judge.kind_counts()
    known = [kind for i, kind in enumerate(names.KINDS) if ruleset.r[P.BONUS + i]]
    for part in filter(None, text.split(",")):
        kind, _, number = part.partition("=")
        if kind not in known:
            raise InputError(f"--canastas: no kind {shown(kind)}; there are {', '.join(known)}")
        if not number.isascii() or not number.isdigit() or len(number) > 2:
            raise InputError(f"--canastas: {shown(part)} must be KIND=N, N from 0 to 99")
        counts[names.KINDS.index(kind)] = int(number)
    return counts


def _tell(
    ruleset: Rules,
    verdict: judge.Verdict,
    as_json: bool,
    count: str = "points",
    note: str = "",
) -> None:
    """Print a verdict; `count` is what its first number counts. Leaves with 1 for a no."""
    if as_json:
        found = verdicts.as_json(ruleset, verdict, count)
        if note:
            found["note"] = note
        print(json.dumps(found, ensure_ascii=True))
    else:
        answer = "yes" if verdict.ok else "no"
        print(f"{answer}: {verdicts.sentence(ruleset, verdict)} ({names.REASONS[verdict.reason]})")
        if note:
            print(_NOTES[note])
        if verdict.must:
            print("It is not only allowed, it must be done.")
        said = verdicts.warning(verdict)
        if said:
            print(f"The texts contradict each other: {said['sentence']}.")
    if not verdict.ok:
        raise typer.Exit(NOT_SO)
