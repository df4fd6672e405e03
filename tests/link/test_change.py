"""`meldpad clock`, `rename` and `erase` as they are typed, with somebody at the real firmware."""

import functools
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timezone
from pathlib import Path

import pytest
from sqlalchemy import select
from support.database import refused, stored, totals
from support.device import TABLET, answering, device, frame
from support.flash import DEVICE, EPOCH, fill
from support.log import of_newer_program
from support.reader import read
from support.relay import Relay
from support.syncing import one_deal, run
from support.texts import T

from canasta import frames, records
from meldpad.db import dating, models, query
from meldpad.db.engine import Database
from meldpad.link import messages
from meldpad.link.client import Client, Timing
from meldpad.simulator.process import Tablet

_PATIENCE = 20


class Desk:
    """A tablet with somebody at it, and the program at its cable."""

    def __init__(self, tablet: Tablet, db: Path) -> None:
        self.tablet = tablet
        self._db = db

    @contextmanager
    def asking(self, *args: str) -> Iterator[subprocess.Popen[str]]:
        """The program, once the tablet shows its question."""
        program = self.started(*args)
        self.until(T.KEEP)
        # It takes no key in its first moment.
        self.rest(0.8)
        yield program

    def started(self, *args: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "meldpad", *args, "--port", self.tablet.port],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={"MELDPAD_DB": str(self._db), "PATH": "", "TZ": "UTC"},
        )

    def until(self, text: str) -> None:
        """Wait until the display shows a text."""
        end = time.monotonic() + _PATIENCE
        while not any(text in row for row in read(self.tablet.screen).rows):
            assert time.monotonic() < end, read(self.tablet.screen)
            self.tablet.pump(0.05)

    def rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.tablet.pump(0.05)

    def press(self, key: str) -> None:
        self.tablet.strike(key)
        self.rest(0.3)


@pytest.fixture
def desk(tmp_path: Path, db_file: Path) -> Iterator[Desk]:
    with ExitStack() as stack:
        flash = fill(tmp_path / "flash", one_deal())
        yield Desk(stack.enter_context(Tablet(flash, virtual=False)), db_file)


def said(program: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = program.communicate(timeout=_PATIENCE)
    return program.returncode, out, err


def test_the_clock(desk: Desk, database: Database) -> None:
    before = datetime.now(timezone.utc)
    with desk.asking("clock") as program:
        desk.press("down")
    code, out, err = said(program)
    assert (code, out) == (0, "Oak has noted the time; the next sync dates its records by it.\n")
    assert "Press the down key there to note the time" in err
    run(desk.tablet.port, database)
    with database.read() as session:
        row = session.scalars(select(models.Record).where(models.Record.match_seq == 0)).one()
    assert (row.seq, row.kind) == (3, records.TIME)
    noted = dating.noted_time(row.seq, row.raw).at
    assert -1 <= (noted - before).total_seconds() <= 5
    # Whatever it was: the match is what it was.
    assert totals(database) == [[800, -60]]


@pytest.mark.parametrize(("key", "reason"), [("back", "Oak refused"), ("", "nobody answered")])
def test_what_nobody_allows_does_not_happen(
    desk: Desk, database: Database, key: str, reason: str
) -> None:
    with desk.asking("rename", "Elm") as program:
        if key:
            desk.press(key)
        else:
            # Nobody waits for the answer: the program is held up.
            program.send_signal(signal.SIGSTOP)
            desk.until(f"{T.DEAL} 2")
            program.send_signal(signal.SIGCONT)
    code, out, err = said(program)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == f"meldpad: {reason}{' on Oak' if not key else ''}; " + (
        "nothing was changed"
    )
    assert run(desk.tablet.port, database).tablet.name == "Oak"


def test_another_name(desk: Desk, database: Database) -> None:
    with desk.asking("rename", "Chêne") as program:
        desk.press("down")
    code, out, _ = said(program)
    assert (code, out) == (0, f"The tablet Oak ({DEVICE}) is called Chêne now.\n")
    assert run(desk.tablet.port, database).tablet.name == "Chêne"


def test_erase_copies_first(desk: Desk, database: Database) -> None:
    with desk.asking("erase") as program:
        desk.press("down")
    code, out, err = said(program)
    assert code == 0, err
    assert out.splitlines() == [
        f"Tablet Oak ({DEVICE}): 2 new records, 1 new deal, in match 1.",
        "Erased: Oak begins a new log. The database keeps what came from the old.",
    ]
    assert "on no PC" not in err
    report = run(desk.tablet.port, database)
    assert (report.tablet.last, report.tablet.epoch.hex() == EPOCH) == (0, False)
    assert stored(database) == one_deal().raws


def test_erase_copies_first_what_the_tablet_cannot_note(
    tmp_path: Path, db_file: Path, database: Database
) -> None:
    """On a log that a newer firmware has written on: everything is on the PC all the same."""
    log = one_deal()
    log.deal({"melded": 100}, {})
    log.raws[-1] = of_newer_program(log.raws[-1])
    with Tablet(fill(tmp_path / "flash", log), virtual=False) as tablet:
        desk = Desk(tablet, db_file)
        with desk.asking("erase") as program:
            desk.press("down")
            desk.rest(0.8)
            desk.press("up")
        code, out, err = said(program)
        assert code == 0, err
        assert out.startswith(f"Tablet Oak ({DEVICE}): 2 new records, 1 new deal, in match 1.")
        assert "on no PC" not in err
        assert "it asks again, as it cannot note what came over, and takes the up key for" in err
        assert run(tablet.port, database).tablet.last == 0
    assert refused(database) == [(3, "newer_format")]


def test_erase_without_copying_is_asked_twice(desk: Desk, database: Database) -> None:
    with desk.asking("erase", "--no-sync") as program:
        desk.press("down")
        desk.rest(0.8)
        desk.press("down")
        desk.rest(0.8)
        desk.press("up")
    code, out, err = said(program)
    assert (code, len(out.splitlines())) == (0, 1)
    assert "it asks again, for 2 records that are on no PC, and takes the up key for that" in err
    assert run(desk.tablet.port, database).tablet.last == 0
    assert query.matches(database) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_bad_cable_asks_nobody_twice(desk: Desk, database: Database, seed: int) -> None:
    """Every third read gets lost, in both directions; one TIME record comes of it."""
    chance = random.Random(seed)

    def lose(data: bytes, before: int) -> bytes:
        return b"" if chance.random() < 0.3 else data

    states: list[int] = []

    def ask() -> None:
        timing = Timing(hello=0.2, answer=0.2, tries=12, ask=0.1)
        with Client.open(relay.port, timing) as client:
            made = functools.partial(messages.clock, moment=datetime.now(timezone.utc))
            states.append(client.change(client.hello(), frames.CLOCK, made).state)

    with Relay(desk.tablet.port, to_pc=lose, to_tablet=lose) as relay:
        thread = threading.Thread(target=ask)
        thread.start()
        desk.until(T.KEEP)
        desk.rest(0.8)
        desk.press("down")
        thread.join()
    assert states == [frames.DONE]
    desk.rest(3)
    assert not any(T.KEEP in row for row in read(desk.tablet.screen).rows)
    assert run(desk.tablet.port, database).taken.records == 3


def test_an_erase_whose_answer_was_lost_with_a_restart(
    meldpad_command: Callable[..., tuple],
) -> None:
    """The tablet knows nothing of the request any more, but its log is a new one."""
    erased: list[bool] = []
    old = b"\x02" + TABLET[1:]
    new = old[:9] + b"newl" + bytes(12) + old[25:]

    def reply(data: bytes) -> bytes:
        if data[2] == frames.ERASE:
            erased.append(True)
            return frame(frames.ERROR, data[3], bytes((frames.ERR_EPOCH,)))
        return frame(frames.TABLET, data[3], new if erased else old)

    with device(reply) as path:
        code, out, _ = meldpad_command("erase", "--no-sync", "--port", path)
    assert (code, out.splitlines()[0][:31]) == (0, "Erased: Oak begins a new log. T")


def test_a_tablet_that_asks_something_else(meldpad_command: Callable[..., tuple]) -> None:
    old = b"\x02" + TABLET[1:]

    def reply(data: bytes) -> bytes:
        if data[2] == frames.RENAME:
            return frame(frames.ERROR, data[3], bytes((frames.ERR_BUSY,)))
        return frame(frames.TABLET, data[3], old)

    with device(reply) as path:
        code, _, err = meldpad_command("rename", "Elm", "--port", path)
    assert code == 3
    assert "is asking something else; answer that, and repeat" in err


def test_a_tablet_of_protocol_1(tmp_path: Path, meldpad_command: Callable[..., tuple]) -> None:
    with device(answering(TABLET)) as path:
        for args in (["clock"], ["rename", "Elm"], ["erase", "--no-sync"]):
            code, out, err = meldpad_command(*args, "--port", path)
            assert (code, out) == (3, "")
            assert err.splitlines()[-1].startswith("meldpad: the firmware of the tablet Oak is too")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "control characters"), ("a\nb", "control characters"), ("x" * 33, "33 bytes are too")],
)
def test_names_that_are_none(meldpad_command: Callable[..., tuple], name: str, reason: str) -> None:
    code, _, err = meldpad_command("rename", name, "--port", "/dev/null")
    assert (code, len(err.splitlines())) == (2, 1)
    assert reason in err


@pytest.fixture
def meldpad_command() -> Callable[..., tuple]:
    def run_it(*args: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", "meldpad", *args], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout, done.stderr

    return run_it
