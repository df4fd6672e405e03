"""Nothing that a table has begun is lost: half-entered deals, corrections, a match that was opened.

Every expected number is worked out from the rule text, as in `test_play`.
"""

from collections.abc import Callable

import pytest
from support.table import START, Table, side
from support.texts import T

HALF = "ok up*2 ok*4 up*30 ok wait:2500 "
"""A new deal begun by A: two natural canastas, 150 melded; then a rest, in which it is kept."""

CORRECT_250 = "ok ok ok*4 up*10 "
"""From deal 1 chosen in the history: 50 more melded by A, in the entry."""


def _half_is_there(table: Table) -> None:
    """The half-entered deal is offered, has what was given, and can be saved: 1000 + 150."""
    assert table.play("back").chosen == T.RESUME_DEAL
    assert table.play("ok ok*4").chosen == f"{T.MELDED} 150 +150"
    table.play("ok:700 ok:700")


def test_a_correction_leaves_the_half_entered_deal_alone(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.play(HALF)
    assert table.out_of_entry().totals == (800, -60)
    # The correction begins with its own numbers, and the next deal waits.
    assert table.play("up " + CORRECT_250).chosen == f"{T.MELDED} 250 +250"
    table.play("ok:700 ok:700")
    assert table.save().totals == (850, -60)
    _half_is_there(table)
    assert table.save().totals == (850 + 1150, -60)
    # Saved, it is not offered again.
    assert table.play("back").chosen == T.RESUME


@pytest.mark.parametrize("again", ["", "restart "])
def test_the_power_goes_in_the_correction(table: Table, again: str) -> None:
    table.play(START)
    table.deal_1()
    table.play(HALF)
    table.out_of_entry()
    table.play("up " + CORRECT_250 + "wait:2500")
    # The correction is there again first.
    seen = table.restart()
    assert seen.title == "A +850 ▶ 850"
    seen = table.play(again + "back*5 wait:600 back*3 wait:600")
    assert T.GIVE_UP_ASK in seen
    # Given up, nothing has changed, and the new deal is offered.
    assert table.play("up").title == "A B"
    assert table.play("back").totals == (800, -60)
    if again:
        # It is the one that is there after another cut.
        assert table.play("wait:2500 restart").title == "A +1150 ▶ 1950"
        assert table.out_of_entry().totals == (800, -60)
    _half_is_there(table)
    assert table.save().totals == (800 + 1150, -60)


def test_an_undo_leaves_the_half_entered_deal_alone(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.play(HALF)
    table.out_of_entry()
    table.play("back")
    table.choose(T.UNDO_DEAL)
    assert table.yes().totals == (0, 0)
    seen = table.restart()
    assert seen.title == "A +1150 ▶ 1150"
    table.out_of_entry()
    _half_is_there(table)
    assert table.save().totals == (1150, 0)


def test_every_match_keeps_its_half_entered_deal(table: Table) -> None:
    table.play(START + HALF)
    table.out_of_entry()
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    # The new match has one of its own: 15 melded by A.
    table.play("wait:5000 ok ok*4 up*3 ok wait:2500")
    table.out_of_entry()
    # The newest match is the first of the list.
    table.play("back")
    table.choose(T.MATCHES)
    table.play("down ok")
    _half_is_there(table)
    assert table.save().totals == (1150, 0)
    table.play("back")
    table.choose(T.MATCHES)
    table.play("up*9 ok")
    assert table.play("back").chosen == T.RESUME_DEAL
    assert table.play("ok ok*4").chosen == f"{T.MELDED} 15 +15"


def test_a_correction_that_changes_nothing_is_left_without_a_question(table: Table) -> None:
    table.play(START)
    table.deal_1()
    assert table.play("up ok ok up back back*2").title == "A B"
    seen = table.play("ok ok up back ok up back*4")
    assert seen.title == "A B"


def test_how_a_table_counts_outlives_a_correction(table: Table) -> None:
    table.play(START + "ok back up ")
    assert table.see().chosen == f"{T.COUNT_BY} {T.BY_CARDS}"
    table.play("ok*5 up*3 ok:700 ok:700")
    # Three cards of 50.
    assert table.save().totals == (150, 0)
    table.play("up ok ok ok up")
    table.play("ok:700 ok:700")
    table.save()
    assert table.play("ok back").chosen == f"{T.COUNT_BY} {T.BY_CARDS}"


def test_the_match_that_was_opened_stays_on_the_table(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    assert table.deal(side(melded=15), side()).totals == (15, 0)
    assert table.restart().totals == (15, 0)
    # The older one is opened, and is there after a restart.
    table.play("back")
    table.choose(T.MATCHES)
    assert table.play("down ok").totals == (800, -60)
    assert table.restart().totals == (800, -60)
    assert table.restart().totals == (800, -60)
    # Back to the newer one.
    table.play("back")
    table.choose(T.MATCHES)
    assert table.play("up*9 ok").totals == (15, 0)
    assert table.restart().totals == (15, 0)
    # The older one once more; a deal of it makes it the newest.
    table.play("back")
    table.choose(T.MATCHES)
    table.play("down ok")
    assert table.deal_2().totals == (900, 940)
    assert table.restart().totals == (900, 940)
    # A new match lies on the table from its start.
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    assert table.restart().totals == (0, 0)


def test_a_language_that_was_chosen_is_not_asked_again(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play("down ok")
    seen = table.restart()
    assert seen.title == "Bienvenue"
    table.play("ok ok wait:5000")
    assert table.restart().totals == (0, 0)


def test_a_finished_match_is_opened_and_goes_on(table: Table) -> None:
    """A correction of an older match that takes its winner away makes it the one on the table."""
    table.play("ok ok")
    table.choose(T.TARGET)
    table.play("down*9 ok")
    table.choose(T.START)
    # To 500: a natural canasta, 200 melded, 100 for going out.
    assert (
        table.deal(side(natural=1, out=1, melded=200), side(out=None, hand=60)).title
        == f"A {T.WINS}"
    )
    table.play("ok")
    assert table.choose(T.START).totals == (0, 0)
    assert table.deal(side(melded=15), side()).totals == (15, 0)
    table.play("back")
    table.choose(T.MATCHES)
    seen = table.play("down ok")
    assert seen.title == f"A {T.WINS}"
    # The canasta and going out were the other side's: A 200 melded, B nothing.
    table.play("up ok ok down ok ok down ok:700 ok:700")
    seen = table.save()
    assert seen.totals == (200, -60)
    assert table.restart().totals == (200, -60)
    # Played on, it ends again; the newer match is still there.
    seen = table.deal(side(natural=1, melded=70), side())
    assert seen.title == f"A {T.WINS}"
    assert seen.line("✓") == "✓ A 770"
    table.play("back")
    table.choose(T.MATCHES)
    assert table.play("up*9 ok").totals == (15, 0)
