"""The screens. One is active at a time; a screen knows neither pins nor files nor the cable.

The keys are shown by signs: a dot for ok, triangles for up, down and back.
"""

import hal
from tablet import canvas as C
from tablet import codepage, keys

BLANK = 32
_LOCK_MS = 400
_COARSE_MS = 250
"""Between coarse steps of a held key: long enough to let go at the row that one sees."""


class Screen:
    """Base of all screens; `app` is the `App` that shows it."""

    def __init__(self, app: "App") -> None:
        self.app = app

    def enter(self) -> None:
        """Called when the screen becomes the active one, before it is drawn."""
        self.app.canvas.grid()

    def leave(self) -> None:
        """Called when another screen becomes the active one."""

    def tick(self) -> None:
        """Called in every pass while the screen is active."""

    def end_flash(self) -> None:
        """The short message, still known to the app, is over: what it covered is drawn again."""
        self.app.redraw()

    def key(self, key: int, how: int) -> None:
        """One key event: a key of `hal` and TAP, REPEAT or LONG."""

    def draw(self, c: C.Canvas, band: int) -> None:
        """Draw one band of the canvas."""

    def sign(self, c: C.Canvas, x: int, y: int, code: int, text: bytes, style: int) -> int:
        """Draw a key's sign and what it does; the x after it."""
        c.letter(x, y, code, style)
        return c.text(x + 2 * c.char, y, text, style)


class Lock:
    """Keeps a screen from taking presses that were meant for the one before.

    It is `open` once no key has come for a moment; a press while it is closed keeps it closed.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._rested = 0
        self.open = False

    def close(self) -> None:
        """Lock."""
        self._rested = 0
        self.open = False

    def tick(self) -> None:
        """Open once the keys have rested long enough."""
        if not self.open:
            self._rested += self._app.passed
            if self._rested >= _LOCK_MS:
                self.open = True
                self._app.redraw()

    def passes(self) -> bool:
        """Whether a press counts."""
        if not self.open:
            self._rested = 0
        return self.open


class ListScreen(Screen):
    """A title and a list of rows, one of which is chosen; up and down move, ok and back act.

    A subclass says how many rows there are (`count`), how many of them can be chosen (`choices`),
    and draws a title and a row. With `footer` the last band is the subclass's own.
    """

    footer = False
    signs = True
    """Whether the title says that there is more above or below."""
    empty = 0
    """The text (a message id) that says what to do when there are no rows."""
    coarse = 1
    """A held key goes to the next row whose number is a multiple of this."""

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self.at = 0
        self._first = 0
        self._stepped = 0

    def enter(self) -> None:
        """Keep the chosen row within the list."""
        Screen.enter(self)
        if self.at >= self.choices():
            self.at = max(0, self.choices() - 1)
        self._scroll()

    def count(self) -> int:
        """Number of rows."""
        raise NotImplementedError

    def choices(self) -> int:
        """Number of rows, from the top, that can be chosen."""
        return self.count()

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """Draw the title from x on."""

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """Draw row i from x on."""

    def foot(self, c: C.Canvas, x: int, y: int) -> None:
        """Draw the footer from x on."""

    def chosen(self, i: int) -> None:
        """ok was pressed on row i."""

    def back(self) -> None:
        """back was pressed."""

    def tick(self) -> None:
        """Let coarse steps wait."""
        if self._stepped < _COARSE_MS:
            self._stepped += self.app.passed

    def key(self, key: int, how: int) -> None:
        """Move, choose or leave."""
        if key & (hal.UP | hal.DOWN):
            step = self._step(-1 if key == hal.UP else 1, how)
            if step:
                self.move(step)
        elif how == keys.TAP and key == hal.OK:
            if self.choices():
                self.chosen(self.at)
        elif how == keys.TAP and key == hal.BACK:
            self.back()

    def _step(self, direction: int, how: int) -> int:
        """How far a press goes."""
        if how != keys.REPEAT or self.coarse == 1:
            return direction
        if self._stepped < _COARSE_MS:
            return 0
        self._stepped = 0
        # Rows are numbered from 1.
        if direction > 0:
            to = ((self.at + 1) // self.coarse + 1) * self.coarse - 1
        else:
            to = self.at // self.coarse * self.coarse - 1
        return max(0, min(to, self.choices() - 1)) - self.at

    def move(self, step: int) -> None:
        """Choose a row further up (below 0) or down; rows below the last choice can still be
        read.
        """
        at = self.at + step
        if 0 <= at < self.choices():
            old = self.at
            self.at = at
            if self._scroll():
                self.app.redraw()
            else:
                self.app.redraw_band(1 + old - self._first)
                self.app.redraw_band(1 + at - self._first)
                if self.footer:
                    self.app.redraw_band(self.app.canvas.bands - 1)
        elif step > 0 and self._first + self._shown() < self.count():
            self._first += 1
            self.app.redraw()
        elif step < 0 and self._first > 0:
            self._first -= 1
            self.app.redraw()

    def _shown(self) -> int:
        return self.app.canvas.bands - (2 if self.footer else 1)

    def _scroll(self) -> bool:
        """Bring the chosen row into view; whether anything moved."""
        first = self._first
        shown = self._shown()
        if self.at < self._first:
            self._first = self.at
        elif self.at >= self._first + shown:
            self._first = self.at - shown + 1
        return first != self._first

    def draw(self, c: C.Canvas, band: int) -> None:
        """The title, one row or the footer."""
        if band == 0:
            c.begin(0, C.TITLE)
            self.title(c, c.left, c.top())
            if self.signs:
                below = self._first + self._shown() < self.count()
                more_signs(c, c.width - c.left, self._first > 0, below)
            return
        if self.footer and band == c.bands - 1:
            c.begin(band, C.QUIET)
            self.foot(c, c.left, c.top())
            return
        i = self._first + band - 1
        if i >= self.count():
            c.begin(band, C.PLAIN)
            if self.empty and not self.count():
                self._draw_empty(c, band - 1)
            return
        style = C.CHOSEN if i == self.at and i < self.choices() else C.PLAIN
        c.begin(band, style)
        self.row(c, i, c.left, c.top(), style)

    def _draw_empty(self, c: C.Canvas, line: int) -> None:
        text = self.app.text(self.empty)
        if line < c.lines(text):
            c.wrapped(c.left, c.top(), text, line, C.PLAIN)


class PageScreen(Screen):
    """A title and rows that are read: a text on the left, a value on the right; up and down scroll.

    `lines` holds pairs of bytes, wrapped to the display's width by `say`.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self.lines: list[list[bytes]] = []
        self.heading = b""
        self._first = 0

    def clear(self, heading: bytes) -> None:
        """Begin a new page."""
        self.heading = heading
        self.lines.clear()
        self._first = 0

    def say(self, text: bytes, value: bytes = b"") -> None:
        """Add a text, wrapped over as many lines as it needs, its value at the end of the last."""
        width = self.app.canvas.cols
        for line in wrap(text, width):
            self.lines.append([line, b""])
        if value:
            if len(self.lines[-1][0]) + 1 + len(value) > width:
                self.lines.append([b"", b""])
            self.lines[-1][1] = value

    def key(self, key: int, how: int) -> None:
        """Scroll; everything else goes back."""
        shown = self.app.canvas.bands - 1
        if key == hal.UP and self._first > 0:
            self._first -= 1
        elif key == hal.DOWN and self._first + shown < len(self.lines):
            self._first += 1
        elif how == keys.TAP and key & (hal.OK | hal.BACK):
            self.back()
            return
        self.app.redraw()

    def back(self) -> None:
        """ok or back was pressed."""

    def draw(self, c: C.Canvas, band: int) -> None:
        """The heading with signs for more above and below, or a line."""
        if band == 0:
            c.begin(0, C.TITLE)
            c.text(c.left, c.top(), self.heading, C.TITLE)
            below = self._first + c.bands - 1 < len(self.lines)
            more_signs(c, c.width - c.left, self._first > 0, below)
            return
        c.begin(band, C.PLAIN)
        i = self._first + band - 1
        if i < len(self.lines):
            c.text(c.left, c.top(), self.lines[i][0], C.PLAIN)
            c.right(c.width - c.left, c.top(), self.lines[i][1], C.STRONG)


def more_signs(c: C.Canvas, end: int, above: bool, below: bool) -> None:
    """Say in a title, just before x `end`, that there is more above or below."""
    x = end - c.char
    if below:
        c.letter(x, c.top(), codepage.DOWN, C.TITLE)
    if above:
        c.letter(x - c.char, c.top(), codepage.UP, C.TITLE)


def wrap(text: bytes, width: int) -> list[bytes]:
    """A text as lines of at most `width` characters, broken at blanks where there are some."""
    lines: list[bytes] = []
    line = b""
    for word in text.split(b" "):
        if line and len(line) + 1 + len(word) <= width:
            line += b" " + word
            continue
        if line:
            lines.append(line)
        while len(word) > width:
            lines.append(word[:width])
            word = word[width:]
        line = word
    if line or not lines:
        lines.append(line)
    return lines
