"""A whole evening on a tablet, with everything that happens to its flash put down.

Settings, two matches, 24 deals that are entered with pauses, corrections, undos, deals left half
entered, two syncs, another name, another language.
"""

import os

import desk
import nor

from canasta import deal as D
from tablet import naming, settings

_QUIET_FILES = ("meta", "log/meta", "accepted", "settings", "draft")


class Evening:
    """What was done, for whoever cuts the power afterwards.

    `start` is the image before the journal's first step. `marks` tell, for the number of steps
    after which each was made, what was true then: (steps, records called saved, other files, the
    deal half entered or None, the new deal that waits for a correction or None).
    """

    def __init__(self, blocks, before=0):
        self.flash = nor.Nor(blocks)
        nor.mount(self.flash, fresh=True)
        self.desk = desk.Desk(self.flash, fresh=False)
        self.raws = []
        self.lines = {}
        self.marks = []
        self.aside = None
        self.start = b""
        for _ in range(before):
            self._fill()
        self.start = bytes(self.flash.data)
        self.flash.journal = []
        self.mark()

    def _fill(self):
        """A match of an earlier evening."""
        self.desk.begin("classic")
        self.note()
        for i in range(3):
            self.desk.deal((desk.OUT, desk.MIXED) if i % 2 else (desk.MIXED, desk.OUT))
            self.note()

    def mark(self):
        """Put down what is true now."""
        draft = self.desk.app.draft
        half = None
        if draft.open and not draft._changed and not draft.empty(self.desk.app.match):
            half = bytes(draft.deal.v)
        steps = 0 if self.flash.journal is None else len(self.flash.journal)
        self.marks.append((steps, len(self.raws), _files(), half, self.aside))

    def note(self):
        """The screen says that one more record is saved."""
        assert self.desk.says(desk.SAVED), (self.desk.title(), len(self.raws))
        self.desk.app._end_flash()
        writer = self.desk.app.table._writer
        self.raws.append(bytes(memoryview(writer.buf)[: writer.size]))
        match = self.desk.app.match
        self.lines[len(self.raws)] = desk.lines_of(match)
        self.mark()

    def deal(self, first, second, rests):
        """A deal with pauses, marked after each."""
        app = self.desk.app
        app.table.new_deal()
        for side, fields in enumerate((first, second)):
            for field, value in fields:
                # A field is given bit by bit, with a pause after each.
                for part in range(rests):
                    self.desk.give(side, [(field, value * (part + 1) // rests)])
                    self.desk.rest()
                    self.mark()
        app.table.save_draft()
        self.note()

    def correct(self, slot, melded):
        """Correct a deal of the match, with a pause."""
        app = self.desk.app
        app.table.correct(slot)
        self.desk.rest()
        self.mark()
        self.desk.give(0, [(D.MELDED, melded)])
        app.table.save_draft()
        self.note()

    def put_aside(self):
        """A new deal is begun, an earlier one corrected, and the new one is there again."""
        app = self.desk.app
        app.table.new_deal()
        self.desk.give(0, [(D.IN_HAND, 55)])
        self.desk.rest()
        self.aside = bytes(app.draft.deal.v)
        self.mark()
        app.table.leave_entry()
        self.correct(2, 275)
        self.mark()
        self.aside = None

    def undo(self, entry):
        """Undo an entry of the match."""
        self.desk.app.table.undo(entry)
        self.note()

    def setting(self, number, steps):
        """Change a setting."""
        app = self.desk.app
        for _ in range(steps):
            app.settings.step(number, 1)
        app.apply_settings()
        app.save_settings()
        self.mark()

    def sync(self):
        """A PC takes everything over."""
        assert self.desk.sync() == self.raws
        self.mark()

    def match(self, preset, names, rests):
        """Twelve deals; corrections, undos and half-entered deals in between."""
        app = self.desk.app
        self.desk.begin(preset, names)
        self.note()
        # Nobody gets far enough to win.
        low = ([(D.KIND + 1, 2), (D.OUT, 1), (D.MELDED, 150)], [(D.IN_HAND, 300)])
        for number in range(12):
            if number % 2:
                self.deal(low[0], low[1], rests)
            else:
                self.deal(low[1], low[0], rests)
            if number % 4 == 1:
                self.correct(number, 200 + 5 * number)
            if number % 4 == 2:
                self.undo(app.match.entries - 1)
                self.undo(app.match.entries - 1)
            if number % 6 == 3:
                # Begun, left, gone on with.
                app.table.new_deal()
                self.desk.give(0, [(D.IN_HAND, 45)])
                self.desk.rest()
                self.mark()
                app.table.leave_entry()
                self.mark()
            if number == 7:
                # Begun and given up.
                app.table.correct(3)
                self.desk.give(0, [(D.MELDED, 500)])
                self.desk.rest()
                self.mark()
                app.table.leave_entry()
                app.screens["ask"]._yes()
                self.mark()
            if number == 10:
                self.put_aside()


def play(blocks=352, before=0, rests=1):
    """The evening."""
    evening = Evening(blocks, before)
    app = evening.desk.app
    evening.setting(settings.LIGHT, 0)
    evening.setting(settings.OPPONENTS, 1)
    evening.match("classic", (b"Nord-Sud", b"Est-Ouest"), rests)
    evening.sync()
    naming.rename(app, b"Oak")
    evening.mark()
    evening.setting(settings.LANGUAGE, 2)
    app.table.abandon()
    evening.note()
    evening.match("samba", (b"A", b"B"), rests)
    evening.setting(settings.LANGUAGE, 6)
    evening.sync()
    return evening


def _files():
    """What is in the files beside the log; None for those that are not there."""
    found = []
    there = os.listdir("/flash") + ["log/" + name for name in os.listdir("/flash/log")]
    for name in _QUIET_FILES:
        if name in there:
            with open("/flash/" + name, "rb") as file:
                found.append(file.read())
        else:
            found.append(None)
    return found


def files():
    """See `_files`."""
    return _files()
