"""A deal that one plays alone: who it is, and which points are those of the pair.

The rule: the lone player gets his own total, both partners that of the two together (S0:L10).
"""

import pytest
from support.languages import LANGUAGES, sections_of
from support.table import Table, points
from support.texts import T

_LONE = 3
_CUTTHROAT = 8
_START = "ok ok up*8 ok up*{} ok down*20 ok wait:5000 "
"""From a new tablet’s first question to the score of a match by a preset, by its place."""

_A_ALONE = f"ok up ok up*2 ok*2 up ok*2 {points(300)} ok:700 "
"""A plays alone: two natural canastas 1000, out 100, 300 melded (S0:L9)."""


def test_points_of_the_pair_are_the_pairs(table: Table) -> None:
    table.play(_START.format(_LONE))
    seen = table.play("ok up")
    assert seen.chosen == f"{T.LONE} A"
    assert seen.title == "A 0 ▶ 0"
    table.play("back*2")
    seen = table.play(_A_ALONE)
    assert seen.title == "B&C 0 ▶ 0"
    # B has 50 melded and one red three, C nothing yet; both are the pair's.
    seen = table.play("ok*2 up ok up*10")
    assert seen.title == "B&C +150 ▶ 150"
    assert seen.chosen == f"{T.MELDED} 50 &+50"
    assert seen.line(T.RED_THREES) == f"{T.RED_THREES} 1 &+100"
    seen = table.play("ok:700 ok*3")
    assert seen.title == "C&B +150 ▶ 150"
    assert seen.chosen == f"{T.MELDED} 0 &+50"
    # Cards in both hands are taken off the two (S0:L10).
    seen = table.play("ok up*2")
    assert seen.chosen == f"{T.IN_HAND} 10 &-10"
    table.play("ok:700")
    seen, _ = table.recap()
    assert seen.line("A") == f"A {T.LONE} +1400 ▶ 1400"
    assert seen.line("B&C") == "B&C +140 ▶ 140"
    assert seen.line("C&B") == "C&B +140 ▶ 140"
    # The next deal has another lone player, or none.
    seen = table.play("up wait:5000 ok")
    assert seen.title == "A 0 ▶ 1400"


def test_whose_points_they_are_follows_the_lone_player(table: Table) -> None:
    """Somebody else is made the lone player when points stand there already: they stay the same."""
    table.play(_START.format(_LONE))
    table.play("ok ok up ok back*2")
    for keys, title, row in (
        ("", "A", "+500"),
        ("up*2", "A&C", "&+500"),
        ("up", "A&B", "&+500"),
        ("down*2", "A", "+500"),
        ("up", "A&C", "&+500"),
        ("back", "A", "+500"),
    ):
        seen = table.play(keys)
        assert seen.title == f"{title} +500 ▶ 500", keys
        assert seen.line(T.NATURAL) == f"{T.NATURAL} 1 {row}", keys


def test_own_red_threes_are_nobody_elses(table: Table) -> None:
    """By Bicycle's rules each partner keeps his own (BIC-3): 100 for one, once the pair melded."""
    table.play(_START.format(_CUTTHROAT))
    table.play(_A_ALONE)
    seen = table.play("ok*2 up ok up*10")
    assert seen.title == "B&C +150 ▶ 150"
    assert seen.line(T.RED_THREES) == f"{T.RED_THREES} 1 +100"
    assert seen.line(T.MELDED) == f"{T.MELDED} 50 &+50"
    seen = table.play("ok:700 ok")
    assert seen.title == "C&B +50 ▶ 50"


def test_nobody_is_alone(table: Table) -> None:
    table.play(_START.format(_LONE))
    table.play("ok ok:700")
    seen = table.play("ok*4 up*10")
    assert seen.title == "B +50 ▶ 50"
    assert seen.chosen == f"{T.MELDED} 50 +50"
    table.play("ok:700 ok:700")
    seen, _ = table.recap()
    assert [row.split()[0] for row in seen.rows[1:4]] == ["A", "B", "C"]
    assert T.LONE not in seen


def test_three_sides_leave_a_way_to_more(table: Table) -> None:
    """With no line for ok's key it stands in the title: undeclared red threes and the like."""
    table.play(_START.format(_LONE) + "ok ok:700 ok:700 ok:700")
    seen, _ = table.recap()
    assert "●" in seen
    if table.board == "128x64":
        assert seen.title == f"{T.DEAL} 1 ◀ {T.CHANGE} ●…"
    else:
        assert seen.title == f"{T.DEAL} 1"
        assert seen.rows[-2].endswith(f"● {T.MORE}")
    assert T.UNDECLARED in table.play("ok").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_keys_have_room_in_the_title(language: str) -> None:
    """`Deal 12 ◀ change ●…` in 21 columns."""
    labels = sections_of(language)["labels"]
    assert len(f"{labels['DEAL']} 12 ◀ {labels['CHANGE']} ●…") <= 21
