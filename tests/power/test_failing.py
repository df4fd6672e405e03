"""A flash that fails in other ways than by losing power (programs in `micro/failing.py`).

The tablet says what it found, keeps every record that it can read, never formats by itself, and a
PC still gets what there is.
"""

from pathlib import Path

from support import micro
from support.measured import keep

_PROGRAM = Path(__file__).parent / "micro" / "failing.py"


def _run(way: str) -> list[int]:
    return [int(number) for number in micro.run(_PROGRAM, way, heap="64m").split()]


def test_a_match_that_was_begun_can_be_finished() -> None:
    """Flash is filled with matches of as many entries as one can have, until none is begun."""
    matches, records, free = _run("full")
    assert matches >= 2
    # Its MATCH record, 159 deals and its end each.
    assert records == matches * 161
    assert free > 0


def test_blocks_that_do_not_take_what_is_programmed() -> None:
    assert _run("deaf")[0] >= 10


def test_worn_blocks() -> None:
    (refused,) = _run("worn")
    assert refused > 0


def test_unreadable_blocks() -> None:
    hiding, unmountable, unused = _run("unreadable")
    assert hiding >= 3
    assert unmountable >= 1
    keep("unreadable", hiding=hiding, unmountable=unmountable, harmless=unused)


def test_unreadable_blocks_of_long_segments() -> None:
    assert _run("long_segments") == [3]


def test_a_flash_that_cannot_be_read_any_more() -> None:
    assert _run("failing_reads") == [0]
