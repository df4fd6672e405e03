"""A firmware that is older than what is in its flash, as after an update was taken back.

Whatever it does not know is left as it is, and that is said.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from support import disk
from support.cable import Cable, hello, records_from
from support.flash import fill
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, of_newer_program, resealed
from support.reader import Seen
from support.syncing import run
from support.table import START, Table
from support.texts import T

from canasta import frames as F
from canasta import params as P
from meldpad.commands.sync import report_json, report_lines
from meldpad.db.engine import Database, open_database
from meldpad.paths import database_place
from tablet import settings


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return open_database(database_place(str(tmp_path / "history.sqlite")))


def _with_log(table: Table, log: Log) -> None:
    """A log as this firmware writes it, in a tablet that is off."""
    table.stop()
    table.flash.unlink()
    fill(table.flash, log)


def _read(table: Table, name: str) -> bytes:
    with disk.opened(table.flash) as system, system.open(name, "rb") as file:
        return file.read()


def _write(table: Table, files: dict[str, bytes]) -> None:
    """Other content for files, in a tablet that is off."""
    with disk.opened(table.flash) as system:
        for name, data in files.items():
            with system.open(name, "wb") as file:
                file.write(data)


def _is_newer(table: Table) -> None:
    """That is what the tablet says."""
    seen = table.see()
    assert seen.title == T.NEWER
    assert T.NEWER_TEXT in seen


def _two_deals() -> Log:
    """800 and -60 (S0:L9: 500 + 200 + 100; 60 in the hand), then 100 in both hands."""
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.deal({"in_hand": 100}, {"in_hand": 100})
    return log


def _nothing_can_be_begun(table: Table) -> None:
    """From the score on, no way of writing leads anywhere, and each says why."""
    table.play("ok")
    _is_newer(table)
    table.play("ok back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    _is_newer(table)
    # From the menu back to the score.
    table.play("ok back up ok")
    table.choose(T.CORRECT)
    _is_newer(table)
    table.play("ok up ok")
    table.choose(T.UNDO_DEAL)
    seen = table.yes()
    assert seen.title == T.NOT_SAVED
    assert T.NEWER_TEXT in seen
    table.play("ok back")
    table.choose(T.ABANDON)
    assert table.yes().title == T.NOT_SAVED
    table.play("ok back")
    table.choose(T.SETTINGS)
    table.play("down*9 ok")
    _is_newer(table)
    table.play("ok back*2")


def test_a_record_of_a_newer_program(table: Table, database: Database) -> None:
    """What is before it is shown, a PC gets everything, and not a byte of the flash changes."""
    log = _two_deals()
    log.raws[-1] = of_newer_program(log.raws[-1])
    _with_log(table, log)
    before = table.flash.read_bytes()
    table.start()
    _is_newer(table)
    assert table.play("ok").totals == (800, -60)
    _nothing_can_be_begun(table)
    assert table.see().totals == (800, -60)
    with Cable(table.tablet.port) as cable:
        assert records_from(cable, hello(cable)[0], 1) == log.raws
    report = run(table.tablet.port, database)
    assert [(kept.seq, kept.reason) for kept in report.taken.refused] == [(3, "newer_format")]
    assert report_json(report)["state"] == ["newer"]
    assert any("newer firmware" in line for line in report_lines(report))
    table.restart()
    _is_newer(table)
    table.stop()
    assert table.flash.read_bytes() == before


def test_a_number_of_a_newer_version(table: Table) -> None:
    """All records are known, but not who the tablet is: a half-entered deal is left, too."""
    table.play(START)
    table.deal_1()
    table.play("ok up*2 wait:2500")
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        raws = records_from(cable, epoch, 1)
    table.stop()
    meta = b"\x02" + _read(table, "meta")[1:] + b"\0and more"
    _write(table, {"meta": meta, "log/meta": meta})
    before = table.flash.read_bytes()
    table.start()
    _is_newer(table)
    assert table.play("ok").totals == (800, -60)
    _nothing_can_be_begun(table)
    with Cable(table.tablet.port) as cable:
        assert hello(cable) == (epoch, 1, 2, 0)
        assert records_from(cable, epoch, 1) == raws
        answer = cable.ask(F.ACCEPT, epoch + b"\x02\0\0\0")
        assert answer.body == epoch + bytes(4)
        table.play("wait:3000")
        assert cable.ask(F.RENAME, b"toknElm").body[0] == F.ASKED
        for _ in range(3):
            table.play("wait:1000")
            cable.ask(F.RENAME, b"toknElm")
        table.play("down")
        assert cable.ask(F.RENAME, b"toknElm").body[0] == F.FAILED
    table.stop()
    assert table.flash.read_bytes() == before


def test_an_older_match_with_a_newer_record(tablet: Callable[..., Table]) -> None:
    """Met when it is opened; the match on the table goes on, which has none."""
    log = _two_deals()
    log.raws[-1] = of_newer_program(log.raws[-1])
    log.begin(rules={P.TARGET: 30000})
    for _ in range(150):
        log.deal(LEFT_60, LEFT_60)
    table = tablet("128x64")
    _with_log(table, log)
    # 150 times 60 in the hand.
    assert table.start().totals == (-9000, -9000)
    table.play("back")
    table.choose(T.MATCHES)
    table.play("down ok")
    _is_newer(table)
    assert table.play("ok").totals == (-9000, -9000)
    assert table.deal_1().totals == (-8200, -9060)


def test_the_beginning_of_an_older_match_of_a_newer_version(tablet: Callable[..., Table]) -> None:
    """It stands in the list as what it is, and offers nobody's name."""
    log = Log()
    log.begin(("Nord", "Est"))
    newer = bytearray(of_newer_program(log.raws[0]))
    # Its payload as this program would misread it: no side, one player.
    at = newer.index(b"\x07classic") + 8
    newer[at:] = bytes(len(newer) - at)
    log.raws[0] = resealed(newer)
    log.begin(("Ana", "Otto"), rules={P.TARGET: 30000})
    for _ in range(150):
        log.deal(LEFT_60, LEFT_60)
    table = tablet("128x64")
    _with_log(table, log)
    table.start()
    table.play("back")
    table.choose(T.MATCHES)
    assert table.play("down").chosen == T.NEWER
    assert table.play("wait:3000").title == T.NEWER
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose("Side 1")
    assert table.play("up*9 wait:2000").chosen == T.NEW_NAME
    assert table.play("down*9").chosen == "Ana"


def test_a_half_entered_deal_of_a_newer_version(tablet: Callable[..., Table]) -> None:
    """It is not offered, and stays in flash whatever else is entered, until its deal is there."""
    table = tablet("128x64")
    table.play(START)
    table.deal_1()
    # Two natural canastas of A: 1000.
    table.play("ok up*2 ok wait:2500")
    table.stop()
    known = _read(table, "draft")
    newer = b"\x63" + known[1:]
    _write(table, {"draft": newer})
    for _ in range(2):
        assert table.start().totals == (800, -60)
        assert table.play("back").chosen == T.RESUME
        # A correction of deal 1 with a third canasta, half entered, and its start.
        table.play("ok up ok ok up*2 wait:2500")
        assert table.restart().title == "A +1800 ▶ 1800"
        table.out_of_entry()
        table.stop()
        assert _read(table, "draft-1") == newer
    # So it does beside a new deal of this program, put aside for a correction: 500 and 1,800.
    assert table.start().totals == (800, -60)
    table.play("ok up ok wait:2500")
    table.out_of_entry()
    table.play("up ok ok up*2 wait:2500")
    table.out_of_entry()
    table.stop()
    assert _read(table, "draft-1") == newer
    assert table.start().title == "A +500 ▶ 1300"
    table.play("back*3 wait:600")
    # The newer program is back.
    table.stop()
    _write(table, {"draft": b"", "draft-1": known})
    assert table.start().title == "A +1000 ▶ 1800"


def _set_the_opponents_check(table: Table) -> Seen:
    """Change it from no to yes, from the score."""
    table.play("back")
    table.choose(T.SETTINGS)
    while T.SET_OPPONENTS not in table.see():
        table.play("down")
    return table.play("ok up ok")


def test_settings_of_a_newer_program(tablet: Callable[..., Table]) -> None:
    """A setting that is not known is kept when another one is changed."""
    table = tablet("128x64")
    table.play(START + "wait:5000")
    table.stop()
    # Number 200 is not known; keys repeat every 120 ms, which are six steps.
    _write(table, {"settings": bytes((1, 200, 9, settings.REPEAT_MS, 6))})
    table.start()
    assert _set_the_opponents_check(table).rows[-1].endswith(T.YES)
    table.stop()
    expected = bytes((1, settings.REPEAT_MS, 6, settings.OPPONENTS, 1, 200, 9))
    assert _read(table, "settings") == expected


def test_settings_of_a_newer_version(tablet: Callable[..., Table]) -> None:
    """Nothing of them is known: they are left, and that nothing new is kept is said."""
    table = tablet("128x64")
    table.play(START + "wait:5000")
    table.stop()
    newer = bytes((2, 0, 1, 7, 7, 7))
    _write(table, {"settings": newer})
    assert table.start().totals == (0, 0)
    seen = _set_the_opponents_check(table)
    assert seen.title == T.NOT_SAVED
    assert T.NEWER_TEXT in seen
    # It holds until the tablet is switched off.
    assert table.play("ok back*2").totals == (0, 0)
    table.play("back")
    table.choose(T.SETTINGS)
    assert table.play("down*9 up").rows[-1].endswith(T.YES)
    table.stop()
    assert _read(table, "settings") == newer
