"""What must not allocate, under `heap_lock`. Argument: the format of the display, 320 or 128."""

import sys

import framebuf  # pyright: ignore[reportMissingImports]
import micropython  # pyright: ignore[reportMissingImports]
import ram

import hal
from canasta import deal as D
from canasta import params as P
from canasta import records
from canasta.cursor import Cursor
from tablet.app import App

_SIZES = {"320": (320, 240, framebuf.GS4_HMSB), "128": (128, 64, framebuf.MONO_VLSB)}


class Board(hal.Board):
    """A tablet whose display takes everything at once and whose cable is not plugged in."""

    root = "/flash/"
    has_flip = True

    def __init__(self, name):
        self.width, self.height, self.format = _SIZES[name]
        pixels = self.width * self.height
        self.buf = bytearray(pixels // 8 if self.format == framebuf.MONO_VLSB else pixels // 2)
        self.now = 0
        self.mask = 0
        self.shown = 0

    def mount(self):
        ram.mount(ram.Ram(32), fresh=True)
        return hal.FRESH

    def unique(self, size):
        return bytes(size)

    def random(self, size):
        return bytes(size)

    def ticks(self):
        return self.now

    def keys(self):
        return self.mask

    def show(self, top, bottom):
        self.shown += bottom - top

    def flip(self, on):
        pass

    def cable_read(self):
        return -1


def locked(call, first=None, second=None):
    """Whether a call (with up to two arguments) gets by without allocating."""
    # Passing arguments on with a star would allocate itself.
    micropython.heap_lock()
    try:
        if first is None:
            call()
        elif second is None:
            call(first)
        else:
            call(first, second)
    except MemoryError:
        return False
    finally:
        micropython.heap_unlock()
    return True


class Tablet:
    """The app on a board, with keys pressed pass by pass."""

    def __init__(self, name):
        self.board = Board(name)
        self.app = App(self.board)
        self.app.start()

    def hold(self, key, ms):
        """Press a key for so long, then let go; every pass of the app's loop."""
        self.board.mask = key
        for _ in range(ms // 10):
            self.board.now += 10
            self.app.step()
        self.board.mask = 0
        for _ in range(5):
            self.board.now += 10
            self.app.step()

    def tap(self, *keys):
        """Taps one after the other."""
        for key in keys:
            self.hold(key, 50)

    def check(self, what, call, first=None, second=None):
        """Fail when the call allocates; print how many lines of pixels it drew."""
        before = self.board.shown
        assert locked(call, first, second), what + " allocates"
        print(what, self.board.shown - before)

    def redraw(self):
        """One pass that draws the whole screen."""
        self.app.redraw()
        self.app.step()


def controls():
    """What is known to allocate is caught, and what does not passes."""
    text = "a"

    class Thing:
        def method(self):
            pass

    thing = Thing()

    def bound():
        return thing.method

    def formatted():
        return "%d" % 5000  # noqa: UP031

    def pair():
        return (text, thing)

    def big():
        return len(text) + 0x7FFFFFFFFFFFFFFF

    def nothing():
        return len(text) + 1

    for call in (bound, formatted, pair, big):
        assert not locked(call), "an allocation went by unseen"
    assert locked(nothing)
    # The heap is open again after each.
    assert len([0] * 1000) == 1000


def record(writer, cursor, kind, seq, named, melded):
    """A record of the match 1 in the writer's buffer."""
    writer.begin(kind, seq, 1, 1, 0)
    if kind != records.DEAL:
        cursor.put_fixed(named, 4)
    if kind != records.UNDO:
        deal = D.Deal()
        deal.set(0, D.MELDED, melded)
        deal.set(1, D.IN_HAND, 60)
        deal.put(cursor, 2)
    writer.finish()


def folding(tablet):
    """Deals, a correction, undos and the end of the match go into the totals."""
    match = tablet.app.match
    cursor = Cursor()
    writer = records.Writer(cursor)
    for kind, seq, named, melded, totals in (
        (records.DEAL, 2, 0, 200, (200, -60)),
        (records.DEAL, 3, 0, 100, (300, -120)),
        (records.CORRECT, 4, 2, 250, (350, -120)),
        (records.UNDO, 5, 4, 0, (300, -120)),
        (records.UNDO, 6, 2, 0, (100, -60)),
        (records.UNDO, 7, 6, 0, (300, -120)),
    ):
        record(writer, cursor, kind, seq, named, melded)
        tablet.check("fold " + str(kind), match.fold, writer.buf, 0)
        assert (match.totals[0], match.totals[1]) == totals, seq


def entry(tablet):
    """Every field of an entry, tapped and held, with all that is drawn and what is said."""
    app = tablet.app
    for field in range(6):
        before = tablet.board.shown
        tablet.check("up", tablet.hold, hal.UP, 50)
        assert tablet.board.shown > before, "nothing was drawn"
        if field == 4:
            # Points: enough for the canastas entered before.
            tablet.check("up held", tablet.hold, hal.UP, 700)
            tablet.check("down held", tablet.hold, hal.DOWN, 500)
            tablet.check("up held again", tablet.hold, hal.UP, 700)
        else:
            tablet.check("up again", tablet.hold, hal.UP, 50)
            tablet.check("down", tablet.hold, hal.DOWN, 50)
        tablet.check("all rows", tablet.redraw)
        if field < 5:
            tablet.check("ok", tablet.hold, hal.OK, 50)
            tablet.check("back", tablet.hold, hal.BACK, 50)
            tablet.check("ok again", tablet.hold, hal.OK, 50)
    # Nothing is left for the hand once the packs are used up.
    tablet.hold(hal.BACK, 50)
    tablet.hold(hal.BACK, 50)
    tablet.hold(hal.UP, 3000)
    tablet.check("a limit is said", tablet.hold, hal.UP, 50)
    assert app.flashing() is not None
    draft = app.draft
    assert draft.points(0) != 0
    tablet.check("score of the draft", draft.score, app.match)
    doubts = __import__("tablet.doubts", None, None, ("doubt",))
    micropython.heap_lock()
    doubts.doubt(app.match, draft, 0)
    micropython.heap_unlock()


UP, DOWN, OK, BACK = hal.UP, hal.DOWN, hal.OK, hal.BACK

SCREENS = (
    ("history", (UP, DOWN)),
    ("deal", (UP, DOWN, DOWN)),
    ("menu", (UP, DOWN)),
    ("next", (DOWN, UP)),
    ("help", (DOWN, UP)),
    ("topic", (DOWN, UP)),
    ("ask_rules", (DOWN, UP)),
    ("verdict", (DOWN, UP)),
    ("matches", (DOWN, UP)),
    ("about", (DOWN, UP)),
    ("test", (UP, DOWN, OK)),
    ("language", (DOWN, UP)),
    ("players", (DOWN, UP)),
    ("pick", (DOWN, UP)),
    # A letter changed, taken, taken back.
    ("name", (UP, DOWN, OK, UP, BACK)),
    # Pages turned, a value changed; keeping it writes a file.
    ("settings", (DOWN, DOWN, UP, OK, UP, DOWN, DOWN)),
    # Turning a page looks its parameter up, which is a load.
    ("house", (OK, UP, DOWN)),
    # Up to the target, which is changed and brought back.
    ("setup", (UP, DOWN, UP, UP, UP, OK, UP, DOWN)),
    ("recap", (DOWN, DOWN)),
    ("ask", (OK, DOWN)),
    ("notice", ()),
)
"""Screens, and the keys that stay within them; whatever leads to another one loads it."""


def screens(tablet):
    """Every key press within a screen, and drawing all of it; the first drawing of a letter reads
    its glyph, which is a load too.
    """
    app = tablet.app
    for name, presses in SCREENS:
        prepare(app, name)
        app.go(name)
        active = app._active
        tablet.redraw()
        if name in ("recap", "ask"):
            tablet.board.now += 500
            tablet.redraw()
        # What the keys bring to sight is read once.
        for key in presses:
            tablet.hold(key, 50)
        assert app._active is active, name + " was left"
        app.go("menu")
        prepare(app, name)
        app.go(name)
        # A page of the help is put together little by little, what a menu leads to is loaded ahead.
        tablet.hold(0, 1000)
        active = app._active
        tablet.redraw()
        for key in presses:
            tablet.check(name + " " + str(key), tablet.hold, key, 50)
        assert app._active is active, name + " was left"
        tablet.check(name + " drawn", tablet.redraw)
    forms(tablet)
    two_matches(tablet)
    alone(tablet)
    out_alone(tablet)
    app.table.abandon()
    app.go("end")
    tablet.redraw()
    tablet.check("end drawn", tablet.redraw)


def two_matches(tablet):
    """In a list of two, one match looked into, then the other, and what is known of both drawn."""
    app = tablet.app
    app.table.start_match(app.table.prepare_template())
    app.go("matches")
    for key in (DOWN, UP, DOWN):
        tablet.hold(0, 1000)
        tablet.check("matches known", tablet.redraw)
        tablet.check("matches " + str(key), tablet.hold, key, 50)
        tablet.redraw()


def prepare(app, name):
    """What the screen is about."""
    if name == "deal":
        app.screen(name).choose(0)
    elif name == "topic":
        app.screen(name).choose(1)
    elif name == "verdict":
        app.screen("form").begin(1)
        app.screen(name).show(app.screen("form").verdict)
    elif name == "pick":
        app.screen(name).begin(b"Side 1", [b"Nord", b"Est"], None, "setup")
    elif name == "name":
        app.screen(name).begin(b"Side 1", None, "setup")
    elif name == "ask":
        app.screen(name).ask(b"Deal 1", b"Is it so?", (0, 1), False, None, None)
    elif name == "setup":
        app.table.prepare_template().row = -1
    elif name == "recap":
        app.draft.begin(app.match, -1)


def forms(tablet):
    """The four questions of the rules: every field changed, the verdict in the footer."""
    app = tablet.app
    questions(tablet)
    app.match.rules.r[P.SEQUENCE_MELD] = 1
    questions(tablet)
    app.match.rules.r[P.SEQUENCE_MELD] = 0


def questions(tablet):
    """By the rules in force."""
    app = tablet.app
    for question in range(4):
        for measured in (False, True):
            app.screen("form").begin(question)
            app.go("form")
            tablet.redraw()
            for _ in range(len(app.screen("form")._fields) - 1):
                for key in (UP, UP, DOWN, OK):
                    if measured:
                        tablet.check("form " + str(question), tablet.hold, key, 50)
                    else:
                        tablet.hold(key, 50)
            app.go("menu")


def alone(tablet):
    """A deal in which the second and the third of three play together."""
    app = tablet.app
    app.match.sides = 3
    app.table.names.append(b"C")
    app.draft.begin(app.match, -1)
    app.draft.deal.lone = 1
    app.draft.deal.set(1, D.MELDED, 50)
    app.draft.side = 1
    for name in ("entry", "recap"):
        if name == "entry":
            app.screen(name).begin()
        app.go(name)
        tablet.redraw()
        tablet.board.now += 500
        tablet.redraw()
        tablet.check(name + " with a lone player", tablet.redraw)
    app.table.names.pop()
    app.match.sides = 2


def out_alone(tablet):
    """A player without a partner goes out, and the row of the hand goes; the ways of counting."""
    app = tablet.app
    seats = app.match.rules.r[P.SEATS]
    app.match.rules.r[P.SEATS] = 1
    app.draft.begin(app.match, -1)
    app.draft.deal.set(0, D.MELDED, 200)
    app.draft.deal.set(0, D.KIND, 1)
    app.draft.deal.set(0, D.IN_HAND, 50)
    app.screen("entry").begin()
    app.go("entry")
    tablet.redraw()
    tablet.tap(OK, OK)
    tablet.check("out", tablet.hold, UP, 50)
    assert app.draft.deal.get(0, D.IN_HAND) == 0
    tablet.check("not out", tablet.hold, DOWN, 50)
    assert app.draft.deal.get(0, D.IN_HAND) == 50
    tablet.tap(BACK, BACK, BACK)
    tablet.check("another way of counting", tablet.hold, UP, 50)
    tablet.check("and another", tablet.hold, UP, 50)
    assert app.draft.deal.get(0, D.MELDED) == 0
    tablet.check("taken back", tablet.hold, BACK, 50)
    assert app.draft.deal.get(0, D.MELDED) == 200
    app.match.rules.r[P.SEATS] = seats


def main():
    controls()
    tablet = Tablet(sys.argv[1])
    tablet.tap(hal.OK, hal.OK, hal.OK)
    before = tablet.board.shown
    tablet.check("score screen", tablet.redraw)
    assert tablet.board.shown - before == tablet.board.height, "the whole screen was drawn"
    tablet.board.now += 5000
    tablet.check("score screen with the dealer", tablet.redraw)
    tablet.tap(hal.OK)
    entry(tablet)
    folding(tablet)
    tablet.app.go("score")
    tablet.check("score screen with totals", tablet.redraw)
    assert tablet.app.match.totals[0] == 300
    screens(tablet)
    print("done")


main()
