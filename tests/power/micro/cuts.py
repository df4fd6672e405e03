"""The power goes before, in and after every page that is programmed and every block that is erased.

Arguments: which evening, of how many flash blocks, how many matches were in the log before, how
many pauses a deal has. The journal of one evening is played back step by step; every state that
the flash can be left in is started anew, looked through and written on, on a copy.
"""

import sys

import desk
import evening
import nor

from canasta import errors as E

_MODES = (nor.NOTHING, nor.HALF, nor.NOISE)


class Checker:
    """Starts a tablet from states of its flash. `states` counts them."""

    def __init__(self, played, flash):
        self.played = played
        self.states = 0
        self.flash = flash

    def check(self, image, before, after):
        """Start from this image; it was left between two marks."""
        self.states += 1
        self.flash.data[:] = image
        table = desk.Desk(self.flash)
        app = table.app
        assert table.title() in (0, desk.WELCOME), ("notice", table.title())
        count = app.store.last
        assert before[1] <= count <= after[1], ("records", before[1], count, after[1])
        raws = self.played.raws[:count]
        assert desk.everything(app.store) == raws, "other records"
        for number, content in enumerate(evening.files()):
            # A file that is made anew is empty for a moment, and that counts as none.
            known = (before[2][number], after[2][number])
            assert content in known or (content == b"" and None in known), ("file", number)
        if before is after and before[3] is not None:
            assert app.draft.open, "the half-entered deal is gone"
            assert bytes(app.draft.deal.v) == before[3], "another half-entered deal"
        if before[4] is not None and before[4] == after[4]:
            if app.draft.entry >= 0:
                app.table._leave_correction()
            assert app.draft.open, "the deal that was put aside is gone"
            assert bytes(app.draft.deal.v) == before[4], "another deal was put aside"
        if count:
            assert app.table.fault == E.OK, app.table.fault
            assert desk.lines_of(app.match) == self.played.lines[count], "other lines"
        self.go_on(table, raws)

    def go_on(self, table, raws):
        """Enter the next deal, in a new match if need be, and find it again."""
        app = table.app
        raws = list(raws)
        if app.match.start == 0 or app.match.finished():
            table.begin("classic")
            self.saved(table, raws)
        # What was half entered is written over.
        app.table.new_deal()
        app.draft.deal.clear()
        table.enter((desk.NEXT, desk.LEFT))
        self.saved(table, raws)
        again = desk.Store(table.board)
        assert again.open() == desk.READY, "damaged"
        assert desk.everything(again) == raws, "the next deal is not there"

    def saved(self, table, raws):
        """The screen says that a record is saved."""
        assert table.says(desk.SAVED), ("not saved", table.title())
        writer = table.app.table._writer
        raws.append(bytes(memoryview(writer.buf)[: writer.size]))


def main():
    """See the top."""
    blocks, before, rests = map(int, sys.argv[1:4])
    # The large buffers first, while memory is whole.
    flash = nor.Nor(blocks)
    image = bytearray(len(flash.data))
    played = evening.play(blocks, before, rests)
    checker = Checker(played, flash)
    image[:] = played.start
    marks = played.marks
    at = 0
    journal = played.flash.journal
    for number, step in enumerate(journal):
        while at + 1 < len(marks) and marks[at + 1][0] <= number:
            at += 1
        place, size = nor.span(step)
        kept = bytes(memoryview(image)[place : place + size])
        for torn in _MODES:
            nor.play(image, step, torn)
            # Before the first step behind a mark nothing is on its way.
            still = torn == nor.NOTHING and marks[at][0] == number
            checker.check(image, marks[at], marks[at if still else at + 1])
            image[place : place + size] = kept
        nor.play(image, step)
    assert marks[-1][0] == len(journal)
    checker.check(image, marks[-1], marks[-1])
    print(len(journal), checker.states, len(played.raws))


main()
