"""Ports and whatever else can be at one: each fault in one line, and nothing in the database."""

import os
import pty
import subprocess
import sys
import threading
import time
import tracemalloc
import tty
from datetime import date, datetime, timedelta, timezone

import pytest
from support import faulty
from support.device import EPOCH, TABLET, Reply, answering, device, frame
from support.log import Log

from canasta import frames, records
from meldpad.errors import DeviceError
from meldpad.link import messages, ports, wire
from meldpad.link.client import Client, NotATabletError, Timing
from meldpad.sync import sync

QUICK = Timing(hello=0.1, answer=0.2, tries=2, poll=0.02)

pytestmark = pytest.mark.usefixtures("nothing_plugged_in")

# Bodies


def test_a_tablet_body() -> None:
    later = b"\x05abcde" + b"\x06" + b"later fields"
    assert messages.tablet(TABLET) == messages.tablet(TABLET + b"\0")
    assert messages.tablet(TABLET + later) == messages.TabletInfo(
        build="abcde",
        state=6,
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


def test_no_hello_ends_the_program_of_another_board(monkeypatch) -> None:
    """Ctrl-C is 3: a HELLO goes to every board of MicroPython's that is plugged in."""
    sent: list[bytes] = []

    class Deaf:
        in_waiting = 0

        def write(self, data) -> None:
            sent.append(bytes(data))

        def read(self, count: int) -> bytes:
            return b""

    for version in ("0.1.0", "10.20.3"):
        monkeypatch.setattr("meldpad.link.client.__version__", version)
        client = Client(Deaf(), "a port", Timing(hello=0, tries=400, poll=0))  # pyright: ignore
        with pytest.raises(NotATabletError):
            client.hello()
    assert len(sent) == 800
    assert not any(b"\x03" in data for data in sent)


def test_the_bodies_that_we_send() -> None:
    assert messages.hello("pc 1") == b"3\x04pc 1"
    assert messages.get(EPOCH, 258, 32) == EPOCH + b"\x02\x01\0\0\x20"
    assert messages.accept(EPOCH, 258, date(2026, 11, 30)) == (
        EPOCH + b"\x02\x01\0\0" + b"\xea\x07\x0b\x1e"
    )
    assert messages.digest(EPOCH, 258) == EPOCH + b"\x02\x01\0\0"
    assert messages.erase(b"tokn", EPOCH, 258) == b"tokn" + EPOCH + b"\x02\x01\0\0"
    assert messages.rename(b"tokn", "Chêne") == b"tokn" + b"Ch\xc3\xaane"


@pytest.mark.parametrize(
    ("minutes", "coded"),
    # Zigzag, seven bits a byte, the lowest first: 60 is 120, -210 is 419, 765 is 1530.
    [(0, b"\0"), (60, b"\x78"), (-210, b"\xa3\x03"), (765, b"\xfa\x0b")],
)
def test_the_clock_that_we_send(minutes: int, coded: bytes) -> None:
    zone = timezone(timedelta(minutes=minutes))
    body = messages.clock(b"tokn", datetime(2026, 11, 30, 18, 45, 12, 999999, tzinfo=zone))
    # 2026 is 7 * 256 + 234.
    assert body == b"tokn" + b"\xea\x07" + bytes((11, 30, 18, 45, 12)) + coded
    assert records.is_clock(body[4:])


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
        ("protocol 99", answering(b"\x63" + TABLET[1:])),
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
        ("protocol 99", answering(b"\x63" + TABLET[1:])),
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


class _Noisy:
    """A port that gives the bytes of a file, and then is gone."""

    def __init__(self, file) -> None:
        self._file = file
        self.in_waiting = 4096

    def write(self, data: bytes) -> None:
        pass

    def read(self, count: int) -> bytes:
        data = self._file.read(count)
        if not data:
            raise OSError
        return data


def test_a_port_full_of_noise_fills_no_memory(tmp_path) -> None:
    """More than half a megabyte of faulty frames: of what is no frame only the end is kept."""
    stream = tmp_path / "stream"
    faulty.write(stream, 40_000, seed=7)
    assert stream.stat().st_size > 8 * wire._TEXT_LIMIT
    with stream.open("rb", buffering=0) as file:
        client = Client(_Noisy(file), "a port", Timing(hello=600))  # pyright: ignore
        tracemalloc.start()
        with pytest.raises(DeviceError, match="unplugged"):
            client.hello()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert 0 < len(client.text) <= wire._TEXT_LIMIT + 4096
    assert peak < 6 * wire._TEXT_LIMIT
