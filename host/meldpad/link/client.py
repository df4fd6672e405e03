"""Talking to one tablet over its serial port (docs/protocol.md)."""

import contextlib
import errno
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType

import serial

from canasta import errors as E
from canasta import frames, records
from meldpad import __version__
from meldpad.db.split import Run
from meldpad.errors import DeviceError
from meldpad.link import messages

_WINDOW = 32
"""DATA frames asked for at once: about 64 KB, so that waiting for answers costs nothing."""

_TEXT_LIMIT = 65536
"""Bytes of the tablet's log that are kept; the latest."""

_REQUESTS = range(0x40, 0xC0)
"""Request ids. None of them is a control character at a MicroPython prompt."""

_HASHED = 2000
"""Records that a slow tablet hashes in a second."""

_REPLUG = "unplug it, plug it in again, and repeat"


@dataclass(frozen=True)
class Timing:
    """How long to wait, in seconds, and how often to ask before giving up."""

    hello: float = 0.8
    answer: float = 2.0
    tries: int = 4
    poll: float = 0.05
    ask: float = 0.4
    """Between two looks whether a question on the tablet has been answered."""


class NotATabletError(DeviceError):
    """Something is at the port, but it does not answer as a Meldpad."""


class NewLogError(DeviceError):
    """The tablet has begun a new log since it said HELLO."""


@dataclass(frozen=True)
class _Frame:
    kind: int
    request: int
    body: bytes


class Client:
    """A tablet at an open port. Made by `open`; a context manager.

    All methods raise DeviceError, with what to do, when the port vanishes, or the tablet stops
    answering or answers nonsense.
    """

    def __init__(self, port: serial.Serial, path: str, timing: Timing) -> None:
        self.path = path
        self._port = port
        self._timing = timing
        self._reader = frames.Reader()
        self._request = secrets.choice(_REQUESTS)
        self._pending = b""
        self._at = 0
        self._text = bytearray()
        self._busy = False

    @classmethod
    def open(cls, path: str, timing: Timing | None = None) -> "Client":
        """Open the port at `path` for us alone. Raises DeviceError when that is not possible."""
        timing = timing or Timing()
        try:
            port = serial.Serial(
                path, 115200, timeout=timing.poll, write_timeout=timing.answer, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise DeviceError(_why_not(path, error)) from error
        return cls(port, path, timing)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the port."""
        # A port that has vanished cannot be closed in good order either.
        with contextlib.suppress(OSError):
            self._port.close()

    @property
    def text(self) -> str:
        """What came between the frames: the tablet's log."""
        return self._text.decode(errors="replace")

    # Requests

    def hello(self) -> messages.TabletInfo:
        """Ask who is there. Raises NotATabletError when nobody answers as a Meldpad does."""
        body = messages.hello(f"meldpad {__version__}")
        for _ in range(self._timing.tries):
            request = self._send(frames.HELLO, body)
            frame = self._answer(request, frames.TABLET, self._timing.hello)
            if frame is None:
                continue
            try:
                info = messages.tablet(frame.body)
            except messages.BodyError:
                continue
            if info.protocol > frames.PROTOCOL:
                raise DeviceError(
                    f"the tablet at {self.path} speaks protocol {info.protocol}, this program up "
                    f"to {frames.PROTOCOL}; update it (pip install --upgrade meldpad)"
                )
            return info
        raise NotATabletError(self._no_tablet())

    def records(self, info: messages.TabletInfo, first: int) -> Iterator[Run]:
        """All records from sequence number `first` on that the tablet told of in `info`, in order.

        Whatever is lost on the way is asked for again. The runs follow on without a gap; where
        the tablet has no record for a number, the run has none. They end early when the tablet
        cannot read its log further. Raises NewLogError when the log is another one by now.
        """
        due = first
        failures = 0
        window = _WINDOW
        while failures < self._timing.tries:
            request = self._send(frames.GET, messages.get(info.epoch, due, window))
            complete = False
            for number in range(window):
                data = self._data(request, info, due)
                if data is None:
                    # Lost, cut short or damaged.
                    break
                following = data.next if not data.raw else _first_seq(data.raw)
                # When frames get lost, the next one begins too late. Only in an answer of a
                # single frame is it sure that the tablet has nothing before.
                if following != due and not (window == 1 and number == 0):
                    window = 1
                    break
                if not data.raw:
                    return
                run, sound = _run(data, due, info.last)
                yield run
                due = run.next
                # What was written since HELLO comes with the next sync.
                if not sound or due > info.last:
                    return
                failures = 0
            else:
                complete = True
                window = _WINDOW
            failures += not complete
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def accept(self, epoch: bytes, seq: int) -> int:
        """Tell the tablet that everything up to `seq` is in a committed database.

        Up to where it has taken note.
        """
        for _ in range(self._timing.tries):
            request = self._send(frames.ACCEPT, messages.accept(epoch, seq))
            frame = self._answer(request, frames.ACCEPTED, self._timing.answer)
            if frame is None:
                continue
            try:
                known, upto = messages.accepted(frame.body)
            except messages.BodyError:
                continue
            if known == epoch:
                return upto
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def digest(self, info: messages.TabletInfo, upto: int) -> bytes:
        """SHA-256 over all records up to `upto`, as the tablet's log holds them.

        Only for a tablet of protocol 2. Raises NewLogError when the log is another one by now.
        """
        body = messages.digest(info.epoch, upto)
        seconds = self._timing.answer + upto / _HASHED
        for _ in range(self._timing.tries):
            frame = self._answer(self._send(frames.DIGEST, body), frames.DIGESTED, seconds)
            if frame is None:
                continue
            try:
                epoch, number, found = messages.digested(frame.body)
            except messages.BodyError:
                continue
            if (epoch, number) == (info.epoch, upto):
                return found
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def change(
        self, info: messages.TabletInfo, kind: int, body: Callable[[bytes], bytes]
    ) -> messages.Consent:
        """Ask for a change (CLOCK, ERASE, RENAME) and wait until somebody at the tablet has said
        yes or no, or until the question has lapsed; what became of it.

        `body` makes the message's body around the token of the request, anew each time. Raises
        NewLogError when the log is another one by now.
        """
        if info.protocol < 2:
            raise DeviceError(
                f"the firmware of the tablet {info.name} is too old for this; put the new one on "
                "it (meldpad deploy)"
            )
        token = secrets.token_bytes(frames.TOKEN_SIZE)
        failures = 0
        self._busy = False
        while failures < self._timing.tries:
            request = self._send(kind, body(token))
            frame = self._answer(request, frames.CONSENT, self._timing.answer)
            failures += 1
            if frame is None:
                continue
            try:
                answer = messages.consent(frame.body)
            except messages.BodyError:
                continue
            if answer.state != frames.ASKED:
                return answer
            failures = 0
            time.sleep(self._timing.ask)
        if self._busy:
            raise DeviceError(
                f"the tablet at {self.path} is asking something else; answer that, and repeat"
            )
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def _data(self, request: int, info: messages.TabletInfo, due: int) -> messages.Data | None:
        """The next DATA frame that is no repeat of an earlier one, None when none comes."""
        while frame := self._answer(request, frames.DATA, self._timing.answer):
            try:
                data = messages.data(frame.body)
            except messages.BodyError:
                return None
            if data.epoch != info.epoch:
                return None
            if not data.raw or _first_seq(data.raw, due) >= due:
                return data
        return None

    # Frames

    def _send(self, kind: int, body: bytes) -> int:
        """Send a request; its id."""
        self._request = _REQUESTS[(self._request + 1 - _REQUESTS.start) % len(_REQUESTS)]
        buffer = bytearray(frames.OVERHEAD + len(body))
        buffer[frames.HEAD : frames.HEAD + len(body)] = body
        frames.seal(buffer, kind, self._request, len(body))
        try:
            self._port.write(buffer)
        except serial.SerialTimeoutException:
            # Nobody takes the bytes; there will be no answer either.
            pass
        except OSError as error:
            raise self._gone() from error
        return self._request

    def _answer(self, request: int, kind: int, seconds: float) -> _Frame | None:
        """The answer of a kind to a request, None when it does not come in time.

        Answers to earlier requests are passed over. Raises for an ERROR that asking again will
        not mend.
        """
        deadline = time.monotonic() + seconds
        while frame := self._next(deadline):
            if frame.request != request:
                continue
            if frame.kind == kind:
                return frame
            if frame.kind == frames.ERROR:
                self._refused(frame.body)
                time.sleep(self._timing.poll)
                return None
        # A frame that was cut short would swallow the beginning of the next one.
        self._reader = frames.Reader()
        return None

    def _refused(self, body: bytes) -> None:
        """Raise what an ERROR means, unless it is worth asking again."""
        code = body[0] if body else 0
        if code == frames.ERR_BUSY:
            self._busy = True
            return
        if code == frames.ERR_EPOCH:
            raise NewLogError(f"the tablet at {self.path} has begun a new log; repeat the sync")
        if code == frames.ERR_RANGE:
            raise DeviceError(
                f"something was saved on the tablet at {self.path} in between; repeat"
            )
        if code == frames.ERR_FLASH:
            raise DeviceError(
                f"the tablet at {self.path} cannot use its memory; switch it off and on again, "
                "and repeat"
            )
        raise DeviceError(
            f"the tablet at {self.path} does not understand this program (error {code}); update "
            "both"
        )

    def _next(self, deadline: float) -> _Frame | None:
        """The next whole frame, None at the deadline (of the monotonic clock)."""
        while True:
            reader = self._reader
            event = reader.again()
            while event == frames.NOTHING and self._at < len(self._pending):
                count = min(reader.want(), len(self._pending) - self._at)
                event = reader.put(self._pending, self._at, count)
                self._at += count
            if event == frames.FRAME:
                body = bytes(reader.buf[frames.HEAD : frames.HEAD + reader.length])
                return _Frame(reader.kind, reader.request, body)
            if event == frames.NOISE:
                self._text.append(reader.noise)
                continue
            if len(self._text) > _TEXT_LIMIT:
                del self._text[:-_TEXT_LIMIT]
            if time.monotonic() >= deadline:
                return None
            self._pending, self._at = self._read(), 0

    def _read(self) -> bytes:
        """What has come, after waiting a little for the first byte."""
        try:
            return self._port.read(max(1, self._port.in_waiting))
        except (OSError, TypeError) as error:
            # TypeError: pyserial, when the port was closed in between.
            raise self._gone() from error

    # Messages

    def _gone(self) -> DeviceError:
        return DeviceError(
            f"the tablet at {self.path} was unplugged; plug it in and repeat, nothing is lost"
        )

    def _no_tablet(self) -> str:
        if b">>> " in self._text or b"raw REPL" in self._text:
            # HELLO's first byte may have put MicroPython into its raw mode: back to the prompt.
            with contextlib.suppress(OSError):
                self._port.write(b"\x02")
            return (
                f"the board at {self.path} runs MicroPython, but not the Meldpad; switch it off "
                "and on again, or put the firmware on it"
            )
        if self._text or self._reader.bad_frames:
            return (
                f"the device at {self.path} answers, but is no Meldpad; "
                "name the tablet's port with --port"
            )
        return (
            f"nothing answers at {self.path}; is this a Meldpad, and switched on? "
            "Else name its port with --port"
        )


def _first_seq(raw: bytes, otherwise: int = 0) -> int:
    """Sequence number of the record that bytes begin with, `otherwise` when it is damaged."""
    if records.check(raw, 0, len(raw)) != E.OK:
        return otherwise
    return records.seq(raw, 0)


def _run(data: messages.Data, due: int, last: int) -> tuple[Run, bool]:
    """The bytes as a run from `due` on, and whether its end is sure.

    Damage can reach the number that the tablet says comes next.
    """
    after = due
    at = 0
    while at < len(data.raw) and records.check(data.raw, at, len(data.raw) - at) == E.OK:
        after = records.seq(data.raw, at) + 1
        at += records.size(data.raw, at)
    if max(due + 1, after) <= data.next <= max(last + 1, after):
        return Run(due, data.next, data.raw), True
    return Run(due, max(due + 1, after), data.raw), False


def _why_not(path: str, error: Exception) -> str:
    """Why a port cannot be opened, and what to do."""
    code = getattr(error, "errno", None)
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ENOTDIR):
        return f"there is no port {path}; is the tablet plugged in? `meldpad sync` finds it alone"
    if code in (errno.EAGAIN, errno.EBUSY):
        return f"the port {path} is in use by another program; close that and repeat"
    if code in (errno.EACCES, errno.EPERM):
        return (
            f"no permission to use the port {path}; add yourself to its group (on most Linux "
            "systems: sudo usermod -a -G dialout $USER) and log in again"
        )
    return f"{path} cannot be used as a serial port; name the tablet's port with --port"
