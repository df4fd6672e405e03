"""The power goes while a log is erased: the old one is whole, or there is a new one."""

from pathlib import Path

from support import micro
from support.measured import keep


def test_power_cuts_of_an_erase() -> None:
    printed = micro.run(Path(__file__).parent / "micro" / "erase.py", heap="8m", seconds=300)
    steps, once, twice, failed = map(int, printed.split())
    assert once == 3 * steps
    # What the first cut left undone takes the next start several steps.
    assert twice > once
    assert failed == steps
    keep("erase", steps=steps, once=once, twice=twice)
