"""Who plays: names that are offered, seats without one, sides that must not be called the same."""

from collections.abc import Callable
from pathlib import Path

from support import flash
from support.log import Log
from support.table import Table
from support.texts import T

from canasta import records

NO = "up*13 ok up*14 ok:700 "
"""The letters of No: A and a are where they begin."""
EV = "up*4 ok up*21 ok:700 "


def _rows(table: Table, keys: str = "") -> list[str]:
    """All rows of the list on the display, from the top."""
    seen = table.play(keys)
    rows = [seen.chosen]
    while (seen := table.play("down")).chosen != rows[-1]:
        rows.append(seen.chosen)
    return rows


def test_a_seat_without_a_name_goes_with_its_side(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.PLAYER_NAMES)
    seen = table.play("ok " + NO)
    assert seen.chosen == "1 No (A)"
    assert _rows(table) == [
        "1 No (A)",
        *(f"{n} {T.NO_NAME} ({s})" for n, s in ((2, "B"), (3, "A"), (4, "B"))),
    ]
    table.play("back")
    # The side is named after its player was.
    assert table.choose("Side 2 B").title == "Side 2"
    assert table.play(EV).chosen == "Side 2 Ev"
    assert table.choose(T.DEALER).line(T.DEALER) == f"{T.DEALER} Ev 1"
    table.choose(T.START)
    assert table.play("wait:5000").title == f"{T.DEAL} 1 {T.DEALS} Ev 1"
    table.deal_1()
    assert table.play("wait:5000").title == f"{T.DEAL} 2 {T.DEALS} A 2"
    assert table.restart().title == f"{T.DEAL} 2 {T.DEALS} A 2"
    # Only who has a name is offered for the next match.
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.PLAYER_NAMES)
    table.play("down ok")
    assert _rows(table, "up*9") == [T.NEW_NAME, "Ev", "No"]


def test_the_record_has_no_name_for_a_seat_without_one(table: Table) -> None:
    table.play("ok ok")
    table.choose(T.PLAYER_NAMES)
    table.play("down ok " + NO + "back")
    table.choose(T.START)
    data = table.flash.read_bytes()
    at = data.index(b"\x07classic") - records.HEADER
    assert records.match_names(data, at)[1:] == ([b"A", b"B"], [b"", b"No", b"", b""])


def test_what_older_programs_put_for_names_is_nobody(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    log = Log()
    log.begin(("Ana", "Otto"))
    for _ in range(20):
        log.begin(("A", "B"), ("Mia", "B 1", "A 2", "B 2"))
        log.deal({"melded": 5}, {})
    # The first side was renamed after its players had been given these names.
    log.begin(("Ev", "B"), ("A 1", "B 1", "Leo", "B 2"))
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    # They are read as they stand there.
    assert table.play("wait:5000").title == f"{T.DEAL} 1 {T.DEALS} A 1"
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.PLAYER_NAMES)
    assert _rows(table, "up*9") == [
        f"1 {T.NO_NAME} (Ev)",
        f"2 {T.NO_NAME} (B)",
        "3 Leo (Ev)",
        f"4 {T.NO_NAME} (B)",
    ]
    table.play("ok")
    # However many matches ago they played.
    assert _rows(table, "wait:500 up*9") == [T.NEW_NAME, "Ev", "Leo", "Mia", "Ana", "Otto"]


def test_what_stood_in_is_told_from_people(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    """Behind a side's name of twelve letters the number was cut off; B on a seat is a person. Names
    are not those of the code page alone.
    """
    log = Log()
    log.begin(("Nord-Süd1234", "Öst"), ("Nord-Süd1234 1", "B", "Nord-Süd1234 2", "Öst 2"))
    log.end()
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.PLAYER_NAMES)
    rows = [row.partition(" (")[0] for row in _rows(table)]
    assert rows == [f"1 {T.NO_NAME}", "2 B", f"3 {T.NO_NAME}", f"4 {T.NO_NAME}"]


def test_two_sides_are_never_called_the_same(table: Table) -> None:
    table.play("ok ok")
    table.choose("Side 1 A")
    # B, which is what the other side is called; then another letter behind it.
    seen = table.play("up ok:700")
    assert seen.title == T.NAME_TAKEN
    assert table.play("wait:5000").title == "Side 1"
    assert table.play("up ok:700").chosen == "Side 1 Bb"
    # Its own name is no other side's.
    table.choose(T.START)
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose("Side 1 Bb")
    assert table.play("up*9 down ok").chosen == "Side 1 Bb"
    # The other side is not offered it, and cannot have it letter by letter.
    table.play("down")
    assert table.play("ok").title == "Side 2"
    assert table.play("up ok up ok:700").title == T.NAME_TAKEN


def test_sides_of_one_name_in_an_older_match_are_told_apart_in_the_next(
    tablet: Callable[..., Table], tmp_path: Path, board: str
) -> None:
    log = Log()
    log.begin(("A", "A"))
    table = tablet(board, flash.fill(tmp_path / "flash", log))
    assert table.see().totals == (0, 0)
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.play("up*20 down*2")
    assert table.see().line("Side 1") == "Side 1 A"
    assert table.play("down").line("Side 2") == "Side 2 B"
