"""Odd and hostile input: names, sizes, depths, files of other versions, logs that are cut off."""

import json
import os
import pty
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import hostile
from support.database import OAK, dump, take
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, worked_example

from meldpad.db.engine import Database
from meldpad.db.ingest import Source, ingest
from meldpad.db.split import Run, split

_MATCH = '{{"rules": "classic", "sides": [{{"name": {}}}, {{"name": "B"}}], "deals": []}}'
_MEMORY = 1 << 30


def _meldpad(*args: str, data: bytes = b"", file: Path | None = None) -> tuple[int, str, str]:
    """Runs the program in a gigabyte of memory; exit code, output, error output."""
    done = subprocess.run(
        [sys.executable, "-m", "meldpad", *args],
        input=data if file is None else None,
        stdin=None if file is None else file.open("rb"),
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY)),
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def _is_one_line(error: str) -> None:
    assert error.startswith("meldpad: ")
    assert error.endswith("\n")
    assert error[:-1].isprintable(), error


# Names


@pytest.mark.parametrize("name", hostile.NAMES.values(), ids=hostile.NAMES)
def test_names_in_a_score_file(
    meldpad: Callable, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    file.write_text(_MATCH.format(json.dumps(name)), encoding="utf-8")
    done = meldpad("score", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["opening"] == [50, 50]
    # In the place of what must be known.
    for text in (
        '{{"rules": {}}}',
        "{{{}: 1}}",
        '{{"rules": "classic", "house": {{{}: 1}}}}',
        '{{"rules": "classic", "deals": [{{"sides": [{{"melds": [{}]}}, {{}}]}}]}}',
        '{{"rules": "classic", "deals": [{{"sides": [{{"canastas": {{{}: 1}}}}, {{}}]}}]}}',
    ):
        file.write_text(text.format(json.dumps(name)), encoding="utf-8")
        done = meldpad("score", str(file))
        if (done.returncode, name) != (0, ""):
            assert (done.returncode, done.stdout) == (2, "")
            _is_one_line(done.stderr)
    file.write_text(_MATCH.format(json.dumps("x" * 201)), encoding="utf-8")
    done = meldpad("score", str(file))
    assert done.stderr == "meldpad: sides[0].name: must have at most 200 characters\n"


@pytest.mark.parametrize("name", ["a\nb", "\x1b[2J", "\u202eb", "'\"", "=1", "ü", "\udcff"])
def test_names_of_files(meldpad: Callable, tmp_path: Path, name: str) -> None:
    done = meldpad("score", str(tmp_path / name))
    assert done.returncode == 2
    _is_one_line(done.stderr)
    done = meldpad("history", "--db", str(tmp_path / name / "missing"))
    assert done.returncode == 1
    _is_one_line(done.stderr)


def _hostile_log() -> Log:
    log = Log()
    for name in hostile.NAMES.values():
        log.begin(sides=(name, "B"))
        log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.begin(players=("\x1b[31m", "=1+1", "\u202ex", "a\nb"))
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    return log


def _in_a_terminal(*args: str, db: Path) -> str:
    """What a command writes to a terminal."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "TZ": "UTC"}
    with subprocess.Popen(
        [sys.executable, "-m", "meldpad", *args, "--db", str(db)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
    ) as process:
        os.close(slave)
        output = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            output += part
    os.close(master)
    assert process.returncode == 0, output
    return output.decode()


def test_names_on_their_way_to_a_terminal(
    database: Database, db_file: Path, meldpad: Callable
) -> None:
    source = Source(OAK.device, OAK.epoch, hostile.NAMES["escape"], "\x1b[0m1.0")
    log = _hostile_log()
    taken = take(database, log, source)
    assert (taken.records, taken.refused) == (len(log.raws), [])
    output = _in_a_terminal("history", db=db_file)
    assert "800" in output
    assert hostile.shows(output), output
    last = len(hostile.NAMES) + 1
    for number in (1, 2, 3, last):
        output = _in_a_terminal("show", str(number), db=db_file)
        assert "natural canastas" in output
        assert hostile.shows(output), output
    # For programs nothing is lost but what no terminal should get.
    found = json.loads(meldpad("history", "--json", db=db_file).stdout)
    assert all(hostile.shows(match["sides"][0]["name"]) for match in found)
    by_name = {match["sides"][0]["name"] for match in found}
    for kind in ("quotes", "markup", "sql", "formula", "path", "right to left", "wide", "longest"):
        assert hostile.NAMES[kind] in by_name


def test_a_database_that_somebody_else_wrote_into(
    database: Database, db_file: Path, log: Log
) -> None:
    worked_example(log)
    log.deal({"melded": 33}, {})
    take(database, log)
    name = hostile.NAMES["escape"]
    with sqlite3.connect(db_file) as connection:
        connection.execute("UPDATE match_sides SET name = ?", (name,))
        connection.execute("UPDATE devices SET name = ?", (name,))
        connection.execute("UPDATE matches SET preset = ?, error = ?", (name, name))
        connection.execute("UPDATE refused SET reason = ?", (name,))
    for args in (("history",), ("show", "1")):
        output = _in_a_terminal(*args, db=db_file)
        assert "owned" in output
        assert hostile.shows(output), output


# Sizes and depths


@pytest.mark.parametrize(
    ("begin", "part", "end"),
    [
        (b"[", b"[],", b"[]]"),
        (b'{"rules": "classic", "deals": [', b"{},", b"{}]}"),
        (b'"', b"long ", b'"'),
        (b"", b'{"rules": "classic"}\n', b""),
        (b"", b" ", b"1"),
        (b"1", b"0", b"0"),
    ],
    ids=["lists", "deals", "a string", "matches", "blanks", "a number"],
)
def test_a_hundred_megabytes(tmp_path: Path, begin: bytes, part: bytes, end: bytes) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as opened:
        # A file with a hole, so that it takes no room.
        opened.write(begin + part * ((9 << 20) // len(part)))
        opened.seek(100 << 20)
        opened.write(end)
    complaint = "more than 8 MB; give the matches in several files\n"
    assert _meldpad("score", str(file)) == (2, "", f"meldpad: {file}: {complaint}")
    assert _meldpad("score", file=file) == (2, "", f"meldpad: standard input: {complaint}")


def test_what_never_ends() -> None:
    code, output, error = _meldpad("score", "/dev/zero")
    assert (code, output) == (2, "")
    assert "more than 8 MB" in error


@pytest.mark.parametrize(
    ("open_", "close"), [("[", "]"), ('{"a":', "}"), ('[{"sides":', "}]")], ids=str
)
@pytest.mark.parametrize("whole", [True, False])
def test_ten_thousand_levels(open_: str, close: str, whole: bool) -> None:
    data = open_ * 10_000 + ("1" + close * 10_000 if whole else "")
    code, output, error = _meldpad("score", data=data.encode())
    assert (code, output) == (2, "")
    assert error == "meldpad: line 1: nested too deeply\n"


# Other versions, and what was cut off


def test_a_database_of_a_newer_version(
    database: Database, db_file: Path, meldpad: Callable
) -> None:
    with sqlite3.connect(db_file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = db_file.read_bytes()
    for args in (("history",), ("history", "--json"), ("show", "1")):
        done = meldpad(*args, db=db_file)
        assert (done.returncode, done.stdout) == (3, "")
        _is_one_line(done.stderr)
        assert "newer Meldpad" in done.stderr
    assert db_file.read_bytes() == before


def test_a_log_that_is_cut_off_anywhere(database: Database, log: Log) -> None:
    """Each length: whole records come in, the rest is kept as bytes, and all of it adds up."""
    worked_example(log)
    raw = log.raw()
    ends = [sum(map(len, log.raws[:count])) for count in range(len(log.raws) + 1)]
    for length in range(len(raw) + 1):
        pieces = list(split(Run(1, log.next, raw[:length])))
        assert b"".join(piece.raw for piece in pieces) == raw[:length]
        good = [piece.raw for piece in pieces if piece.reason is None]
        count = max(i for i, end in enumerate(ends) if end <= length)
        assert good == log.raws[:count]
        assert {seq for piece in pieces for seq in range(piece.seq, piece.last + 1)} == set(
            range(1, log.next)
        )
    # Cut off behind a record, then as much again, then whole: nothing is there twice.
    for length in (ends[2], ends[2], ends[4], len(raw)):
        ingest(database, OAK, [Run(1, log.next, raw[:length])])
    assert [row[-2] for row in dump(database)["records"]] == log.raws
