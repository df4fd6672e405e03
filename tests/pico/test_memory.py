"""What the tablet's memory holds in a match, and what a key press allocates (docs/decisions.md)."""

from runs import Run

_LEAST = 110_000
"""Bytes that are free in a match; the budget."""

_LEAST_IN_A_DEAL = 100_000

STAYS = {
    *("boards", "boards.pages", "boards.pico_display", "boards.rp2"),
    *("drivers", "drivers.lines", "drivers.st7789", "hal", "start"),
    *("canasta", "canasta.check", "canasta.cursor", "canasta.deal", "canasta.frames"),
    *("canasta.kinds", "canasta.match", "canasta.records", "canasta.rules", "canasta.score"),
    *("tablet", "tablet.app", "tablet.blit", "tablet.canvas", "tablet.codepage"),
    *(
        "tablet.consent",
        "tablet.doubts",
        "tablet.draft",
        "tablet.fields",
        "tablet.fonts",
        "tablet.glyphs",
    ),
    *("tablet.keys", "tablet.lang", "tablet.link", "tablet.log", "tablet.modules", "tablet.pieces"),
    *("tablet.settings", "tablet.stage", "tablet.table"),
    *("tablet.screens", "tablet.screens.entry", "tablet.screens.notice"),
    *("tablet.screens.recap", "tablet.screens.score", "tablet.screens.sheet", "tablet.store"),
}
"""The modules that stay in memory in a match. Whatever else is loaded is forgotten again."""

_OTHERS = {"array", "binascii", "machine", "os", "select", "time", "rp2", "probe"}
"""MicroPython's own, and the test's."""


def test_there_is_room_in_a_match(memory_run: Run) -> None:
    """After power-on, and with what a deal needs loaded too."""
    free, _ = memory_run["heap after boot"]
    assert free >= _LEAST
    for state in ("heap at the score", "heap in the entry"):
        free, _ = memory_run[state]
        assert free >= _LEAST_IN_A_DEAL, state


def test_only_what_a_match_needs_stays(memory_run: Run) -> None:
    _, modules = memory_run["heap at the score"]
    # The menu is only there because it may come next.
    assert set(modules) - _OTHERS - {"tablet.screens.menu"} == STAYS


def test_a_key_press_allocates_nothing(memory_run: Run) -> None:
    """With its redraw and the live score."""
    for key in ("up", "down", "ok"):
        assert memory_run[f"allocated by {key}"] == 0, key
