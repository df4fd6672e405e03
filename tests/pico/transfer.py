"""How long the log takes over USB, in guest time: by Meldpad's own frames, and as mpremote copies a
file. The host of both answers at once.
"""

from pathlib import Path
from typing import Any

import runs
from emulator import Pico
from mpremote.transport_serial import SerialTransport
from play import PicoTable
from support.cable import frame
from support.log import LEFT_60, ONE_NATURAL_OUT, Log

from canasta import frames
from meldpad.deploy import build

_WINDOW = 32


def log(deals: int) -> dict[str, bytes]:
    """A log of matches of ten usual deals, in segments as the tablet makes them."""
    log = Log()
    for number in range(deals):
        if number % 10 == 0:
            log.begin()
        log.deal(
            {**ONE_NATURAL_OUT, "in_hand": 35, "red_threes": 2},
            {**LEFT_60, "melded": 185, "in_hand": 60 + number % 9 * 5, "red_threes": 1},
        )
    files: dict[str, bytes] = {}
    name = ""
    for seq, raw in enumerate(log.raws, 1):
        if not name or len(files[name]) + len(raw) > 16384:
            name = f"log/{seq:08d}"
            files[name] = b""
        files[name] += raw
    return files


class Sent:
    """What a sync of the whole log took: guest milliseconds, bytes on the cable and of records."""

    def __init__(self, pico: Path, deals: int) -> None:
        files = log(deals)
        built = build.build("pico-display").files
        table = PicoTable("pico-display", pico, runs.flash(pico, {**built, **files}))
        table.boot()
        self._pico = table.pico
        answer = self._ask(frames.HELLO, b"\x01\x04test")
        epoch = answer[frames.HEAD + 9 : frames.HEAD + 13]
        self.records = sum(map(len, files.values()))
        self.bytes = 0
        start = self._pico.us
        seq, body = 1, b"x"
        while body:
            answer = self._ask(frames.GET, epoch + seq.to_bytes(4, "little") + bytes((_WINDOW,)))
            body = answer[frames.HEAD + 8 : -4]
            seq = int.from_bytes(answer[frames.HEAD + 4 : frames.HEAD + 8], "little")
        self.ms = (self._pico.us - start) / 1000

    def _ask(self, kind: int, body: bytes) -> bytes:
        """The last frame of the answer: a window of data, or all there is."""
        self._pico.received.clear()
        self._pico.send(frame(kind, body))
        wanted = _WINDOW if kind == frames.GET else 1
        last = b""
        for _ in range(wanted):
            last = self._frame()
            if kind == frames.GET and len(last) == frames.HEAD + 8 + 4:
                break
        return last

    def _frame(self) -> bytes:
        received = self._pico.received
        self._pico.until(lambda: len(received) >= frames.HEAD)
        size = frames.HEAD + (received[4] | received[5] << 8) + 4
        self._pico.until(lambda: len(received) >= size)
        found = bytes(received[:size])
        del received[:size]
        self.bytes = getattr(self, "bytes", 0) + size
        return found


class _Port:
    """A serial port for mpremote whose other end runs as long as mpremote waits."""

    def __init__(self, pico: Pico) -> None:
        self._pico = pico

    def write(self, data: bytes) -> int:
        self._pico.send(data)
        return len(data)

    def read(self, size: int = 1) -> bytes:
        received = self._pico.received
        self._pico.until(lambda: len(received) >= size, step=0.1)
        data = bytes(received[:size])
        del received[:size]
        return data

    def inWaiting(self) -> int:
        if not self._pico.received:
            self._pico.run(0.1)
        return len(self._pico.received)


def mpremote_ms(pico: Path, size: int) -> float:
    """Guest milliseconds for mpremote to read a file of `size` bytes at the raw prompt."""
    machine = runs.bare(pico, {"file": bytes(range(256)) * (size // 256)})
    transport: Any = SerialTransport.__new__(SerialTransport)
    transport.in_raw_repl = False
    transport.use_raw_paste = True
    transport.mounted = False
    transport.is_pty = False
    transport.serial = _Port(machine)
    transport.enter_raw_repl(soft_reset=False)
    start = machine.us
    data = transport.fs_readfile("file")
    assert len(data) == size
    return (machine.us - start) / 1000
