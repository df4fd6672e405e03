"""Ports and whatever else can be at one: each fault in one line, and nothing in the database."""

import errno
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from support.log import Log

from canasta import frames
from meldpad.errors import DeviceError
from meldpad.link import find, messages, ports
from meldpad.link.client import Client, NotATabletError, Timing
from meldpad.sync import sync

QUICK = Timing(hello=0.1, answer=0.2, tries=2, poll=0.02)

EPOCH = b"\xe1\xe2\xe3\xe4"
# Protocol 1, id, epoch, first 1, last 3, accepted 2, boot 7, uptime 65, "1.0", "Oak"
TABLET = (
    b"\x01"
    + b"IDIDIDID"
    + EPOCH
    + b"\x01\0\0\0\x03\0\0\0\x02\0\0\0\x07\0\x41\0\0\0"
    + b"\x031.0\x03Oak"
)


def frame(kind: int, request: int, body: bytes) -> bytes:
    buffer = bytearray(frames.HEAD) + body + bytes(4)
    frames.seal(buffer, kind, request, len(body))
    return bytes(buffer)


Reply = Callable[[bytes], bytes | None]
"""What a device answers to bytes; None: its cable comes off."""


@contextmanager
def device(reply: Reply) -> Iterator[str]:
    """Something at a serial port; the port's path."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    wake, stop = os.pipe()

    def serve() -> None:
        while True:
            ready, _, _ = select.select([master, wake], [], [])
            if wake in ready:
                break
            answer = reply(os.read(master, 4096))
            if answer is None:
                break
            os.write(master, answer)
        os.close(slave)
        os.close(master)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.write(stop, b"x")
        thread.join()
        os.close(wake)
        os.close(stop)


def answering(body: bytes, kind: int = frames.TABLET) -> Reply:
    """A device that answers every request with this frame."""

    def reply(data: bytes) -> bytes:
        return frame(kind, data[3], body)

    return reply


@pytest.fixture(autouse=True)
def nothing_plugged_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plugged into this computer, or runs on it, is none of a test's business."""
    monkeypatch.setattr(list_ports, "comports", lambda: [])
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.delenv(ports.PORT_VARIABLE, raising=False)


# Bodies


def test_a_tablet_body() -> None:
    assert messages.tablet(TABLET + b"later fields") == messages.TabletInfo(
        protocol=1,
        device=b"IDIDIDID",
        epoch=EPOCH,
        first=1,
        last=3,
        accepted=2,
        boot=7,
        uptime=65,
        firmware="1.0",
        name="Oak",
    )


@pytest.mark.parametrize("length", range(len(TABLET)))
def test_a_tablet_body_cut_short(length: int) -> None:
    with pytest.raises(messages.BodyError):
        messages.tablet(TABLET[:length])


def test_a_tablet_body_with_impossible_numbers() -> None:
    above_2_29 = TABLET[:17] + b"\0\0\0\x20" + TABLET[21:]
    with pytest.raises(messages.BodyError):
        messages.tablet(above_2_29)


def test_the_bodies_that_we_send() -> None:
    assert messages.hello("pc 1") == b"\x01\x04pc 1"
    assert messages.get(EPOCH, 258, 32) == EPOCH + b"\x02\x01\0\0\x20"
    assert messages.accept(EPOCH, 258) == EPOCH + b"\x02\x01\0\0"


# Ports that cannot be used


def refusal(path: str) -> str:
    with pytest.raises(DeviceError) as caught, Client.open(path, QUICK):
        pass
    message = str(caught.value)
    assert path in message
    assert "\n" not in message
    return message


def test_a_port_that_is_not_there(tmp_path) -> None:
    assert "there is no port" in refusal("/dev/ttyMELDPAD7")
    assert "there is no port" in refusal(str(tmp_path / "no" / "port"))


def test_what_is_no_port(tmp_path) -> None:
    file = tmp_path / "file"
    file.write_text("text")
    for path in (str(file), str(tmp_path), "/dev/null"):
        assert "cannot be used as a serial port" in refusal(path)
    assert file.read_text() == "text"


def test_a_port_in_use() -> None:
    with device(lambda data: b"") as path, Client.open(path, QUICK):
        assert "in use by another program" in refusal(path)


def test_a_port_in_use_by_another_process() -> None:
    script = (
        "import serial, sys; port = serial.Serial(sys.argv[1], exclusive=True);"
        "print('open', flush=True); sys.stdin.read()"
    )
    with device(lambda data: b"") as path:
        holder = subprocess.Popen(
            [sys.executable, "-c", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert holder.stdout
        assert holder.stdout.readline() == b"open\n"
        assert "in use by another program" in refusal(path)
        holder.communicate()
        Client.open(path, QUICK).close()


def test_a_port_without_permission() -> None:
    with device(lambda data: b"") as path:
        os.chmod(path, 0)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)
        try:
            message = refusal(path)
        finally:
            if root:
                os.seteuid(0)
        assert "no permission" in message


# Devices that are no Meldpad


def hello(path: str) -> messages.TabletInfo:
    with Client.open(path, QUICK) as client:
        return client.hello()


def test_a_device_that_answers_hello() -> None:
    with device(answering(TABLET)) as path:
        assert hello(path).name == "Oak"


@pytest.mark.parametrize(
    ("what", "reply"),
    [
        ("nothing answers", lambda data: b""),
        ("is no Meldpad", lambda data: b"ERROR\r\n"),
        ("is no Meldpad", lambda data: b"\xf5\xad" * 1000),
        ("is no Meldpad", lambda data: frame(frames.TABLET, data[3], TABLET)[:-1] + b"?" * 60),
        ("nothing answers", answering(TABLET[:20])),
        ("nothing answers", answering(b"")),
        ("nothing answers", answering(TABLET, frames.DATA)),
        ("nothing answers", lambda data: data),
        ("nothing answers", lambda data: frame(frames.TABLET, data[3] ^ 1, TABLET)),
        ("runs MicroPython", lambda data: b"\r\n>>> \r\nraw REPL; CTRL-B to exit\r\n>"),
        ("protocol 2", answering(b"\x02" + TABLET[1:])),
        ("error 1", answering(bytes((frames.ERR_UNKNOWN_TYPE,)), frames.ERROR)),
        ("its memory", answering(bytes((frames.ERR_FLASH,)), frames.ERROR)),
        ("was unplugged", lambda data: None),
    ],
)
def test_a_device_that_is_no_tablet_of_ours(what: str, reply: Reply) -> None:
    with device(reply) as path, pytest.raises(DeviceError) as caught:
        hello(path)
    assert what in str(caught.value)
    assert path in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_device_that_never_stops_talking() -> None:
    """It is given up although there is always something to read."""
    stopped = threading.Event()
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)

    def talk() -> None:
        while not stopped.is_set():
            try:
                os.write(master, b"$GPGGA,123519,4807.038,N,01131.000,E,1,08\r\n")
            except BlockingIOError:
                time.sleep(0.001)

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        with pytest.raises(NotATabletError, match="is no Meldpad"):
            hello(os.ttyname(slave))
    finally:
        stopped.set()
        thread.join()
        os.close(slave)
        os.close(master)


def test_a_busy_tablet_is_asked_again() -> None:
    asked: list[int] = []

    def reply(data: bytes) -> bytes:
        asked.append(data[3])
        if len(asked) == 1:
            return frame(frames.ERROR, data[3], bytes((frames.ERR_BUSY,)))
        return frame(frames.TABLET, data[3], TABLET)

    with device(reply) as path:
        assert hello(path).name == "Oak"
    assert len(set(asked)) == 2


def test_micropython_is_left_at_its_prompt() -> None:
    """The type of HELLO is the byte that brings MicroPython into its raw mode."""
    written = bytearray()

    def reply(data: bytes) -> bytes:
        written.extend(data)
        return b"raw REPL; CTRL-B to exit\r\n>"

    with device(reply) as path:
        with pytest.raises(NotATabletError):
            hello(path)
        for _ in range(100):
            if written.endswith(b"\x02"):
                break
            time.sleep(0.05)
    assert written.endswith(b"\x02")


def test_an_answer_of_nonsense_to_get_is_given_up() -> None:
    def reply(data: bytes) -> bytes:
        if data[2] == frames.HELLO:
            return frame(frames.TABLET, data[3], TABLET)
        return frame(frames.DATA, data[3], b"123")

    with device(reply) as path, Client.open(path, QUICK) as client:
        info = client.hello()
        with pytest.raises(DeviceError, match="stopped answering"):
            list(client.records(info, 1))


def test_damage_behind_the_last_record_that_the_tablet_counts(database) -> None:
    """Its bytes are kept; they do not make the tablet look set back, and are not told as held."""
    log = Log()
    log.begin()
    log.deal({"melded": 100}, {})
    log.deal({"melded": 50}, {})
    told: list[int] = []

    def reply(data: bytes) -> bytes:
        if data[2] == frames.HELLO:
            return frame(frames.TABLET, data[3], TABLET)
        first = int.from_bytes(data[frames.HEAD + 4 : frames.HEAD + 8], "little")
        if data[2] == frames.ACCEPT:
            told.append(first)
            return frame(frames.ACCEPTED, data[3], EPOCH + data[frames.HEAD + 4 :][:4])
        raw = log.raw(first) + b"\x20" + bytes(31)
        return frame(frames.DATA, data[3], EPOCH + (5).to_bytes(4, "little") + raw)

    with device(reply) as path, Client.open(path, QUICK) as client:
        report = sync(client, database)
        assert (report.taken.records, report.taken.last) == (3, 4)
        assert [kept.seq for kept in report.taken.refused] == [4]
        again = sync(client, database)
        assert (again.taken.records, again.taken.refused, again.unread) == (0, [], None)
    # TABLET says each time that it knows of 2.
    assert told == [3, 3]


# The command: exit code 3, one line, no database


@pytest.mark.parametrize(
    ("what", "reply"),
    [
        ("nothing answers", lambda data: b""),
        ("was unplugged", lambda data: None),
        ("protocol 2", answering(b"\x02" + TABLET[1:])),
    ],
)
def test_sync_with_no_tablet_of_ours(meldpad, tmp_path, what: str, reply: Reply) -> None:
    db = tmp_path / "data" / "history.sqlite"
    with device(reply) as path:
        done = meldpad("sync", "--port", path, db=db)
    assert (done.returncode, done.stdout) == (3, "")
    assert what in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not db.parent.exists()


def test_sync_without_any_port(meldpad, tmp_path) -> None:
    db = tmp_path / "history.sqlite"
    done = meldpad("sync", db=db)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("meldpad: no tablet found; plug one in")
    assert len(done.stderr.splitlines()) == 1
    assert not db.exists()


def test_sync_with_a_port_from_the_environment(meldpad, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(ports.PORT_VARIABLE, "/dev/ttyMELDPAD7")
    done = meldpad("sync", db=tmp_path / "history.sqlite")
    assert done.returncode == 3
    assert "/dev/ttyMELDPAD7" in done.stderr


def test_sync_into_a_bad_database(meldpad, tmp_path) -> None:
    db = tmp_path / "letter.txt"
    db.write_text("Dear Sir or Madam, " * 100)
    with device(answering(TABLET)) as path:
        done = meldpad("sync", "--port", path, db=db)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "is not a Meldpad database" in done.stderr
    assert db.read_text().startswith("Dear Sir")


# Finding


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
