"""What the entry of a deal asks about, leaves out, and takes back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.flash import fill
from support.log import Log
from support.table import HAND_60, NATURAL_OUT, START, Table, side
from support.texts import T

from canasta import params as P

_ALONE = {P.SEATS: 1}
"""Two players, each for himself."""


def _begun(
    tablet: Callable[..., Table], tmp_path: Path, board: str, rules: dict[int, int], *deals: int
) -> Table:
    """A table in a classic match with some rules changed, on which A has made such sums."""
    log = Log()
    log.begin(rules=rules)
    for points in deals:
        log.deal({"melded": points}, {})
    flash = tmp_path / f"{len(list(tmp_path.iterdir()))}.flash"
    return tablet(board, fill(flash, log))


def _back_to(table: Table, side: str, row: str) -> None:
    """Press back until a row of a side is chosen."""
    for _ in range(30):
        seen = table.play("back")
        if seen.title.startswith(f"{side} ") and seen.chosen.startswith(row):
            return
    raise AssertionError(f"back does not lead there, but to:\n{table.see()}")


# Less melded than the opening minimum: 50 below 1,500 points, 90 from there, 120 from 3,000, 15
# below zero (S0:L7)
@pytest.mark.parametrize(
    ("deals", "melded", "asked"),
    [
        ((), 45, True),
        ((), 50, False),
        ((1000, 495), 50, False),
        ((1000, 500), 85, True),
        ((1000, 500), 90, False),
        ((1000, 1000, 1000), 115, True),
        ((1000, 1000, 1000), 120, False),
    ],
)
def test_less_than_the_opening_minimum_is_asked_about(
    tablet, tmp_path, board, deals, melded, asked
) -> None:
    table = _begun(tablet, tmp_path, board, {}, *deals)
    table.play("ok " + side(melded=melded) + side(natural=1, out=1, melded=100))
    said = table.recap()[1]
    assert (T.DOUBT_OPENING in said) == asked
    assert table.play("up").totals == (sum(deals) + melded, 700)


def test_by_rounds_the_score_does_not_matter(tablet, tmp_path, board) -> None:
    """50, 90 and so on from deal to deal (S4:L25-33)."""
    rules = {P.OPENING_BY: P.BY_ROUND, P.OPENING: 50, P.OPENING + 1: 90}
    table = _begun(tablet, tmp_path, board, rules, 1000)
    table.play("ok " + side(melded=85) + side(natural=1, out=1, melded=100))
    assert T.DOUBT_OPENING in table.recap()[1]
    table = _begun(tablet, tmp_path, board, rules)
    table.play("ok " + side(melded=85) + side(natural=1, out=1, melded=100))
    assert T.DOUBT_OPENING not in table.recap()[1]


def test_a_corrected_deal_needs_what_was_needed_then(tablet, tmp_path, board) -> None:
    """A had nothing before the first deal, when 50 were needed, and 1,560 after the last."""
    table = _begun(tablet, tmp_path, board, {}, 60, 1000, 500)
    for less, asked in ((2, False), (1, True)):
        # The first deal's melds: 60, then 50, then 45.
        table.play("up up*2")
        assert table.see().chosen[0] == "1"
        table.play(f"ok ok ok*4 down*{less} ok:700 ok:700")
        assert (T.DOUBT_OPENING in table.recap()[1]) == asked
        table.play("up")


def test_no_to_it_leads_to_the_melds(table: Table) -> None:
    table.play(START)
    table.play("ok " + side(melded=45) + side(natural=1, out=1, melded=100))
    table.play("wait:600")
    assert T.DOUBT_OPENING in table.see()
    assert table.play("back").chosen == f"{T.MELDED} 45 +45"


def test_another_way_of_counting_is_taken_back_whole(table: Table) -> None:
    """800 for A (S0:L9, L36): nothing is lost by a look at the other ways, back says so."""
    table.play(START + "ok " + NATURAL_OUT + HAND_60 + "wait:600")
    _back_to(table, "A", T.COUNT_BY)
    for keys in ("up*2 back", "up*2 down*2", "up back", "up*2 down back"):
        seen = table.play(keys)
        assert seen.title == "A +800 ▶ 800", keys
        assert seen.chosen == f"{T.COUNT_BY} {T.BY_SUM}"
    seen = table.play("up*2")
    # Only the whole side's net result counts there, and it was not given.
    assert seen.title == "A 0 ▶ 0"
    assert f"◀ {T.UNDOES}" in seen


def test_cards_counted_in_one_place_leave_the_other(table: Table) -> None:
    """200 melded and 60 in hand as sums; then one card of 50 in hand is counted: 200 - 50."""
    table.play(START + "ok " + side(melded=200, hand=60).replace("ok:700", ""))
    _back_to(table, "A", T.COUNT_BY)
    seen = table.play("up ok*9 up")
    assert seen.chosen.startswith(f"{T.HAND} 50 1")
    assert seen.title == "A +150 ▶ 150"


def test_who_plays_alone_and_is_out_holds_nothing(tablet, tmp_path, board) -> None:
    table = _begun(tablet, tmp_path, board, _ALONE)
    seen = table.play("ok " + side(natural=1, out=1, melded=200).replace("ok:700", ""))
    assert T.IN_HAND not in seen
    # It was the last field: 500, 200 and 100 (S0:L9, L36).
    assert table.play("ok").title.startswith("B ")
    table.play(HAND_60)
    assert table.save().totals == (800, -60)
    # Given before going out, it goes, and comes back when the player is not out after all.
    table.play("ok up ok ok ok ok " + "up*20 ok up*13 ok")
    _back_to(table, "A", T.OUT)
    assert table.see().title == "A +535 ▶ 1335"
    assert table.play("up").title == "A +700 ▶ 1500"
    assert table.play("down").title == "A +535 ▶ 1335"
    assert table.play("up back").title == "A +535 ▶ 1335"


def test_cards_in_hand_of_who_is_out_after_all(tablet, tmp_path, board) -> None:
    """Three cards of 20 are 60; 500 for the canasta, 400 melded."""
    table = _begun(tablet, tmp_path, board, _ALONE)
    table.play("ok back up ok up ok ok ok ok")
    # 20 cards of 20 melded, three of 20 in hand.
    table.play("ok up*20 ok*4 up*3 ok")
    seen = table.see()
    assert seen.title == "A +840 ▶ 840", str(seen)
    _back_to(table, "A", T.OUT)
    assert table.play("up").title == "A +1000 ▶ 1000"
    assert table.play("down").title == "A +840 ▶ 840"
    # Out, on to the next row, and not out after all: the hand has to be given anew.
    table.play("up ok back down")
    assert table.see().title == "A +900 ▶ 900"
    table.play("ok*7")
    assert table.see().chosen == f"{T.HAND} 20 0"


def test_a_net_result_knows_no_hand(tablet, tmp_path, board) -> None:
    """Out by sum with 50 in hand, then the net result, then not out: the deal is possible."""
    table = _begun(tablet, tmp_path, board, _ALONE)
    table.play("ok " + side(natural=1, melded=100, hand=50).replace("ok:700", "ok"))
    _back_to(table, "A", T.OUT)
    table.play("up ok")
    _back_to(table, "A", T.COUNT_BY)
    table.play("up*2 ok up*20 ok down ok:700")
    assert table.see().title.startswith("B "), str(table.see())
    table.play("ok:700")
    assert table.save().totals == (100, 0)


def test_counts_of_cards_go_with_the_net_result(table: Table) -> None:
    table.play(START + "ok back up ok*5 up*20 ok")
    _back_to(table, "A", T.COUNT_BY)
    # 20 cards of 50 are 1,000; the other way and what stays of it, once another row was chosen.
    assert table.see().title == "A +1000 ▶ 1000"
    table.play("up ok back down")
    seen = table.play("ok*5")
    assert seen.chosen == f"{T.DOWN} 50 0"
    assert seen.title == "A 0 ▶ 0"


def test_the_other_sides_count_as_before(table: Table) -> None:
    """B counts by cards; a look at another way on A's row does not change that."""
    table.play(START + "ok ok:700")
    assert table.play("back up").chosen == f"{T.COUNT_BY} {T.BY_CARDS}"
    table.play("ok")
    _back_to(table, "A", T.COUNT_BY)
    table.play("up back ok:700")
    assert table.play("back").chosen == f"{T.COUNT_BY} {T.BY_CARDS}"


def test_an_old_deal_that_says_otherwise_shows_it(tablet, tmp_path, board) -> None:
    log = Log()
    log.begin(rules=_ALONE)
    log.deal({"melded": 200, "canastas.natural": 1, "out": 1, "in_hand": 25}, {"in_hand": 60})
    table = tablet(board, fill(tmp_path / "old.flash", log))
    assert table.see().totals == (775, -60)
    seen = table.play("up ok ok ok*5")
    assert seen.chosen == f"{T.IN_HAND} 25 -25"


def test_partners_hold_cards_when_one_of_them_is_out(table: Table) -> None:
    keys = side(natural=1, out=1, melded=200).replace("ok:700", "ok")
    assert table.play(START + "ok " + keys).chosen == f"{T.IN_HAND} 0"


def test_the_score_says_that_a_deal_is_half_entered(table: Table) -> None:
    table.play(START + "ok ok*4 up*10 ok")
    assert table.out_of_entry().title == f"{T.DEAL} 1 ● {T.RESUME_DEAL}"
    assert table.play("wait:3000 restart").title.startswith("A ")
    assert table.out_of_entry().title == f"{T.DEAL} 1 ● {T.RESUME_DEAL}"
    table.play("ok ok:700 ok:700")
    assert table.save().title == f"{T.DEAL} 2 {T.SAVED}"
