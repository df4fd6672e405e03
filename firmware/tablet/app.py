"""The app: one loop that looks at the keys, lets the active screen draw, and serves the cable.

Records are the only truth. Whatever a screen wants changed becomes one record, which is folded
into the match, appended to the log and flushed; only then does the screen say saved.
"""

import gc
import sys
from time import ticks_diff

import hal
from canasta import deal, match, records
from canasta import errors as E
from canasta import params as P
from canasta.cursor import Cursor
from tablet import canvas, codepage, draft, keys, link, settings, store
from tablet import messages as M
from tablet import settings as S
from tablet.modules import forget, tidy

_NO_SPACE = 28
"""ENOSPC."""

_FLASH_MS = 4000
"""How long a short message stays."""

_SCREENS = {
    "notice": ("notice", "Notice"),
    "language": ("language", "Languages"),
    "ask": ("notice", "Ask"),
    "menu": ("menu", "Menu"),
    "setup": ("setup", "Setup"),
    "players": ("setup", "Players"),
    "house": ("house", "House"),
    "pick": ("name", "Pick"),
    "name": ("name", "Name"),
    "score": ("score", "Score"),
    "next": ("score", "NextDeal"),
    "end": ("score", "End"),
    "entry": ("entry", "Entry"),
    "recap": ("recap", "Recap"),
    "history": ("history", "History"),
    "deal": ("history", "DealView"),
    "help": ("help", "Help"),
    "topic": ("help", "Topic"),
    "ask_rules": ("ask", "Questions"),
    "form": ("ask", "Form"),
    "verdict": ("ask", "VerdictPage"),
    "matches": ("matches", "Matches"),
    "settings": ("value", "Settings"),
    "about": ("about", "About"),
    "test": ("about", "SelfTest"),
    "consent": ("consent", "Question"),
}
"""The screens: module of `tablet.screens` and class."""

_STAY = ("notice", "score", "entry", "recap")
"""Modules that a match needs at every deal stay loaded; the others make room when they are left."""

_LANGUAGES = (
    ("en", b"English"),
    ("fr", b"Fran\xe7ais"),
    ("ro", b"Rom\xe2n\x81"),
    ("es", b"Espa\xf1ol"),
    ("de", b"Deutsch"),
    ("it", b"Italiano"),
    ("pt", b"Portugu\xeas"),
    ("nl", b"Nederlands"),
)
"""Module and own name of each language, in the order of the setting; append-only."""

_QUIET_S = 2
"""Seconds without a key after which a PC's question may come up."""
_NOT_OVER = ("ask", "recap")
"""Screens that wait for an answer themselves, by keys that a PC's question would catch."""

_AHEAD = {
    "setup": ("score",),
    "score": ("entry", "recap", "menu"),
    "help": (
        "tablet.parameter_rows",
        "tablet.parameters",
        "canasta.cards",
        "canasta.melds",
        "canasta.judge",
        "canasta.names",
        "ask_rules",
    ),
}
"""Screens that most likely come next, and modules that they need, so that they are loaded while
nobody presses a key."""

_REST_MS = 300
"""Nobody presses a key for so long before anything is done that could wait."""

_TRANSIENT = (
    ("canasta.cards", False),
    ("canasta.judge", False),
    ("canasta.melds", False),
    ("canasta.names", False),
    ("canasta.setup", False),
    ("tablet.lang.", True),
    ("tablet.parameter_rows", True),
    ("tablet.parameters", False),
    ("tablet.presets", False),
    ("tablet.template", False),
)
"""How the names of modules begin that are loaded to set a match up or to explain rules, and too
large to stay; whether they are data alone."""


class App:
    """Holds what the screens work with.

    The board is asked only here, by the store and by the link.
    """

    def __init__(self, board: hal.Board) -> None:
        self.board = board
        self.canvas = canvas.Canvas(board)
        self.match = match.Match()
        self.names: list[bytes] = []
        self.players: list[bytes] = []
        self.name = b""
        self.template: "Template | None" = None
        self.texts: "tuple[bytes, ...]" = ()
        self.store = store.Store(board)
        self.settings = settings.Settings(board.root + "settings")
        self.draft = draft.Draft(board.root + "draft")
        self.link = link.Link(board, self.store)
        self.passed = 0
        """Milliseconds since the pass before."""
        self.screens: "dict[str, Any]" = {}
        self._cursor = Cursor()
        self._writer = records.Writer(self._cursor)
        self._fault = E.OK
        self._stumbled = False
        self._seconds = 0
        self._millis = 0
        self._last = board.ticks()
        self._flash = -1
        self._flash_at = 0
        self._idle = 0
        self._dimmed = False
        self._dirty = 0
        self._rested = 0
        self._tidied = False
        self._untidy = False
        self._ahead: "tuple[str, ...]" = ()
        self._keys = keys.Keys(board)
        self._naming = (0, False)
        self._under: "tuple[Any, int, bytes] | None" = None
        self._spoken = ""
        self._language("en")
        self._active = self.screen("notice")

    # The loop

    def run(self) -> None:
        """Until somebody wants MicroPython's prompt."""
        self.start()
        while not self.link.stop:
            self.step()
            # Keys are looked at often enough meanwhile.
            self.board.wait(0 if self.link.busy() else keys.POLL_MS)

    def start(self) -> None:
        """Read the log and show the screen where the table was."""
        try:
            self._start()
        except Exception as error:
            self._stumble(error)

    def _start(self) -> None:
        try:
            if self.board.mount() == hal.UNREADABLE:
                self._say(M.UNREADABLE, M.UNREADABLE_TEXT, "")
                return
            self.settings.load()
            self.apply_settings()
            found = self.store.open()
            self._load_last()
        except OSError:
            self._say(M.UNREADABLE, M.UNREADABLE_TEXT, "")
            return
        self.name = codepage.encode(self.store.name)
        gc.collect()
        then = self._first_screen()
        if self._closed(then):
            pass
        elif found == store.LOST:
            self._say(M.REPAIRED, M.LOST_TEXT, then)
        elif found == store.RESTORED:
            self._say(M.REPAIRED, M.RESTORED_TEXT, then)
        elif self._fault:
            self._say(M.DAMAGED, M.RECORD_FAULT, then)
        elif self._keys.stuck():
            self._say(M.STUCK, M.STUCK_KEY, then)
        elif self.store.last == 0 and self.store.gone():
            self._say(M.HISTORY, M.GONE_TEXT, then)
        elif then == "setup":
            self.welcome()
        else:
            self.go(then)

    def _first_screen(self) -> str:
        """Where the table was, or where a new tablet begins."""
        if self.match.start == 0:
            if self.store.last:
                return "menu"
            return "setup" if self.settings.known else "language"
        draft = self.draft
        if draft.load(self.match):
            if draft.entry < 0 and self.match.finished():
                draft.close()
        else:
            self._take_up()
        if not draft.open:
            return self._home_screen()
        self.screen("entry").begin()
        return "entry"

    def welcome(self) -> None:
        """What the keys do, then the first match."""
        self._say(M.WELCOME, M.WELCOME_KEYS, "setup")

    def step(self) -> None:
        """One pass. A fault of the program ends neither the app nor the cable."""
        try:
            self._pass()
        except Exception as error:
            self._stumble(error)
        try:
            self.link.poll()
        except Exception as error:
            self.link.give_up()
            self._stumble(error)

    def _pass(self) -> None:
        """Time, keys, one event, drawing."""
        self._tick()
        self._keys.poll()
        event = self._keys.pop()
        if event:
            self.event(event)
        self._active.tick()
        self._paint()
        self._rest()
        if self.link.consent.open() and self._under is None:
            self._consent()

    def _stumble(self, error: Exception) -> None:
        """After a fault of the program: its traceback goes to the cable, and the table goes on from
        what is in the log, as after a restart.
        """
        self._dirty = 0
        if self._stumbled:
            # Not even the notice works. A key leads on from it.
            return
        self._stumbled = True
        gc.collect()
        try:
            self.board.fault(error)
            self.link.trace(error)
            self._go_on()
        except Exception:
            # The picture stays as it is, and the cable works.
            self._dirty = 0

    def _go_on(self) -> None:
        """Say it, and what to do."""
        try:
            self._recover()
        except OSError:
            self.flash_failed()
            return
        except Exception:
            # The fault lies in this match.
            self.match.start = 0
            self.draft.close()
        self._say(M.FAULT, M.FAULT_TEXT, self._home_screen())

    def _recover(self) -> None:
        """Match and draft as the log has them."""
        self.store.open_again()
        start = self.match.start
        if not 0 < start <= self.store.last:
            start = self.store.latest_match()
        self._load(start)
        if not self.draft.fits(self.match):
            # It was saved before the fault.
            self.draft.close()

    def event(self, event: int) -> None:
        """One key event, as `keys` makes them, for the active screen."""
        self._awake()
        self._end_flash()
        self._stumbled = False
        try:
            self._active.key(event & 15, event >> 4)
        except OSError:
            self.flash_failed()

    def flash_failed(self) -> None:
        """Say that the flash cannot be read, whatever was wanted of it."""
        self._say(M.UNREADABLE, M.UNREADABLE_TEXT, self._home_screen())

    def _tick(self) -> None:
        """Count time in a way that the wrap of the ticks does not disturb, and what follows
        from it.
        """
        now = self.board.ticks()
        self.passed = ticks_diff(now, self._last)
        self._last = now
        self._millis += self.passed
        while self._millis >= 1000:
            self._millis -= 1000
            self._seconds += 1
            self._idle += 1
            self._dim()
        self.link.uptime = self._seconds
        if ticks_diff(now, self._flash_at) >= _FLASH_MS:
            self._end_flash()
        if self._keys.down() == 0 and self.draft.rest(self.passed):
            self.save_half()

    def _dim(self) -> None:
        """Darken the display once nobody has pressed a key for long enough."""
        minutes = self.settings.get(S.DIM_MINUTES)
        if self.board.has_light and minutes and self._idle >= minutes * 60 and not self._dimmed:
            self._dimmed = True
            self.board.light(10)

    def _awake(self) -> None:
        self._idle = 0
        if self._dimmed:
            self._dimmed = False
            self.board.light(self.settings.get(S.LIGHT))

    def _paint(self) -> None:
        """Redraw the bands that changed, looking at the keys in between."""
        c = self.canvas
        for band in range(c.bands):
            if self._dirty >> band & 1:
                self._active.draw(c, band)
                while not c.end():
                    self._active.draw(c, band)
                self._keys.poll()
        self._dirty = 0

    def ahead(self, name: str) -> None:
        """Name a screen that most likely comes next."""
        self._ahead = (name,)

    def _rest(self) -> None:
        """While nobody presses a key: tidy up, then load what comes next, little by little, so that
        no press falls between two looks at the keys.
        """
        if self._keys.down() or self.link.busy():
            self._rested = 0
            self._tidied = False
        elif self._rested < _REST_MS:
            # The first pass counts all that came before it.
            self._rested += min(self.passed, _REST_MS // 4)
        elif not self._tidied:
            self._tidied = True
            if tidy() or self._untidy:
                self._untidy = False
                gc.collect()
        elif not self.store.counted():
            try:
                self.store.free()
            except OSError:
                # It is said when somebody wants to save.
                self._rested = 0
        elif self._ahead:
            self._load_ahead(self._ahead[0])

    def _load_ahead(self, name: str) -> None:
        """One step towards a screen that comes next."""
        if name == "setup" and self.template is None:
            self.prepare_template()
            return
        if "." in name:
            __import__(name)
        elif name not in self.screens:
            self.screen(name)
            return
        elif name == "score" and self.template:
            self.canvas.fit_digits(len(self.template.names))
            # On a board this loads it.
            _ = self.start_match
        self._ahead = self._ahead[1:]

    # Screens

    def screen(self, name: str) -> "Any":
        """A screen, loaded if need be."""
        if name not in self.screens:
            module, kind = _SCREENS[name]
            path = "tablet.screens." + module
            loaded = __import__(path, None, None, (kind,))
            self.screens[name] = getattr(loaded, kind)(self)
        return self.screens[name]

    def go(self, name: str) -> None:
        """Make another screen the active one; presses meant for the old one are dropped."""
        self._active.leave()
        # A PC's question that lies over the screen goes with it, and comes up again.
        self._under = None
        if name == "setup":
            self.prepare_template()
        module = _SCREENS[name][0]
        self._drop_screens(module)
        self._keys.drop()
        self._ahead = _AHEAD.get(name, ())
        self._active = self.screen(name)
        self._active.enter()
        self.redraw()

    def _drop_screens(self, module: str) -> None:
        """Unload the screens of all modules but those that stay and the one that comes."""
        dropped = False
        for name in list(self.screens):
            old = _SCREENS[name][0]
            if old != module and old not in _STAY:
                # See `forget`.
                self.screens[name] = None
                del self.screens[name]
                forget("tablet.screens." + old)
                dropped = True
        if dropped:
            if module in _STAY:
                self.template = None
                for name in list(sys.modules):
                    for start, data in _TRANSIENT:
                        if name.startswith(start):
                            forget(name, data)
            self._untidy = True

    def home(self) -> None:
        """The score, or the end of a finished match."""
        self.go(self._home_screen())

    def _home_screen(self) -> str:
        if self.match.start == 0:
            return "menu"
        return "end" if self.match.finished() else "score"

    def redraw(self) -> None:
        """Draw everything in this pass."""
        self._dirty = (1 << self.canvas.bands) - 1

    def redraw_band(self, band: int) -> None:
        """Draw one band in this pass."""
        self._dirty |= 1 << band

    def flash(self, number: int) -> None:
        """Show a short message for a while, where the screen has room for it."""
        self._flash = number
        self._flash_at = self.board.ticks()
        self.redraw()

    def flashing(self) -> "bytes | None":
        """The short message that is to be seen now, or None."""
        return self.texts[self._flash] if self._flash >= 0 else None

    def _end_flash(self) -> None:
        if self._flash >= 0:
            self._active.end_flash()
            self._flash = -1

    def ask(self, title: bytes, text: bytes, yes: "Callable[[], None]", otherwise: str) -> None:
        """Ask before something is done; back leads to the screen `otherwise`."""
        words = (M.DO_IT, M.KEEP)
        self.screen("ask").ask(title, text, words, False, yes, lambda: self.go(otherwise))
        self.go("ask")

    def doubt(
        self,
        title: bytes,
        text: bytes,
        right: "Callable[[], None]",
        wrong: "Callable[[], None]",
    ) -> None:
        """Ask whether something is right; down calls `right`, back calls `wrong`."""
        self.screen("ask").ask(title, text, (M.YES, M.CHANGE), True, right, wrong)
        self.go("ask")

    def deal_title(self, number: int) -> bytes:
        """A deal by its number, for the title of a question."""
        return self.text(M.DEAL) + b" %d" % number

    def _say(self, title: int, text: int, then: str) -> None:
        self.screen("notice").say(title, text, then)
        self.go("notice")
        if then:
            self.ahead(then)

    # What a PC wants changed

    def _consent(self) -> None:
        """Lay the question over the active screen, once nobody is pressing keys."""
        if self._idle < _QUIET_S or self._keys.down():
            return
        for name in _NOT_OVER:
            if self.screens.get(name) is self._active:
                return
        self._under = (self._active, self.canvas.bands, bytes(self.canvas.y))
        self._awake()
        self._active = self.screen("consent")
        self._active.enter()
        self.redraw()

    def end_consent(self, allowed: bool) -> None:
        """Take the question away again; everything is as it was but for what was allowed."""
        if self._under is None:
            return
        self._active, self.canvas.bands, y = self._under
        self._under = None
        for i in range(len(self.canvas.y)):
            self.canvas.y[i] = y[2 * i] | y[2 * i + 1] << 8
        self.screens["consent"] = None
        del self.screens["consent"]
        forget("tablet.screens.consent")
        self._untidy = True
        self._keys.drop()
        self.redraw()
        if allowed:
            path = "tablet.allowed"
            __import__(path, None, None, ("do",)).do(self)
            forget(path)

    def unsynced(self) -> int:
        """Records that no PC has."""
        return max(0, min(self.records(), self.store.last - self.store.accepted))

    # Texts

    def text(self, number: int) -> bytes:
        """A text of the language in use, in the code page."""
        return self.texts[number]

    def rule_text(self, section: str, id: str) -> bytes:
        """What a parameter, choice or preset is called, or a sentence of the help, by its id."""
        language = _LANGUAGES[self.settings.get(S.LANGUAGE)][0]
        module = __import__("tablet.lang." + language + "_rules", None, None, (section,))
        texts = getattr(module, section)
        before = b"\n" + id.encode() + b"="
        start = texts.find(before)
        if start < 0:
            return id.encode()
        start += len(before)
        return texts[start : texts.find(b"\n", start)]

    def kind_text(self, kind: int) -> bytes:
        """What a canasta kind is called."""
        return self.texts[M.NATURAL + kind]

    def languages(self) -> int:
        """How many languages there are."""
        return len(_LANGUAGES)

    def language_name(self, number: int) -> bytes:
        """A language by its own name."""
        return _LANGUAGES[number][1]

    def _language(self, code: str) -> None:
        self._spoken = code
        path = "tablet.lang." + code
        self.texts = __import__(path, None, None, ("TEXTS",)).TEXTS
        self.canvas.know(self.texts)
        # The tuple is all that is needed.
        forget(path, True)

    # Settings

    def apply_settings(self) -> None:
        """Make the settings felt."""
        code = _LANGUAGES[self.settings.get(S.LANGUAGE)][0]
        if code != self._spoken:
            self._language(code)
        self._keys.repeat = self.settings.get(S.REPEAT_MS)
        self._keys.settle = self.settings.get(S.SETTLE_MS) // keys.POLL_MS
        if self.board.has_light:
            self.board.light(self.settings.get(S.LIGHT))
        self.turn(False)

    def save_settings(self) -> None:
        """Keep the settings."""
        try:
            self.settings.save()
        except OSError:
            self.flash(M.NOT_SAVED)

    def turn(self, on: bool) -> None:
        """Turn the picture to the other side of the table, or back."""
        if self.board.has_flip:
            self.board.flip(bool(self.settings.get(S.FLIP)) != on)
            self.redraw()

    def device_id(self) -> bytes:
        """The tablet's id in hexadecimal."""
        return b"".join(b"%02x" % byte for byte in self.store.id)

    def free_bytes(self) -> int:
        """Room left in flash."""
        return self.store.free()

    def records(self) -> int:
        """Records in the log."""
        return self.store.last - self.store.first + 1 if self.store.last else 0

    def accepted(self) -> int:
        """Records that a PC has."""
        return self.store.accepted

    # Names and seats

    def draw_seat(
        self, c: canvas.Canvas, x: int, y: int, seat: int, width: int, style: int
    ) -> None:
        """Draw who sits on a seat from x on, in at most `width` characters."""
        if seat < len(self.players):
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
        if seat < len(self.players):
            return min(width, len(self.players[seat]))
        extra = 0 if self.match.rules.r[P.SEATS] == 1 else 2
        return min(width, len(self.names[seat % len(self.names)]) + extra)

    def seat_text(self, seat: int) -> bytes:
        """Who sits on a seat: the player, or the side and which of its players."""
        return self.seat_text_of(self.names, self.players, seat)

    def seat_text_of(self, names: list[bytes], players: list[bytes], seat: int) -> bytes:
        """The same with the names of a match to be."""
        if seat < len(players):
            return players[seat]
        return names[seat % len(names)] + b" %d" % (seat // len(names) + 1)

    def edit_name(self, number: int, player: bool) -> None:
        """Choose or enter the name of a side, or of the player on a seat, for the match to be."""
        self._naming = (number, player)
        known = self._known_names()
        back = "players" if player else "setup"
        if player:
            title = self.seat_text_of(self.prepare_template().names, [], number)
        else:
            title = self.rule_text("ASK", "side") + b" %d" % (number + 1)
        if not known:
            self.screen("name").begin(title, self._take_name, back)
            self.go("name")
            return
        self.screen("pick").begin(title, known, self._take_name, back)
        self.go("pick")

    def _take_name(self, name: bytes) -> None:
        number, player = self._naming
        template = self.prepare_template()
        if not player:
            template.names[number] = name
            return
        while len(template.players) < template.rules.seats():
            seat = len(template.players)
            template.players.append(self.seat_text_of(template.names, [], seat))
        template.players[number] = name

    def edit_device_name(self) -> None:
        """Enter another name for the tablet."""
        self.screen("name").begin(self.text(M.NEW_NAME), self._rename, "settings")
        self.go("name")

    def _rename(self, name: bytes) -> None:
        try:
            self.rename(codepage.decode(name).encode())
        except OSError:
            self.flash(M.NOT_SAVED)

    def rename(self, name: bytes) -> None:
        """Give the tablet another name (UTF-8). Raises OSError when the flash fails."""
        self.store.rename(name)
        self.name = codepage.encode(self.store.name)

    def _known_names(self) -> list[bytes]:
        """Names of the newest matches, each once."""
        found: list[bytes] = []
        for start in self.store.matches(12):
            _preset, sides, players = self.store.match_names(start)
            for name in sides + players:
                text = canvas.fit(name, 12)
                if text not in found:
                    found.append(text)
        return found

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
        self.screen("entry").begin()
        self.go("entry")

    def correct(self, slot: int) -> None:
        """Enter an earlier deal anew, from what it is now."""
        if self._has_room() and self._put_aside():
            self.draft.begin(self.match, self.match.current(slot))
            self.screen("entry").begin()
            self.go("entry")

    def _has_room(self) -> bool:
        """Whether the match, and the flash, can take this deal and the undo of it."""
        if self._closed(self._home_screen()):
            return False
        if self._fault:
            self._say(M.DAMAGED, M.DAMAGED_TEXT, self._home_screen())
            return False
        if self.match.room() < 2:
            self._say(M.MATCH_FULL, M.FULL_TEXT, self._home_screen())
            return False
        if self.store.full(False):
            self._say(M.FLASH_FULL, M.FLASH_FULL_TEXT, self._home_screen())
            return False
        return True

    def _closed(self, then: str) -> bool:
        """Whether the log takes no record; it is said then."""
        if self.store.damaged:
            self._say(M.DAMAGED, M.DAMAGED_TEXT, then)
        elif self.store.set_back:
            self._say(M.DAMAGED, M.SET_BACK_TEXT, then)
        return self.store.closed()

    def leave_entry(self) -> None:
        """Out of the entry. A new deal stays half entered; whether a correction that changes
        something is given up is asked first.
        """
        if self.draft.entry < 0:
            if self.draft.empty(self.match):
                self._give_up()
            else:
                self.save_half()
            self.home()
        elif self.draft.same(self.match):
            self._leave_correction()
        else:
            title = self.deal_title(self.draft.number(self.match))
            self.ask(title, self.text(M.GIVE_UP_ASK), self._leave_correction, "entry")

    def _leave_correction(self) -> None:
        self._give_up()
        self._take_up()
        self.go("history")

    def _give_up(self) -> None:
        try:
            self.draft.give_up()
        except OSError:
            self.flash(M.NOT_SAVED)

    def _put_aside(self) -> bool:
        """Keep a half-entered new deal while something else is done; whether that went well."""
        try:
            self.draft.put_aside(self.match)
        except OSError:
            self._say(M.NOT_SAVED, M.REFUSED_TEXT, self._home_screen())
            return False
        return True

    def _take_up(self) -> None:
        """Offer the new deal that was put aside again."""
        if not self.draft.open and not self.match.finished():
            self.draft.take_up(self.match)

    def save_half(self) -> None:
        """Keep what was given so far.

        A flash that fails here loses nothing that was called saved.
        """
        try:
            self.draft.save(self.match)
        except OSError:
            self.flash(M.NOT_SAVED)

    def points(self, entry: int, side: int) -> int:
        """Points of a side in an entry of the match."""
        return self.match.points[entry * deal.MAX_SIDES + side]

    # Matches and records

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
        if self._closed("menu"):
            return
        if self.store.full(True):
            self._say(M.FLASH_FULL, M.FLASH_FULL_TEXT, "menu")
            return
        if not self._put_aside():
            return
        self._begin(records.MATCH, self.store.last + 1)
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
            self.home()
        else:
            self._take_up()

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
            self._take_up()
            self.home()

    def undo(self, named: int) -> None:
        """Make an entry of the match void."""
        if self.match.room() < 2:
            # The last place is for the end of the match.
            self._say(M.MATCH_FULL, M.FULL_TEXT, self._home_screen())
            return
        self._begin(records.UNDO, self.match.start)
        self._cursor.put_fixed(self.match.seqs[named], 4)
        if self._commit():
            self._take_up()
            self.home()

    def abandon(self) -> None:
        """End the match without a winner."""
        if self._end(records.END_ABANDONED):
            self.go("menu")

    def finish(self) -> None:
        """End the match before its time; who leads has won."""
        if self._end(records.END_FINISHED):
            self.home()

    def _end(self, reason: int) -> bool:
        self._begin(records.END, self.match.start)
        self._cursor.put_byte(reason)
        return self._commit()

    def note_time(self, said: int, clock: bytes) -> None:
        """Save a PC's clock (`records.put_time`). Raises OSError when the flash fails."""
        if self.store.full(False):
            raise OSError(28)
        self._begin(records.TIME, 0)
        records.put_time(self._cursor, said, clock)
        self._writer.finish()
        self.store.append(self._writer.buf, self._writer.size)

    def erase(self) -> None:
        """Begin a new log, without any match. Raises OSError when the flash fails."""
        old = self.store.epoch
        try:
            # The log takes its drafts along, none of them before a new one has begun.
            self.store.erase()
        finally:
            if self.store.epoch != old:
                self.draft.forget()
                self.match.start = 0
                self.template = None
                self._fault = E.OK
                # Whatever screen there was showed what is gone now.
                self.go("menu")

    def _begin(self, kind: int, match_seq: int) -> None:
        self._writer.begin(kind, self.store.last + 1, match_seq, self.store.boot, self._seconds)

    def _commit(self) -> bool:
        """Fold the record, then save it. Whether it is in flash; if not, the match is as before,
        also when the flash cannot even be read any more.

        A match with a record that did not fold takes no more: after a restart whatever came behind
        that record would not be in the totals.
        """
        start = self.match.start
        self._writer.finish()
        first = records.kind(self._writer.buf, 0) == records.MATCH
        code = E.OK if first else self._fault
        number = 0
        if code == E.OK:
            code = self.match.fold(self._writer.buf, 0)
            if code == E.OK:
                try:
                    self.store.append(self._writer.buf, self._writer.size)
                    self._fault = E.OK
                    self.flash(M.DEAL_HINT if first else M.SAVED)
                    return True
                except OSError as error:
                    number = error.errno or 0
                    if not first:
                        self.match.take_back()
            if first:
                try:
                    self._load(start)
                except OSError:
                    self.match.start = 0
        self._say(M.NOT_SAVED, self._why_not(code, number), self._home_screen())
        return False

    def _why_not(self, code: int, number: int) -> int:
        """Why a record was not saved: by the log's state, the code of the fold, or the number of
        the flash's error.
        """
        if self.store.damaged:
            return M.DAMAGED_TEXT
        if self.store.set_back:
            return M.SET_BACK_TEXT
        if code == E.MATCH_FULL:
            return M.FULL_TEXT
        if code:
            return M.RECORD_FAULT if code == self._fault else M.ERR_OTHER
        return M.FLASH_FULL_TEXT if number == _NO_SPACE else M.REFUSED_TEXT

    def _load(self, start: int) -> None:
        """Fold a match of the log again; `_fault` is the first code that a record brought."""
        self._fault = E.OK
        if start == 0:
            self.match.start = 0
            return
        self._fault = self.store.load(start, self.match)
        self._take_names()

    def _take_names(self) -> None:
        self.names = [canvas.fit(name, 12) for name in self.match.names]
        self.players = [canvas.fit(name, 12) for name in self.match.players]

    def list_matches(self, starts: list[int], texts: list[bytes]) -> None:
        """Fill in the newest matches of the log: their first records and their sides."""
        starts.clear()
        texts.clear()
        for start in self.store.matches(30):
            starts.append(start)
            _preset, sides, _players = self.store.match_names(start)
            texts.append(b" - ".join([canvas.fit(name, 12) for name in sides]))

    def open_match(self, start: int) -> None:
        """Put an earlier match on the table, also after a restart."""
        if start == self.match.start:
            self.home()
            return
        if not self._put_aside():
            return
        self._load(start)
        newest = self.store.latest_match()
        if self._fault:
            self._load_last()
            self._take_up()
            self._say(M.DAMAGED, M.RECORD_FAULT, self._home_screen())
            return
        try:
            self.store.put_on_table(start, newest)
        except OSError:
            self.flash(M.NOT_SAVED)
        self._take_up()
        self.home()

    def _load_last(self) -> None:
        """Put the match on the table that lay there last."""
        newest = self.store.latest_match()
        start = self.store.on_table(newest)
        self._load(start)
        if self._fault and start != newest:
            self._load(newest)
