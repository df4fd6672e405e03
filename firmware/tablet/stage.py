"""What is on the display: the active screen, its language, messages and questions."""

import sys

import hal
from tablet import canvas, keys, settings
from tablet import messages as M
from tablet import settings as S
from tablet.modules import forget

# Parts that are neither modules nor screens
RULE_TEXTS = "rule texts"
RARE = "rare"
"""The table's methods that a deploy has put into a module of their own."""
TEMPLATE = "template"
DIGITS = "digits"
"""The totals' font for the match to be."""

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
    "next": ("next_deal", "NextDeal"),
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
    "settings": ("settings", "Settings"),
    "about": ("about", "About"),
    "test": ("about", "SelfTest"),
    "consent": ("consent", "Question"),
}
"""The screens: module of `tablet.screens` and class."""

_STAY = ("notice", "score", "entry", "recap")
"""Modules that a match needs at every deal stay loaded; the others make room when they are left."""

_AHEAD = {
    "setup": ("score", DIGITS, RARE),
    "score": ("tablet.fields", "tablet.screens.sheet", "entry", "recap", "menu"),
    "help": (
        "tablet.parameter_rows",
        "tablet.parameters",
        "canasta.cards",
        "canasta.melds",
        "canasta.judge",
        "canasta.names",
        RULE_TEXTS,
        "ask_rules",
    ),
}
"""Screens that most likely come next, and modules that they need, so that they are loaded while
nobody presses a key. In parts, since no key is looked at while one is loaded."""

_NEEDS = {"setup": ("tablet.presets", "tablet.template", RARE, TEMPLATE, "tablet.naming")}
"""What else is loaded before a screen that is named as the next one."""

_TRANSIENT = {
    "canasta.cards": False,
    "canasta.judge": False,
    "canasta.melds": False,
    "canasta.names": False,
    "canasta.setup": False,
    "tablet.languages": True,
    "tablet.naming": False,
    "tablet.parameter_rows": True,
    "tablet.parameters": False,
    "tablet.presets": False,
    "tablet.screens.value": False,
    "tablet.template": False,
}
"""Modules that are loaded to set a match up or to explain rules, and too large to stay; whether
they are data alone."""
_RULES = "_rules"
"""How the names of the languages' modules end that explain rules: data, too large to stay."""


class Stage:
    """One active screen, and those that were loaded for it. Base of the app."""

    def __init__(self, board: hal.Board) -> None:
        self.board = board
        self.canvas = canvas.Canvas(board)
        self.settings = settings.Settings(board.root + "settings")
        self.texts: "tuple[bytes, ...]" = ()
        self.screens: "dict[str, Any]" = {}
        self._keys = keys.Keys(board)
        self._language = 0
        self._spoken = ""
        """The language in use: its number among `tablet.languages`, and its code."""
        self._active: "Any" = None
        self._dirty = 0
        self._flash = -1
        self._flash_at = 0
        self._untidy = False
        self._ahead: "tuple[str, ...]" = ()
        self._under: "tuple[Any, int, bytes] | None" = None

    def text(self, number: int) -> bytes:
        """A text of the language in use, in the code page."""
        return self.texts[number]

    def rule_text(self, section: str, id: str) -> bytes:
        """What a parameter, choice or preset is called, or a sentence of the help, by its id."""
        module = __import__("tablet.lang." + self._spoken + _RULES, None, None, (section,))
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
                self.set_up_over()
                for name in list(sys.modules):
                    if name in _TRANSIENT:
                        forget(name, _TRANSIENT[name])
                    elif name.endswith(_RULES):
                        forget(name, True)
            self._untidy = True

    def set_up_over(self) -> None:
        """Called when nothing needs the match to be any more."""

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

    def deal_title(self, number: int) -> bytes:
        """A deal by its number, for the title of a question."""
        return self.text(M.DEAL) + b" %d" % number

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

    def say(self, title: int, text: int, then: str) -> None:
        """Tell something (messages), then go to the screen `then`; with none there it stays."""
        self.screen("notice").say(title, text, then)
        self.go("notice")
        if then:
            self.ahead(then)

    def ahead(self, name: str) -> None:
        """Name a screen that most likely comes next."""
        self._ahead = _NEEDS.get(name, ()) + (name,)

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

    def turn(self, on: bool) -> None:
        """Turn the picture to the other side of the table, or back."""
        if self.board.has_flip:
            self.board.flip(bool(self.settings.get(S.FLIP)) != on)
            self.redraw()
