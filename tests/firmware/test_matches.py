"""The list of matches: which one is which, and all of them, a page at a time.

Every expected number is worked out from the rule text, as in `test_play`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from support import flash, micro
from support.log import Log
from support.reader import Seen
from support.table import START, Table, side
from support.texts import T

from canasta import params as P

_PROGRAM = Path(__file__).parent / "micro" / "matches.py"


def _looked(table: Table, keys: str) -> tuple[Seen, str]:
    """What the list shows of the match that is chosen then, and its lowest line."""
    seen = table.play(f"{keys} wait:1000")
    return seen, seen.rows[-1]


def test_matches_of_the_same_sides_are_told_apart(table: Table) -> None:
    table.play(START)
    table.deal_1()
    assert table.deal_2().totals == (900, 940)
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    table.deal(side(melded=15), side())
    table.play("back")
    assert table.choose(T.MATCHES).title == T.MATCHES
    seen, deals = _looked(table, "")
    assert (seen.title, seen.chosen, deals) == ("15:0", "✓ A - B", f"{T.ROUNDS} 1")
    # What is known of one match is not said of another.
    assert table.play("down").title == T.MATCHES
    seen, deals = _looked(table, "")
    assert (seen.title, seen.chosen, deals) == ("900:940", "A - B", f"{T.ROUNDS} 2")
    assert _looked(table, "up")[0].title == "15:0"
    # The match on the table is still the other one, and the one that was seen is opened.
    assert table.play("back*2").totals == (15, 0)
    table.play("back")
    table.choose(T.MATCHES)
    assert table.play("down ok").totals == (900, 940)


def test_how_a_match_ended_is_said(table: Table) -> None:
    """To 500: 500 for a natural canasta, 200 melded, 100 for going out against 60 in hand
    (S0:L9); then one that is broken off for good.
    """
    table.play("ok ok")
    table.choose(T.TARGET)
    table.play("down*9 ok")
    table.choose(T.START)
    table.deal_1()
    table.play("ok")
    table.choose(T.START)
    table.deal(side(melded=15), side())
    table.play("back")
    table.choose(T.ABANDON)
    table.yes()
    table.choose(T.MATCHES)
    seen, deals = _looked(table, "")
    assert (seen.title, deals) == ("15:0", f"{T.ABANDONED} 1")
    seen, deals = _looked(table, "down")
    assert (seen.title, deals) == ("✓800:-60", f"{T.ROUNDS} 1")


def test_a_match_that_does_not_fit_says_so(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    log = Log()
    log.begin(("Nord", "Est"))
    log.undo(77)
    log.begin(("A", "B"))
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    table.play("back")
    table.choose(T.MATCHES)
    seen, deals = _looked(table, "down")
    assert seen.chosen == "Nord - Est"
    assert (seen.title, deals) == (T.DAMAGED, "Nord - Est")


def test_more_totals_than_there_is_room_for(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    """Six of 400 take 23 characters, on displays of 20 and of 21."""
    log = Log()
    log.begin(list("ABCDEF"), rules={P.SIDES: 6, P.SEATS: 1, P.PACKS: 6})
    log.deal(*[{"melded": 400}] * 6)
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    table.play("back")
    table.choose(T.MATCHES)
    seen, _ = _looked(table, "")
    assert seen.title == "400:400:400:400…"


@pytest.mark.parametrize("board", ["128x64"])
def test_every_match_is_there_a_page_at_a_time(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    log = Log()
    for number in range(1, 48):
        log.begin((f"Nord {number}", "Est"))
        log.deal({"melded": 100 + 5 * number}, {})
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    table.play("back")
    seen = table.choose(T.MATCHES)
    assert "▼" in seen.rows[0]
    assert "▲" not in seen.rows[0]
    found = [seen.chosen]
    while (seen := table.play("down")).chosen != found[-1]:
        found.append(seen.chosen)
    wanted = [f"Nord {number} - Est" for number in range(47, 0, -1)]
    assert [row.removeprefix("✓ ") for row in found] == wanted
    assert "▲" in seen.rows[0]
    assert "▼" not in seen.rows[0]
    assert _looked(table, "")[0].title == "105:0"
    # A held key turns pages, and back again.
    assert table.play("up:9000").chosen == "✓ Nord 47 - Est"
    assert table.play("down:15000").chosen == "Nord 1 - Est"
    assert table.play("ok").totals == (105, 0)


def test_what_the_list_reads() -> None:
    """Of 40 matches of 20 deals. Showing the newest 30 of them took 85 reads of the flash."""
    entering, most, folds, passes = map(int, micro.run(_PROGRAM, heap="16m").split())
    print(f"{entering} reads to enter, {most} and {folds} folds a pass, {passes} passes to look")
    assert 0 < entering <= 12
    assert 0 < most <= 12
    assert 0 < folds <= 8
