"""The screens. One is active at a time; a screen knows neither pins nor files nor the cable."""

import hal
from tablet import canvas as C
from tablet import keys


class Screen:
    """Base of all screens; `app` is the `App` that shows it."""

    def __init__(self, app):
        self.app = app

    def enter(self):
        """Called when the screen becomes the active one, before it is drawn."""
        self.app.canvas.grid()

    def key(self, key, how):
        """One key event: a key of `hal` and TAP, REPEAT or LONG."""

    def draw(self, c, band):
        """Draw one band of the canvas."""


class ListScreen(Screen):
    """A title and a list of rows, one of which is chosen; up and down move, ok and back act.

    A subclass says how many rows there are (`count`), how many of them can be chosen (`choices`),
    and draws a title and a row.
    """

    def __init__(self, app):
        Screen.__init__(self, app)
        self.at = 0
        self._first = 0

    def enter(self):
        """Keep the chosen row within the list."""
        Screen.enter(self)
        if self.at >= self.choices():
            self.at = max(0, self.choices() - 1)
        self._scroll()

    def count(self):
        """Number of rows."""
        return 0

    def choices(self):
        """Number of rows, from the top, that can be chosen."""
        return self.count()

    def title(self, c, x, y):
        """Draw the title from x on."""

    def row(self, c, i, x, y, style):
        """Draw row i from x on."""

    def chosen(self, i):
        """ok was pressed on row i."""

    def leave(self):
        """back was pressed."""

    def key(self, key, how):
        """Move, choose or leave."""
        if key == hal.UP:
            self._move(-1)
        elif key == hal.DOWN:
            self._move(1)
        elif how == keys.TAP and key == hal.OK:
            if self.choices():
                self.chosen(self.at)
        elif how == keys.TAP and key == hal.BACK:
            self.leave()

    def _move(self, step):
        at = self.at + step
        if 0 <= at < self.choices():
            old = self.at
            self.at = at
            if self._scroll():
                self.app.redraw()
            else:
                self.app.redraw_band(1 + old - self._first)
                self.app.redraw_band(1 + at - self._first)
        elif step > 0 and self._first + self.app.canvas.rows - 1 < self.count():
            # Rows below the last choice can still be read.
            self._first += 1
            self.app.redraw()
        elif step < 0 and self._first > 0:
            self._first -= 1
            self.app.redraw()

    def _scroll(self):
        """Bring the chosen row into view; whether anything moved."""
        first = self._first
        shown = self.app.canvas.rows - 1
        if self.at < self._first:
            self._first = self.at
        elif self.at >= self._first + shown:
            self._first = self.at - shown + 1
        return first != self._first

    def draw(self, c, band):
        """The title or one row."""
        if band == 0:
            c.begin(0, C.TITLE)
            self.title(c, c.left, c.top())
            return
        i = self._first + band - 1
        if i >= self.count():
            c.begin(band, C.PLAIN)
            return
        style = C.CHOSEN if i == self.at and i < self.choices() else C.PLAIN
        c.begin(band, style)
        self.row(c, i, c.left, c.top(), style)
