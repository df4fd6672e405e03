"""Asking the rules about sequences, where the rules have them."""

from support.languages import sections_of
from support.reader import Seen
from support.table import Table
from support.texts import T

_TEXTS = sections_of("en")
_ASK = _TEXTS["ask"]


def _start(table: Table, preset: int) -> None:
    table.play(f"ok ok up*8 ok up*{preset} ok down*20 ok wait:5000 back")
    table.choose(T.HELP)
    table.choose(T.ASK_RULES)


def _verdict(table: Table) -> Seen:
    return table.play("ok:600")


def test_a_run_as_a_meld(table: Table) -> None:
    """BIC-CA Samba: a suit's cards in a row are a meld, seven of them a samba of 1500; no wild card
    goes with them. 7 is 5 points, 8 to K are 10 (S0:L22-23)."""
    _start(table, 10)
    assert table.choose(_ASK["ask_meld"]).chosen == f"{_ASK['run']} {T.NO}"
    assert table.play("up ok down*6").chosen == f"{_ASK['rank']} 7"
    table.play("ok up*5")
    # 7 8 9 T J
    assert table.see().line(_ASK["rank"]) == f"{_ASK['rank']} 7-J"
    assert table.see().rows[-1] == f"✓ {T.YES} 45"
    seen = _verdict(table)
    assert _TEXTS["verdicts"]["meld"] in seen
    # Up to the king, seven cards.
    table.play("back up*2")
    assert table.see().rows[-1] == f"✓ {T.YES} 65"
    seen = _verdict(table)
    assert _TEXTS["verdicts"]["canasta"] in seen
    assert T.SEQUENCE in seen
    # Eight are too many, and six with a two are none.
    for keys in ("back up", "back down*2 ok up"):
        assert table.play(keys).rows[-1] == f"✗ {T.NO}"
        seen = _verdict(table)
        assert seen.title == T.NO
        assert _TEXTS["help"]["RUN"] in seen
        assert "/" not in seen.text.replace(_TEXTS["help"]["RUN"], "")


def test_the_end_of_the_ranks(table: Table) -> None:
    """A run ends with the ace: J Q K A is one of 50 points, a card more is none."""
    _start(table, 10)
    table.choose(_ASK["ask_meld"])
    table.play("up ok down*2 ok up*4")
    assert table.see().line(_ASK["rank"]) == f"{_ASK['rank']} J-A"
    assert table.see().rows[-1] == f"✓ {T.YES} 50"
    assert table.play("up").rows[-1] == f"✗ {T.NO}"


def test_a_run_that_opens(table: Table) -> None:
    """50 points open at first (S0:L7): 7 to J are 45, 7 to Q 55; with three kings it is 75."""
    _start(table, 10)
    table.choose(_ASK["ask_opening"])
    table.play("ok up ok down*6 ok up*5")
    assert table.see().rows[-1] == f"✗ {T.NO} 45/50"
    assert _TEXTS["verdicts"]["below_minimum"] in _verdict(table)
    assert table.play("back up").rows[-1] == f"✓ {T.YES} 55/50"
    assert _TEXTS["verdicts"]["opens"] in _verdict(table)
    # The second meld: no run, kings.
    seen = table.play("back down ok*3")
    assert seen.chosen == f"{_ASK['run']} 2 {T.NO}"
    assert table.play("ok*2 up*3").rows[-1] == f"✓ {T.YES} 75/50"


def test_no_runs_where_there_are_none(table: Table) -> None:
    _start(table, 0)
    assert table.choose(_ASK["ask_meld"]).chosen == f"{_ASK['rank']} K"
    assert f"{_ASK['run']} " not in table.see().text
