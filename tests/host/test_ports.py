"""Finding the tablet: USB ports by their ids, running simulators by their notes."""

import errno
import os
import signal
import subprocess
import sys

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from support.device import TABLET, answering, device

from meldpad.errors import DeviceError
from meldpad.link import find, ports
from meldpad.link.client import Client, Timing

QUICK = Timing(hello=0.1, answer=0.2, tries=2, poll=0.02)

pytestmark = pytest.mark.usefixtures("nothing_plugged_in")


def _plugged(path: str, vid: int | None, pid: int | None) -> ListPortInfo:
    info = ListPortInfo(path)
    info.vid, info.pid = vid, pid
    return info


def test_usb_ports_are_known_by_their_ids(monkeypatch) -> None:
    plugged = [
        _plugged("/dev/ttyS0", None, None),
        _plugged("/dev/ttyACM1", 0x2E8A, 0x0005),
        _plugged("/dev/ttyUSB0", 0x0403, 0x6001),
        _plugged("/dev/ttyACM0", 0x303A, 0x4001),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: plugged)
    found = [candidate.path for candidate in ports.candidates()]
    assert found == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_whoever_answers_is_found(monkeypatch) -> None:
    with device(lambda data: b"?") as other, device(answering(TABLET)) as tablet:
        plugged = [_plugged(other, 0x2E8A, 0x0005), _plugged(tablet, 0x2E8A, 0x0005)]
        monkeypatch.setattr(list_ports, "comports", lambda: plugged)
        with find.connect(timing=QUICK) as client:
            assert client.path == tablet
        # The other one was let go.
        Client.open(other, QUICK).close()


def test_nobody_answers(monkeypatch) -> None:
    with device(lambda data: b"?") as one, device(lambda data: b"") as other:
        plugged = [_plugged(one, 0x2E8A, 0x0005)]
        monkeypatch.setattr(list_ports, "comports", lambda: plugged)
        with pytest.raises(DeviceError, match="is no Meldpad"):
            find.connect(timing=QUICK)
        plugged.append(_plugged(other, 0x2E8A, 0x0005))
        with pytest.raises(DeviceError, match="no tablet answers at") as caught:
            find.connect(timing=QUICK)
        assert one in str(caught.value)
        assert other in str(caught.value)


def test_a_simulator_that_was_killed_is_forgotten(tmp_path) -> None:
    script = (
        "import sys, time\n"
        "from meldpad.link.ports import announce\n"
        "with announce(sys.argv[1]):\n"
        "    print('announced', flush=True); time.sleep(60)\n"
    )
    with device(answering(TABLET)) as path:
        simulator = subprocess.Popen(
            [sys.executable, "-c", script, path], stdout=subprocess.PIPE, env=dict(os.environ)
        )
        assert simulator.stdout
        assert simulator.stdout.readline() == b"announced\n"
        assert [found.path for found in ports.simulators()] == [path]
        (note,) = (tmp_path / "run").rglob("*.port")
        assert note.name == f"{simulator.pid}.port"
        simulator.send_signal(signal.SIGKILL)
        simulator.wait()
        simulator.stdout.close()
        assert note.exists()
        assert ports.simulators() == []
        assert not note.exists()


def test_two_simulators_of_one_program() -> None:
    with device(lambda data: b"") as one, device(lambda data: b"") as other:
        with ports.announce(one), ports.announce(other):
            assert {found.path for found in ports.simulators()} == {one, other}
        assert ports.simulators() == []


def test_a_simulator_runs_also_where_it_cannot_be_announced(tmp_path) -> None:
    (tmp_path / "run").mkdir(mode=0o700)
    (tmp_path / "run" / "meldpad").write_text("in the way")
    with device(lambda data: b"") as path, ports.announce(path):
        assert ports.simulators() == []


def test_pyserial_says_busy_as_we_expect() -> None:
    """The message goes by the number of the error, which pyserial passes on."""
    with device(lambda data: b"") as path, serial.Serial(path, exclusive=True):
        with pytest.raises(serial.SerialException) as caught:
            serial.Serial(path, exclusive=True)
        assert caught.value.errno in (errno.EAGAIN, errno.EBUSY)
