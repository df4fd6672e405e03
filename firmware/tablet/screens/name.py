"""A name: chosen from those that played before, or entered letter by letter."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.screens import ListScreen, Screen

LIMIT = 12
"""Longest name that can be entered, in characters."""

_LETTERS = codepage.encode(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz0123456789-'.&"
    "ÀÁÂÃÄĂÇÈÉÊËÌÍÎÏÑÒÓÔÕÖŒȘȚÙÚÛÜàáâãäăçèéêëìíîïñòóôõöœșțùúûüß"
)
_SMALL = 27
"""Where the small letters begin: the second letter of a name is usually one."""


class Pick(ListScreen):
    """The names of earlier matches; the first row leads to the letters."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._title = b""
        self._names: list[bytes] = []
        self._more: "Callable[[], bool] | None" = None
        self._done: "Callable[[bytes], bool] | None" = None
        self._back = ""

    def begin(
        self,
        title: bytes,
        names: list[bytes],
        done: "Callable[[bytes], bool] | None",
        back: str,
        more: "Callable[[], bool] | None" = None,
    ) -> None:
        """Offer these names; `title` says for whom, `done` is called with the one taken and says
        whether it can be, `more` adds names and says whether to call it again.
        """
        self._more = more
        self._title = title
        self._names = names
        self._done = done
        self._back = back
        self.at = 1 if names else 0

    def tick(self) -> None:
        """Go on looking for names while these are read."""
        ListScreen.tick(self)
        if self._more:
            try:
                count = len(self._names)
                if not self._more():
                    self._more = None
                if len(self._names) > count:
                    self.app.redraw()
            except OSError:
                self.app.flash_failed()

    def count(self) -> int:
        """A new name, then the known ones."""
        return 1 + len(self._names)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is."""
        c.text(x, y, self.app.flashing() or self._title, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One name."""
        c.text(x, y, self._names[i - 1] if i else self.app.text(M.NEW_NAME), style)

    def chosen(self, i: int) -> None:
        """Take it, or go to the letters."""
        if i == 0:
            self.app.screen("name").begin(self._title, self._done, self._back)
            self.app.go("name")
        elif self._done is None or self._done(self._names[i - 1]):
            self.app.go(self._back)

    def back(self) -> None:
        """Nothing was changed."""
        self.app.go(self._back)


class Name(Screen):
    """up and down change the letter, ok takes it and goes on, ok held takes it and is done."""

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._title = b""
        self._text = bytearray(LIMIT)
        self._size = 0
        self._letter = 0
        self._done: "Callable[[bytes], bool] | None" = None
        self._back = ""

    def begin(self, title: bytes, done: "Callable[[bytes], bool] | None", back: str) -> None:
        """Start with an empty name.

        `title` says whose it is, `done` is called with the new one and says whether it can be,
        `back` is where to go then.
        """
        self._title = title
        self._size = 0
        self._letter = 0
        self._done = done
        self._back = back

    def key(self, key: int, how: int) -> None:
        """See the class."""
        if key == hal.UP:
            self._turn(1)
        elif key == hal.DOWN:
            self._turn(-1)
        elif key == hal.OK and how == keys.LONG:
            self._take()
            self._finish()
        elif key == hal.OK and how == keys.TAP:
            self._take()
            if self._size == LIMIT:
                self._finish()
        elif key == hal.BACK and how == keys.TAP:
            if self._size == 0:
                self.app.go(self._back)
            else:
                self._size -= 1
                self._letter = self._find(self._text[self._size])
        self.app.redraw_band(self._band())

    def _band(self) -> int:
        """Where the name stands: in the middle of what the keys leave."""
        return 2 if self.app.canvas.bands > 5 else 1

    def _find(self, code: int) -> int:
        """The place of a letter in the ring."""
        for i in range(len(_LETTERS)):
            if _LETTERS[i] == code:
                return i
        return 0

    def _turn(self, step: int) -> None:
        # Letters are a ring; numbers are not.
        self._letter = (self._letter + step) % len(_LETTERS)

    def _take(self) -> None:
        if self._size == LIMIT:
            return
        self._text[self._size] = _LETTERS[self._letter]
        self._size += 1
        self._letter = _SMALL

    def _finish(self) -> None:
        name = bytes(self._text[: self._size]).strip()
        if name:
            if self._done is None or self._done(name):
                self.app.go(self._back)
        else:
            self._size = 0
            self._letter = 0
            self.app.flash(M.NAME_EMPTY)

    def draw(self, c: C.Canvas, band: int) -> None:
        """Title, the name with the letter being chosen, the keys."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        if band == 0:
            c.text(x, y, self.app.flashing() or self._title, C.TITLE)
        elif band == self._band():
            for i in range(self._size):
                c.letter(x, y, self._text[i], C.PLAIN)
                x += c.char
            if self._size < LIMIT:
                c.letter(x, y, _LETTERS[self._letter], C.CHOSEN)
        elif band == c.bands - 2:
            self.sign(c, x, y, codepage.DOT, self.app.text(M.NEXT_LETTER), C.QUIET)
        elif band == c.bands - 3:
            self.sign(c, x, y, codepage.LEFT, self.app.text(M.LETTER_BACK), C.QUIET)
        elif band == c.bands - 1:
            self.sign(c, x, y, codepage.DOT, self.app.text(M.HOLD_DONE), C.QUIET)
