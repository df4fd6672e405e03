"""The app: one loop that looks at the keys, lets the active screen draw, and serves the cable.

Records are the only truth. Whatever a screen wants changed becomes one record, which is folded
into the match, appended to the log and flushed; only then does the screen say saved.
"""

from time import ticks_diff

import hal
from canasta import deal, match, presets, records, rules, score
from canasta import errors as E
from canasta import params as P
from canasta.cursor import Cursor
from tablet import canvas, codepage, keys, link, store
from tablet import messages as M
from tablet.screens import entry, history, menu, notice, setup
from tablet.screens import score as score_screens

_FLASH_MS = 4000
"""How long a short message stays."""


class App:
    """Holds what the screens work with.

    The board is asked only here, by the store and by the link.
    """

    def __init__(self, board):
        self.board = board
        self.canvas = canvas.Canvas(board)
        self.texts = __import__("tablet.lang.en", None, None, ("TEXTS",)).TEXTS
        self.match = match.Match()
        self.draft = deal.Deal()
        self.names = []
        self.name = b""
        self.store = store.Store(board)
        self.link = link.Link(board, self.store)
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)
        self._lines = score.lines_buffer(deal.MAX_SIDES)
        self._editing = -1
        self._fault = E.OK
        self._seconds = 0
        self._millis = 0
        self._last = board.ticks()
        self._flash = 0
        self._flash_at = 0
        self._dirty = 0
        self._keys = keys.Keys(board)
        self.screens = {
            "menu": menu.Menu(self),
            "setup": setup.Setup(self),
            "name": setup.Name(self),
            "score": score_screens.Score(self),
            "end": score_screens.End(self),
            "entry": entry.Entry(self),
            "recap": entry.Recap(self),
            "history": history.History(self),
            "deal": history.DealView(self),
            "notice": notice.Notice(self),
            "ask": notice.Ask(self),
        }
        self._active = self.screens["notice"]

    # The loop

    def run(self):
        """Until somebody wants MicroPython's prompt."""
        self.start()
        while not self.link.stop:
            self.step()
            self.board.wait(keys.POLL_MS)

    def start(self):
        """Read the log and show the screen where the table was."""
        try:
            if self.board.mount() == hal.UNREADABLE:
                self._say(M.FLASH_UNREADABLE, M.FLASH_UNREADABLE_2, None)
                return
            found = self.store.open()
            self._load()
        except OSError:
            self._say(M.FLASH_UNREADABLE, M.FLASH_UNREADABLE_2, None)
            return
        self.name = codepage.encode(self.store.name)
        if found == store.DAMAGED:
            self._say(M.LOG_DAMAGED, M.LOG_DAMAGED_2, self._home_screen())
        elif self._fault:
            self._say(M.RECORD_FAULT, M.LOG_DAMAGED_2, self._home_screen())
        elif self.match.start == 0:
            self._say(M.WELCOME, M.WELCOME_2, "setup")
        else:
            self.home()

    def step(self):
        """One pass: time, keys, one event, drawing, the cable."""
        self._tick()
        self._keys.poll()
        event = self._keys.pop()
        if event:
            if self._flash:
                self._flash = 0
                self.redraw()
            self._active.key(event & 15, event >> 4)
        self._paint()
        self.link.poll()

    def _tick(self):
        """Count uptime in a way that the wrap of the ticks does not disturb, and end short
        messages.
        """
        now = self.board.ticks()
        self._millis += ticks_diff(now, self._last)
        self._last = now
        while self._millis >= 1000:
            self._millis -= 1000
            self._seconds += 1
        self.link.uptime = self._seconds
        if self._flash and ticks_diff(now, self._flash_at) >= _FLASH_MS:
            self._flash = 0
            self.redraw()

    def _paint(self):
        """Redraw the bands that changed, looking at the keys in between."""
        c = self.canvas
        for band in range(c.bands):
            if self._dirty >> band & 1:
                self._active.draw(c, band)
                c.end()
                self._keys.poll()
        self._dirty = 0

    # What screens ask for

    def go(self, name):
        """Make another screen the active one; presses meant for the old one are dropped."""
        if name == "history" and self._active is not self.screens["deal"]:
            self.screens["history"].newest()
        if name == "setup" and self._active is not self.screens["name"]:
            self.screens["setup"].prepare(self.match, self._usual_target())
        self._keys.drop()
        self._active = self.screens[name]
        self._active.enter()
        self.redraw()

    def home(self):
        """The score, or the end of a finished match."""
        self.go(self._home_screen())

    def _home_screen(self):
        if self.match.start == 0:
            return "menu"
        return "end" if self.match.finished() else "score"

    def redraw(self):
        """Draw everything in this pass."""
        self._dirty = (1 << self.canvas.bands) - 1

    def redraw_band(self, band):
        """Draw one band in this pass."""
        self._dirty |= 1 << band

    def text(self, number):
        """A text of the language in use, in the code page."""
        return self.texts[number]

    def flash(self, number):
        """Show a short message for a while, where the screen has room for it."""
        self._flash = number
        self._flash_at = self.board.ticks()
        self.redraw()

    def flashing(self):
        """The short message that is to be seen now, or None."""
        return self.texts[self._flash] if self._flash else None

    def ask(self, question, yes, then, otherwise):
        """Ask before something is done."""
        self.screens["ask"].ask(question, yes, then, otherwise)
        self.go("ask")

    def _say(self, first, second, then):
        self.screens["notice"].say(first, second, then)
        self.go("notice")

    def edit_name(self, side):
        """Enter a side's name for the match being set up."""
        self.screens["name"].begin(side)
        self.go("name")

    def seats(self):
        """Players of the match being set up."""
        return 4

    def draw_seat(self, c, end, y, seat, names, style):
        """Draw who sits on a seat, ending before x `end`.

        The side, and which of its players; the x before.
        """
        side = seat % len(names)
        x = c.number(end, y, seat // len(names) + 1, style)
        name = names[side]
        size = min(len(name), 6) * c.char
        c.clipped(x - c.char - size, y, name, x - c.char, style)
        return x - c.char - size

    def _usual_target(self):
        if self.match.start:
            return self.match.rules.r[P.TARGET]
        usual = rules.Rules()
        presets.load("classic", usual)
        return usual.r[P.TARGET]

    # The deal being entered

    def new_deal(self):
        """Enter the next deal."""
        if self.match.room() < 2:
            self.flash(M.FULL)
            return
        self._editing = -1
        self.draft.clear()
        self.screens["entry"].begin(self.match.rules)
        self.go("entry")

    def correct(self, slot):
        """Enter an earlier deal anew, from what it is now."""
        if self.match.room() < 2:
            self.flash(M.FULL)
            return
        self._editing = self.match.current(slot)
        self.match.load(self._editing, self.draft)
        self.screens["entry"].begin(self.match.rules)
        self.go("entry")

    def leave_entry(self):
        """Nothing was changed."""
        if self._editing >= 0:
            self.go("deal")
        else:
            self.home()

    def score_draft(self):
        """Work the draft's score out."""
        number = self.draft_number() - 1
        score.score_deal(self.match.rules, self.draft, number, self._lines)

    def draft_number(self):
        """Number of the deal being entered, from 1."""
        if self._editing >= 0:
            return self.match.number[self._editing]
        return self.match.deals + 1

    def draft_line(self, side, line):
        """Points of one line of the draft's score."""
        return self._lines[side * score.N_LINES + line]

    def draft_points(self, side):
        """Points of a side in the draft."""
        return self._lines[side * score.N_LINES + score.L_POINTS]

    def draft_total(self, side):
        """A side's total if the draft is saved."""
        total = self.match.totals[side] + self.draft_points(side)
        if self._editing >= 0:
            total -= self.points(self._editing, side)
        return total

    def points(self, entry, side):
        """Points of a side in an entry of the match."""
        return self.match.points[entry * deal.MAX_SIDES + side]

    # Records

    def start_match(self, names, target, dealer):
        """Begin a match: its rules are frozen into its first record."""
        frozen = rules.Rules()
        presets.load("classic", frozen)
        frozen.r[P.TARGET] = target
        seq = self.store.last + 1
        self._begin(records.MATCH, seq)
        records.put_match(
            self._cursor,
            b"classic",
            dealer,
            [0] * len(names),
            [codepage.decode(name).encode() for name in names],
            [],
            frozen,
        )
        if self._commit():
            self._take_names()
            self.home()

    def save_draft(self):
        """Save the deal that was entered, as a new deal or as a correction."""
        if self._editing >= 0:
            self._begin(records.CORRECT, self.match.start)
            self._cursor.put_fixed(self.match.seqs[self._editing], 4)
        else:
            self._begin(records.DEAL, self.match.start)
        self.draft.put(self._cursor, self.match.sides)
        if self._commit():
            self._editing = -1
            self.home()

    def undo(self, named):
        """Make an entry of the match void."""
        if self.match.room() < 2:
            # The last place is for the end of the match.
            self.flash(M.FULL)
            self.go("deal")
            return
        self._begin(records.UNDO, self.match.start)
        self._cursor.put_fixed(self.match.seqs[named], 4)
        if self._commit():
            self.home()

    def abandon(self):
        """End the match as it stands."""
        self._begin(records.END, self.match.start)
        self._cursor.put_byte(records.END_ABANDONED)
        if self._commit():
            self.go("menu")

    def _begin(self, kind, match_seq):
        self._writer.begin(kind, self.store.last + 1, match_seq, self.store.boot, self._seconds)

    def _commit(self):
        """Fold the record, then save it. Whether it is in flash; if not, the match is as before.

        A match with a record that did not fold takes no more: after a restart whatever came behind
        that record would not be in the totals.
        """
        self._writer.finish()
        code = E.OK if records.kind(self._writer.buf, 0) == records.MATCH else self._fault
        if code == E.OK:
            code = self.match.fold(self._writer.buf, 0)
        if code == E.OK:
            try:
                self.store.append(self._writer.buf, self._writer.size)
                self._fault = E.OK
                self.flash(M.SAVED)
                return True
            except OSError:
                pass
        self._load()
        self._say(M.NOT_SAVED, M.FULL if code == E.MATCH_FULL else M.ERR_OTHER, self._home_screen())
        return False

    def _load(self):
        """Fold the log's newest match again; `_fault` is the first code that a record brought."""
        self._fault = E.OK
        start = self.store.latest_match()
        if start == 0:
            self.match.start = 0
            return
        self._fault = self.store.load(start, self.match)
        self._take_names()

    def _take_names(self):
        self.names = [canvas.fit(name, 12) for name in self.match.names]
