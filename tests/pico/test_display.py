"""The tablet with a display pack, from the UF2 file: a match, a power cut, and on."""

import json

import pytest
from runs import Run, same
from support.reader import read
from support.table import START, Table

from meldpad.simulator.screen import Screen


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Screen]:
    """What the simulator shows where the Pico was looked at."""
    shown = {}

    def keep(name: str) -> None:
        screen = table.tablet.screen
        shown[name] = type(screen)(screen.width, screen.height, screen.format)
        shown[name].data[:] = screen.data

    with Table("320x240", tmp_path_factory.mktemp("simulated") / "flash") as table:
        keep("welcome")
        table.play(START)
        keep("new match")
        table.play("back")
        keep("menu")
        table.play("down up ok")
        table.deal_1()
        keep("deal 1")
        table.deal_2()
        keep("deal 2")
        table.restart()
        keep("resumed")
    return shown


@pytest.mark.parametrize("state", ["welcome", "new match", "menu", "deal 1", "deal 2", "resumed"])
def test_the_picture_is_the_simulators(
    display_run: Run, simulated: dict[str, Screen], state: str
) -> None:
    assert same(display_run[state], simulated[state]), str(read(display_run[state]))


def test_totals_read_off_the_display(display_run: Run) -> None:
    """Deal 1: A 500 + 200 + 100, B -60; deal 2: A 100, B 600 + 300 + 100 (S0:L9)."""
    assert read(display_run["deal 1"]).totals == (800, -60)
    assert read(display_run["deal 2"]).totals == (900, 940)


def test_a_power_cut_loses_nothing(display_run: Run) -> None:
    assert read(display_run["resumed"]).totals == (900, 940)


def test_a_sync_after_the_power_cut(display_run: Run) -> None:
    """The match and its two deals, over USB into the database, which has the same totals."""
    assert display_run["sync"] == [3, 2]
    match = json.loads(display_run["shown"])
    assert [side["total"] for side in match["sides"]] == [900, 940]
    assert [[side["points"] for side in deal["sides"]] for deal in match["deals"]] == [
        [800, -60],
        [100, 1000],
    ]


def test_the_controller_understands_everything(display_run: Run) -> None:
    assert display_run["resumed"]
    assert display_run["faults"] == []


def test_times_that_a_person_feels(display_run: Run) -> None:
    """Guest time, which does not depend on the machine that the test runs on."""
    assert display_run["within a screen ms"] <= 50
    assert display_run["change of screen ms"] <= 120
    assert display_run["second boot ms"] <= 1500
