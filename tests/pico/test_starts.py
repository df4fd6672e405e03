"""The tablet is switched on: after an update, after an older firmware, with a key held down."""

from runs import Run
from support.reader import read
from support.texts import T


def test_a_log_of_an_older_version_is_read(starts_run: Run) -> None:
    """The totals are those of tests/test_old_versions.py; German is in its settings."""
    assert "Echt 2" in read(starts_run["half entered"])
    seen = read(starts_run["older log"])
    assert seen.totals == (900, 940)
    assert seen.title.endswith("● Runde fortsetzen")


def test_a_newer_log_is_left_alone_and_that_is_said(starts_run: Run) -> None:
    """What can be read is shown; the log takes no more (S0:L9: 500 + 200 + 100, and -60)."""
    seen = read(starts_run["newer log"])
    assert seen.title == T.NEWER
    assert T.NEWER_TEXT in seen
    assert read(starts_run["its score"]).totals == (800, -60)
    assert read(starts_run["no new deal"]).title == T.NEWER
    # Nothing has come to it.
    assert starts_run["files then"] == "['00000001', 'meta'] False\n"
    assert starts_run["log then"] == starts_run["newer raw"] + "\n"


def test_back_held_at_power_on_leads_to_the_prompt(starts_run: Run) -> None:
    """Where nothing of the app was even loaded."""
    assert starts_run["held"] == "False\n"
