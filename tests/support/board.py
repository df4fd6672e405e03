"""A board at a serial port, without a chip: a littlefs flash, what mpremote does to it, and the
tablet that runs when the flash has all of it.

What is executed at its prompt is executed by real MicroPython, on that flash.
"""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from littlefs import LittleFS

from canasta import frames
from meldpad.deploy.remote import Remote
from meldpad.simulator.process import micropython
from support.device import TABLET, device, frame

BLOCK = 4096
PICO = "Raspberry Pi Pico with RP2040"

_AT_THE_PROMPT = """
import os, sys, vfs
class Flash:
    def __init__(self, data):
        self.data = bytearray(data)
    def readblocks(self, n, buf, off=0):
        at = n * 4096 + off
        buf[:] = self.data[at:at + len(buf)]
    def writeblocks(self, n, buf, off=0):
        raise OSError(30)
    def ioctl(self, op, arg):
        return len(self.data) // 4096 if op == 4 else 4096 if op == 5 else 0
class Rp2:
    @staticmethod
    def Flash():
        return flash
class Version:
    _mpy = %(mpy)d
    _machine = %(machine)r
    def __getitem__(self, i):
        return %(version)r
with open(%(flash)r, "rb") as file:
    flash = Flash(file.read())
sys.modules["rp2"] = Rp2
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(flash, readsize=32, progsize=256, lookahead=32), "/")
exec(%(program)r, {"implementation": Version()})
"""


_OVER = b"all was heard"


class KilledError(BaseException):
    """mpremote, and the deploy with it, was killed."""


class Board:
    """`machine`, `version` and `mpy` are what MicroPython says of itself. With `steps` mpremote is
    killed after so many of its file commands.
    """

    def __init__(self, folder: Path, blocks: int = 64) -> None:
        self.machine = PICO
        self.version: tuple[int, int, int] = (1, 26, 1)
        self.mpy = 6
        self.steps: int | None = None
        self.look_fails: BaseException | None = None
        """What becomes of a program at its prompt, once that has stopped what ran."""
        self.asked: list[str] = []
        """The commands that changed, or would have changed, the flash."""
        self.starts = 0
        self.last = 3
        """The last record of its log, as it tells after the next start."""
        self.lost_at_start = 0
        self.build: bytes | None = None
        """The build it tells instead of its own."""
        self._running = False
        self._heard = threading.Event()
        self._image = folder / "board.flash"
        self._fs = LittleFS(
            block_size=BLOCK, block_count=blocks, prog_size=256, read_size=32, cache_size=1024
        )

    def put(self, files: dict[str, bytes]) -> None:
        """Write files."""
        for path, data in files.items():
            folder = path.rpartition("/")[0]
            if folder:
                self._fs.makedirs(folder, exist_ok=True)
            with self._fs.open(path, "wb") as file:
                file.write(data)

    def files(self) -> dict[str, bytes]:
        """What is in flash."""
        found = {}
        for folder, _, names in self._fs.walk("/"):
            for name in names:
                path = f"{folder}/{name}".replace("//", "/").lstrip("/")
                with self._fs.open(path, "rb") as file:
                    found[path] = file.read()
        return found

    def format(self) -> None:
        """Make a new file system, as MicroPython does over one that it cannot read."""
        self._fs.unmount()
        self._fs.format()
        self._fs.mount()

    def free(self) -> int:
        """Blocks that nothing has."""
        return self._fs.block_count - self._fs.used_block_count

    def start(self) -> None:
        """Switch it on."""
        self.starts += 1
        self._running = {"main.py", "build", "board.cfg"} <= set(self.files())

    @contextmanager
    def port(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
        """Its serial port; mpremote gets at it meanwhile."""
        monkeypatch.setattr(Remote, "_run", lambda remote, words, hear=None: self._run(words, hear))
        with device(self._hear) as path:
            try:
                yield path
            finally:
                self._heard.clear()
                with open(path, "wb", buffering=0) as line:
                    line.write(_OVER)
                assert self._heard.wait(20)

    def _hear(self, data: bytes) -> bytes:
        answer = self._answer(data)
        if data.endswith(_OVER):
            self._heard.set()
        return answer

    def _answer(self, data: bytes) -> bytes:
        _, restart, after = data.partition(b"\r\x03\x02\x04")
        if restart:
            self.last -= self.lost_at_start
            self.start()
            # A HELLO can come with it.
            data = after
        if not self._running or len(data) < frames.HEAD:
            return b""
        build = self.build or self.files()["build"]
        body = bytearray(TABLET + bytes((len(build),)) + build + b"\0")
        # Behind protocol, id, epoch and the first record.
        body[17:21] = self.last.to_bytes(4, "little")
        return frame(frames.TABLET, data[3], bytes(body))

    def _run(self, words: list[str], hear: Callable[[str], None] | None) -> list[str]:
        """What mpremote does with a chain of commands; the lines it prints."""
        self._running = False
        if words[0] == "exec":
            if self.look_fails:
                raise self.look_fails
            return self._execute(words[1])
        lines: list[str] = []
        for command in " ".join(words).split(" + "):
            if self.steps is not None:
                if self.steps == 0:
                    raise KilledError
                self.steps -= 1
            self.asked.append(command)
            _, name, *rest = command.split(" ")
            lines.append(f"{name} {' '.join(rest)}")
            if hear:
                hear(lines[-1])
            path = rest[-1].removeprefix(":")
            if name == "mkdir":
                self._fs.mkdir(path)
            elif name == "rm":
                self._fs.remove(path)
            else:
                with self._fs.open(path, "wb") as file:
                    file.write(Path(rest[0]).read_bytes())
        return lines

    def _execute(self, program: str) -> list[str]:
        self._image.write_bytes(bytes(self._fs.context.buffer))
        script = _AT_THE_PROMPT % {
            "mpy": self.mpy | 0x1200,
            "machine": self.machine,
            "version": self.version,
            "flash": str(self._image),
            # MicroPython's own description of itself cannot be changed.
            "program": program.replace("sys.implementation", "implementation"),
        }
        done = subprocess.run(
            [micropython(), "-X", "heapsize=4m", "-c", script],
            capture_output=True,
            text=True,
            env=dict(os.environ),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()
