"""The power goes at every step while the log is erased, and again while the next start goes on with
it: the whole old log is there, or a new one without anything of it.

Prints the steps of the erase, the states that were looked through after one and after two cuts, and
how often the flash failed for a moment.
"""

import desk
import nor

import hal
from canasta import deal as D
from canasta import frames as F
from canasta import records

BLOCKS = 32
_MODES = (nor.NOTHING, nor.HALF, nor.NOISE)
_TOKEN = b"tokn"


def played(flash):
    """A tablet with a log of several files, most of which a PC has, and a deal half entered."""
    table = desk.Desk(flash)
    # The language was asked for before.
    table.app.save_settings()
    for number in range(10):
        table.begin("classic")
        for i in range(12):
            table.deal(([(D.MELDED, 100 + 5 * number + 5 * i)], desk.LEFT))
        if number == 6:
            table.sync()
    table.app.table.new_deal()
    table.give(0, [(D.MELDED, 335)])
    table.rest()
    return table


def wanted(table):
    """Body of the ERASE."""
    store = table.app.store
    return _TOKEN + store.epoch + desk.le(store.last)


def erase(table):
    """A PC asks for it, and it is allowed twice; the state that the PC is told."""
    body = wanted(table)
    table.ask(F.ERASE, body)
    # The keys rest until the question comes up; it takes no key in its first moment.
    table.rest(2500)
    for key in (hal.DOWN, hal.UP):
        table.rest(500)
        table.app.event(key)
    ((kind, answer),) = table.ask(F.ERASE, body)
    assert kind == F.CONSENT
    return answer[0]


class Checker:
    """Looks through what is left of `raws`, the log of `epoch`."""

    def __init__(self, raws, epoch, half):
        self.raws = raws
        self.epoch = epoch
        self.half = half
        self.new = 0
        self.old = 0

    def check(self, flash):
        """One tablet that starts from a flash; it goes on as ever."""
        table = desk.Desk(flash)
        app = table.app
        found = desk.everything(app.store)
        assert not app.store.damaged, "damaged"
        assert app.store.name == b"Meldpad"
        if app.store.epoch == self.epoch:
            self.old += 1
            assert found == self.raws, ("of the old log", len(found))
            assert app.draft.open, "the half-entered deal is gone"
            assert bytes(app.draft.deal.v) == self.half
            assert app.store.accepted == 91
            return
        self.new += 1
        assert found == [], ("in the new log", len(found))
        assert (app.store.accepted, app.store.last) == (0, 0)
        assert table.title() == desk.WELCOME
        table.begin("classic")
        assert not app.draft.open
        table.deal((desk.NEXT, desk.LEFT))
        assert table.says(desk.SAVED)
        again = desk.Store(table.board)
        assert again.open() == desk.READY
        assert again.epoch == app.store.epoch
        numbers = [records.seq(raw, 0) for raw in desk.everything(again)]
        assert numbers == [1, 2], numbers


def main():
    """See the top."""
    flash = nor.Nor(BLOCKS)
    other = nor.Nor(BLOCKS)
    nor.mount(flash, fresh=True)
    table = played(flash)
    store = table.app.store
    checker = Checker(desk.everything(store), store.epoch, bytes(table.app.draft.deal.v))
    assert len(store._segments) > 1
    assert len(checker.raws) == 130
    base = bytes(flash.data)
    flash.journal = []
    assert erase(table) == F.DONE
    journal = flash.journal
    flash.journal = None
    once = twice = 0
    image = bytearray(base)
    for step in journal:
        place, size = nor.span(step)
        for torn in _MODES:
            kept = bytes(memoryview(image)[place : place + size])
            nor.play(image, step, torn)
            other.data[:] = image
            checker.check(other)
            once += 1
            twice += _twice(image, flash, other, checker, torn)
            image[place : place + size] = kept
        nor.play(image, step)
    assert checker.old
    assert checker.new
    other.data[:] = image
    checker.check(other)
    failed = 0
    for number in range(len(journal)):
        flash.data[:] = base
        failed += _failing(flash, other, checker, number)
    print(len(journal), once, twice, failed)


def _failing(flash, other, checker, number):
    """The flash fails from one step on, then it works again: nothing is called saved that the next
    start would not have. How often the PC was told that it failed.
    """
    table = desk.Desk(flash)
    flash.done = 0
    flash.cut_at = number
    state = erase(table)
    flash.on()
    assert state == F.FAILED, state
    table.begin("classic")
    table.deal((desk.NEXT, desk.LEFT))
    assert not table.says(desk.SAVED), "called saved between two logs"
    other.data[:] = flash.data
    checker.check(other)
    return 1


def _twice(image, flash, other, checker, torn):
    """Cut the start that follows at each of its steps; how many states that were."""
    flash.on()
    flash.data[:] = image
    flash.journal = []
    desk.Desk(flash)
    journal = flash.journal
    flash.journal = None
    second = bytearray(image)
    for step in journal:
        place, size = nor.span(step)
        kept = bytes(memoryview(second)[place : place + size])
        nor.play(second, step, torn)
        other.data[:] = second
        checker.check(other)
        second[place : place + size] = kept
        nor.play(second, step)
    return len(journal)


main()
