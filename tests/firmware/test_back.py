"""Back undoes the last thing on every screen, and the screen says before what it will do."""

import pytest
from support.table import START, Table, side
from support.texts import T


def test_a_preset_that_was_tried_leaves_no_trace(table: Table) -> None:
    table.play("ok ok up*8")
    # Hand and Foot has no target but rounds; back is classic with its house rule again.
    table.choose(T.HOUSE)
    assert table.play("down*2 ok up ok back").title == T.NEW_MATCH
    seen = table.play("up*9 ok up*7")
    assert seen.chosen == "Hand & Foot ▲▼"
    assert seen.title == f"◀ {T.UNDOES}"
    seen = table.play("back")
    assert (seen.title, seen.chosen) == (T.NEW_MATCH, "Classic")
    table.play("down*8")
    assert table.see().line(T.TARGET) == f"{T.TARGET} 5000"
    # A tie at the end: the third house rule, which was changed.
    table.choose(T.HOUSE)
    seen = table.play("down*2")
    assert "A tie" in seen
    assert "another deal" not in seen


def test_a_house_rule_and_a_setting_that_were_tried(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.HOUSE)
    # The second: deals in a match.
    seen = table.play("down ok up*3")
    # What back brings again stands beside the new value.
    assert seen.chosen == "▲▼ ◀0 3"
    assert table.play("back").rows[-1].endswith(" 0")
    # Not changed, back leaves.
    assert table.play("back").title == T.NEW_MATCH
    table.play("back")
    table.choose(T.SETTINGS)
    assert table.play("down ok up").chosen == f"▲▼ ◀{T.NO} {T.YES}"
    assert table.tablet.screen.flipped
    table.play("back")
    assert not table.tablet.screen.flipped
    assert table.restart().title
    assert not table.tablet.screen.flipped


def test_letters(table: Table) -> None:
    table.play("ok ok")
    seen = table.choose("Side 1 A")
    assert f"◀ {T.LETTER_BACK}" in seen
    table.play("ok up ok")
    assert "Ab" in table.see().rows[1]
    table.play("back*2")
    # With no letter left it leaves, and the name is as it was.
    assert table.play("back").chosen == "Side 1 A"


_ENTERED = {
    "canastas": ("up*2", "2"),
    "points": ("ok*4 up*3", "15"),
    "minus": ("ok*4 up*9 ok back down*3", "-15"),
}


@pytest.mark.parametrize("case", _ENTERED)
def test_a_field_of_a_deal(table: Table, case: str) -> None:
    keys, number = _ENTERED[case]
    table.play(START)
    seen = table.play(f"ok {keys}")
    assert f"◀ {T.UNDOES} {number}" in seen.rows[-1]
    field = seen.chosen.split()[0]
    seen = table.play("back")
    assert seen.chosen.split()[0] == field
    assert f"◀ {T.UNDOES}" not in seen
    # Now it says which field it leads to.
    before = seen.rows[-1].split()[1]
    assert table.play("back").chosen.startswith(before)


def test_through_the_sides(table: Table) -> None:
    """Back from the first field of a side is the last of the side before, as it was given."""
    table.play(START)
    table.play("ok " + side(natural=1, melded=70, hand=5))
    seen = table.play("back*2")
    assert seen.title == "A +565 ▶ 565"
    assert seen.chosen == f"{T.IN_HAND} 5 -5"


def test_screens_that_lead_back(table: Table) -> None:
    """Where nothing can be undone, back goes to the screen before."""
    table.play(START)
    table.deal_1()
    for keys, rows, title in (
        ("back", (T.MATCHES,), "Meldpad"),
        ("back", (T.HELP, T.HELP_PILE), T.HELP),
        ("back", (T.HELP, T.ASK_RULES), T.HELP),
        ("back", (T.ABOUT,), "Meldpad"),
        ("back", (T.NEW_MATCH, T.PLAYER_NAMES), T.NEW_MATCH),
    ):
        table.play(keys)
        for row in rows:
            table.choose(row)
        assert table.play("back").title == title
        for _ in range(4):
            if table.play("back").totals:
                break
        assert table.see().totals == (800, -60)
    # The self-test shows that it takes two.
    table.play("back")
    table.choose(T.ABOUT)
    assert f"◀◀ {T.BACK}" in table.choose(T.SELF_TEST)
    assert table.play("back").title == T.SELF_TEST
    assert table.play("back").title == T.ABOUT
