"""What lies on the table: a match, its names, the deal that is being entered, the match to be.

Whatever is changed becomes one record, which is folded into the match, appended to the log and
flushed; only then is it called saved.
"""

from canasta import deal, match, records
from canasta import errors as E
from canasta import params as P
from canasta.cursor import Cursor
from tablet import canvas, codepage, draft, log
from tablet import messages as M

_NO_SPACE = 28
"""ENOSPC."""


class Table:
    """The table's match and what can be done with it. `app` tells people."""

    def __init__(self, app: "App") -> None:
        self._app = app
        self._store = app.store
        self.match = match.Match()
        self.draft = draft.Draft(app.board.root + "draft")
        self.names: list[bytes] = []
        """Of the sides, in the code page."""
        self.players: list[bytes] = []
        """Of the seats, each empty when it was not given; none when none was."""
        self.template: "Template | None" = None
        self.fault = E.OK
        """Of the first record of the match that did not fold."""
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)

    # Names and seats

    def draw_seat(
        self, c: canvas.Canvas, x: int, y: int, seat: int, width: int, style: int
    ) -> None:
        """Draw who sits on a seat from x on, in at most `width` characters."""
        if _known(self.players, seat):
            c.clipped(x, y, self.players[seat], x + width * c.char, style)
            return
        name = self.names[seat % len(self.names)]
        size = self.seat_size(seat, width)
        if self.match.rules.r[P.SEATS] == 1:
            c.clipped(x, y, name, x + size * c.char, style)
            return
        c.clipped(x, y, name, x + (size - 2) * c.char, style)
        c.letter(x + (size - 1) * c.char, y, 49 + seat // len(self.names), style)

    def seat_size(self, seat: int, width: int) -> int:
        """How many characters `draw_seat` takes."""
        if _known(self.players, seat):
            return min(width, len(self.players[seat]))
        extra = 0 if self.match.rules.r[P.SEATS] == 1 else 2
        return min(width, len(self.names[seat % len(self.names)]) + extra)

    def seat_text(self, seat: int) -> bytes:
        """Who sits on a seat: the player, or the side and which of its players it is if several."""
        if not _known(self.players, seat) and self.match.rules.r[P.SEATS] == 1:
            return self.names[seat]
        return self.seat_text_of(self.names, self.players, seat)

    def seat_text_of(self, names: list[bytes], players: list[bytes], seat: int) -> bytes:
        """The same with the names of a match to be."""
        if _known(players, seat):
            return players[seat]
        return names[seat % len(names)] + b" %d" % (seat // len(names) + 1)

    def points(self, entry: int, side: int) -> int:
        """Points of a side in an entry of the match."""
        return self.match.points[entry * deal.MAX_SIDES + side]

    # The deal being entered

    def drafting(self) -> bool:
        """Whether a deal is half entered."""
        return self.draft.open

    def new_deal(self) -> None:
        """Enter the next deal, or go on with the one that is half entered."""
        if not self.draft.open:
            if not self._has_room():
                return
            self.draft.begin(self.match, -1)
        self._app.screen("entry").begin()
        self._app.go("entry")

    def correct(self, slot: int) -> None:
        """Enter an earlier deal anew, from what it is now."""
        if self._has_room() and self._put_aside():
            self.draft.begin(self.match, self.match.current(slot))
            self._app.screen("entry").begin()
            self._app.go("entry")

    def _has_room(self) -> bool:
        """Whether the match, and the flash, can take this deal and the undo of it."""
        if self.closed(self._app.home_screen()):
            return False
        if self.fault:
            self._tell(M.DAMAGED, M.DAMAGED_TEXT)
            return False
        if self.match.room() < 2:
            self._tell(M.MATCH_FULL, M.FULL_TEXT)
            return False
        if self._store.full(False):
            self._tell(M.FLASH_FULL, M.FLASH_FULL_TEXT)
            return False
        return True

    def closed(self, then: str) -> bool:
        """Whether the log takes no record; it is said then."""
        if self._store.newer:
            # What looks like damage besides may be what only a newer program can read.
            self._app.say(M.NEWER, M.NEWER_TEXT, then)
        elif self._store.damaged:
            self._app.say(M.DAMAGED, M.DAMAGED_TEXT, then)
        elif self._store.set_back:
            self._app.say(M.DAMAGED, M.SET_BACK_TEXT, then)
        return self._store.closed()

    def leave_entry(self) -> None:
        """Out of the entry. A new deal stays half entered; whether a correction that changes
        something is given up is asked first.
        """
        if self.draft.entry < 0:
            if self.draft.empty(self.match):
                self._give_up()
            else:
                self.save_half()
            self._app.home()
        elif self.draft.same(self.match):
            self._leave_correction()
        else:
            title = self._app.deal_title(self.draft.number(self.match))
            self._app.ask(title, self._app.text(M.GIVE_UP_ASK), self._leave_correction, "entry")

    def _leave_correction(self) -> None:
        self._give_up()
        self.take_up()
        self._app.go("history")

    def _give_up(self) -> None:
        try:
            self.draft.give_up()
        except OSError:
            self._app.flash(M.NOT_SAVED)

    def _put_aside(self) -> bool:
        """Keep a half-entered new deal while something else is done; whether that went well."""
        if not self.draft.open:
            return True
        try:
            self.draft.put_aside(self.match)
        except OSError:
            self._tell(M.NOT_SAVED, M.REFUSED_TEXT)
            return False
        return True

    def take_up(self) -> None:
        """Offer the new deal that was put aside again."""
        if not (self.draft.open or self.match.finished() or self._store.newer):
            self.draft.take_up(self.match)

    def save_half(self) -> None:
        """Keep what was given so far.

        A flash that fails here loses nothing that was called saved.
        """
        try:
            self.draft.save(self.match)
        except OSError:
            self._app.flash(M.NOT_SAVED)

    # Records

    def save_draft(self) -> None:
        """Save the deal that was entered, as a new deal or as a correction."""
        if self.draft.entry >= 0:
            self._begin(records.CORRECT, self.match.start)
            self._cursor.put_fixed(self.match.seqs[self.draft.entry], 4)
        else:
            self._begin(records.DEAL, self.match.start)
        self.draft.deal.put(self._cursor, self.match.sides)
        if self._commit():
            self.draft.close()
            self.take_up()
            self._app.home()

    def undo(self, named: int) -> None:
        """Make an entry of the match void."""
        if self.match.room() < 2:
            # The last place is for the end of the match.
            self._tell(M.MATCH_FULL, M.FULL_TEXT)
            return
        self._begin(records.UNDO, self.match.start)
        self._cursor.put_fixed(self.match.seqs[named], 4)
        if self._commit():
            self.take_up()
            self._app.home()

    def abandon(self) -> None:
        """End the match without a winner."""
        if self._end(records.END_ABANDONED):
            self._app.go("menu")

    def finish(self) -> None:
        """End the match before its time; who leads has won."""
        if self._end(records.END_FINISHED):
            self._app.home()

    def _end(self, reason: int) -> bool:
        self._begin(records.END, self.match.start)
        self._cursor.put_byte(reason)
        return self._commit()

    def note_time(self, said: int, clock: bytes) -> None:
        """Save a PC's clock (`records.put_time`). Raises OSError when the flash fails."""
        if self._store.full(False):
            raise OSError(_NO_SPACE)
        self._begin(records.TIME, 0)
        records.put_time(self._cursor, said, clock)
        self._writer.finish()
        self._store.append(self._writer.buf, self._writer.size)

    def erase(self) -> None:
        """Begin a new log, without any match. Raises OSError when the flash fails."""
        old = self._store.epoch
        try:
            # The log takes its drafts along, none of them before a new one has begun.
            self._store.erase()
        finally:
            if self._store.epoch != old:
                self.draft.forget()
                self.match.start = 0
                self.template = None
                self.fault = E.OK
                # Whatever screen there was showed what is gone now.
                self._app.go("menu")

    def _tell(self, title: int, text: int) -> None:
        """Tell something (messages), and then show the score again."""
        self._app.say(title, text, self._app.home_screen())

    def _begin(self, kind: int, match_seq: int) -> None:
        self._writer.begin(
            kind, self._store.last + 1, match_seq, self._store.boot, self._app.seconds
        )

    def _commit(self) -> bool:
        """Fold the record, then save it. Whether it is in flash; if not, the match is as before,
        also when the flash cannot even be read any more.

        A match with a record that did not fold takes no more: after a restart whatever came behind
        that record would not be in the totals.
        """
        start = self.match.start
        self._writer.finish()
        first = records.kind(self._writer.buf, 0) == records.MATCH
        code = E.OK if first else self.fault
        number = 0
        if code == E.OK:
            code = self.match.fold(self._writer.buf, 0)
            if code == E.OK:
                try:
                    self._store.append(self._writer.buf, self._writer.size)
                    self.fault = E.OK
                    self._app.flash(M.DEAL_HINT if first else M.SAVED)
                    return True
                except OSError as error:
                    number = error.errno or 0
                    if not first:
                        self.match.take_back()
            if first:
                try:
                    self.load(start)
                except OSError:
                    self.match.start = 0
        self._tell(M.NOT_SAVED, self._why_not(code, number))
        return False

    def _why_not(self, code: int, number: int) -> int:
        """Why a record was not saved: by the log's state, the code of the fold, or the number of
        the flash's error.
        """
        if self._store.newer:
            return M.NEWER_TEXT
        if self._store.damaged:
            return M.DAMAGED_TEXT
        if self._store.set_back:
            return M.SET_BACK_TEXT
        if code == E.MATCH_FULL:
            return M.FULL_TEXT
        if code:
            return M.RECORD_FAULT if code == self.fault else M.ERR_OTHER
        return M.FLASH_FULL_TEXT if number == _NO_SPACE else M.REFUSED_TEXT

    # Matches

    def prepare_template(self) -> "Template":
        """The match to be: what was begun, the last match again, or classic Canasta."""
        if self.template is None:
            from tablet.template import Template

            self.template = Template()
            if self.match.start:
                self.template.like(self.match, self.names, self.players)
            else:
                self.template.load("classic", 0)
        return self.template

    def rules_in_force(self) -> "Rules":
        """The rules of the match on the table, or of the one to be."""
        if self.match.start:
            return self.match.rules
        return self.prepare_template().rules

    def start_match(self, template: "Template") -> None:
        """Begin a match: its rules are frozen into its first record."""
        if self.closed("menu"):
            return
        if self._store.full(True):
            self._app.say(M.FLASH_FULL, M.FLASH_FULL_TEXT, "menu")
            return
        if not self._put_aside():
            return
        self._begin(records.MATCH, self._store.last + 1)
        records.put_match(
            self._cursor,
            template.preset.encode(),
            template.dealer,
            [0] * len(template.names),
            [codepage.decode(name).encode() for name in template.names],
            [codepage.decode(name).encode() for name in template.players],
            template.rules,
        )
        if self._commit():
            self._take_names()
            self._app.home()
        else:
            self.take_up()

    def list_matches(self, before: int, most: int, starts: list[int], texts: list[bytes]) -> int:
        """Add matches that begin before the record `before`, the newest first, out of one file of
        the log, up to `most` in all: their first records and their sides. Before which record to
        go on, 0 when that was all.
        """
        found: list[tuple[int, bytes]] = []

        def take(buf: bytearray, at: int) -> None:
            text = self._app.text(M.NEWER)
            if records.readable(buf, at) == E.OK:
                _preset, sides, _players = records.match_names(buf, at)
                text = b" - ".join([canvas.fit(name) for name in sides])
            found.append((records.seq(buf, at), text))

        older = self._store.older_matches(before, take)
        while found and len(starts) < most:
            start, text = found.pop()
            starts.append(start)
            texts.append(text)
        return older if len(starts) < most else 0

    def look_into(self, start: int, seq: int, match: "Match", most: int) -> int:
        """Fold an earlier match, a few records at a time; see `Log.load_some`."""
        return self._store.load_some(start, seq, match, most)

    def open_match(self, start: int) -> None:
        """Put an earlier match on the table, also after a restart."""
        if start == self.match.start:
            self._app.home()
            return
        if not self._put_aside():
            return
        self.load(start)
        newest = self._store.latest_match()
        if self.fault:
            newer = self.fault == E.NEWER_FORMAT
            self.load_last()
            self.take_up()
            text = M.NEWER_TEXT if newer else M.RECORD_FAULT
            self._tell(M.NEWER if newer else M.DAMAGED, text)
            return
        try:
            self._store.put_on_table(start, newest)
        except OSError:
            self._app.flash(M.NOT_SAVED)
        self.take_up()
        self._app.home()

    def load(self, start: int) -> None:
        """Fold a match of the log again; `fault` is the first code that a record brought, which
        whoever asked for it says.
        """
        self.fault = E.OK
        if start == 0:
            self.match.start = 0
            return
        self.fault = self._store.load(start, self.match)
        if self.fault and self._store.holes:
            self._store.holes = log.TOLD
        self._take_names()

    def load_last(self) -> None:
        """Put the match on the table that lay there last."""
        newest = self._store.latest_match()
        start = self._store.on_table(newest)
        self.load(start)
        if self.fault and start != newest:
            self.load(newest)
        if self.fault == E.NEWER_FORMAT:
            self._store.newer = True

    def _take_names(self) -> None:
        self.names = [canvas.fit(name) for name in self.match.names]
        self.players = [canvas.fit(name) for name in self.match.players]


def _known(players: list[bytes], seat: int) -> bool:
    """Whether the player on a seat has a name."""
    return seat < len(players) and len(players[seat]) > 0
