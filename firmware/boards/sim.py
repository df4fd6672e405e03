"""What the simulated boards share: MicroPython for Unix as a tablet, driven by another program.

The other program passes file descriptors: keys and time come in on one, pixels go out on another,
and the cable is a pseudo-terminal. The flash is a file with the geometry of a Pico's, under a
real littlefs.

Commands on the way in: `k` mask, the keys that are down now; `t` milliseconds (4 bytes), let so
much time pass and answer `D` when everything is drawn; `s`, answer `S` with flash and heap
figures. On the way out: `I` width, height (2 bytes each), format (1), once; `L` offset, length (4
bytes each) and so many bytes of the frame buffer; `F` whether the picture is upside down (1); `B`
backlight in percent (1); `D`; `S` bytes programmed, erases, heap in use,
heap free (4 bytes each). With the clock `virtual` time passes only by `t`, so a script runs as
fast as it can and always the same way.
"""

import errno
import gc
import os
import select
import struct
import sys
import time

import framebuf
import vfs

import hal
from boards.pages import LITTLEFS

_BLOCK = 4096
_BLOCKS = 352
"""A Pico's file system: 1,408 KB of its 2 MB."""

_STALL_MS = 500
"""How long rp2 waits for a host that does not read before it drops output."""

_EDGE_MS = 40
"""In real time, how long a key state lasts at least, so that a tap is always seen."""


class Flash:
    """A block device on a file, with the calls of rp2's flash.

    A new one gets its name by `keep`, once it is formatted: a program killed before that leaves
    nothing that would look like an unreadable flash.
    """

    def __init__(self, path: str) -> None:
        self.fresh = False
        self._path = path
        try:
            size = os.stat(path)[6]
        except OSError:
            size = 0
        if size == 0:
            path += ".new"
            with open(path, "wb") as file:
                blank = b"\xff" * _BLOCK
                for _ in range(_BLOCKS):
                    file.write(blank)
            self.fresh = True
        self.file = open(path, "r+b")
        self.programmed = 0
        self.erases = 0

    def keep(self) -> None:
        """Give a new flash its name."""
        os.rename(self._path + ".new", self._path)

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Fill `buf` from `block` on."""
        self.file.seek(block * _BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Program `buf`; littlefs has erased the block before."""
        self.file.seek(block * _BLOCK + offset)
        self.file.write(buf)
        self.programmed += len(buf)

    def ioctl(self, op: int, arg: int) -> int:
        """Geometry, and erasing one block."""
        if op == 4:
            return _BLOCKS
        if op == 5:
            return _BLOCK
        if op == 6:
            self.file.seek(arg * _BLOCK)
            self.file.write(b"\xff" * _BLOCK)
            self.erases += 1
        return 0


class Sim(hal.Board):
    """Arguments.

    Descriptors of commands, of pixels, of the cable; path of the flash; `virtual` or `real`.
    """

    root = "/flash/"
    has_flip = True
    has_light = True

    def __init__(self, args: list[str]) -> None:
        self._commands = open(int(args[0]), "rb")
        self._pixels = open(int(args[1]), "wb")
        self._cable = open(int(args[2]), "r+b")
        self._flash = Flash(args[3])
        self._virtual = args[4] == "virtual"
        self._poll = select.poll()
        self._poll.register(self._commands, select.POLLIN)
        self._poll.register(self._cable, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._cable, select.POLLOUT)
        self._input = b""
        self._input_at = 0
        self._keys = 0
        self._edges: list[int] = []
        self._edge_at = time.ticks_ms()
        self._now = 0
        self._left = 0
        self._owed = False
        self._wrote = False
        size = self.width * self.height
        self.buf = bytearray(size // 8 if self.format == framebuf.MONO_VLSB else size // 2)
        # A key that is down from the start was told of already.
        self._serve(0)
        self._send(b"I", struct.pack("<HHB", self.width, self.height, self.format))

    def mount(self) -> int:
        """A file that was not there is a blank flash; one that does not mount is left alone."""
        if self._flash.fresh:
            # A block device is whatever has its calls; the stubs ask for a base class.
            vfs.VfsLfs2.mkfs(self._flash, **LITTLEFS)  # pyright: ignore[reportArgumentType]
            self._flash.keep()
        try:
            disk = vfs.VfsLfs2(self._flash, **LITTLEFS)  # pyright: ignore[reportArgumentType]
            vfs.mount(disk, "/flash")
        except OSError:
            return hal.UNREADABLE
        return hal.FRESH if self._flash.fresh else hal.MOUNTED

    def flip(self, on: bool) -> None:
        """The other program turns what it draws."""
        self._send(b"F", bytes([on]))

    def light(self, percent: int) -> None:
        """The other program darkens what it draws."""
        self._send(b"B", bytes([percent]))

    def unique(self, size: int) -> bytes:
        """Random: a simulated tablet is who its flash says it is."""
        return self.random(size)

    def random(self, size: int) -> bytes:
        """From the machine."""
        return os.urandom(size)

    def ticks(self) -> int:
        """The machine's clock, or the script's."""
        # The stubs give ticks a type of their own.
        return self._now if self._virtual else time.ticks_ms()  # pyright: ignore[reportReturnType]

    def keys(self) -> int:
        """The keys as last told; in real time each state lasts long enough to be seen."""
        if self._edges and time.ticks_diff(time.ticks_ms(), self._edge_at) >= _EDGE_MS:
            self._keys = self._edges.pop(0)
            self._edge_at = time.ticks_ms()
        return self._keys

    def show(self, top: int, bottom: int) -> None:
        """Send the bytes of the lines; a mono display's bytes hold eight lines each."""
        if self.format == framebuf.MONO_VLSB:
            start = top // 8 * self.width
            end = (bottom + 7) // 8 * self.width
        else:
            start = top * self.width // 2
            end = bottom * self.width // 2
        self._send(b"L", struct.pack("<II", start, end - start), memoryview(self.buf)[start:end])

    def cable_read(self) -> int:
        """One byte at a time, as rp2 gives them."""
        if self._input_at < len(self._input):
            self._input_at += 1
            return self._input[self._input_at - 1]
        for item in self._poll.ipoll(0):
            if item[0] is self._cable and item[1] & select.POLLIN:
                self._input = self._read(self._cable, 256)
                self._input_at = 0
        if self._input_at < len(self._input):
            self._input_at += 1
            return self._input[self._input_at - 1]
        return -1

    def cable_write(self, buf: bytearray, count: int) -> None:
        """Write as far as the host reads.

        After half a second without progress the rest is dropped.
        """
        self._wrote = True
        view = memoryview(buf)
        at = 0
        while at < count:
            if not self._writable.poll(_STALL_MS):
                return
            try:
                at += self._cable.write(view[at:count]) or 0
            except OSError as error:
                if error.errno != errno.EAGAIN:
                    return

    def fault(self, error: Exception) -> None:
        """Into the program's log, where a test sees it."""
        sys.print_exception(error)

    def wait(self, ms: int) -> None:
        """Let time pass; virtual time only as far as it was told to."""
        if not self._virtual:
            self._serve(ms)
            return
        if self._left > 0:
            step = ms if ms < self._left else self._left
            self._now += step
            self._left -= step
            return
        if self._owed:
            self._owed = False
            self._send(b"D")
        # Whoever was sent something may get more of it in the next pass.
        self._serve(0 if self._wrote or ms == 0 else -1)
        self._wrote = False

    def _serve(self, ms: int) -> None:
        """Wait for a command or the cable, and carry out one command."""
        if self._input_at < len(self._input):
            return
        for item in self._poll.ipoll(ms):
            if item[0] is self._commands:
                self._command()

    def _command(self) -> None:
        code = self._read(self._commands, 1)
        if not code:
            raise SystemExit
        if code == b"k":
            mask = self._read(self._commands, 1)[0]
            if self._virtual:
                self._keys = mask
            else:
                self._edges.append(mask)
        elif code == b"t":
            self._left += struct.unpack("<I", self._read(self._commands, 4))[0]
            self._owed = True
        elif code == b"s":
            gc.collect()
            self._send(
                b"S",
                struct.pack(
                    "<IIII",
                    self._flash.programmed,
                    self._flash.erases,
                    gc.mem_alloc(),
                    gc.mem_free(),
                ),
            )

    def _read(self, file: "Any", count: int) -> bytes:
        """Up to `count` bytes that are there now; none when the other end is gone."""
        try:
            return file.read(count) or b""
        except OSError:
            return b""

    def _send(self, code: bytes, head: bytes = b"", body: "bytes | memoryview" = b"") -> None:
        self._pixels.write(code + head)
        if body:
            view = memoryview(body)
            at = 0
            while at < len(view):
                at += self._pixels.write(view[at:])
