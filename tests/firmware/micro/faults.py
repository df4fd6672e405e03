"""Faults of the program, put into the App at many places: the app goes on, nothing is lost, nothing
is saved twice, and the cable works.

Argument: which fault.
"""

import sys

import desk
import nor

import hal
from canasta import deal as D
from canasta import frames as F
from canasta import match as core
from tablet import messages as M


class Fault(Exception):
    """What no part of the program expects."""


def fails(*_args):
    """Stands for any function."""
    raise Fault("injected")


class Faulty:
    """A tablet with a match of two deals; `raws` are its records."""

    def __init__(self):
        self.flash = nor.Nor(32)
        nor.mount(self.flash, fresh=True)
        self.desk = desk.Desk(self.flash)
        self.app = self.desk.app
        self.raws = []
        self.desk.begin("classic")
        self.saved()
        for hand in (60, 65):
            self.desk.deal(([(D.MELDED, 100)], [(D.IN_HAND, hand)]))
            self.saved()
        self.app.step()

    def saved(self):
        """The screen says that one more record is saved."""
        assert self.desk.says(desk.SAVED), self.desk.title()
        self.app._end_flash()
        writer = self.app.table._writer
        self.raws.append(bytes(memoryview(writer.buf)[: writer.size]))

    def notice(self):
        """The notice of a fault is to be seen, and the log is as it should be."""
        assert self.desk.title() == M.FAULT, self.desk.title()
        self.log()

    def log(self):
        """The records are there, in memory, in flash, and over the cable."""
        assert self.app.match.last_seq == len(self.raws)
        assert desk.everything(self.app.store) == self.raws
        again = desk.Store(self.desk.board)
        assert again.open() == desk.READY
        assert desk.everything(again) == self.raws
        assert desk.sync_of(self.desk) == self.raws

    def press(self, key):
        """A key event and two passes."""
        self.app.event(key | 0)
        self.app.step()
        self.app.step()

    def goes_on_with_the_deal(self):
        """The deal that was being saved is in flash, and is not offered once more."""
        writer = self.app.table._writer
        self.raws.append(bytes(memoryview(writer.buf)[: writer.size]))
        self.notice()
        assert not self.app.draft.open, "could be saved once more"
        self.goes_on()

    def goes_on(self):
        """A key leads on, and the next deal is saved, once."""
        self.press(hal.OK)
        assert self.desk.title() == 0
        self.app.table.new_deal()
        self.desk.enter(([(D.MELDED, 100)], [(D.IN_HAND, 70)]))
        self.saved()
        self.log()


def a_key():
    """A screen's answer to a key."""
    it = Faulty()
    app = it.app
    app._active.key = fails
    app._keys.pop = lambda: hal.OK
    app.step()
    del app._keys.pop
    it.desk.board.from_tablet.clear()
    it.notice()
    it.goes_on()


def the_traceback():
    """The traceback goes to the cable at once, and once more to the next PC."""
    it = Faulty()
    app = it.app
    app._active.tick = fails
    it.desk.board.from_tablet.clear()
    score = app._active
    app.step()
    del score.tick
    (text,) = it.desk.board.from_tablet
    assert b"Fault: injected" in text, text
    it.desk.board.from_tablet.clear()
    hello = frame(F.HELLO, b"\x01\x00")
    for expected in (True, False):
        it.desk.board.to_tablet += list(hello)
        for _ in range(3):
            app.step()
        sent = it.desk.board.from_tablet
        assert sent[0][2] == F.TABLET
        assert (b"Fault: injected" in b"".join(sent[1:])) == expected
        sent.clear()
    it.notice()
    it.goes_on()


def frame(kind, body):
    """A frame."""
    buf = bytearray(F.HEAD) + body + bytes(4)
    return bytes(buf[: F.seal(buf, kind, 1, len(body))])


def a_screen_that_cannot_be_drawn():
    """Each time it comes, the notice comes instead."""
    it = Faulty()
    app = it.app
    score = app.screen("score")
    score.draw = fails
    for _ in range(3):
        app.redraw()
        app.step()
        it.notice()
        it.press(hal.OK)
    del score.draw
    it.goes_on()


def nothing_can_be_drawn():
    """The cable still works."""
    it = Faulty()
    app = it.app
    app.canvas.text = fails
    app.redraw()
    for _ in range(20):
        app.step()
    it.log()
    it.press(hal.OK)
    it.log()
    del app.canvas.text
    it.press(hal.OK)
    it.goes_on()


def no_notice():
    """Not even the notice can be shown: the cable works, and a key leads back."""
    it = Faulty()
    app = it.app
    say = app.say
    app.say = fails
    score = app._active
    score.tick = fails
    for _ in range(20):
        app.step()
    del score.tick
    it.log()
    app.say = say
    it.press(hal.BACK)
    it.desk.app.home()
    it.goes_on()


def every_pass():
    """What is done in each pass always fails: the cable works all the same."""
    it = Faulty()
    it.app._tick = fails
    for _ in range(20):
        it.app.step()
    it.log()
    del it.app._tick
    it.goes_on()


def after_the_save():
    """The record is in flash, and the fault comes before the screen says so."""
    it = Faulty()
    app = it.app
    app.table.new_deal()
    app.home = fails
    caught(app, lambda: it.desk.enter(([(D.MELDED, 200)], [(D.IN_HAND, 75)])))
    del app.home
    it.goes_on_with_the_deal()


def between_flash_and_memory():
    """The record is in flash, and the store does not know."""
    it = Faulty()
    app = it.app
    app.table.new_deal()
    append = app.store.append

    def half(buf, size):
        append(buf, size)
        app.store.last -= 1
        fails()

    app.store.append = half
    caught(app, lambda: it.desk.enter(([(D.MELDED, 200)], [(D.IN_HAND, 75)])))
    app.store.append = append
    it.goes_on_with_the_deal()


def before_the_save():
    """Nothing was written: the deal is not in the match, and still half entered."""
    it = Faulty()
    app = it.app
    app.table.new_deal()
    append = app.store.append
    app.store.append = fails
    caught(app, lambda: it.desk.enter(([(D.MELDED, 200)], [(D.IN_HAND, 75)])))
    app.store.append = append
    it.notice()
    assert app.draft.open
    assert app.draft.deal.get(0, D.MELDED) == 200
    it.press(hal.OK)
    app.table.new_deal()
    app.table.save_draft()
    it.saved()
    it.log()


def caught(app, what):
    """Something that a key leads to, in the loop."""
    active = app._active
    app._active = Pressed(what)
    app._keys.pop = lambda: hal.OK
    app.step()
    if app._active.__class__ is Pressed:
        app._active = active
    del app._keys.pop


class Pressed:
    """A screen with a key that does something."""

    def __init__(self, what):
        self._what = what

    def key(self, _key, _how):
        """Do it."""
        self._what()

    def tick(self):
        """Nothing."""

    def leave(self):
        """Nothing."""

    def draw(self, c, band):
        """Nothing."""


def the_cable():
    """An answer that fails is not given, and the next one is."""
    it = Faulty()
    app = it.app
    read = app.store.read

    def once(*_args):
        app.store.read = read
        fails()

    app.store.read = once
    assert it.desk.ask(F.GET, app.store.epoch + desk.le(1) + b"\x05") == []
    it.notice()
    it.goes_on()


def a_match_that_cannot_be_folded():
    """As a record that no tablet writes: the tablet starts, serves it, and takes a new match."""
    it = Faulty()
    fold = core.Match.fold

    def picky(self, buf, at):
        if buf[at + 4] == 3:
            fails()
        return fold(self, buf, at)

    core.Match.fold = picky
    it.desk = desk.Desk(it.flash)
    app = it.app = it.desk.app
    assert it.desk.title() == M.FAULT
    assert desk.sync_of(it.desk) == it.raws
    it.press(hal.OK)
    assert app._active is app.screen("menu")
    core.Match.fold = fold
    it.desk.begin("classic")
    it.saved()
    assert desk.sync_of(it.desk) == it.raws


def memory():
    """No memory for something."""
    it = Faulty()
    score = it.app._active
    score.tick = lambda: bytearray(1 << 30)
    it.app.step()
    del score.tick
    it.notice()
    it.goes_on()


def what_is_loaded_ahead():
    """Flash that does not give it is no fault, and a fault in it comes once."""
    it = Faulty()
    app = it.app

    def rest(error):
        tried = []

        def load(name):
            tried.append(name)
            raise error

        app._load_ahead = load
        app._ahead = ("menu",)
        for _ in range(60):
            it.desk.board.now += 10
            app.step()
        del app._load_ahead
        # The notice names what comes after it, which is tried as well.
        assert tried.count("menu") == 1, tried

    rest(OSError(5))
    assert it.desk.title() == 0
    it.goes_on()
    rest(ValueError("injected"))
    assert it.desk.title() == M.FAULT
    it.notice()
    it.goes_on()


def whoever_wants_out():
    """Ctrl-C and the end of the program are no faults."""
    it = Faulty()
    for kind in (KeyboardInterrupt, SystemExit):

        def out(*_args, kind=kind):
            raise kind

        it.app._active.tick = out
        try:
            it.app.step()
        except kind:
            continue
        raise AssertionError("kept")
    assert it.desk.title() == 0


def main():
    """See the top."""
    globals()[sys.argv[1]]()
    print("ok")


main()
