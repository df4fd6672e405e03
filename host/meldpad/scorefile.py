"""The score contract: matches as JSON in, their scores as JSON out (docs/score.md).

This module reads a match and scores it; `sidefile` reads what one side made of one deal.
"""

from array import array
from typing import Any

from canasta import check, names, presets, rules, score
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from meldpad import houserules, jsontext, reasons, sidefile
from meldpad.errors import InputError
from meldpad.place import Place, shown

BEFORE_LIMIT = 1_000_000
"""Highest starting total, up or down."""

_NAME_LIMIT = 200
_MATCH = ("rules", "house", "sides", "deals")
_SIDE = ("name", "before")
_DEAL = ("sides", "lone")


def answers(data: bytes) -> list[dict[str, Any]]:
    """The score of every match in `data`, in order. InputError for the first thing wrong."""
    matches = list(jsontext.values(jsontext.decode(data)))
    if not matches:
        raise InputError("no match in the input")
    prefix = "line {}: " if len(matches) > 1 else ""
    return [_match(Place(value, prefix=prefix.format(line))) for line, value in matches]


def numbers(place: Place) -> tuple[rules.Rules, list[D.Deal]]:
    """A match as the core's ruleset and its checked deals, without scoring them."""
    fields, ruleset, _ = _setting(place)
    deals = []
    for entry in fields["deals"].items() if "deals" in fields else ():
        deal = D.Deal()
        _deal(entry, ruleset, deal)
        deals.append(deal)
    return ruleset, deals


def _setting(place: Place) -> tuple[dict[str, Place], rules.Rules, array]:
    """A match's fields, its rules and its starting totals."""
    fields = place.fields(_MATCH)
    if "rules" not in fields:
        place.fail('needs "rules", the id of a preset')
    preset = fields["rules"].text()
    if preset not in presets.IDS:
        fields["rules"].fail(f"no preset {shown(preset)}")
    sides = list(fields["sides"].items()) if "sides" in fields else None
    ruleset = _ruleset(fields, preset, None if sides is None else len(sides))
    totals = array("i", [0] * ruleset.r[P.SIDES])
    for i, side in enumerate(sides or ()):
        totals[i] = _before(side)
    return fields, ruleset, totals


def _match(place: Place) -> dict[str, Any]:
    fields, ruleset, totals = _setting(place)
    deals: list[dict[str, Any]] = []
    deal = D.Deal()
    lines = score.lines_buffer(D.MAX_SIDES)
    won = 0
    for entry in fields["deals"].items() if "deals" in fields else ():
        if won:
            entry.fail(f"the match was over after deal {len(deals)}")
        opening = _opening(ruleset, totals, len(deals))
        _deal(entry, ruleset, deal)
        score.score_deal(ruleset, deal, len(deals), lines)
        deals.append({"sides": _scores(lines, totals), "opening": opening})
        won = rules.judge(ruleset, totals, len(deals), deal)
    return {
        "rules": fields["rules"].text(),
        "deals": deals,
        "opening": _opening(ruleset, totals, len(deals)),
        "finished": won != 0,
        "winners": [i for i in range(len(totals)) if won >> i & 1],
    }


def _ruleset(fields: dict[str, Place], preset: str, sides: int | None) -> rules.Rules:
    """The preset at the match's table, with the house's parameters set."""
    house = fields["house"].keys() if "house" in fields else {}
    seats = house.pop("seats").whole(1, 3) if "seats" in house else None
    table = _table(fields, preset, sides, seats)
    ruleset = rules.Rules()
    presets.load(preset, ruleset, table)
    # A preset that does not hold together by itself would be at fault as a whole.
    houserules.apply(
        ruleset, house, lambda id: fields["house"].sub(id) if house else fields["rules"]
    )
    return ruleset


def _table(
    fields: dict[str, Place], preset: str, sides: int | None, seats: int | None
) -> tuple[int, int]:
    tables = presets.module(preset).TABLES
    for table in tables:
        if sides in (None, table[0]) and seats in (None, table[1]):
            return table
    place = fields["sides"] if "sides" in fields else fields["house"].sub("seats")
    known = " or ".join(f"{t[0]} of {t[1]}" for t in tables)
    of = "" if seats is None else f" of {seats}"
    return place.fail(f"{preset} is played with {known} (sides of players), not with {sides}{of}")


def _before(place: Place) -> int:
    fields = place.fields(_SIDE)
    if "name" in fields and len(fields["name"].text()) > _NAME_LIMIT:
        fields["name"].fail(f"must have at most {_NAME_LIMIT} characters")
    if "before" not in fields:
        return 0
    before = fields["before"].whole(-BEFORE_LIMIT, BEFORE_LIMIT)
    if before % 5:
        fields["before"].fail("must be a multiple of 5")
    return before


def _opening(ruleset: rules.Rules, totals: array, played: int) -> list[int]:
    return [rules.opening(ruleset, total, played) for total in totals]


def _scores(lines: array, totals: array) -> list[dict[str, Any]]:
    scores: list[dict[str, Any]] = []
    for side in range(len(totals)):
        start = side * score.N_LINES
        points = lines[start + score.L_POINTS]
        totals[side] += points
        shown_lines = [
            {"id": id, "points": lines[start + i]}
            for i, id in enumerate(names.LINES)
            if lines[start + i]
        ]
        scores.append({"lines": shown_lines, "points": points, "total": totals[side]})
    return scores


def _deal(place: Place, ruleset: rules.Rules, deal: D.Deal) -> None:
    """Fill `deal` with an entry of the list of deals, checked."""
    fields = place.fields(_DEAL)
    if "sides" not in fields:
        place.fail('needs "sides"')
    entries = list(fields["sides"].items())
    sides = ruleset.r[P.SIDES]
    if len(entries) != sides:
        fields["sides"].fail(f"must have one entry for each of the {sides} sides")
    deal.clear()
    if "lone" in fields:
        if not ruleset.r[P.LONE]:
            fields["lone"].fail("these rules have no lone player")
        if fields["lone"].value is not None:
            deal.lone = fields["lone"].whole(0, sides - 1) + 1
    read = [sidefile.read(entry, ruleset, deal, i) for i, entry in enumerate(entries)]
    sidefile.check_cards(ruleset, deal, read)
    code = check.check_deal(ruleset, deal)
    if code != E.OK:
        read[deal.bad_side].place(deal.bad_field).fail(reasons.deal(ruleset, deal, code))
