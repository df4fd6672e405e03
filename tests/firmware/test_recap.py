"""The recap of a deal: both viewpoints, and the opponents' confirmation."""

import pytest
from support.reader import Seen
from support.table import HAND_60, NATURAL_OUT, START, Table
from support.texts import T


def _set(table: Table, text: str) -> None:
    """Change a setting that is no to yes, from the score and back to it."""
    table.play("back")
    table.choose(T.SETTINGS)
    for _ in range(9):
        if text in table.see():
            break
        table.play("down")
    assert table.play("ok up ok").rows[-1].endswith(T.YES)
    table.play("back*2")


def _to_recap(table: Table) -> Seen:
    table.play("ok " + NATURAL_OUT + HAND_60)
    return table.recap()[0]


@pytest.mark.parametrize("turned", [False, True])
def test_the_opponents_confirm_from_their_side(table: Table, turned: bool) -> None:
    table.play(START)
    if turned:
        _set(table, T.SET_FLIP)
    _set(table, T.SET_OPPONENTS)
    assert table.tablet.screen.flipped == turned
    seen = _to_recap(table)
    assert T.OPPONENTS_CHECK not in seen
    assert table.tablet.screen.flipped == turned
    # The first up turns the picture to them, and asks; names, signs and totals are there.
    seen = table.play("up")
    assert table.tablet.screen.flipped != turned
    assert seen.title == f"{T.DEAL} 1 {T.OPPONENTS_CHECK}"
    assert seen.line("A") == "A +800 ▶ 800"
    assert seen.line("B") == "B -60 ▶ -60"
    # It is locked against a double press, which saves nothing.
    assert table.play("up").title == f"{T.DEAL} 1 {T.OPPONENTS_CHECK}"
    assert table.play("wait:600 ok:700").title == f"{T.DEAL} 1 {T.OPPONENTS_CHECK}"
    seen = table.play("up")
    assert seen.totals == (800, -60)
    assert table.tablet.screen.flipped == turned
    assert table.restart().totals == (800, -60)


def test_opponents_who_say_no(table: Table) -> None:
    """Back leads to the entry, the right way up; confirmed again, both are asked anew."""
    table.play(START)
    _set(table, T.SET_OPPONENTS)
    _to_recap(table)
    seen = table.play("up wait:600 back")
    assert not table.tablet.screen.flipped
    assert seen.chosen == f"{T.IN_HAND} 60 -60"
    table.play("down*2 ok")
    seen, _ = table.recap()
    assert T.OPPONENTS_CHECK not in seen
    assert seen.line("B") == "B -50 ▶ -50"
    seen = table.play("up wait:600")
    assert T.OPPONENTS_CHECK in seen.title
    assert table.play("up").totals == (800, -50)


def test_the_power_goes_while_the_opponents_look(table: Table) -> None:
    table.play(START)
    _set(table, T.SET_OPPONENTS)
    table.play("ok " + NATURAL_OUT + HAND_60 + "wait:2500")
    table.recap()
    table.play("up")
    # Nothing was saved, and everything is still there.
    seen = table.restart()
    assert not table.tablet.screen.flipped
    assert seen.title == "B -60 ▶ -60"
    assert table.out_of_entry().totals == (0, 0)
