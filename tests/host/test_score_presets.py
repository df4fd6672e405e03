"""What the presets refuse, that cards and numbers agree, and that a preset is data alone."""

import json
import sys
import types

import pytest
import vectorfile
from hypothesis import given
from hypothesis import strategies as st

from canasta import cards, presets
from meldpad import rulesheet, scorefile
from meldpad.errors import InputError


def answer(rules, *sides, **more):
    """The answer for one deal of these sides."""
    deal = {"sides": list(sides)}
    if "lone" in more:
        deal["lone"] = more.pop("lone")
    match = {"rules": rules, "sides": [{} for _ in sides], "deals": [deal], **more}
    return scorefile.answers(json.dumps(match).encode())[0]


def refused(rules, *sides, **more):
    with pytest.raises(InputError) as caught:
        answer(rules, *sides, **more)
    return str(caught.value)


TWO_CANASTAS = {"melded": 300, "canastas": {"natural": 2}}
OUT = {**TWO_CANASTAS, "out": True}
ONE = {"melded": 70, "canastas": {"natural": 1}, "out": True}

REFUSED = [
    # going out without the canastas that the preset asks for
    ("classic", [{"melded": 70, "out": True}, {}], "sides[0].out: going out needs 1 canasta"),
    ("classic-2", [ONE, {}], "sides[0].out: going out needs 2 canastas"),
    ("samba", [ONE, {}], "sides[0].out: going out needs 2 canastas"),
    ("bolivia", [OUT, {}], "sides[0].out: going out needs 2 canastas, of them 1 sequence"),
    ("hand-and-foot", [OUT, {}], "sides[0].out: going out needs 1 natural and 2 mixed canastas"),
    (
        "italian",
        [{"melded": 300, "canastas": {"natural": 1, "wild_twos": 1}, "out": True}, {}],
        "sides[0].out: going out needs 2 canastas, wild ones not counted",
    ),
    # fields that the preset does not know
    ("hand-and-foot", [{"red_threes": 1}, {}], "sides[0].red_threes: these rules do not know"),
    ("hand-and-foot", [{"out": True, "concealed": True}, {}], "sides[0].concealed: these rules"),
    ("romanian", [{"undeclared_red_threes": 1}, {}], "sides[0].undeclared_red_threes: these rules"),
    ("samba", [{"concealed": False}, {}], "sides[0].concealed: these rules do not know"),
    (
        "samba",
        [{"melded": 200, "canastas": {"wild": 1}}, {}],
        "sides[0].canastas.wild: these rules",
    ),
    ("classic-3", [{}, {}, {"red_threes_left": 1}], "sides[2].red_threes_left: these rules"),
    ("samba", [{"incomplete": ["sequence"]}, {}], "sides[0].incomplete: these rules do not know"),
    ("brazilian", [{"incomplete": ["aces"]}, {}], "sides[0].incomplete[0]: these rules know only"),
    ("modern-american", [{"special": "royal"}, {}], "sides[0].special: these rules know only"),
    ("italian", [{"extra": {"canastas_5": 1}}, {}], "sides[0].extra: these rules do not know"),
    # special hands
    (
        "modern-american",
        [{"special": "straight", "melded": 100}, {}],
        "sides[0].special: a special hand has no melds beside it",
    ),
    (
        "modern-american",
        [{"special": "straight", "melds": ["KKK"]}, {}],
        "sides[0].special: a special hand has no melds beside it",
    ),
    ("modern-american", [OUT, {"special": "pairs"}], "sides[1].special: only one side can end"),
    # threes of all sides
    ("modern-american", [{"black_threes": 3}, {"black_threes": 2}], "sides[1].black_threes: more"),
    ("samba", [{"red_threes": 4}, {"red_threes": 3}], "sides[1].red_threes: more red threes"),
    ("hand-and-foot", [{"red_threes_left": 9}, {}], "sides[0].red_threes_left: more red threes"),
    # cards of all sides, and melds that are none
    ("samba", [{"melds": ["KKKK222"]}, {}], "sides[0].melds[0]: 3 wild cards in a meld, at most 2"),
    ("samba", [{"melds": ["456T"]}, {}], "sides[0].melds[0]: cards of 4 ranks are no meld"),
    ("samba", [{"melds": ["4562"]}, {}], "sides[0].melds[0]: cards of 3 ranks are no meld"),
    ("samba", [{"melds": ["456789TJ"]}, {}], "sides[0].melds[0]: cards of 8 ranks are no meld"),
    ("modern-american", [{"melds": ["77772"]}, {}], "sides[0].melds[0]: sevens are melded without"),
    ("modern-american", [{"melds": ["KKKKKKKK"]}, {}], "sides[0].melds[0]: a meld has at most 7"),
    ("modern-american", [{"melds": ["333"]}, {}], "sides[0].melds[0]: black threes are never"),
    ("hand-and-foot", [{"melds": ["K2X"]}, {}], "sides[0].melds[0]: 1 natural cards in it"),
    (
        "hand-and-foot",
        [{"melds": ["KKK222"]}, {}],
        "sides[0].melds[0]: natural cards must outnumber",
    ),
    ("hand-and-foot", [{"melds": ["333"]}, {}], "sides[0].melds[0]: black threes are never melded"),
    ("hand-and-foot", [{"hand": "X" * 9}, {}], "sides[0].hand: 9 cards X at the table, the packs"),
    ("italian", [{"melds": ["XXXX222"]}, {}], "sides[0].melds[0]: wild cards alone are no meld"),
    # a lone player
    ("classic-3-lone", [OUT, OUT, {}], "sides[1].out: only one side can end a deal"),
    ("classic-3-lone", [ONE, {}, {}], "sides[0].out: going out needs 2 canastas"),
]


@pytest.mark.parametrize(("rules", "sides", "message"), REFUSED, ids=range(len(REFUSED)))
def test_refused(rules, sides, message):
    assert refused(rules, *sides).startswith("deals[0]." + message)


def test_lone_player():
    three = ({}, {}, {})
    assert refused("classic-3-lone", *three, lone=3) == "deals[0].lone: must be from 0 to 2"
    assert refused("classic-3-lone", *three, lone=-1) == "deals[0].lone: must not be negative"
    assert refused("classic-3-lone", *three, lone=True) == "deals[0].lone: must be a whole number"
    assert (
        refused("classic-3", *three, lone=None) == "deals[0].lone: these rules have no lone player"
    )
    # The pair's canastas count together, the lone player's do not.
    assert refused("cutthroat", ONE, {}, TWO_CANASTAS, lone=2).startswith("deals[0].sides[0].out")
    half = {"melded": 70, "canastas": {"natural": 1}}
    assert answer("cutthroat", ONE, half, {}, lone=2)["deals"][0]["sides"][1]["points"] == 1240


def test_numbers_of_sides():
    assert refused("classic", {}, {}, {}).startswith("sides: classic is played with 2 of 2")
    assert refused("hand-and-foot", *[{}] * 4).startswith("sides: hand-and-foot is played with")
    for count in range(2, 7):
        assert len(answer("counter", *[{}] * count)["opening"]) == count
    message = refused("counter", *[{}] * 5, house={"seats": 2})
    assert message.startswith("sides: counter is played with")
    assert message.endswith("not with 5 of 2")


def test_packs_of_the_house_need_values_for_their_threes():
    three_packs: dict = {"packs": 3, "jokers": 6}
    assert refused("counter", {}, {}, house=three_packs).startswith("house.red_three_table_plus: ")
    table = [0, 100, 200, 300, 400, 1000, 1200]
    message = refused("classic", {}, {}, house={**three_packs, "red_three_table_plus": table})
    assert message.startswith("house.undeclared_red_three: needs a value for each number up to")
    house: dict = {**three_packs, "red_three_table_plus": table}
    deal = answer("counter", {"melded": 50, "red_threes": 6}, {}, house=house)["deals"][0]
    assert deal["sides"][0]["points"] == 1250


def test_rounds_end_a_match():
    match: dict = {"rules": "hand-and-foot", "sides": [{}, {}]}
    match["deals"] = [{"sides": [{"melded": 100}, {}]}] * 3
    assert scorefile.answers(json.dumps(match).encode())[0]["winners"] == [0]
    match["deals"] *= 2
    with pytest.raises(InputError, match=r"deals\[3\]: the match was over after deal 3"):
        scorefile.answers(json.dumps(match).encode())


# Cards and numbers


def _numbers(side):
    """A side given by cards as numbers, counted here and not by the core: classic values."""
    value = {"X": 50, "A": 20, "2": 20, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}
    melded = sum(value.get(card, 10) for meld in side["melds"] for card in meld)
    found: dict = {"melded": melded, "in_hand": sum(value.get(card, 10) for card in side["hand"])}
    found["canastas"] = {"natural": 0, "mixed": 0}
    for meld in side["melds"]:
        if len(meld) >= 7:
            mixed = "X" in meld or "2" in meld
            found["canastas"]["mixed" if mixed else "natural"] += 1
    return found


@st.composite
def _melds(draw):
    ranks = draw(st.lists(st.sampled_from("456789TJQKA"), max_size=4, unique=True))
    wilds = 0
    found = []
    for rank in ranks:
        naturals = draw(st.integers(3, 8))
        wild = draw(st.sampled_from(["", "2", "22", "2X"])) if naturals >= 4 and wilds < 2 else ""
        wilds += bool(wild)
        found.append(rank * naturals + wild)
    return found


@given(_melds(), st.text(alphabet="3XX", max_size=2), st.integers(0, 1))
def test_cards_and_numbers_agree(melds, hand, reds):
    by_cards = {"melds": melds, "hand": hand, "red_threes": reds}
    by_numbers = {**_numbers(by_cards), "red_threes": reds}
    assert answer("classic", by_cards, {}) == answer("classic", by_numbers, {})


def test_every_rank_is_a_card():
    assert sorted(cards.RANKS) == sorted("A23456789TJQKX")
    assert len(vectorfile.read_all()) > 300


# A new preset


def test_a_preset_is_data(monkeypatch):
    """Fifty points a game, seven-card melds and 1000 for a concealed hand: no code but this."""
    module = types.ModuleType("canasta.presets.kitchen", "Canasta at the kitchen table.")
    module.__dict__.update(
        ID="kitchen",
        BASE="classic",
        TABLES=((3, 1), (2, 2)),
        VALUES=(
            ("bonus_mixed", 250, "the kitchen"),
            ("concealed_total", 1000, "the kitchen"),
            ("target", 1500, "the kitchen"),
        ),
        BY_TABLE=(((3, 1), "opening", (40, 80, 100), "the kitchen"),),
    )
    monkeypatch.setitem(sys.modules, "canasta.presets.kitchen", module)
    monkeypatch.setattr(presets, "IDS", presets.IDS + ("kitchen",))

    out = {"melded": 250, "canastas": {"mixed": 1}, "out": True, "concealed": True}
    found = answer("kitchen", out, {}, {})
    # 250 + 250 + 1000
    assert found["deals"][0]["sides"][0]["points"] == 1500
    assert found["deals"][0]["opening"] == [40, 40, 40]
    assert found["winners"] == [0]
    assert answer("kitchen", {}, {})["opening"] == [50, 50]
    sheet = rulesheet.sheet("kitchen")
    assert sheet["title"] == "Canasta at the kitchen table"
    sources = {row["id"]: row["source"] for row in sheet["parameters"]}
    assert sources["bonus_mixed"] == "the kitchen"
    assert sources["bonus_natural"] == "S0:L9"
