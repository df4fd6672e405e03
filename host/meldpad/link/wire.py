"""The serial port of one tablet, and the frames that go over it (docs/protocol.md)."""

import contextlib
import errno
import secrets
import time
from dataclasses import dataclass
from typing import TypeVar

import serial

from canasta import frames
from meldpad.errors import DeviceError

_CTRL_C = 3
_TEXT_LIMIT = 65536
"""Bytes of the tablet's log that are kept; the latest."""

_Wire = TypeVar("_Wire", bound="Wire")

_REQUESTS = range(0x40, 0xC0)
"""Request ids. None of them is a control character at a MicroPython prompt."""


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


class FlashError(DeviceError):
    """The tablet cannot read its own memory."""


class NewLogError(DeviceError):
    """The tablet has begun a new log since it said HELLO."""


@dataclass(frozen=True)
class _Frame:
    kind: int
    request: int
    body: bytes


class Wire:
    """An open port with a tablet at it. Made by `open`; a context manager.

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
    def open(cls: type[_Wire], path: str, timing: Timing | None = None) -> _Wire:
        """Open the port at `path` for us alone. Raises DeviceError when that is not possible."""
        timing = timing or Timing()
        try:
            port = serial.Serial(
                path, 115200, timeout=timing.poll, write_timeout=timing.answer, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise DeviceError(_why_not(path, error)) from error
        return cls(port, path, timing)

    def __enter__(self: _Wire) -> _Wire:
        return self

    def __exit__(self, *raised: object) -> None:
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

    def _send(self, kind: int, body: bytes) -> int:
        """Send a request; its id."""
        buffer = bytearray(frames.OVERHEAD + len(body))
        buffer[frames.HEAD : frames.HEAD + len(body)] = body
        while True:
            self._request = _REQUESTS[(self._request + 1 - _REQUESTS.start) % len(_REQUESTS)]
            frames.seal(buffer, kind, self._request, len(body))
            # A HELLO also goes to what may be no Meldpad, whose program a Ctrl-C would end; the
            # checksum that has one is another with the next id.
            if kind != frames.HELLO or _CTRL_C not in buffer:
                break
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
            raise FlashError(
                f"the tablet at {self.path} cannot use its memory; switch it off and on again, "
                "and repeat; if that does not help, `meldpad doctor` says what can be done"
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
