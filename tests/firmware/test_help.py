"""The help pages of every preset: which sentences and parameters stand there, and which do not.

What is expected is worked out from the rule texts by hand, never from the presets.
"""

import functools
import json
from pathlib import Path

import pytest
from support import micro

from canasta import presets

_LONE = ("classic-3-lone", "cutthroat")
_SEQUENCES = ("samba", "bolivia", "brazilian")
_FROZEN = ("italian", "uruguay", "modern-american")
_FOOT = ("hand-and-foot", "hand-and-foot-us")


@functools.cache
def _pages() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """The rows of each page, by preset and topic."""
    out = micro.run(Path(__file__).parent / "micro" / "help_pages.py", heap="4m")
    lines = [json.loads(line) for line in out.splitlines()]
    return {(preset, topic): [(a, b) for a, b in rows] for preset, topic, rows in lines}


def _sentences(preset: str, topic: str) -> str:
    """The sentences of a page, by their names."""
    texts = [text for text, _ in _pages()[preset, f"HELP_{topic}"]]
    return " ".join(t.partition(".")[2] for t in texts if t.startswith(("HELP.", "VERDICTS.")))


def _values(preset: str, topic: str) -> dict[str, str]:
    """The parameters of a page with their values; those of a table stand in the row below."""
    rows = _pages()[preset, f"HELP_{topic}"]
    found = {}
    for i, (text, value) in enumerate(rows):
        if text.startswith("RULES."):
            found[text[6:]] = value or rows[i + 1][0]
    return {id: value.removeprefix("CHOICES.") for id, value in found.items()}


def test_every_preset_has_six_pages() -> None:
    assert len(_pages()) == 6 * len(presets.IDS)


@pytest.mark.parametrize("preset", presets.IDS)
def test_threes(preset: str) -> None:
    expected = {
        # S1:L21, L44, L27
        "romanian": "RED BLACK_FREEZE BLACK_MELD",
        # CLA: red and black ones are laid down alike
        "modern-american": "RED BLACK_LAID",
        # S4:L23, so a three on top matches no pair either
        **dict.fromkeys(_FOOT, "THREES_DISCARD BLACK_NEXT"),
    }
    # S0:L27, L6; S2:L6, L10; S3:L34
    assert _sentences(preset, "THREES") == expected.get(preset, "RED BLACK_NEXT BLACK_MELD")


@pytest.mark.parametrize("preset", presets.IDS)
def test_melds(preset: str) -> None:
    expected = {
        # BIC-CA: runs of a suit
        "samba": "FIRST_OPEN TOP RUN",
        "bolivia": "FIRST_OPEN TOP RUN",
        # and no pile before the opening, so no card of it can open
        "brazilian": "FIRST_OPEN RUN",
        # CLA: the top discard does not count; wild cards only up to the canasta of seven
        "modern-american": "FIRST_OPEN TOP_NOT closed_wilds",
        # S4:L41, L19
        **dict.fromkeys(_FOOT, "FIRST_OPEN closed_wilds"),
    }
    # S0-b, S0:L7; S1:L39
    assert _sentences(preset, "MELDS") == expected.get(preset, "FIRST_OPEN TOP")


@pytest.mark.parametrize("preset", presets.IDS)
def test_pile(preset: str) -> None:
    expected = {
        # S0:L43, BIC-3
        **dict.fromkeys(_LONE, "FROZEN OPEN WHOLE WILD_FREEZE ONE_CARD STOCK LONE"),
        # BIC-CA Samba: not with one card and a wild one
        **dict.fromkeys(_SEQUENCES, "FROZEN OPEN_MELD WHOLE WILD_FREEZE ONE_CARD STOCK"),
        # CLA, RG, SCARNE: frozen whether or not there is a wild card in it
        **dict.fromkeys(_FROZEN, "FROZEN WHOLE ONE_CARD STOCK"),
        # S4:L35-43: eight cards with a natural pair; of the stock's end S4 says nothing
        **dict.fromkeys(_FOOT, "FROZEN"),
    }
    # S0:L6, L32, L35; S1:L44-55, L58
    usual = "FROZEN OPEN WHOLE WILD_FREEZE ONE_CARD STOCK"
    assert _sentences(preset, "PILE") == expected.get(preset, usual)


@pytest.mark.parametrize("preset", presets.IDS)
def test_out_and_end(preset: str) -> None:
    leave = {
        # Nobody has a partner.
        "classic-2": "",
        "classic-3": "",
        # BIC-CA; S4:L59
        **dict.fromkeys(("brazilian", *_FOOT), "LEAVE_MUST"),
    }
    # S0:L28
    assert _sentences(preset, "OUT") == leave.get(preset, "LEAVE")
    # S0:L8; S4:L55: a round ends with the last card of somebody's hand, and red threes are discards
    end = "JUDGED TIE" if preset in _FOOT else "JUDGED TIE LAST_RED"
    assert _sentences(preset, "END") == end
    assert _values(preset, "END").get("deal_ends") == ("out" if preset in _FOOT else None)


@pytest.mark.parametrize("preset", presets.IDS)
def test_melds_that_count_minus(preset: str) -> None:
    """CLA: without a canasta the cards on the table count minus."""
    american = preset == "modern-american"
    assert _sentences(preset, "VALUES") == ("MELDS_MINUS" if american else "")
    assert _values(preset, "VALUES").get("melded_plus_from") == ("1" if american else None)


def test_the_four_conditions_of_hand_and_foot() -> None:
    """S4:L37 eight cards, L39 a natural pair, L41 melded in an earlier turn, L43 at most four."""
    pile = _values("hand-and-foot", "PILE")
    assert pile == {
        "pile_take": "8",
        "pile_always_frozen": "YES",
        "pile_opened_before": "YES",
        "pile_max_meld": "4",
    }
    melds = _values("hand-and-foot", "MELDS")
    # S4:L13, L17, L25-33
    assert melds["canasta_size"] == "8"
    assert melds["canasta_naturals"] == "5"
    assert melds["naturals_outnumber"] == "YES"
    assert melds["opening_by"] == "round"
    assert melds["opening"] == "50 90 120 150"
    assert "opening_needs" not in melds
    # S4:L83, and nothing for a red three otherwise
    assert _values("hand-and-foot", "THREES") == {"red_three_left": "-100"}


def test_the_pile_of_samba() -> None:
    for preset in _SEQUENCES:
        pile = _values(preset, "PILE")
        assert (pile["pile_no_wild"], pile["pile_open_meld"]) == ("YES", "YES")
        # BIC-CA Brazilian
        assert pile.get("pile_opened_before") == ("YES" if preset == "brazilian" else None)
    # Always frozen, so there is nothing else to say.
    assert set(_values("italian", "PILE")) == {"pile_always_frozen", "upcard"}


def test_what_opens_in_brazilian_canasta() -> None:
    """Rule sheet 2.3: 7000 any canasta, 8000 a canasta and 200, 9000 a natural one."""
    values = _values("brazilian", "MELDS")
    assert values["opening_from"] == "0 1500 3000 7000 8000 9000"
    assert values["opening"] == "50 90 120 0 200 0"
    rows = _pages()["brazilian", "HELP_MELDS"]
    at = rows.index(("RULES.opening_needs", ""))
    assert rows[at + 1 : at + 4] == [
        ("7000", "CANASTA"),
        ("8000", "CANASTA"),
        ("9000", "NATURAL_CANASTA"),
    ]
    assert _values("samba", "MELDS")["opening"] == "50 90 120 150"
    assert _values("classic", "MELDS")["opening"] == "50 90 120"  # S0:L7


def test_modern_american() -> None:
    """Rule sheet 2.2."""
    melds = _values("modern-american", "MELDS")
    assert (melds["opening_clean"], melds["pure_sevens"]) == ("YES", "YES")
    assert (melds["talon"], melds["talon_next"]) == ("4", "3")
    threes = _values("modern-american", "THREES")
    for colour in ("red", "black"):
        assert threes[f"{colour}_three_table_plus"] == "100 300 500 1000"
        assert threes[f"{colour}_three_table_minus"] == "-100 -300 -500 -1000"
        assert threes[f"{colour}_three_condition"] == "swing"
    assert "special_wins" in _values("modern-american", "VALUES")


def test_italian() -> None:
    """RG: no wild cards in the opening, twos as a rank, a wild canasta does not count to go out."""
    assert _values("italian", "MELDS")["opening_pure"] == "YES"
    assert _values("italian", "MELDS")["twos_meld"] == "YES"
    assert _values("italian", "OUT")["out_no_wild"] == "YES"
    assert _values("italian", "VALUES")["twos_bonus_out"] == "YES"


def test_conditions_of_threes() -> None:
    # S0:L9: a meld; HSW: two canastas; BIC-CA Brazilian: one
    for preset, condition in (
        ("classic", "melded"),
        ("samba", "two_canastas"),
        ("brazilian", "canasta"),
    ):
        threes = _values(preset, "THREES")
        assert threes["red_three_condition"] == condition
        assert "red_three_owner" not in threes
        assert "black_three_condition" not in threes
    # S0:L10 against BIC-3
    assert _values("classic-3-lone", "THREES")["red_three_owner"] == "side"
    assert _values("cutthroat", "THREES")["red_three_owner"] == "player"
    # BIC-CA Bolivia
    assert _values("bolivia", "VALUES")["held_black_three"] == "100"
