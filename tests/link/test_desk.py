"""The cable of a tablet on the desk: `pytest tests/link/test_desk.py --device PORT`.

Without a port named it is a simulated one. Nothing on the tablet changes: ACCEPT is never sent, as
a throwaway database is no PC that holds the matches.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date

import pytest
from support.cable import Cable, frame, hello, records_from
from support.database import stored
from support.flash import fill
from support.relay import Relay
from support.syncing import QUICK, many_deals

from canasta import frames as F
from meldpad.db.engine import Database
from meldpad.errors import DeviceError
from meldpad.link.client import Client
from meldpad.simulator.process import Tablet
from meldpad.sync import sync


@pytest.fixture(scope="module")
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Path of the tablet's serial port."""
    named = request.config.getoption("--device")
    if named:
        yield named
        return
    flash = fill(tmp_path_factory.mktemp("desk") / "flash", many_deals(matches=10))
    with Tablet(flash, virtual=False) as tablet:
        yield tablet.port


@pytest.fixture
def log(desk: str) -> list[bytes]:
    """The tablet's records, got frame by frame without the PC's client."""
    with Cable(desk) as cable:
        epoch, first, last, _ = hello(cable)
        found = records_from(cable, epoch, first) if last else []
    assert len(found) == (last - first + 1 if last else 0)
    return found


class _Silent(Client):
    def accept(self, epoch: bytes, seq: int, day: date) -> int:
        raise DeviceError("the tablet is not told")


def _sync(port: str, database: Database) -> int:
    """How many records came."""
    with _Silent.open(port, QUICK) as client:
        return sync(client, database).taken.records


def test_every_record_comes_once(desk: str, database: Database, log: list[bytes]) -> None:
    assert _sync(desk, database) == len(log)
    assert stored(database) == log
    assert _sync(desk, database) == 0
    assert stored(database) == log


@pytest.mark.parametrize("cut", [0, 40, 75, 1000, 2500])
def test_after_a_cut(desk: str, database: Database, log: list[bytes], cut: int) -> None:
    """Where the log is shorter than the cut, it is one more whole sync."""
    with Relay(desk, cut=cut) as relay, suppress(DeviceError):
        _sync(relay.port, database)
    _sync(desk, database)
    assert stored(database) == log


def test_flipped_bits(desk: str, database: Database, log: list[bytes]) -> None:
    def flip(data: bytes, before: int) -> bytes:
        harmed = bytearray(data)
        # One bit of every 1,500 bytes.
        for at in range(-before % 1500, len(data), 1500):
            harmed[at] ^= 1 << (before + at) % 8
        return bytes(harmed)

    with Relay(desk, to_pc=flip) as relay, suppress(DeviceError):
        _sync(relay.port, database)
    _sync(desk, database)
    assert stored(database) == log


@pytest.mark.parametrize(
    "chatter", [b"AT\r\n", b"AT+GCAP\r\nATI\r\n", b"hello, who is there?\r\n", bytes(range(4, 256))]
)
def test_chatter_before_a_request(desk: str, chatter: bytes) -> None:
    with Cable(desk) as cable:
        cable.send(chatter)
        answer = cable.ask(F.HELLO, b"\x01\x04test", 7)
        assert (answer.kind, answer.request) == (F.TABLET, 7)


def test_a_request_of_no_known_type(desk: str) -> None:
    with Cable(desk) as cable:
        answer = cable.ask(0x7E, b"")
        assert (answer.kind, answer.body) == (F.ERROR, bytes((F.ERR_UNKNOWN_TYPE,)))


def test_a_frame_with_a_wrong_check_is_not_answered(desk: str) -> None:
    with Cable(desk) as cable:
        sound = frame(F.HELLO, b"\x01\x04test", 8)
        cable.send(sound[:-1] + bytes((sound[-1] ^ 1,)))
        assert cable.ask(F.HELLO, b"\x01\x04test", 9).request == 9


def test_a_log_of_another_epoch_is_refused(desk: str) -> None:
    with Cable(desk) as cable:
        epoch, _, _, _ = hello(cable)
        other = bytes(byte ^ 255 for byte in epoch)
        answer = cable.ask(F.GET, other + b"\x01\0\0\0" + b"\x01")
        assert (answer.kind, answer.body) == (F.ERROR, bytes((F.ERR_EPOCH,)))
