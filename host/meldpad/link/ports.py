"""Where a tablet could be: USB serial ports by their ids, and simulated tablets that run here.

A running simulator leaves a file `<pid>.port` with the path of its serial port in the folder that
`paths.runtime_folder` names, and holds a lock on it: so a file whose program is gone, however it
ended, is known to be stale.
"""

import contextlib
import itertools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from meldpad.paths import runtime_folder

if sys.platform != "win32":
    import fcntl

PORT_VARIABLE = "MELDPAD_PORT"
"""Environment variable that names the port when `--port` does not."""

_USB_IDS = {
    (0x2E8A, 0x0005): "MicroPython on a Raspberry Pi board",
    (0x2E8A, 0x000A): "Raspberry Pi board",
    (0xF055, 0x9800): "MicroPython board",
    (0xF055, 0x9802): "MicroPython board",
    (0x239A, None): "Adafruit board",
    (0x303A, None): "Espressif board",
    (0x16C0, 0x0483): "Teensy board",
}
"""USB vendor and product, None for every product, of what a tablet can be built with."""

_SUFFIX = ".port"
_numbers = itertools.count()


@dataclass(frozen=True)
class Candidate:
    """A port at which a tablet could be, and what is known about it."""

    path: str
    what: str


def named_port(option: str | None = None) -> str | None:
    """The port that `option` or else the environment names, None when they do not."""
    return option or os.environ.get(PORT_VARIABLE) or None


def candidates() -> list[Candidate]:
    """Every port at which a tablet could be: running simulators first, then USB."""
    return simulators() + usb()


def simulators() -> list[Candidate]:
    """The simulated tablets that run on this computer for this user."""
    found: list[Candidate] = []
    if sys.platform == "win32":
        return found
    # Sorted, since the order of a folder is nobody's choice.
    with contextlib.suppress(OSError):
        for note in sorted(runtime_folder().glob(f"*{_SUFFIX}")):
            path = _read_note(note)
            if path:
                found.append(Candidate(path, "simulated tablet"))
    return found


@contextmanager
def announce(path: str) -> Iterator[None]:
    """Let `meldpad sync` find the simulated tablet whose serial port is at `path` meanwhile.

    Only a help: where the note cannot be written, nothing is found without `--port`.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(_note(path))
        yield


@contextmanager
def _note(path: str) -> Iterator[None]:
    folder = runtime_folder(make=True)
    # One program can run several tablets, so its process id alone is no name.
    number = next(_numbers)
    name = f"{os.getpid()}-{number}" if number else str(os.getpid())
    file = folder / (name + _SUFFIX)
    unfinished = folder / (name + ".new")
    descriptor = os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600)
    try:
        # Whole and locked before anybody can see it.
        _lock(descriptor)
        os.write(descriptor, path.encode())
        unfinished.replace(file)
        yield
    finally:
        file.unlink(missing_ok=True)
        os.close(descriptor)


def _read_note(file: Path) -> str | None:
    """The path in a note whose program still runs. A stale one is cleared away."""
    try:
        descriptor = os.open(file, os.O_RDWR)
    except OSError:
        return None
    try:
        if sys.platform != "win32" and os.fstat(descriptor).st_uid != os.getuid():
            return None
        if _lock(descriptor):
            file.unlink(missing_ok=True)
            return None
        path = os.read(descriptor, 4096).decode(errors="replace")
        return path if path and os.path.exists(path) else None
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Take the lock that a note's program holds as long as it runs; whether it was free."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def usb() -> list[Candidate]:
    """The boards on USB that could be a tablet, by their ids."""
    found: list[Candidate] = []
    for port in sorted(list_ports.comports()):
        if port.vid is None or port.pid is None:
            continue
        what = _USB_IDS.get((port.vid, port.pid)) or _USB_IDS.get((port.vid, None))
        if what:
            found.append(Candidate(port.device, what))
    return found
