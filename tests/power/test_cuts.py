"""The power goes, at every moment of whole evenings: nothing that was called saved is lost."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from support import micro
from support.measured import keep

_MICRO = Path(__file__).parent / "micro"
_HEAP = "12m"
"""The flash itself, and its copies, lie on the heap here."""

EVENINGS = (
    "64 0 5",
    "64 1 5",
    "32 2 5",
    "24 3 5",
    "352 4 5",
    "64 5 5",
    "40 9 5",
)
"""Blocks of the flash, matches that were in the log before, pauses in each field of a deal: the
log's tail, its segments and littlefs' blocks are in another state in each."""


def test_power_cuts_of_whole_evenings() -> None:
    """At least 5,000 cut points, torn in three ways: nothing, half, half and noise."""
    began = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        outputs = list(
            pool.map(
                lambda evening: micro.run(
                    _MICRO / "cuts.py", *evening.split(), heap=_HEAP, seconds=600
                ),
                EVENINGS,
            )
        )
    counts = [tuple(map(int, output.split())) for output in outputs]
    points = sum(steps for steps, _, _ in counts)
    states = sum(checked for _, checked, _ in counts)
    for steps, checked, records in counts:
        # Three ways each, and the end. Two matches, their 24 deals, six corrections and twelve
        # undos; and the end of a match.
        assert checked == 3 * steps + 1
        assert records >= 2 + 24 + 6 + 12 + 1
    assert points >= 5000
    keep("cuts", points=points, states=states, seconds=round(time.monotonic() - began))


def test_power_cuts_twice_in_a_row() -> None:
    """The second time during what the tablet saves first after the first time."""
    steps, once, twice = map(int, micro.run(_MICRO / "twice.py", heap="6m", seconds=300).split())
    assert once == 3 * steps
    assert twice >= 10 * once
    keep("twice", once=once, twice=twice)
