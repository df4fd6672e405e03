"""The tablet at its USB serial port: what a PC, a person and other programs do there."""

from runs import Run, same
from support.reader import read


def test_a_sync_brings_everything_once(cable_run: Run) -> None:
    """41 deals and 1, and the two records that begin their matches."""
    assert cable_run["first sync"] == [44, 42]
    assert cable_run["second sync"] == [0, 0]


def test_keys_and_display_live_on_while_a_modem_manager_and_a_person_type(cable_run: Run) -> None:
    assert cable_run["key in chatter"]


def test_keys_and_display_live_on_when_nobody_reads_the_answer(cable_run: Run) -> None:
    assert cable_run["key unread"]


def test_a_sync_after_that_is_whole(cable_run: Run) -> None:
    assert cable_run["sync after that"] == [44, 42]


def test_mpremote_gets_in_with_nothing_pressed(cable_run: Run) -> None:
    assert cable_run["mpremote exec"] == (0, "42\n")
    code, listed = cable_run["mpremote ls"]
    assert code == 0
    assert " main.py\n" in listed
    assert " tablet/\n" in listed
    code, printed = cable_run["mpremote run"]
    assert code == 0
    assert "00000001" in printed


def test_a_soft_reset_brings_the_app_back_with_its_log(cable_run: Run) -> None:
    assert cable_run["sync after reset"] == [0, 0]


def test_a_deploy_that_was_killed_is_finished_by_the_next(cable_run: Run) -> None:
    assert cable_run["killed at"] == "step 2"
    copied, removed, digest = cable_run["deployed"]
    # What came before the kill is not copied again; the stale file went then.
    assert copied == ["build", "main.py", "tablet/newer.mpy"]
    assert removed == []
    assert digest == "another"


def test_a_deploy_keeps_the_log_and_what_is_the_owners(cable_run: Run) -> None:
    assert cable_run["sync after deploy"] == [0, 0]
    assert cable_run["mpremote cat"] == (0, "mine\n")
    assert same(cable_run["picture after deploy"], cable_run["picture"])
    assert read(cable_run["picture"]).totals == (100, 300)
    # German is in its settings.
    assert read(cable_run["picture after deploy"]).title.startswith("Runde 2")
