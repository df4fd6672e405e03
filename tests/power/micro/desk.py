"""A whole tablet without a case: the firmware's own App on a board with a flash in memory."""

import nor
from framebuf import MONO_VLSB

import hal
import tablet.app
from canasta import deal as D
from canasta import frames as F
from canasta import records
from tablet import log as L
from tablet import messages as M
from tablet import store as S
from tablet.app import App


class Board(hal.Board):
    """A small display, a cable that a program holds the other end of, time that it lets pass."""

    width = 128
    height = 64
    format = MONO_VLSB
    root = "/flash/"

    def __init__(self, flash, fresh=False):
        self.buf = bytearray(1024)
        self.flash = flash
        self.fresh = fresh
        self.now = 0
        self.to_tablet = []
        self.from_tablet = []

    def mount(self):
        """As every board does: a flash that does not mount is left alone."""
        try:
            nor.mount(self.flash, self.fresh)
        except OSError:
            return hal.UNREADABLE
        return hal.FRESH if self.fresh else hal.MOUNTED

    def unique(self, size):
        return bytes(range(1, size + 1))

    def random(self, size):
        return bytes(range(161, 161 + size))

    def ticks(self):
        return self.now

    def keys(self):
        return 0

    def show(self, top, bottom):
        pass

    def cable_read(self):
        return self.to_tablet.pop(0) if self.to_tablet else -1

    def cable_write(self, buf, count):
        self.from_tablet.append(bytes(buf[:count]))


class Desk:
    """A tablet that is switched on, and what a table does with it.

    `said` counts the records that its screen called saved; it is told by `on_saved`.
    """

    def __init__(self, flash, fresh=False):
        self.board = Board(flash, fresh)
        self.app = App(self.board)
        self.app.start()

    def says(self, number):
        """Whether the short message is this one; a match that began says what comes next."""
        app = self.app
        return app._flash == number or (number == SAVED and app._flash == M.DEAL_HINT)

    def title(self):
        """Message id of the notice that is to be seen, 0 when another screen is."""
        app = self.app
        return app._active._title if app.screens.get("notice") is app._active else 0

    def do(self, what, *args):
        """What a key leads to; as the app does it, a flash that fails is said."""
        try:
            what(*args)
        except OSError:
            self.app.flash_failed()

    def rest(self, ms=5100):
        """Nobody presses a key for a while."""
        self.board.now += ms
        self.app.step()

    # What a table does

    def begin(self, preset, names=(b"A", b"B")):
        """Start a match."""
        from tablet.template import Template

        template = Template()
        template.load(preset, 0)
        template.names = list(names)
        self.app.table.start_match(template)

    def give(self, side, fields):
        """Enter some fields of a side and look at the score."""
        draft = self.app.draft
        draft.side = side
        for field, value in fields:
            draft.deal.set(side, field, value)
        draft.touch()
        draft.score(self.app.match)

    def deal(self, sides):
        """Enter a deal and save it, unless the tablet says that it takes none."""
        self.app.table.new_deal()
        if self.app.draft.open:
            self.enter(sides)

    def enter(self, sides):
        """Give every field of a deal that is open, and save it."""
        self.app._end_flash()
        for side, fields in enumerate(sides):
            self.give(side, fields)
        self.app.table.save_draft()

    # The cable

    def ask(self, kind, body, request=1):
        """Send a frame; the bodies of the frames that answer it, with their types."""
        buf = bytearray(F.HEAD) + body + bytes(4)
        size = F.seal(buf, kind, request, len(body))
        self.board.to_tablet += list(buf[:size])
        answers = []
        for _ in range(40):
            self.app.step()
            while self.board.from_tablet:
                raw = self.board.from_tablet.pop(0)
                if raw[0] != F.MARK_1:
                    # Text between the frames.
                    continue
                answers.append((raw[2], raw[F.HEAD : len(raw) - 4]))
        return answers

    def sync(self):
        """Copy the log as a PC does, and tell the tablet; the records."""
        ((kind, body),) = self.ask(F.HELLO, b"\x01\x00")
        assert kind == F.TABLET, kind
        epoch = body[9:13]
        raws = []
        seq = 1
        while True:
            ((kind, body),) = self.ask(F.GET, epoch + le(seq) + b"\x01")
            assert kind == F.DATA, (kind, body)
            if len(body) == 8:
                break
            raws += split(body[8:])
            seq = len(raws) + 1
        ((kind, body),) = self.ask(F.ACCEPT, epoch + le(len(raws)))
        assert kind == F.ACCEPTED, (kind, body)
        return raws


def le(number):
    """Four bytes, the lowest first."""
    return bytes([number >> shift & 255 for shift in (0, 8, 16, 24)])


def split(data):
    """The records that stand one after the other in some bytes."""
    found = []
    at = 0
    while at < len(data):
        size = records.size(data, at)
        found.append(bytes(data[at : at + size]))
        at += size
    return found


_buf = bytearray(2048)


def everything(store):
    """Every record of the log."""
    found = []
    seq = store.first
    while True:
        count = store.read(seq, _buf, 0, 2040) if seq else 0
        if count == 0:
            return found
        found += split(bytes(memoryview(_buf)[:count]))
        seq = store.next_seq()


def lines_of(match):
    """The working of every deal of the match that counts, line by line."""
    from canasta import score

    found = []
    number = 0
    lines = score.lines_buffer(D.MAX_SIDES)
    for slot in range(match.slots):
        entry = match.current(slot)
        if entry >= 0:
            match.load(entry, match.deal)
            score.score_deal(match.rules, match.deal, number, lines)
            found.append(bytes(memoryview(lines)[: match.sides * score.N_LINES]))
            number += 1
    return found


OUT = [(D.KIND, 1), (D.OUT, 1), (D.RED_THREES, 1), (D.MELDED, 425)]
MIXED = [(D.KIND + 1, 1), (D.RED_THREES, 2), (D.MELDED, 185), (D.IN_HAND, 65)]
LEFT = [(D.IN_HAND, 60)]

NEXT = [(D.KIND, 2), (D.OUT, 1), (D.MELDED, 300)]


def sync_of(table):
    """What a PC gets from a log that may be damaged, without telling the tablet."""
    ((_kind, body),) = table.ask(F.HELLO, b"\x01\x00")
    epoch = body[9:13]
    raws = []
    seq = 1
    while True:
        ((kind, body),) = table.ask(F.GET, epoch + le(seq) + b"\x01")
        assert kind == F.DATA, (kind, body)
        if len(body) == 8:
            return raws
        raws += split(body[8:])
        seq = body[4] | body[5] << 8 | body[6] << 16


SAVED = M.SAVED
NOT_SAVED = M.NOT_SAVED
UNREADABLE = M.UNREADABLE
WELCOME = M.WELCOME
SEGMENT = L._SEGMENT
DAMAGED = M.DAMAGED
MATCH_FULL = M.MATCH_FULL
FLASH_FULL = M.FLASH_FULL
MATCH_ROOM = S._MATCH_ROOM
READY = S.READY
Store = S.Store


class _NoCollect:
    """Stands for `gc` in the app: a heap with hundreds of tablets takes long to sweep, and is
    swept anyway when it is full."""

    def collect(self):
        pass


tablet.app.gc = _NoCollect()
