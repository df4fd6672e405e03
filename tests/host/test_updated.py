"""What an older program could not read, and kept, a newer one takes up: the database is then the
same as if the newer one had been there all the time.
"""

import sqlite3
import subprocess
import sys
from functools import partial

import pytest
from support.database import NOON, OAK, dump, refused, take, totals
from support.device import TABLET, answering, device
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, of_newer_program, worked_example

from canasta import records
from meldpad.commands import opened
from meldpad.db import query
from meldpad.db.engine import Database, open_database
from meldpad.db.ingest import ingest
from meldpad.db.split import Run
from meldpad.db.updated import take_up
from meldpad.paths import database_place


def _older(monkeypatch: pytest.MonkeyPatch, kind: int) -> pytest.MonkeyPatch:
    """A program that knows no version of a kind of record."""
    newest = bytearray(records._NEWEST)
    newest[kind] = 0
    monkeypatch.setattr(records, "_NEWEST", bytes(newest))
    return monkeypatch


@pytest.fixture
def another(tmp_path) -> Database:
    """A database in which the newer program was there all the time."""
    return open_database(database_place(str(tmp_path / "another.sqlite")))


def _two_matches(log: Log) -> None:
    worked_example(log)
    log.time(log.uptime, bytes((2024 & 255, 2024 >> 8, 2, 29, 12, 0, 0, 0)))
    log.begin(sides=("C", "D"))
    log.deal(LEFT_60, ONE_NATURAL_OUT)
    log.end()


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        # Without a match nothing of it folds; without a deal no correction, and so on.
        (records.MATCH, 8),
        (records.DEAL, 5),
        (records.CORRECT, 2),
        (records.UNDO, 1),
        (records.END, 1),
        (records.TIME, 1),
    ],
)
def test_as_if_it_had_been_there_all_the_time(database, another, log, kind, kept, monkeypatch):
    _two_matches(log)
    take(another, log)
    with monkeypatch.context() as older:
        _older(older, kind)
        take(database, log)
        assert len(refused(database)) == kept
        # Nothing to do for a program that is no newer.
        before = dump(database)
        assert take_up(database) == 0
        assert dump(database) == before
    assert take_up(database) == kept
    assert refused(database) == []
    # 800 and -60, then 900 and 940; -60 and 800 (test_ingest.py).
    assert totals(database) == [[900, 940], [-60, 800]]
    assert dump(database) == dump(another)
    assert take_up(database) == 0


def test_a_deal_between_others_stands_where_it_was_played(database, log, monkeypatch):
    log.begin()
    first = log.deal({"melded": 100}, {"melded": 50})
    log.deal({"melded": 30}, {"melded": 60})
    log.raws[1] = of_newer_program(log.raws[1])
    take(database, log)
    assert (refused(database), totals(database)) == ([(first, "newer_format")], [[30, 60]])
    newest = bytearray(records._NEWEST)
    newest[records.DEAL] += 1
    monkeypatch.setattr(records, "_NEWEST", bytes(newest))
    assert take_up(database) == 1
    detail = query.match(database, 1)
    assert detail is not None
    assert [deal.seq for deal in detail.match.counting] == [first, first + 1]
    assert totals(database) == [[130, 110]]


def test_what_still_makes_no_sense_stays_with_its_reason(database, log, monkeypatch):
    log.begin()
    # Nobody goes out without a canasta (S0:L6).
    log.deal({"melded": 100, "out": 1}, {})
    log.deal({"melded": 20}, {})
    log.time(0, bytes(8))
    with monkeypatch.context() as older:
        _older(older, records.DEAL)
        _older(older, records.TIME)
        take(database, log)
    assert refused(database) == [(number, "newer_format") for number in (2, 3, 4)]
    assert take_up(database) == 1
    assert refused(database) == [(2, "out_without_canastas"), (4, "bad_record")]
    assert totals(database) == [[20, 0]]


def test_what_contradicts_another_record_stays(database, log, monkeypatch):
    log.begin()
    log.deal({"melded": 100}, {})
    other = Log()
    other.begin()
    other.deal({"melded": 300}, {})
    take(database, log)
    with monkeypatch.context() as older:
        _older(older, records.DEAL)
        ingest(database, OAK, [Run(2, 3, other.raw(2))], NOON)
    assert refused(database) == [(2, "newer_format")]
    assert take_up(database) == 0
    assert refused(database) == [(2, "conflict")]
    assert totals(database) == [[100, 0]]


@pytest.fixture
def waiting(db_file, database, log, monkeypatch):
    """A database with a record that is to be taken in: the undo of a correction."""
    worked_example(log)
    with monkeypatch.context() as older:
        _older(older, records.UNDO)
        take(database, log)
    database.close()
    # Nobody waits long for another program.
    monkeypatch.setattr(opened, "open_database", partial(open_database, wait=0.1))
    return db_file


_WRITING = {
    "read-only": "is read-only; change its permissions or name another one with --db",
    "locked": "is in use by another program; close that, or try again in a moment",
}


@pytest.mark.parametrize("why", _WRITING)
@pytest.mark.parametrize("command", ["history", "show 1"])
def test_who_looks_sees_what_is_there_where_nothing_can_be_written(waiting, meldpad, why, command):
    place = f"sqlite:///file:{waiting}?mode=ro&uri=true" if why == "read-only" else str(waiting)
    other = sqlite3.connect(waiting, isolation_level=None)
    if why == "locked":
        other.execute("BEGIN IMMEDIATE")
    done = meldpad(*command.split(), "--db", place)
    other.close()
    (line,) = done.stderr.splitlines()
    assert line.startswith(
        "meldpad: what an older Meldpad could not read cannot be taken in now: the database "
    )
    assert line.endswith(_WRITING[why])
    # The correction that was undone counts still: 250 + 500 + 100 (S0:L9), and 100; not 900.
    assert (done.returncode, "950" in done.stdout, "900" in done.stdout) == (0, True, False)
    # As soon as it can be written, it is taken in.
    again = meldpad(*command.split(), "--db", str(waiting))
    assert "1 record is taken in now" in again.stderr
    assert ("950" in again.stdout, "900" in again.stdout) == (False, True)


def test_a_sync_needs_to_write(waiting, meldpad):
    """Whatever the tablet has."""
    with device(answering(TABLET)) as port:
        place = f"sqlite:///file:{waiting}?mode=ro&uri=true"
        done = meldpad("sync", "--port", port, "--db", place)
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(_WRITING["read-only"])


def test_what_cannot_be_read_either_is_said_once(waiting, meldpad):
    other = sqlite3.connect(waiting, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    done = meldpad("history", "--db", str(waiting))
    other.close()
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(_WRITING["locked"])


@pytest.mark.parametrize("command", ["history", "show 1"])
def test_a_command_says_it_once(db_file, database, log, monkeypatch, command):
    worked_example(log)
    with monkeypatch.context() as older:
        _older(older, records.UNDO)
        take(database, log)
    database.close()
    words = [sys.executable, "-m", "meldpad", *command.split(), "--db", str(db_file)]
    first, second = (subprocess.run(words, capture_output=True, text=True) for _ in range(2))
    assert "1 record is taken in now that an older Meldpad could not read" in first.stderr
    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    assert first.stdout == second.stdout
    assert "900" in first.stdout
    with sqlite3.connect(db_file) as connection:
        assert connection.execute("SELECT count(*) FROM refused").fetchone() == (0,)
