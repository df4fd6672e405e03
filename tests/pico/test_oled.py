"""The tablet with a 128x64 display over I2C."""

from pathlib import Path

from runs import Run, same
from support.table import START, Table


def test_the_pictures_are_the_simulators(oled_run: Run, tmp_path: Path) -> None:
    with Table("128x64", tmp_path / "flash") as table:
        assert same(oled_run["welcome"], table.tablet.screen)
        table.play(START)
        assert same(oled_run["new match"], table.tablet.screen)
        table.play("ok up")
        assert same(oled_run["entry"], table.tablet.screen)
        table.play("up")
        assert same(oled_run["two canastas"], table.tablet.screen)


def test_only_what_changed_is_sent(oled_run: Run) -> None:
    """A digit in the row and the points of the title, not the whole 1024 bytes."""
    assert 0 < oled_run["bytes for a step"] <= 512


def test_the_controller_understands_everything(oled_run: Run) -> None:
    assert oled_run["two canastas"]
    assert oled_run["faults"] == []
