"""The log in flash, by MicroPython's own littlefs on a flash in memory (programs in `micro/`)."""

from pathlib import Path

from support import micro

_MICRO = Path(__file__).parent / "micro"
_HEAP = "16m"
"""The flash itself lies on the heap here."""


def test_everything_saved_is_read_back() -> None:
    micro.run(_MICRO / "store_log.py", heap=_HEAP)


def test_power_cuts_at_every_program_and_erase() -> None:
    states, moved, empty = map(int, micro.run(_MICRO / "store_cuts.py", heap=_HEAP).split())
    assert states > 250
    print(f"{states} states, {moved} with the tail moved, {empty} with an empty segment")


def test_a_full_flash_keeps_what_it_holds() -> None:
    micro.run(_MICRO / "store_full.py", heap=_HEAP)


def test_damage() -> None:
    assert micro.run(_MICRO / "store_damage.py", heap=_HEAP) == "ok\n"


def test_files_that_are_cut_off_anywhere() -> None:
    assert micro.run(_MICRO / "store_damage.py", "cut off", heap=_HEAP) == "ok\n"


def test_what_a_saved_deal_costs() -> None:
    """At most 1 KB programmed and 0.3 erases for each of 500 deals."""
    output = micro.run(_MICRO / "store_budget.py", heap=_HEAP)
    programmed, erases, size = map(float, output.split())
    print(f"a deal of {size:.0f} bytes: {programmed:.0f} bytes programmed, {erases:.2f} erases")
    assert 0 < programmed <= 1024
    assert 0 < erases <= 0.3
