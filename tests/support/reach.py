"""How somebody looks for an earlier deal: presses, counted on the simulated tablet."""

from pathlib import Path

from support.flash import fill
from support.log import LEFT_60, Log
from support.table import Table
from support.texts import T

_PASS_MS = 10
_REACTION_MS = 200
"""Until a finger that sees the right row lets go."""
_STEP = 5
"""A held key stops at every fifth deal."""


def flash_with(folder: Path, deals: int) -> Path:
    """A flash file with one match of so many deals, none of which ends it."""
    log = Log()
    log.begin()
    for _ in range(deals):
        log.deal(LEFT_60, LEFT_60)
    return fill(folder / f"{deals}-deals.flash", log)


def presses_to(table: Table, wanted: int, deals: int) -> int:
    """Presses from the score to the page of a deal where it is corrected or undone; a held key is
    one. Fails when another deal is there then. Back at the score afterwards.
    """
    count = 1
    table.play("up")
    # The last deal is chosen. A hold is worth it from three deals on.
    at = deals
    if deals - wanted > 2:
        at = min(max(1, round(wanted / _STEP) * _STEP), deals)
    if at != deals:
        count += 1
        _hold_up(table, at)
    for _ in range(abs(wanted - at)):
        count += 1
        table.play("up" if wanted < at else "down")
    count += 1
    seen = table.play("ok")
    assert seen.title == f"{T.DEAL} {wanted}", seen
    assert seen.chosen == T.CORRECT
    assert table.play("back back").totals
    return count


def _hold_up(table: Table, wanted: int) -> None:
    """Hold up until the row of this deal is chosen, and let go a moment later."""
    table.tablet.press(("up",))
    for _ in range(3000):
        table.tablet.advance(_PASS_MS)
        if table.see().chosen.split()[0] == str(wanted):
            table.tablet.advance(_REACTION_MS)
            break
    table.tablet.press(())
    table.tablet.advance(100)
    assert table.see().chosen.split()[0] == str(wanted), "it ran on"
