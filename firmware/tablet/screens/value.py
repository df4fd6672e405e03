"""Pages with one value each, and the tablet's settings as such pages."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet import settings as S
from tablet.screens import Screen, wrap


class ValueScreen(Screen):
    """One value a page: up and down turn the pages; ok starts changing, then up and down change.

    A subclass says how many pages there are, what a page is about and its value, and changes it.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self.at = 0
        self._editing = False
        self._lines: list[bytes] = []
        self._value = b""

    def enter(self) -> None:
        """Show the page."""
        Screen.enter(self)
        self._show()

    def count(self) -> int:
        """Number of pages."""
        raise NotImplementedError

    def heading(self) -> bytes:
        """The title of all pages."""
        raise NotImplementedError

    def about(self, i: int) -> bytes:
        """What page i is about."""
        raise NotImplementedError

    def value(self, i: int) -> bytes:
        """Its value, for people."""
        raise NotImplementedError

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """Change the value, up (1) or down (-1), in small or large steps."""

    def act(self, i: int) -> bool:
        """ok on page i did something else than start a change."""
        return False

    def changed(self) -> None:
        """A change is complete."""

    def back(self) -> None:
        """back was pressed on a page."""

    def _show(self) -> None:
        self._lines = wrap(self.about(self.at), self.app.canvas.cols)
        self._value = self.value(self.at)
        self.app.redraw()

    def key(self, key: int, how: int) -> None:
        """See the class."""
        direction = 1 if key == hal.UP else -1
        if key & (hal.UP | hal.DOWN):
            if self._editing:
                self.change(self.at, direction, how == keys.REPEAT)
            elif 0 <= self.at - direction < self.count():
                self.at -= direction
        elif how != keys.TAP:
            return
        elif self._editing:
            self._editing = False
            self.changed()
        elif key == hal.OK:
            if not self.act(self.at):
                self._editing = True
        else:
            self.back()
            return
        self._show()

    def draw(self, c: C.Canvas, band: int) -> None:
        """Title with the page's number, what it is about, the value."""
        x = c.left
        end = c.width - c.left
        if band == 0:
            c.begin(0, C.TITLE)
            y = c.top()
            c.text(x, y, self.heading(), C.TITLE)
            x = c.number(end, y, self.count(), C.TITLE) - c.char
            c.letter(x, y, 0x2F, C.TITLE)
            c.number(x, y, self.at + 1, C.TITLE)
            return
        last = c.bands - 1
        style = C.CHOSEN if band == last and self._editing else C.PLAIN
        c.begin(band, style)
        y = c.top()
        if band == last:
            if self._editing:
                c.letter(x, y, codepage.UP, style)
                c.letter(x + c.char, y, codepage.DOWN, style)
            else:
                # A long value leaves room for the key's sign alone.
                word = self.app.text(M.CHANGE)
                fits = len(word) + 3 + len(self._value) <= c.cols
                self.sign(c, x, y, codepage.DOT, word if fits else b"", C.QUIET)
            c.right(end, y, self._value, C.CHOSEN if self._editing else C.STRONG)
        elif band - 1 < len(self._lines):
            c.text(x, y, self._lines[band - 1], C.PLAIN)


_TEXTS = (
    M.SET_LANGUAGE,
    M.SET_FLIP,
    M.SET_LIGHT,
    M.SET_DIM,
    M.SET_REPEAT,
    M.SET_SETTLE,
    M.SET_OPPONENTS,
)
_FLAGS = (S.FLIP, S.OPPONENTS)


class Settings(ValueScreen):
    """The settings, then the tablet's name."""

    def count(self) -> int:
        """A page for each setting, and one for the name."""
        return S.COUNT + 1

    def heading(self) -> bytes:
        """What this is."""
        return self.app.text(M.SETTINGS)

    def about(self, i: int) -> bytes:
        """The setting."""
        return self.app.text(M.SET_NAME if i == S.COUNT else _TEXTS[i])

    def value(self, i: int) -> bytes:
        """Its value; a language by its own name."""
        if i == S.COUNT:
            return self.app.name
        value = self.app.settings.get(i)
        if i == S.LANGUAGE:
            return self.app.language_name(value)
        if i in _FLAGS:
            return self.app.text(M.YES if value else M.NO)
        return b"%d" % value

    def act(self, i: int) -> bool:
        """The name is entered on a screen of its own."""
        if i == S.COUNT:
            self.app.edit_device_name()
            return True
        return False

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step, to be seen at once."""
        if self.app.settings.step(i, direction):
            self.app.apply_settings()

    def changed(self) -> None:
        """Keep it."""
        self.app.save_settings()

    def back(self) -> None:
        """Back to the menu."""
        self.app.go("menu")
