"""Pages with one value each."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.canvas import digits_of
from tablet.screens import Screen


class ValueScreen(Screen):
    """One value a page: up and down turn the pages; ok starts changing, then up and down change, ok
    keeps the new value and back brings the old one again.

    A subclass says how many pages there are, what a page is about, its value as a number, and the
    words for a value that is not shown as one. What it draws must exist: drawing allocates nothing.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self.at = 0
        self._editing = False
        self._was = 0

    def count(self) -> int:
        """Number of pages."""
        raise NotImplementedError

    def heading(self) -> bytes:
        """The title of all pages."""
        raise NotImplementedError

    def about(self, i: int) -> bytes:
        """What page i is about."""
        raise NotImplementedError

    def note(self, c: C.Canvas, i: int, x: int, y: int) -> None:
        """Draw what else belongs to page i, below what it is about."""

    def get(self, i: int) -> int:
        """Its value."""
        raise NotImplementedError

    def put(self, i: int, value: int) -> None:
        """Give it a value that it had before."""
        raise NotImplementedError

    def words(self, i: int, value: int) -> "bytes | None":
        """What stands for a value; None for the number itself."""
        return None

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """Change the value, up (1) or down (-1), in small or large steps."""

    def verb(self, i: int) -> int:
        """What ok does on page i (a message)."""
        return M.CHANGE

    def act(self, i: int) -> bool:
        """ok on page i did something else than start a change."""
        return False

    def changed(self) -> None:
        """A change is complete."""

    def back(self) -> None:
        """back was pressed on a page."""

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
            if key == hal.BACK:
                self.put(self.at, self._was)
            self._editing = False
            self.changed()
        elif key == hal.OK:
            if not self.act(self.at):
                self._was = self.get(self.at)
                self._editing = True
        else:
            self.back()
            return
        self.app.redraw()

    def draw(self, c: C.Canvas, band: int) -> None:
        """Title with the page's number, what it is about, the value."""
        if band == 0:
            self._title(c)
        elif band == c.bands - 1:
            self._foot(c, band)
        else:
            c.begin(band, C.PLAIN)
            text = self.about(self.at)
            lines = c.lines(text)
            if band <= lines:
                c.wrapped(c.left, c.top(), text, band - 1, C.PLAIN)
            elif band == lines + 1:
                self.note(c, self.at, c.left, c.top())

    def _title(self, c: C.Canvas) -> None:
        c.begin(0, C.TITLE)
        y = c.top()
        end = c.width - c.left
        x = c.text(c.left, y, self.heading(), C.TITLE)
        if x + (2 * digits_of(self.count()) + 2) * c.char <= end:
            # Beside a long heading the number of pages is left out.
            end = c.number(end, y, self.count(), C.TITLE) - c.char
            c.letter(end, y, 0x2F, C.TITLE)
        c.number(end, y, self.at + 1, C.TITLE)

    def _foot(self, c: C.Canvas, band: int) -> None:
        """The value, and what the keys do: while it is changed, back brings the old one."""
        value = self.get(self.at)
        room = c.cols - 1 - self._size(value)
        if self._editing:
            c.begin(band, C.CHOSEN)
            x, y = c.left, c.top()
            c.letter(x, y, codepage.UP, C.CHOSEN)
            c.letter(x + c.char, y, codepage.DOWN, C.CHOSEN)
            if value != self._was and 4 + self._size(self._was) <= room:
                c.letter(x + 3 * c.char, y, codepage.LEFT, C.CHOSEN)
                self._show(c, x + 4 * c.char, y, self._was, C.CHOSEN)
        else:
            c.begin(band, C.PLAIN)
            y = c.top()
            # A long value leaves room for the key's sign alone.
            word = self.app.text(self.verb(self.at))
            self.sign(c, c.left, y, codepage.DOT, word if len(word) + 2 <= room else b"", C.QUIET)
        style = C.CHOSEN if self._editing else C.STRONG
        self._show(c, c.width - c.left - self._size(value) * c.char, y, value, style)

    def _size(self, value: int) -> int:
        """How many characters a value of this page takes."""
        words = self.words(self.at, value)
        return digits_of(value) if words is None else len(words)

    def _show(self, c: C.Canvas, x: int, y: int, value: int, style: int) -> None:
        words = self.words(self.at, value)
        if words is None:
            c.count(x, y, value, style)
        else:
            c.text(x, y, words, style)
