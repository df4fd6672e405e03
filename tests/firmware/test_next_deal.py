"""What the score and the page of the next deal say outside classic Canasta."""

from support.flash import fill
from support.log import Log
from support.reader import Seen
from support.table import HAND_60, START, Table, points
from support.texts import T

from canasta import params as P


def _start(table: Table, preset: int) -> None:
    """From a new tablet to the score of a match by the preset in this place of the list."""
    table.play(f"ok ok up*8 ok up*{preset} ok down*20 ok wait:5000")


def _next_deal(table: Table) -> Seen:
    for _ in range(4):
        if table.play("down").title == T.NEXT_DEAL:
            return table.see()
    raise AssertionError(f"no page of the next deal, but:\n{table.see()}")


def _words(table: Table) -> Seen:
    """The score again, without its short message."""
    return table.play("back wait:5000")


def test_a_canasta_that_must_open(table: Table) -> None:
    """Rule sheet 2.3, Brazilian: from 7000 any canasta, 8000 one and 200 points, 9000 a natural."""
    _start(table, 12)
    large = table.board == "320x240"
    # Net results alone, which the next deals are counted by as well.
    seen = table.deal("back up up ok " + points(7500) + " ok:700", "ok:700")
    assert seen.totals == (7500, 0)
    assert seen.line(f"A {T.OPENS}" if large else T.CANASTA).endswith(T.CANASTA)
    assert seen.openings == (50,)
    assert _next_deal(table).line("A") == f"A {T.OPENS} {T.CANASTA}"
    assert table.see().line("B") == f"B {T.OPENS} 50"
    _words(table)
    seen = table.deal(points(1000) + " ok:700", "ok:700")
    assert seen.totals == (8500, 0)
    if large:
        assert seen.line("A") == f"A {T.OPENS} 200+{T.CANASTA}"
    else:
        assert seen.line("A") == "A 200+"
        assert seen.line(T.CANASTA)
    assert _next_deal(table).line("A") == f"A {T.OPENS} 200 {T.CANASTA}"
    _words(table)
    seen = table.deal(points(1000) + " ok:700", "ok:700")
    assert seen.totals == (9500, 0)
    assert seen.line(f"A {T.OPENS}" if large else T.NATURAL).endswith(T.NATURAL)
    seen = _next_deal(table)
    assert f"A {T.OPENS} {T.NATURAL_CANASTA}" in seen
    assert f"{T.OPENS} 0" not in seen


def test_a_single_player_who_deals_has_no_number(table: Table) -> None:
    # Classic for two, each for himself (S0:L39).
    _start(table, 1)
    assert _next_deal(table).line(T.DEALER) == f"{T.DEALER} A"
    _words(table)
    table.deal(HAND_60, "ok:700")
    assert table.play("wait:5000").title == f"{T.DEAL} 2 {T.DEALS} B"
    assert _next_deal(table).line(T.DEALER) == f"{T.DEALER} B"


def test_a_single_player_without_a_name_beside_one_who_has(tablet, tmp_path, board) -> None:
    log = Log()
    log.begin(players=("", "Bo"), rules={P.SEATS: 1})
    table = tablet(board, fill(tmp_path / "flash", log))
    assert table.play("wait:5000").title == f"{T.DEAL} 1 {T.DEALS} A"
    assert _next_deal(table).line(T.DEALER) == f"{T.DEALER} A"


def test_one_of_two_partners_who_deals_has_a_number(table: Table) -> None:
    table.play(START)
    assert _next_deal(table).line(T.DEALER) == f"{T.DEALER} A 1"


def test_a_deal_beyond_the_last_one(table: Table) -> None:
    """S4:L25: three rounds; a tie means one more deal (D8)."""
    _start(table, 7)
    for number in (1, 2, 3):
        assert table.see().title.startswith(f"{T.DEAL} {number}/3")
        table.deal("ok:700", "ok:700")
    assert table.play("wait:5000").title == f"{T.DEAL} 4 {T.DEALS} B 2"
