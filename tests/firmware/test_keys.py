"""Debouncing, taps, holds and the queue of key events, on MicroPython (`micro/keys.py`); and a key
that is stuck when the tablet is switched on.
"""

from pathlib import Path

import pytest
from support import micro
from support.table import START, Table
from support.texts import T


def test_keys() -> None:
    script = Path(__file__).parent / "micro" / "keys.py"
    count = script.read_text().count("\ndef test_")
    assert count > 10
    assert micro.run(script).endswith(f"\n{count} passed\n")


@pytest.mark.parametrize("key", ["up", "down", "ok", "back"])
def test_a_stuck_key_is_said_and_ignored(table: Table, key: str) -> None:
    table.play(START)
    table.deal_1()
    table.player.restart((key,))
    if key == "back":
        # Held for a moment it leads to MicroPython's prompt; after eight seconds it is stuck.
        table.tablet.advance(9000)
    seen = table.see()
    assert seen.title == T.STUCK
    assert T.STUCK_KEY in seen
    # However long it is down, nothing happens; the other keys work beside it.
    table.tablet.advance(3000)
    assert table.see().title == T.STUCK
    other = "ok" if key != "ok" else "up"
    _press(table, key, other)
    assert table.see().totals == (800, -60)
    _press(table, key, "ok" if key != "ok" else "back")
    assert not table.see().totals
    # Once it is let go it counts again.
    table.tablet.press(())
    table.tablet.advance(100)
    table.restart()
    assert table.see().totals == (800, -60)
    assert table.play("back").chosen == T.RESUME


def test_a_stuck_key_that_comes_loose_counts(table: Table) -> None:
    table.play(START)
    table.player.restart(("ok",))
    _press(table, "ok", "back")
    assert table.see().totals == (0, 0)
    table.tablet.press(())
    table.tablet.advance(100)
    assert table.play("ok").title == "A 0 ▶ 0"


def _press(table: Table, held: str, key: str) -> None:
    """Tap a key while another is down."""
    table.tablet.press((held, key))
    table.tablet.advance(80)
    table.tablet.press((held,))
    table.tablet.advance(80)
