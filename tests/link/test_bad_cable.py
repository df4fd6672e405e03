"""A cable that comes off, loses bytes or changes them: after one good sync the database is the
log.
"""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.database import stored, totals
from support.flash import fill
from support.relay import Relay
from support.syncing import frames_sent, many_deals, one_deal, requests, run

from canasta import frames
from meldpad.db.engine import Database
from meldpad.errors import DeviceError
from meldpad.simulator.process import Tablet

Start = Callable[..., Tablet]


@pytest.fixture(scope="module")
def long_running(tmp_path_factory: pytest.TempPathFactory):
    """A tablet in real time with a log of a few frames, and the log."""
    log = many_deals(matches=10)
    flash = fill(tmp_path_factory.mktemp("flash") / "f", log)
    with Tablet(flash, virtual=False) as tablet:
        yield tablet, log


# HELLO is answered with 12 + 55 bytes, a DATA frame has at most 2060.
@pytest.mark.parametrize("cut", [0, 1, 40, 66, 67, 68, 1000, 2100, 2127, 5000, 7000])
def test_a_cable_that_comes_off(long_running, database: Database, db_file: Path, cut: int) -> None:
    tablet, log = long_running
    before = db_file.read_bytes()
    with Relay(tablet.port, cut=cut) as relay, pytest.raises(DeviceError) as caught:
        run(relay.port, database)
    assert "unplugged" in str(caught.value)
    assert db_file.read_bytes() == before
    assert run(tablet.port, database).taken.records == 210
    assert stored(database) == log.raws


def test_a_cable_that_comes_off_between_transactions(
    long_running, database: Database, db_file: Path
) -> None:
    tablet, log = long_running

    def slow(data: bytes, before: int) -> bytes:
        # The first records are in the database before the rest comes.
        if before >= 2127:
            time.sleep(0.3)
        return data

    with Relay(tablet.port, to_pc=slow, cut=5000) as relay, pytest.raises(DeviceError):
        run(relay.port, database, batch=1)
    have = stored(database)
    assert 0 < len(have) < 210
    assert have == log.raws[: len(have)]
    # What was committed does not come again, but for one record that shows it is the same log.
    with Relay(tablet.port) as relay:
        report = run(relay.port, database, batch=1)
    assert report.taken.records == 210 - len(have)
    first_asked = next(body[4:8] for kind, body in frames_sent(relay) if kind == frames.GET)
    assert int.from_bytes(first_asked, "little") == len(have)
    assert stored(database) == log.raws
    assert totals(database) == [[900, 1200]] * 10


def test_a_cable_that_comes_off_before_the_tablet_is_told(start: Start, database: Database) -> None:
    tablet = start(one_deal())

    def unplug(data: bytes, before: int) -> bytes:
        if bytes((frames.MARK_1, frames.MARK_2, frames.ACCEPT)) in data:
            raise OSError
        return data

    with Relay(tablet.port, to_tablet=unplug) as relay:
        report = run(relay.port, database)
    assert (report.taken.records, report.told) == (2, False)
    with Relay(tablet.port) as relay:
        report = run(relay.port, database)
        assert requests(relay).count(frames.ACCEPT) == 1
    assert (report.taken.records, report.told) == (0, True)
    assert run(tablet.port, database).tablet.accepted == 2


def _once(at: int, harm: Callable[[bytes], bytes]) -> Callable[[bytes, int], bytes]:
    """Harm the byte number `at` of the stream."""

    def pass_on(data: bytes, before: int) -> bytes:
        here = at - before
        if not 0 <= here < len(data):
            return data
        return data[:here] + harm(data[here : here + 1]) + data[here + 1 :]

    return pass_on


HARMS = {
    "lost": lambda byte: b"",
    "doubled": lambda byte: byte + byte,
    "flipped": lambda byte: bytes([byte[0] ^ 0x10]),
    "preceded by text": lambda byte: b"AT+GCAP\r\n" + byte,
}


@pytest.mark.parametrize("harm", HARMS)
# In the answer to HELLO, in the head and in the body of the first and of a later DATA frame.
@pytest.mark.parametrize("at", [0, 3, 30, 67, 71, 74, 500, 2127, 2131, 3000])
def test_one_bad_byte_to_the_pc(long_running, database: Database, at: int, harm: str) -> None:
    tablet, log = long_running
    with Relay(tablet.port, to_pc=_once(at, HARMS[harm])) as relay:
        report = run(relay.port, database)
    assert (report.taken.records, report.taken.refused) == (210, [])
    assert stored(database) == log.raws


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("at", [5, 12, 25, 33, 40, 46, 60])
def test_one_bad_byte_to_the_tablet(long_running, database: Database, at: int, harm: str) -> None:
    tablet, log = long_running
    with Relay(tablet.port, to_tablet=_once(at, HARMS[harm])) as relay:
        report = run(relay.port, database)
    assert (report.taken.records, report.taken.refused) == (210, [])
    assert stored(database) == log.raws
    assert tablet.running()


def test_frames_that_come_twice(long_running, database: Database) -> None:
    tablet, log = long_running
    with Relay(tablet.port, to_pc=lambda data, before: data + data) as relay:
        # Whatever comes in one piece comes twice: whole frames, and parts of frames.
        report = run(relay.port, database)
    assert report.taken.records == 210
    assert stored(database) == log.raws


def test_text_between_the_frames_is_the_tablets_log(long_running, database: Database) -> None:
    tablet, _ = long_running
    text = b"low battery\r\n"
    with Relay(tablet.port, to_pc=_once(0, lambda byte: text + byte)) as relay:
        report = run(relay.port, database)
    assert report.log == ["low battery"]
