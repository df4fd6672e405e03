"""`meldpad sync` as it is typed, with the real firmware at the other end."""

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.flash import DEVICE, EPOCH, fill
from support.log import Log
from support.relay import Relay

from meldpad.db import query
from meldpad.db.engine import Database
from meldpad.link.ports import announce
from meldpad.simulator.process import Tablet


def command(
    *args: str, db: Path, stderr: int = subprocess.PIPE, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "meldpad", "sync", "--db", str(db), *args],
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=env,
        encoding="utf-8",
        check=False,
    )


def test_what_a_sync_says(start: Callable[..., Tablet], db_file: Path) -> None:
    log = Log()
    log.begin()
    log.deal({"melded": 100}, {})
    tablet = start(log)
    with announce(tablet.port):
        done = command(db=db_file)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"Tablet Oak ({DEVICE}): 2 new records, 1 new deal, in match 1.\n"
    done = command("--port", tablet.port, db=db_file)
    assert done.stdout == f"Tablet Oak ({DEVICE}): nothing new.\n"
    log.begin()
    log.deal({"melded": 100}, {})
    log.deal({"melded": 100}, {})
    done = command("--port", start(log).port, db=db_file)
    assert done.stdout == f"Tablet Oak ({DEVICE}): 3 new records, 2 new deals, in match 2.\n"


def test_what_a_sync_says_to_programs(tmp_path: Path, db_file: Path) -> None:
    log = Log()
    log.begin()
    log.deal({"melded": 100}, {})
    log.deal({"melded": 100, "out": 1}, {})
    with Tablet(fill(tmp_path / "f", log)) as tablet:
        done = command("--json", "--port", tablet.port, db=db_file)
        assert (done.returncode, done.stderr) == (0, "")
        said = json.loads(done.stdout)
        assert (
            said.pop("tablet").items()
            >= {
                "id": DEVICE,
                "epoch": EPOCH,
                "name": "Oak",
                "port": tablet.port,
            }.items()
        )
    assert said == {
        "new_tablet": True,
        "new_log": False,
        "state": [],
        "known_as": None,
        "records": 2,
        "deals": 1,
        "matches": [1],
        "not_taken": [
            {
                "record": 3,
                "to": 3,
                "match": 1,
                "reason": "out_without_canastas",
                "text": "The side went out without the canastas that the rules ask for.",
            }
        ],
        "last": 3,
        "told": True,
        "same_name": [],
        "wrong_clocks": [],
        "unread": None,
        "log": [],
    }


def test_what_was_refused_and_a_new_log_are_said(tmp_path: Path, db_file: Path) -> None:
    log = Log()
    log.begin()
    with Tablet(fill(tmp_path / "old", log)) as tablet:
        command("--port", tablet.port, db=db_file)
    for _ in range(7):
        log.deal({"melded": 33}, {})
    with Tablet(fill(tmp_path / "new", log, epoch="00000009")) as tablet:
        done = command("--port", tablet.port, db=db_file)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"Tablet Oak ({DEVICE}): 1 new record, 0 new deals, in match 2.",
        "Oak has a new log; what came from it before stays in the database.",
        *(
            f"Not taken in to match 2, record {seq}: Points must be a multiple of 5."
            for seq in range(2, 7)
        ),
        "Not taken in: 2 more.",
        "The bytes of what was not taken in are kept in the database.",
    ]


def test_a_port_that_vanishes(tmp_path: Path, database: Database, db_file: Path) -> None:
    log = Log()
    log.begin()
    for _ in range(100):
        log.deal({"melded": 100}, {})
    before = db_file.read_bytes()
    with Tablet(fill(tmp_path / "f", log), virtual=False) as tablet:
        with Relay(tablet.port, cut=2500) as relay:
            done = command("--port", relay.port, db=db_file)
        assert (done.returncode, done.stdout) == (3, "")
        assert done.stderr == (
            f"meldpad: the tablet at {relay.port} was unplugged; plug it in and repeat, "
            "nothing is lost\n"
        )
        assert db_file.read_bytes() == before
        assert command("--port", tablet.port, db=db_file).returncode == 0
    # The match is over at 5000 points; the other deals are none.
    assert query.matches(database)[0].deals == 50


def _slow(data: bytes, before: int) -> bytes:
    """The answer to HELLO comes at once, the first piece of the records after a while."""
    if 100 < before < 1000:
        time.sleep(1.5)
    return data


@pytest.fixture
def slow_port(tmp_path: Path):
    log = Log()
    log.begin()
    log.deal({"melded": 100}, {})
    for _ in range(20):
        log.begin()
    with (
        Tablet(fill(tmp_path / "f", log), virtual=False) as tablet,
        Relay(tablet.port, to_pc=_slow) as relay,
    ):
        yield relay.port


def test_progress_in_a_pipe_is_a_line(slow_port: str, db_file: Path) -> None:
    done = command("--port", slow_port, db=db_file)
    assert done.returncode == 0
    assert done.stderr == "Copying records from the tablet ...\n"


def test_progress_in_a_terminal_is_a_bar(slow_port: str, db_file: Path) -> None:
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    done = command("--port", slow_port, db=db_file, stderr=slave, env=environment)
    os.close(slave)
    shown = os.read(master, 65536)
    os.close(master)
    assert done.returncode == 0
    assert b"Copying records" in shown
    # It is gone again at the end: the last thing is to clear its line.
    assert shown.rstrip().endswith(b"\x1b[2K")
