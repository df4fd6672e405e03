"""The house rules: what the match plays by comes first, and everything can be reached."""

import pytest
from support.languages import sections_of
from support.reader import Seen
from support.table import Table
from support.texts import T

from canasta import schema

_RULES = sections_of("en")["rules"]


def _about(seen: Seen) -> str:
    """What a page is about: what stands between its title and its value, without its range."""
    text = " ".join(seen.rows[1:-1])
    known = [name for name in (*_RULES.values(), T.MORE_RULES) if f"{text} ".startswith(f"{name} ")]
    assert known, text
    return max(known, key=len)


def _pages(table: Table) -> list[str]:
    """What the pages from here on are about."""
    found: list[str] = []
    seen = table.see()
    while True:
        found.append(_about(seen))
        title = seen.title
        seen = table.play("down")
        if seen.title == title:
            return found


def _turn_to(table: Table, name: str) -> Seen:
    for _ in range(80):
        seen = table.see()
        if _about(seen) == name:
            return seen
        table.play("down")
    raise AssertionError(name)


@pytest.mark.parametrize("board", ["128x64"])
def test_what_classic_plays_by_comes_first(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.HOUSE)
    pages = _pages(table)
    # The end of the match, then its points (S0:L37, L9, L4).
    assert pages[0] == _RULES["target"]
    near = ("go_out", "concealed_total", "bonus_natural", "out_canastas", "opening", "tie")
    for id in (*near, "opening_negative", "red_three_table_plus", "undeclared_red_three"):
        assert _RULES[id] in pages, id
    # Neither special hands nor other kinds of canastas, nor extra cards for the opening (S0).
    for id in ("special_zip_code", "special_garbage", "talon", "bonus_sequence", "foot", "lone"):
        assert _RULES[id] not in pages, id
    # Four red threes (S0:L9) and five bands at most; a page for each value.
    assert pages.count(_RULES["red_three_table_plus"]) == 4
    assert len(pages) < 60
    assert pages[-1] == T.MORE_RULES
    table.play("ok")
    rest = _pages(table)
    assert rest[0] != T.MORE_RULES
    assert set(pages[:-1] + rest) == {
        _RULES[param.id] for param in schema.PARAMS if param.id not in ("sides", "seats")
    }


@pytest.mark.parametrize("board", ["128x64"])
def test_special_hands_are_near_where_they_are_played(table: Table) -> None:
    table.play("ok ok up*8 ok up*9 ok")
    table.choose(T.HOUSE)
    pages = _pages(table)
    assert _RULES["special_zip_code"] in pages
    assert _RULES["talon"] in pages
    assert _RULES["bonus_sequence"] not in pages


def test_coarse_steps_land_on_full_hundreds(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.HOUSE)
    # Going out brings 100 (S0:L9).
    assert _turn_to(table, _RULES["go_out"]).rows[-1].split()[-1] == "100"
    value = int(table.play("ok up:900").rows[-1].split()[-1])
    assert value > 200
    assert value % 100 == 0
    # A tap is a step of five, and the next coarse one is round again.
    assert table.play("down").rows[-1].split()[-1] == str(value - 5)
    down = int(table.play("down:700").rows[-1].split()[-1])
    assert down < value
    assert down % 100 == 0
    table.play("back")
    # Below zero as well: an undeclared red three costs 500 (S0:L27).
    assert _turn_to(table, _RULES["undeclared_red_three"]).rows[-1].split()[-1] == "-500"
    for keys in ("ok up:700", "up down:900"):
        assert int(table.play(keys).rows[-1].split()[-1]) % 100 == 0, keys


def test_a_match_without_an_end_says_so(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.HOUSE)
    # From 5000 (S0:L37) in full hundreds to nothing.
    table.play("ok down:20000")
    assert table.see().rows[-1].split()[-1] == "0"
    seen = table.play("ok back")
    assert seen.chosen == T.HOUSE
    assert seen.line(T.TARGET) == f"{T.TARGET} {T.NO_END}"
    # The next step is a target again.
    table.choose(T.TARGET)
    assert table.play("up ok").line(T.TARGET) == f"{T.TARGET} 500"
