"""An evening on ticks that wrap in the middle of it, as on a Pico, where they have 30 bits.

Arguments: milliseconds before the wrap at which the tablet is switched on. Prints the records of
the log, and a checksum of the display after every key and every second.
"""

import sys
import time
from binascii import crc32

_PERIOD = 1 << 30


class _Time:
    """`time` with ticks of 30 bits; this MicroPython's have 62."""

    ticks_ms = time.ticks_ms

    @staticmethod
    def ticks_diff(end, start):
        """As rp2 does."""
        return ((end - start + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


sys.modules["time"] = _Time

import desk  # noqa: E402
import nor  # noqa: E402

import hal  # noqa: E402
from canasta import deal as D  # noqa: E402
from canasta import frames as F  # noqa: E402
from tablet.app import App  # noqa: E402

_PASS_MS = 10


class _Board(desk.Board):
    """Counts from any tick on, and has keys."""

    def __init__(self, flash, start):
        desk.Board.__init__(self, flash)
        self.now = start
        self.mask = 0
        self.shown = 0

    def ticks(self):
        return self.now & (_PERIOD - 1)

    def keys(self):
        return self.mask

    def show(self, top, bottom):
        self.shown = crc32(self.buf)


class _Desk(desk.Desk):
    """A tablet on which keys are pressed while time passes in small steps."""

    def __init__(self, flash, start):
        self.board = _Board(flash, start)
        self.app = App(self.board)
        self.app.start()
        self.pictures = []

    def wait(self, ms):
        """Let time pass."""
        for _ in range(ms // _PASS_MS):
            self.board.now += _PASS_MS
            self.app.step()
        self.pictures.append(self.board.shown)

    def press(self, key, ms=60):
        """Hold a key for so long."""
        self.board.mask = key
        self.wait(ms)
        self.board.mask = 0
        self.wait(60)


def main():
    """See the top."""
    flash = nor.Nor(64)
    nor.mount(flash, fresh=True)
    table = _Desk(flash, _PERIOD - int(sys.argv[1]))
    table.begin("classic")
    table.wait(4500)
    for number in range(3):
        # Keys in the entry: held, which repeats; tapped; held to be done with the side.
        table.press(hal.OK)
        table.press(hal.UP, 900)
        table.press(hal.DOWN, 500)
        table.press(hal.OK)
        table.press(hal.UP)
        table.press(hal.OK, 700)
        # A rest, after which the draft is in flash.
        table.wait(2500)
        table.app.draft.deal.clear()
        table.enter(([(D.MELDED, 120 + 5 * number)], desk.LEFT))
        # The short message comes and goes.
        table.wait(5000)
    table.app.table.new_deal()
    table.give(0, [(D.MELDED, 120)])
    table.wait(3000)
    # A frame that is cut off is given up after its time.
    table.board.to_tablet += list(b"\xf5\xad\x21\x01\x02\x00")
    table.wait(4000)
    answers = table.ask(F.HELLO, b"\x02\x00")
    assert len(answers) == 1, answers
    body = answers[0][1]
    print("uptime", body[27] | body[28] << 8)
    # A Ctrl-C behind other bytes may be one of theirs; behind a rest somebody means it.
    for rest in (400, 1000):
        table.board.to_tablet += list(b"x")
        table.wait(rest)
        table.board.to_tablet += list(b"\x03")
        table.wait(10)
        print("stop", table.app.link.stop)
    for raw in desk.everything(table.app.store):
        print(raw.hex())
    print(table.app.draft._kept, crc32(repr(table.pictures).encode()), len(table.pictures))


main()
