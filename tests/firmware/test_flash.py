"""What the tablet says and does when its flash or its log is not as it should be."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from support import micro
from support.cable import Cable, hello, records_from
from support.disk import opened, segments
from support.flash import fill
from support.log import LEFT_60, ONE_NATURAL_OUT, Log
from support.table import START, Table
from support.texts import T

from canasta import errors as E
from canasta import frames as F
from canasta import params as P
from canasta import records

_SIZE = 352 * 4096
_MICRO = Path(__file__).parent / "micro"


def _flip(flash: Path, path: str, place: int, flip: int = 4) -> str:
    """Change a byte of a file in a flash that is switched off."""
    return micro.run(_MICRO / "flip.py", str(flash), path, str(place), str(flip))


@pytest.mark.parametrize(
    "content",
    [
        random.Random(1).randbytes(_SIZE),
        b"\xff" * _SIZE,
        bytes(_SIZE),
        b"a letter, taken for a flash by mistake\n",
    ],
    ids=["random", "erased", "zeros", "another file"],
)
def test_an_unreadable_flash_is_left_alone(
    board: str, tablet: Callable[..., Table], tmp_path: Path, content: bytes
) -> None:
    flash = tmp_path / "flash"
    flash.write_bytes(content)
    table = tablet(board, flash)
    seen = table.see()
    assert seen.title == T.UNREADABLE
    assert T.UNREADABLE_TEXT in seen
    # No key leads anywhere, and a PC is told as well.
    assert table.play("ok up down back ok:700 up:700").title == T.UNREADABLE
    with Cable(table.tablet.port) as cable:
        for kind, body in (
            (F.HELLO, b"\x01\0"),
            (F.GET, bytes(4) + b"\x01\0\0\0\x01"),
            (F.ACCEPT, bytes(8)),
        ):
            answer = cable.ask(kind, body)
            assert (answer.kind, answer.body) == (F.ERROR, bytes([F.ERR_FLASH]))
    assert table.restart().title == T.UNREADABLE
    assert flash.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["flash"]


def test_a_flash_file_that_is_cut_off(tablet: Callable[..., Table], tmp_path: Path) -> None:
    """It is left alone, or nothing is missing of what is used."""
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    whole = fill(tmp_path / "whole", log).read_bytes()
    used = len(whole.rstrip(b"\xff"))
    chance = random.Random(1)
    for length in [1, 4095, 4096, 4097, 8192, used, *chance.sample(range(used), 10), _SIZE - 1]:
        flash = tmp_path / f"{length}"
        flash.write_bytes(whole[:length])
        table = tablet("128x64", flash)
        seen = table.see()
        if seen.title == T.UNREADABLE:
            assert flash.read_bytes() == whole[:length]
        else:
            assert seen.totals == (800, -60), (length, used, str(seen))
            assert length >= used
        table.stop()


def test_a_start_that_was_cut_short_is_no_unreadable_flash(
    tablet: Callable[..., Table], tmp_path: Path
) -> None:
    flash = tmp_path / "flash"
    (tmp_path / "flash.new").write_bytes(b"\xff" * 5000)
    table = tablet("128x64", flash)
    table.play(START)
    assert table.deal_1().totals == (800, -60)
    assert table.restart().totals == (800, -60)
    assert [path.name for path in tmp_path.iterdir()] == ["flash"]


def test_a_damaged_log_is_said_served_and_not_written_on(table: Table) -> None:
    table.play(START)
    table.deal_1()
    table.deal_2()
    with Cable(table.tablet.port) as cable:
        sound = records_from(cable, hello(cable)[0], 1)
    table.stop()
    _flip(table.flash, "tail", -10)
    seen = table.start()
    assert seen.title == T.DAMAGED
    assert T.DAMAGED_TEXT in seen
    # The score is the one up to the damage.
    assert table.play("ok").totals == (800, -60)
    # No deal, no match, no correction can be begun, and an undo is not saved.
    assert table.play("ok").title == T.DAMAGED
    assert table.play("ok").totals == (800, -60)
    table.play("back")
    table.choose(T.NEW_MATCH)
    assert table.choose(T.START).title == T.DAMAGED
    table.restart()
    table.play("ok up ok")
    assert table.choose(T.CORRECT).title == T.DAMAGED
    table.play("ok up ok")
    table.choose(T.UNDO_DEAL)
    assert table.yes().title == T.NOT_SAVED
    assert table.play("ok").totals == (800, -60)
    with Cable(table.tablet.port) as cable:
        epoch, first, last, _ = hello(cable)
        assert (first, last) == (1, 3)
        served = records_from(cable, epoch, 1)
    assert served[:2] == sound[:2]
    assert [a ^ b for a, b in zip(served[2], sound[2], strict=True) if a != b] == [4]
    assert table.restart().title == T.DAMAGED


def _long_log() -> Log:
    """Four matches of 150 deals, over several segments."""
    log = Log()
    for _ in range(4):
        log.begin(rules={P.TARGET: 30000})
        for _ in range(75):
            log.deal(LEFT_60, LEFT_60)
            log.deal({"melded": 60}, {"melded": 60, "in_hand": 10})
    return log


def _place(log: Log, seq: int) -> int:
    """Where a record begins in the log."""
    return sum(len(raw) for raw in log.raws[: seq - 1])


def test_a_long_log_comes_up(table: Table) -> None:
    """A match over many segments; A is back at 0 after every other deal, B 10 lower each time."""
    log = _long_log()
    table.stop()
    table.flash.unlink()
    fill(table.flash, log)
    seen = table.start()
    assert seen.totals == (0, -750)
    assert seen.title.startswith(f"{T.DEAL} 151 ")
    # Nothing is missing, also once all of it was read.
    with Cable(table.tablet.port) as cable:
        assert records_from(cable, hello(cable)[0], 1) == log.raws
    assert table.play("wait:5000").totals == (0, -750)


def test_damage_in_an_old_segment(table: Table) -> None:
    log = _long_log()
    table.stop()
    table.flash.unlink()
    fill(table.flash, log)
    # The 21st deal of the last match, whose first record is number 454.
    damaged, newest = _flip(table.flash, "log", _place(log, 475) + 20).split()
    assert damaged != newest
    seen = table.start()
    assert seen.title == T.DAMAGED
    assert T.RECORD_FAULT in seen
    # Twenty deals fold; what follows cannot be trusted, so nothing is added behind it.
    assert table.play("ok").totals == (0, -100)
    assert table.play("ok").title == T.DAMAGED
    assert table.play("ok").totals == (0, -100)
    # A new match is not concerned.
    table.play("back")
    table.choose(T.NEW_MATCH)
    table.choose(T.START)
    table.deal_1()
    assert table.restart().totals == (800, -60)
    with Cable(table.tablet.port) as cable:
        epoch, first, last, _ = hello(cable)
        assert (first, last) == (1, 606)
        served = records_from(cable, epoch, 1)
    damaged = [i for i, raw in enumerate(served, 1) if records.check(raw, 0, len(raw)) != E.OK]
    assert damaged == [475]
    assert served[:474] + served[475:604] == log.raws[:474] + log.raws[475:]


def _cut(flash: Path, number: int, length: int) -> None:
    """Leave a segment only so many bytes, below 0: take them away, in a flash that is off."""
    path = segments(flash)[number]
    with opened(flash) as system:
        with system.open(path, "rb") as file:
            data = file.read()
        with system.open(path, "wb") as file:
            file.write(data[:length])


def test_an_older_segment_that_is_cut_short(table: Table) -> None:
    """Said at once when it is plain to see, and else when a PC reads that far; the match on the
    table is not concerned, and goes on."""
    log = _long_log()
    table.stop()
    table.flash.unlink()
    fill(table.flash, log)
    _cut(table.flash, 1, 3000)
    assert table.start().totals == (0, -750)
    seen = table.play("wait:600")
    assert seen.title == T.DAMAGED
    assert T.RECORD_FAULT in seen
    assert table.play("ok wait:5000").totals == (0, -750)
    table.stop()
    table.flash.unlink()
    fill(table.flash, log)
    # Less than a deal.
    _cut(table.flash, 1, -9)
    table.start()
    assert table.play("wait:5000").totals == (0, -750)
    with Cable(table.tablet.port) as cable:
        assert cable.ask(F.HELLO, b"\x02\0").body[-1] == 0
        served = records_from(cable, hello(cable)[0], 1)
        assert cable.ask(F.HELLO, b"\x02\0").body[-1] == F.STATE_HOLES
    sound = [raw for raw in served if records.check(raw, 0, len(raw)) == E.OK]
    assert len(sound) == len(log.raws) - 1
    seen = table.play("wait:600")
    assert seen.title == T.DAMAGED
    assert T.RECORD_FAULT in seen
    # Once; and deals are saved.
    table.play("ok wait:5000")
    assert table.deal_1().totals == (800, -810)
    with Cable(table.tablet.port) as cable:
        records_from(cable, hello(cable)[0], 1)
    assert table.play("wait:5000").totals == (800, -810)
