"""The power goes twice in a row, and the firmware runs on while its flash answers with errors only.

A short piece of an evening is played on a flash that loses its power at every step, torn in every
way: from then on the tablet must not call anything saved that is not there. The image must be the
one that playing the journal back gives. Then the tablet starts from it and something is saved, and
the power goes again at every step of that.
"""

import desk
import nor

from canasta import deal as D
from tablet import naming

BLOCKS = 32
MODES = (nor.NOTHING, nor.HALF, nor.NOISE)


class Piece:
    """Something that a table does; `saved` has the records that the screen called saved."""

    def __init__(self, table, raws):
        self.table = table
        self.saved = list(raws)
        self.marks = []
        self.seq = table.app.match.last_seq

    def note(self):
        """Keep the record that was just saved, if the screen says so."""
        app = self.table.app
        if self.table.says(desk.SAVED):
            # Without power by now it went after the save; `check` looks whether it is there.
            writer = app.table._writer
            self.saved.append(bytes(memoryview(writer.buf)[: writer.size]))
            self.marks.append((len(app.board.flash.journal or ()), len(self.saved)))
            app._end_flash()
            self.seq = app.match.last_seq
        else:
            assert app.board.flash.off, "not saved"
            assert self.table.title() == desk.NOT_SAVED, "says nothing"
            assert app.match.last_seq == self.seq, "shows what was not saved"
            app.home()

    def deal(self, melded):
        """A deal with a pause in the middle."""
        table = self.table
        table.do(table.app.table.new_deal)
        if not table.app.draft.open:
            assert table.app.board.flash.off
            assert table.title() == desk.UNREADABLE, "says nothing"
            return
        table.give(0, [(D.RED_THREES, 1), (D.MELDED, melded)])
        table.give(1, [(D.IN_HAND, 60)])
        table.rest()
        table.app.table.save_draft()
        self.note()

    def undo(self):
        """The last entry is undone."""
        self.table.app.table.undo(self.table.app.match.entries - 1)
        self.note()

    def rename(self, name):
        """Another name; whether the screen has nothing against it."""
        naming.rename(self.table.app, name)
        assert self.table.app.board.flash.off == self.table.says(desk.NOT_SAVED)
        self.table.app._end_flash()


def first(piece):
    """What is cut first: enough deals to move the tail."""
    for i in range(6):
        piece.deal(200 + 5 * i)
    piece.undo()
    piece.rename(b"Elm")


def second(piece):
    """What is cut after that."""
    piece.deal(300)
    piece.undo()


def check(flash, image, saved, most):
    """Start from an image: all that was called saved, perhaps one more, and it goes on."""
    flash.data[:] = image
    table = desk.Desk(flash)
    assert table.title() == 0, ("notice", table.title())
    raws = desk.everything(table.app.store)
    assert raws == most[: len(raws)], "other records"
    assert len(saved) <= len(raws) <= len(saved) + 1, ("records", len(saved), len(raws))
    table.app.draft.close()
    piece = Piece(table, raws)
    piece.deal(400)
    again = desk.Store(table.board)
    assert again.open() == desk.READY, "damaged"
    assert desk.everything(again) == piece.saved, "the next deal is not there"


def started(flash, image, raws):
    """A tablet that starts from an image."""
    flash.data[:] = image
    flash.on()
    flash.done = 0
    flash.journal = []
    table = desk.Desk(flash)
    table.app.draft.close()
    return Piece(table, raws)


def main():
    """See the top."""
    flash = nor.Nor(BLOCKS)
    other = nor.Nor(BLOCKS)
    nor.mount(flash, fresh=True)
    table = desk.Desk(flash)
    table.begin("classic")
    begun = [bytes(memoryview(table.app.table._writer.buf)[: table.app.table._writer.size])]
    # The tail is full after a few more deals.
    piece = Piece(table, begun)
    for i in range(4):
        piece.deal(100 + 5 * i)
    base = bytes(flash.data)
    kept = piece.saved
    piece = started(flash, base, kept)
    first(piece)
    journal = flash.journal
    most = piece.saved
    once = twice = 0
    image = bytearray(base)
    for number, step in enumerate(journal):
        for torn in MODES:
            flash.cut_at = -1
            piece = started(flash, base, kept)
            flash.cut_at = number
            flash.torn = torn
            first(piece)
            assert flash.off
            cut = bytes(flash.data)
            replayed = bytearray(image)
            nor.play(replayed, step, torn)
            assert cut == replayed, ("not as played back", number, torn)
            check(other, cut, piece.saved, most)
            once += 1
            twice += again(flash, other, cut, most)
        nor.play(image, step)
    print(len(journal), once, twice)


def again(flash, other, cut, most):
    """The power goes once more at every step of what follows; how many states that were."""
    piece = started(flash, cut, ())
    piece.saved = desk.everything(piece.table.app.store)
    piece.marks = [(0, len(piece.saved))]
    second(piece)
    states = 0
    image = bytearray(cut)
    journal = flash.journal
    for number, step in enumerate(journal):
        saved = [count for steps, count in piece.marks if steps <= number][-1]
        for torn in MODES:
            place, size = nor.span(step)
            before = bytes(memoryview(image)[place : place + size])
            nor.play(image, step, torn)
            check(other, image, piece.saved[:saved], piece.saved)
            image[place : place + size] = before
            states += 1
        nor.play(image, step)
    return states


main()
