"""A bad cable: a pseudo-terminal that passes bytes on to a tablet's port and back, and can lose,
change, delay or cut.
"""

import contextlib
import fcntl
import os
import pty
import select
import termios
import threading
import time
import tty
from array import array
from collections.abc import Callable

Harm = Callable[[bytes, int], bytes]
"""What becomes of bytes; the second argument is how many have passed before."""
_DRAIN = 30
"""Seconds for the PC to read what was passed on before a cut."""


class Relay:
    """Between the PC (at `port`) and the tablet's port `beyond`. A context manager.

    `to_pc` and `to_tablet` change what passes. After `cut` bytes to the PC, or `cut_to_tablet`
    to the tablet, the port vanishes, as when a USB cable is pulled. `sent` and `received` are what
    the PC wrote and what it was given.
    """

    def __init__(
        self,
        beyond: str,
        to_pc: Harm | None = None,
        to_tablet: Harm | None = None,
        cut: int | None = None,
        cut_to_tablet: int | None = None,
    ) -> None:
        self._to_pc = to_pc
        self._to_tablet = to_tablet
        self._cut = cut
        self._cut_to_tablet = cut_to_tablet
        self.sent = b""
        self.received = b""
        self._beyond = os.open(beyond, os.O_RDWR | os.O_NOCTTY)
        if os.isatty(self._beyond):
            # A real serial port would echo.
            tty.setraw(self._beyond)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._wake, self._stop = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Relay":
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        os.write(self._stop, b"x")
        self._thread.join()
        for descriptor in (self._wake, self._stop, self._beyond):
            os.close(descriptor)

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                ready, _, _ = select.select([self._master, self._beyond, self._wake], [], [])
                if self._wake in ready:
                    break
                if self._master in ready and not self._outwards(os.read(self._master, 4096)):
                    break
                if self._beyond in ready and not self._inwards(os.read(self._beyond, 4096)):
                    break
            self._drain()
        os.close(self._slave)
        os.close(self._master)

    def _drain(self) -> None:
        """Let the PC read what was passed on: a port that closes forgets it.

        On a busy computer that takes its time, so only the end of the `with` ends it early.
        """
        left = array("i", [1])
        end = time.monotonic() + _DRAIN
        while left[0] and time.monotonic() < end:
            fcntl.ioctl(self._slave, termios.FIONREAD, left)
            if select.select([self._wake], [], [], 0.0005)[0]:
                break

    def _outwards(self, data: bytes) -> bool:
        """Pass on to the tablet; False when the cable was cut."""
        whole = True
        if self._cut_to_tablet is not None and len(self.sent) + len(data) >= self._cut_to_tablet:
            data = data[: self._cut_to_tablet - len(self.sent)]
            whole = False
        passed = self._to_tablet(data, len(self.sent)) if self._to_tablet else data
        self.sent += data
        os.write(self._beyond, passed)
        return whole

    def _inwards(self, data: bytes) -> bool:
        """Pass on to the PC; False when the cable was cut."""
        whole = True
        if self._cut is not None and len(self.received) + len(data) >= self._cut:
            data = data[: self._cut - len(self.received)]
            whole = False
        passed = self._to_pc(data, len(self.received)) if self._to_pc else data
        self.received += data
        while passed:
            passed = passed[os.write(self._master, passed) :]
        return whole
