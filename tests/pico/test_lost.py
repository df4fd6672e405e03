"""A file system that MicroPython could not read and made anew."""

from pathlib import Path

from runs import Run
from support.table import Table
from support.texts import T

from meldpad.deploy import image


def test_the_firmware_is_gone_too(lost_run: Run) -> None:
    assert lost_run["left"] == "[]\n"


def test_a_deploy_sees_that_there_was_a_tablet(lost_run: Run) -> None:
    assert lost_run["found"].startswith("G ")
    assert lost_run["found on a new one"] == ""


def test_the_tablet_says_that_its_history_is_gone(tmp_path: Path) -> None:
    """Until a match begins; the note that the deploy has left lies in its flash."""
    flash = tmp_path / "flash"
    flash.write_bytes(image.make({"gone": b"1"}, 352 * image.BLOCK))
    with Table("320x240", flash) as table:
        assert T.HISTORY in table.see()
        assert T.GONE_TEXT.split()[0] in table.see()
        table.restart()
        assert T.HISTORY in table.see()
        table.play("wait:600 ok ok wait:600 ok ok")
        assert table.see().totals == (0, 0)
        table.restart()
        assert table.see().totals == (0, 0)
