"""Screens that say one thing, and questions."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.screens import Screen, wrap


class Notice(Screen):
    """A title and a text; any key goes on to the screen that was given, if there is one."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self._title = 0
        self._lines = []
        self._then = ""

    def say(self, title: int, text: int, then: str) -> None:
        """Set the texts (message ids) and the name of the screen that follows."""
        self._title = title
        self._lines = wrap(self.app.text(text), self.app.canvas.cols)
        self._then = then

    def key(self, key: int, how: int) -> None:
        """Any key goes on."""
        if how != keys.REPEAT and self._then:
            self.app.go(self._then)

    def draw(self, c, band: int) -> None:
        """The title, the text below it, the way on at the end."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        if band == 0:
            c.text(c.left, c.top(), self.app.text(self._title), C.TITLE)
        elif band == c.bands - 1 and self._then:
            c.text(c.left, c.top(), self.app.text(M.ANY_KEY), C.QUIET)
        elif band - 1 < len(self._lines):
            c.text(c.left, c.top(), self._lines[band - 1], C.PLAIN)


class Ask(Screen):
    """A question whose yes is the up key, so that a second press of ok can never answer it."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self._lines = []
        self._words = (M.DO_IT, M.KEEP)
        self._yes = None
        self._no = None

    def ask(self, question: bytes, words: tuple, yes, no) -> None:
        """Set the question, the answers (two message ids), and what yes and no call."""
        self._lines = wrap(question, self.app.canvas.cols)
        self._words = words
        self._yes = yes
        self._no = no

    def key(self, key: int, how: int) -> None:
        """up is yes, back is no, ok is neither."""
        if how != keys.TAP:
            return
        if key == hal.UP and self._yes:
            self._yes()
        elif key == hal.BACK and self._no:
            self._no()

    def draw(self, c, band: int) -> None:
        """The question, then both keys with what they do."""
        c.begin(band, C.PLAIN)
        x = c.left
        if band < len(self._lines):
            c.text(x, c.top(), self._lines[band], C.PLAIN)
        elif band == c.bands - 2:
            self.sign(c, x, c.top(), codepage.UP, self.app.text(self._words[0]), C.STRONG)
        elif band == c.bands - 1:
            self.sign(c, x, c.top(), codepage.LEFT, self.app.text(self._words[1]), C.PLAIN)
