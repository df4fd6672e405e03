"""The app: one loop that looks at the keys, lets the active screen draw, and serves the cable."""

import gc
from time import ticks_diff

import hal
from tablet import codepage, keys, link, log, stage, store, table
from tablet import messages as M
from tablet import settings as S
from tablet.modules import forget, tidy

_FLASH_MS = 4000
"""How long a short message stays."""

_QUIET_S = 2
"""Seconds without a key after which a PC's question may come up."""
_NOT_OVER = ("ask", "recap")
"""Screens that wait for an answer themselves, by keys that a PC's question would catch."""

_REST_MS = 300
"""Nobody presses a key for so long before anything is done that could wait."""


class App(stage.Stage):
    """Holds what the screens work with.

    The board is asked only here, by what is on the display, by the store and by the link.
    """

    def __init__(self, board: hal.Board) -> None:
        stage.Stage.__init__(self, board)
        self.store = store.Store(board)
        self.table = table.Table(self)
        self.match = self.table.match
        self.draft = self.table.draft
        self.link = link.Link(board, self.store)
        self.name = b""
        self.passed = 0
        """Milliseconds since the pass before."""
        self.seconds = 0
        """Seconds since power-on."""
        self._stumbled = False
        self._millis = 0
        self._last = board.ticks()
        self._idle = 0
        self._dimmed = False
        self._rested = 0
        self._tidied = False
        self._speak(0)
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
        # What was only for this makes room.
        self._untidy = tidy() or self._untidy

    def _start(self) -> None:
        try:
            if self.board.mount() == hal.UNREADABLE:
                self.say(M.UNREADABLE, M.UNREADABLE_TEXT, "")
                return
            self.settings.load()
            self.apply_settings()
            found = self.store.open()
            self.table.load_last()
        except OSError:
            self.say(M.UNREADABLE, M.UNREADABLE_TEXT, "")
            return
        self.name = codepage.encode(self.store.name)
        gc.collect()
        then = self._first_screen()
        if self.table.closed(then):
            pass
        elif found == store.LOST:
            self.say(M.REPAIRED, M.LOST_TEXT, then)
        elif found == store.RESTORED:
            self.say(M.REPAIRED, M.RESTORED_TEXT, then)
        elif self.table.fault:
            self.say(M.DAMAGED, M.RECORD_FAULT, then)
        elif self._keys.stuck():
            self.say(M.STUCK, M.STUCK_KEY, then)
        elif self.store.last == 0 and self.store.gone():
            self.say(M.HISTORY, M.GONE_TEXT, then)
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
        if self.store.newer:  # What is half entered is left alone, too.
            return self.home_screen()
        draft = self.draft
        if draft.load(self.match):
            if draft.entry < 0 and self.match.finished():
                draft.close()
        else:
            self.table.take_up()
        if not draft.open:
            return self.home_screen()
        self.screen("entry").begin()
        return "entry"

    def welcome(self) -> None:
        """What the keys do, then the first match."""
        self.say(M.WELCOME, M.WELCOME_KEYS, "setup")

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
        self.say(M.FAULT, M.FAULT_TEXT, self.home_screen())

    def _recover(self) -> None:
        """Match and draft as the log has them."""
        self.store.open_again()
        start = self.match.start
        if not 0 < start <= self.store.last:
            start = self.store.latest_match()
        self.table.load(start)
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
        self.say(M.UNREADABLE, M.UNREADABLE_TEXT, self.home_screen())

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
            self.seconds += 1
            self._idle += 1
            self._dim()
        self.link.uptime = self.seconds
        if ticks_diff(now, self._flash_at) >= _FLASH_MS:
            self._end_flash()
        if self._keys.down() == 0 and self.draft.rest(self.passed):
            self.table.save_half()

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
        elif self.store.holes == log.MET and self.screens.get(self.home_screen()) is self._active:
            self.store.holes = log.TOLD
            if not self.store.closed():
                self.say(M.DAMAGED, M.RECORD_FAULT, self.home_screen())
        elif not self.store.counted():
            try:
                self.store.free()
            except OSError:
                # It is said when somebody wants to save.
                self._rested = 0
        elif self._ahead:
            name = self._ahead[0]
            # One that fails is loaded when it is wanted, and no more before.
            self._ahead = self._ahead[1:]
            try:
                self._load_ahead(name)
            except OSError:
                # It is said when somebody wants it.
                pass

    def _load_ahead(self, name: str) -> None:
        """One step towards a screen that comes next."""
        if name == stage.TEMPLATE:
            self.table.prepare_template()
        elif name == stage.RULE_TEXTS:
            self.rule_text("ASK", "side")
        elif "." in name:
            __import__(name)
        elif name == stage.DIGITS:
            self.canvas.fit_digits(len(self.table.prepare_template().names))
        elif name == stage.RARE:
            # On a board, whoever asks for one of them loads all.
            _ = self.table.start_match
        else:
            self.screen(name)

    # Screens

    def home(self) -> None:
        """The score, or the end of a finished match."""
        self.go(self.home_screen())

    def home_screen(self) -> str:
        if self.match.start == 0:
            return "menu"
        return "end" if self.match.finished() else "score"

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

    def set_up_over(self) -> None:
        """See `Stage`."""
        self.table.template = None

    # Texts

    def _speak(self, language: int) -> None:
        path = "tablet.languages"
        languages = __import__(path, None, None, ("LANGUAGES",)).LANGUAGES
        forget(path)
        self._language = language
        self._spoken = languages[language][0]
        path = "tablet.lang." + self._spoken
        self.texts = __import__(path, None, None, ("TEXTS",)).TEXTS
        self.canvas.know(self.texts)
        # The tuple is all that is needed.
        forget(path, True)

    # Settings

    def apply_settings(self) -> None:
        """Make the settings felt."""
        if self.settings.get(S.LANGUAGE) != self._language:
            self._speak(self.settings.get(S.LANGUAGE))
        self._keys.repeat = self.settings.get(S.REPEAT_MS)
        self._keys.settle = self.settings.get(S.SETTLE_MS) // keys.POLL_MS
        if self.board.has_light:
            self.board.light(self.settings.get(S.LIGHT))
        self.turn(False)

    def save_settings(self, then: str = "settings") -> bool:
        """Keep the settings; if they are not kept that is said, and the screen `then` follows."""
        try:
            self.settings.save()
            return True
        except OSError:
            text = M.NEWER_TEXT if self.settings.newer else M.REFUSED_TEXT
            self.say(M.NOT_SAVED, text, then)
            return False

    def device_id(self) -> bytes:
        """The tablet's id in hexadecimal."""
        return b"".join(b"%02x" % byte for byte in self.store.id)

    def free_bytes(self) -> int:
        """Room left in flash."""
        return self.store.free()

    def accepted(self) -> int:
        """Records that a PC has."""
        return self.store.accepted

    def synced(self) -> bytes:
        """On which day a PC took them; see `Store.synced`."""
        return self.store.synced

    def records(self) -> int:
        """Records in the log."""
        return self.store.last - self.store.first + 1 if self.store.last else 0

    def rename(self, name: bytes) -> None:
        """Give the tablet another name (UTF-8). Raises OSError when the flash fails."""
        self.store.rename(name)
        self.name = codepage.encode(self.store.name)
