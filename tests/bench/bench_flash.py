"""What a saved deal costs the tablet's flash, a part of `make bench`.

Deals of two sides are entered on the firmware's own App with the pauses of the keystroke-level
model (1.35 s before each number), ten seconds between the sides and three before saving; so the
copy of the half-entered deal is written as at a table. The flash is a Pico's under a real
littlefs. The years are those until the busiest block is worn out when littlefs spreads the erases
over the blocks that are free, at 100 deals a day.
"""

from pathlib import Path

from figures import Figure, show
from support import micro
from support.measured import keep

_PROGRAM = Path(__file__).parent / "micro" / "flash.py"
_DEALS_A_DAY = 100
_ENDURANCE = 100_000
"""Erases that a block of a W25Q16 flash stands, by its data sheet."""
_DEALS = 400


def main() -> list[Figure]:
    """Measure, print, and return the figures."""
    usual = _measure("usual")
    slow = _measure("slow")
    rows = [
        Figure("bytes programmed a deal", usual[0], 1024, "B", True),
        Figure("erases a deal", usual[1], 0.3, "", True),
        Figure("years at 100 deals a day", _years(usual), 20, "", False),
        Figure("years, a long pause at every number", _years(slow), 20, "", False),
    ]
    show(rows, "A saved deal on the simulator's flash, with the copies of the half-entered deal")
    keep(
        "flash",
        bytes=round(usual[0]),
        erases=round(usual[1], 3),
        years=round(_years(usual)),
        slow_bytes=round(slow[0]),
        slow_erases=round(slow[1], 3),
        slow_years=round(_years(slow)),
    )
    print(
        f"With a pause of more than five seconds at every number: {slow[0]:,.0f} B and "
        f"{slow[1]:.2f} erases a deal; without any pause: {_measure('fluent')[0]:,.0f} B"
    )
    return rows


def _measure(pace: str) -> tuple[float, float, float]:
    """Bytes and erases a deal, and how much of all erases the busiest block had, in blocks."""
    output = micro.run(_PROGRAM, pace, str(_DEALS), heap="16m")
    programmed, erases, share = map(float, output.split())
    return programmed, erases, share


def _years(measured: tuple[float, float, float]) -> float:
    """Until a block has been erased as often as it stands."""
    _, erases, blocks = measured
    return _ENDURANCE * blocks / (erases * _DEALS_A_DAY * 365)


if __name__ == "__main__":
    main()
