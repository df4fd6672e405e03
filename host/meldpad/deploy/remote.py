"""A board at MicroPython's prompt, through the program `mpremote`."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from meldpad.deploy.build import BOARD_FILE, MPY_VERSION, OWNED_FILES, OWNED_FOLDERS
from meldpad.errors import DeviceError

_LIST = """
import os, sys, hashlib, binascii
def f(p):
    h = hashlib.sha256()
    n = 0
    with open(p, 'rb') as s:
        while True:
            b = s.read(512)
            if not b:
                break
            h.update(b)
            n += len(b)
    print('F', binascii.hexlify(h.digest()).decode(), n, p)
def d(p):
    try:
        n = list(os.ilistdir('/' + p))
    except OSError:
        return
    print('D', p)
    for e in n:
        q = p + '/' + e[0]
        if e[1] & 16384:
            d(q)
        else:
            f(q)
v = sys.implementation
print('V', '.'.join(map(str, v[1][:3])), getattr(v, '_mpy', 0) & 255, v._machine)
v = os.statvfs('/')
print('S', v[1], v[2], v[3])
try:
    with open(%r, 'rb') as s:
        print('B', binascii.hexlify(s.read(64)).decode())
except OSError:
    pass
for p in %r:
    try:
        os.stat(p)
    except OSError:
        continue
    f(p)
for p in %r:
    if '/' in p:
        try:
            os.stat(p.split('/')[0])
            print('D', p.split('/')[0])
        except OSError:
            pass
    d(p)
"""
"""Tells the version, the room, the board's name and the sums of the firmware's files; nothing of
the log is even read.
"""

_SEARCH = """
import rp2
f = rp2.Flash()
b = bytearray(f.ioctl(5, 0))
for i in range(f.ioctl(4, 0)):
    f.readblocks(i, b)
    if b.find(b'canas' + b'ta') >= 0 and b.find(b'tab' + b'let') >= 0:
        print('G', i)
        break
"""
"""Looks through all blocks of the flash for a Meldpad. MicroPython makes a new file system when it
cannot read the old one, and touches two of the blocks."""

_ENTRY = re.compile(r"(?P<kind>[BDFSV]) (?P<rest>.*)")


@dataclass(frozen=True)
class Contents:
    """What is on a board: MicroPython's version, the version of compiled files that it loads, what
    it calls itself, sums of the firmware's files by path, and the firmware's folders.

    `sizes` are those of the files, `block` the bytes that are given to a file at once, `free` how
    many blocks nothing has, as MicroPython counts them, None when that is not known; `module` is
    what its `board.cfg` says.
    """

    version: str
    mpy: int
    machine: str
    sums: dict[str, str]
    folders: list[str]
    sizes: dict[str, int] = field(default_factory=dict)
    block: int = 4096
    free: int | None = None
    module: str = ""


class Remote:
    """A board at a serial port. Every call raises DeviceError when mpremote fails."""

    def __init__(self, port: str) -> None:
        self.port = port
        self._entered = False

    def contents(self) -> Contents:
        """Stop what runs, and look what is there."""
        program = _LIST % (BOARD_FILE, tuple(OWNED_FILES), tuple(OWNED_FOLDERS))
        version, mpy, machine = "", 0, ""
        block, free, module = 4096, None, ""
        sums: dict[str, str] = {}
        sizes: dict[str, int] = {}
        folders: list[str] = []
        for line in self._run(["exec", program]):
            found = _ENTRY.fullmatch(line)
            if not found:
                continue
            if found["kind"] == "V":
                version, number, machine = found["rest"].split(" ", 2)
                mpy = int(number)
            elif found["kind"] == "F":
                digest, size, path = found["rest"].split(" ", 2)
                sums[path] = digest
                sizes[path] = int(size)
            elif found["kind"] == "S":
                block, free = _room(*map(int, found["rest"].split(" ")))
            elif found["kind"] == "B":
                module = bytes.fromhex(found["rest"]).decode(errors="replace").strip()
            else:
                folders.append(found["rest"])
        if not version:
            raise DeviceError(f"the device at {self.port} does not answer as MicroPython does")
        return Contents(version, mpy, machine, sums, folders, sizes, block, free, module)

    def had_meldpad(self) -> bool:
        """Whether blocks that no file has show that another file system with a Meldpad was here.

        Meant for a board without any file of the firmware.
        """
        return any(line.startswith("G ") for line in self._run(["exec", _SEARCH]))

    def make_folders(self, paths: Iterable[str]) -> None:
        """Make folders, each after the one it is in."""
        self._chain([["fs", "mkdir", f":{path}"] for path in paths])

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files."""
        self._chain([["fs", "rm", f":{path}"] for path in paths])

    def copy(self, files: dict[str, Path], done: Callable[[str], None]) -> None:
        """Copy files, by their path on the board, in this order; `done` hears each one."""
        waiting = list(files)

        def hear(line: str) -> None:
            # mpremote announces a file when it begins with it.
            if line.startswith("cp ") and waiting:
                done(waiting.pop(0))

        self._chain([["fs", "cp", str(source), f":{path}"] for path, source in files.items()], hear)

    def _chain(self, commands: list[list[str]], hear: Callable[[str], None] | None = None) -> None:
        if not commands:
            return
        words: list[str] = []
        for command in commands:
            words += ["+", *command] if words else command
        self._run(words, hear)

    def _run(self, words: list[str], hear: Callable[[str], None] | None = None) -> list[str]:
        """Run mpremote with these commands; its lines."""
        command = [*_program(), "connect", self.port]
        if self._entered:
            # The board is at the prompt already.
            command.append("resume")
        try:
            process = subprocess.Popen(
                [*command, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        except OSError as error:
            raise DeviceError(f"mpremote does not start: {error}") from error
        lines = []
        assert process.stdout
        with process:
            for line in process.stdout:
                lines.append(line.rstrip("\r\n"))
                if hear:
                    hear(lines[-1])
        if process.returncode:
            raise DeviceError(self._why(lines))
        self._entered = True
        return lines

    def _why(self, lines: list[str]) -> str:
        text = "\n".join(lines)
        if self.port.startswith("/") and not Path(self.port).exists():
            return f"there is no board at {self.port}; plug it in and repeat"
        if "in use by another program" in text or "Device or resource busy" in text:
            return f"the port {self.port} is in use by another program; close that and repeat"
        if "Permission denied" in text:
            return f"no permission to use the port {self.port}; `meldpad doctor` says how to get it"
        if "no device found" in text:
            return f"there is no board at {self.port}; plug it in and repeat"
        if "could not enter raw repl" in text:
            return (
                f"the board at {self.port} does not let MicroPython's prompt through; hold BACK "
                "while you switch it on, let go when it says so, and repeat"
            )
        if "OSError: 28" in text or "ENOSPC" in text:
            return "the board's flash is full; remove files of your own from it and repeat"
        last = next((line for line in reversed(lines) if line.strip()), "no reason given")
        return f"mpremote failed at {self.port}: {last.strip()}"


def _room(block: int, blocks: int, free: int) -> tuple[int, int]:
    """A block's size and how many are free; those that are counted twice can leave less than none,
    which MicroPython gives as a large number.
    """
    return block, free if free <= blocks else free - (1 << 32)


def _program() -> list[str]:
    """mpremote of this Python, or anywhere on the path."""
    beside = Path(sys.executable).parent / "mpremote"
    found = str(beside) if beside.exists() else shutil.which("mpremote")
    if not found:
        raise DeviceError("no mpremote found: install meldpad again")
    return [found]


def loads(contents: Contents) -> bool:
    """Whether a board loads the files that are compiled here."""
    return contents.mpy == MPY_VERSION
