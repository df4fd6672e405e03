"""A log of many matches of 20 deals: what a press in their list reads of the flash, and folds."""

import framebuf  # pyright: ignore[reportMissingImports]
import ram

import hal
from canasta import deal as D
from canasta import match, records
from canasta.cursor import Cursor
from tablet import pieces, presets, store
from tablet.app import App
from tablet.template import Template

MATCHES = 40
DEALS = 20


class Board(hal.Board):
    """A small display over a flash that is there already."""

    root = "/flash/"
    width = 128
    height = 64
    format = framebuf.MONO_VLSB

    def __init__(self):
        self.buf = bytearray(1024)
        self.now = 0
        self.mask = 0

    def mount(self):
        return hal.MOUNTED

    def ticks(self):
        return self.now

    def keys(self):
        return self.mask

    def show(self, top, bottom):
        pass

    def cable_read(self):
        return -1


class Count:
    """Reads of the flash and folds since `begin`."""

    def __init__(self):
        self.fills = self.folds = 0
        fill, fold = pieces.File.fill, match.Match.fold

        def counted_fill(file, offset, view):
            self.fills += 1
            return fill(file, offset, view)

        def counted_fold(folded, buf, at):
            self.folds += 1
            return fold(folded, buf, at)

        pieces.File.fill = counted_fill
        match.Match.fold = counted_fold

    def begin(self):
        self.fills = self.folds = 0


def write(log):
    """The matches, each `N1 - S1` and so on; of the first one a last deal behind all others."""
    cursor = Cursor()
    writer = records.Writer(cursor)
    template = Template()
    template.load(presets.IDS[0], 0)
    deal = D.Deal()

    def save(kind, of):
        writer.begin(kind, log.last + 1, of, 1, 0)
        if kind == records.MATCH:
            names = [b"N%d" % number, b"S%d" % number]
            records.put_match(cursor, b"classic", 0, [0, 0], names, [], template.rules)
        else:
            deal.set(0, D.MELDED, 100)
            deal.set(1, D.IN_HAND, 5)
            deal.put(cursor, 2)
        writer.finish()
        log.append(writer.buf, writer.size)

    starts = []
    for number in range(1, MATCHES + 1):  # noqa: B007 - `save` reads it
        starts.append(log.last + 1)
        save(records.MATCH, log.last + 1)
        for _ in range(DEALS):
            save(records.DEAL, starts[-1])
    save(records.DEAL, starts[0])
    return starts


def main():
    ram.mount(ram.Ram(352), fresh=True)
    log = store.Store(ram.Board())
    log.open()
    starts = write(log)
    board = Board()
    app = App(board)
    app.start()
    count = Count()
    most = [0, 0, 0]

    def step():
        board.now += 10
        count.begin()
        app.step()
        # What a pass reads beside a press, and what it folds.
        most[1] = max(most[1], count.fills)
        most[2] = max(most[2], count.folds)

    def tap(key):
        board.mask = key
        for _ in range(5):
            step()
        board.mask = 0
        for _ in range(5):
            step()

    def chosen():
        return screen._texts[screen.at]

    count.begin()
    app.go("matches")
    most[0] = count.fills
    screen = app._active
    seen = [chosen()]
    while True:
        tap(hal.DOWN)
        if chosen() == seen[-1]:
            break
        seen.append(chosen())
    assert seen == [b"N%d - S%d" % (n, n) for n in range(MATCHES, 0, -1)], seen
    back = [chosen()]
    for _ in range(MATCHES - 1):
        tap(hal.UP)
        back.append(chosen())
    assert back == seen[::-1], back
    tap(hal.UP)
    assert chosen() == seen[0]
    # The oldest one at rest: its 21st deal stands at the end of the log.
    for _ in range(MATCHES):
        tap(hal.DOWN)
    assert screen._starts[screen.at] == starts[0]
    passes = 0
    while not screen._known:
        step()
        passes += 1
    looked = screen._match
    assert (looked.start, looked.deals) == (starts[0], DEALS + 1)
    assert (looked.totals[0], looked.totals[1]) == (100 * 21, -5 * 21)
    # The one on the table is another one still.
    assert app.match is not looked
    print(most[0], most[1], most[2], passes)


main()
