"""What boards with a Raspberry Pi Pico share: keys on pins, the cable over USB, the flash.

MicroPython itself has mounted the flash before any of this runs, and made a new, empty file system
when there was none that it could read. Then this firmware is gone as well; whoever brings it back
(`meldpad deploy`) sees that another one was there before, and leaves a note.
"""

import os
import select
import sys
import time

import machine
import rp2
import vfs
from machine import Pin

import hal
from boards.pages import LITTLEFS, Pages

_STALL_MS = 500
"""A host that reads nothing for so long is not waited for until it reads again."""

_PART = 64
"""Bytes of a USB packet."""


class Rp2(hal.Board):
    """A subclass has `PINS`: for each of up, down, ok and back the number of the pin that the key
    connects to ground. `TURNED` has the same keys for somebody who sees the tablet turned by half a
    turn.
    """

    PINS = (0, 0, 0, 0)
    TURNED = (0, 0, 0, 0)

    def __init__(self, args: list[str]) -> None:
        self._upright = self._pins(self.PINS)
        self._over = self._pins(self.TURNED)
        self._keys = self._upright
        self._fell = bytearray(4)
        for pin in self._keys:
            # An edge while interrupts are off, as in an erase, is kept by the chip until they are
            # on again.
            pin.irq(self._fall, Pin.IRQ_FALLING, hard=True)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._free = select.poll()
        self._free.register(sys.stdout, select.POLLOUT)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._byte = bytearray(1)
        self._stalled = False

    def _pins(self, numbers: tuple[int, ...]) -> tuple[Pin, ...]:
        return tuple(Pin(number, Pin.IN, Pin.PULL_UP) for number in numbers)

    def mount(self) -> int:
        """Mount the flash anew, so that a commit takes less of it; as it is where that fails."""
        try:
            # Blocks and the port's flash have the calls of a block device; the stubs ask for more.
            disk = vfs.VfsLfs2(Pages(rp2.Flash()), **LITTLEFS)  # pyright: ignore
        except OSError:
            disk = None
        if disk:
            vfs.umount("/")
            vfs.mount(disk, "/")
        try:
            os.stat(self.root + "meta")
        except OSError:
            return hal.FRESH
        return hal.MOUNTED

    def unique(self, size: int) -> bytes:
        """From the number of the flash chip."""
        return (machine.unique_id() + bytes(size))[:size]

    def random(self, size: int) -> bytes:
        """From the ring oscillator."""
        return os.urandom(size)

    def ticks(self) -> int:
        """The machine's clock."""
        # The stubs give ticks a type of their own.
        return time.ticks_ms()  # pyright: ignore[reportReturnType]

    def keys(self) -> int:
        """The pins as they are now."""
        up, down, ok, back = self._keys
        mask = 0
        if not up():
            mask = hal.UP
        if not down():
            mask |= hal.DOWN
        if not ok():
            mask |= hal.OK
        if not back():
            mask |= hal.BACK
        return mask

    def _fall(self, pin: Pin) -> None:
        """A key went down. Called in an interrupt, so nothing may be allocated."""
        for i in range(4):
            if self._keys[i] is pin:
                self._fell[i] = 1

    def pressed(self) -> int:
        """As the interrupts have it."""
        mask = 0
        for i in range(4):
            if self._fell[i]:
                self._fell[i] = 0
                mask |= hal.KEYS[i]
        return mask

    def turn(self, turned: bool) -> None:
        """The keys for somebody on this or on the other side of the tablet."""
        self._keys = self._over if turned else self._upright

    def cable_read(self) -> int:
        """One byte of what USB has brought."""
        for _ in self._poll.ipoll(0):
            if self._in.readinto(self._byte):
                return self._byte[0]
        return -1

    def cable_write(self, buf: bytearray, count: int) -> None:
        """Packet by packet, as fast as the host reads."""
        view = memoryview(buf)
        at = 0
        wait = 0 if self._stalled else _STALL_MS
        while at < count:
            if not self._ready(wait):
                self._stalled = True
                return
            end = at + _PART
            at += self._out.write(view[at : end if end < count else count])
        self._stalled = False

    def _ready(self, ms: int) -> bool:
        """Whether the host takes more, within so many milliseconds."""
        for _ in self._free.ipoll(ms):
            return True
        return False

    def wait(self, ms: int) -> None:
        """USB wakes it."""
        for _ in self._poll.ipoll(ms):
            pass
