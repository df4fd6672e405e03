"""DMA to a bus, a block at a time: the emulator's own DMA takes 80 us on the wall for each byte."""

from collections.abc import Callable

from rp2040py.peripherals.dma import BUSY, EN, IRQ_QUIET, RPDMAChannel
from rp2040py.rp2040 import RP2040

_SPI_DATA = (0x4003C008, 0x40040008)
_RAM = 0x20000000


class SpiBursts:
    """Hands each block that DMA is to send over an SPI bus to `take` at once.

    `take` returns how many nanoseconds the bus needs for it; only then both channels, the one
    that sends and the one that throws away what comes back, are done.
    """

    def __init__(self, rp2040: RP2040, bus: int, take: Callable[[bytes], float]) -> None:
        self._rp2040 = rp2040
        self._data = _SPI_DATA[bus]
        self._take = take
        self._busy: list[RPDMAChannel] = []
        self._alarm = rp2040.clock.create_alarm(self._done)
        for channel in rp2040.dma.channels:
            channel.start = self._starter(channel, channel.start)

    def _starter(self, channel: RPDMAChannel, usual: Callable[[], None]) -> Callable[[], None]:
        def start() -> None:
            sends = channel._write_addr == self._data
            if not sends and channel._read_addr != self._data:
                usual()
                return
            if not channel._ctrl & EN or channel._ctrl & BUSY:
                return
            channel._ctrl |= BUSY
            channel._trans_count = channel._trans_count_reload
            self._busy.append(channel)
            if sends:
                at = channel._read_addr - _RAM
                block = bytes(self._rp2040.sram[at : at + channel._trans_count])
                assert len(block) == channel._trans_count
                self._alarm.schedule(self._take(block))

        return start

    def _done(self) -> None:
        dma = self._rp2040.dma
        for channel in self._busy:
            channel._trans_count = 0
            channel._ctrl &= ~BUSY
            if not channel._ctrl & IRQ_QUIET:
                dma.int_raw |= 1 << channel.index
        self._busy = []
        dma.check_interrupts()
