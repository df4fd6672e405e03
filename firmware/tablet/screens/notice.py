"""Screens that say one thing and wait for a key."""

import hal
from tablet import canvas as C
from tablet import keys
from tablet import messages as M
from tablet.screens import Screen


class Notice(Screen):
    """Two lines of text; any key goes on to the screen that was given."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self.first = 0
        self.second = 0
        self.then = None

    def say(self, first, second, then):
        """Set the texts (message ids) and the name of the screen that follows."""
        self.first = first
        self.second = second
        self.then = then

    def key(self, key, how):
        """Any key goes on."""
        if how != keys.REPEAT and self.then:
            self.app.go(self.then)

    def draw(self, c, band):
        """The first text as a title, the second below it, the way on at the end."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        if band == 0:
            c.text(c.left, c.top(), self.app.text(self.first), C.TITLE)
        elif band == 2:
            c.text(c.left, c.top(), self.app.text(self.second), C.PLAIN)
        elif band == c.bands - 1 and self.then:
            c.text(c.left, c.top(), self.app.text(M.ANY_KEY), C.QUIET)


class Ask(Screen):
    """A question whose yes is the up key, so that a second press of ok can never answer it."""

    def __init__(self, app):
        Screen.__init__(self, app)
        self.question = 0
        self.yes = 0
        self.then = None
        self.otherwise = ""

    def ask(self, question, yes, then, otherwise):
        """Set question and answer (message ids), what yes calls, and the screen that back goes
        to.
        """
        self.question = question
        self.yes = yes
        self.then = then
        self.otherwise = otherwise

    def key(self, key, how):
        """up is yes, back is no, ok is neither."""
        if how != keys.TAP:
            return
        if key == hal.UP:
            self.then()
        elif key == hal.BACK:
            self.app.go(self.otherwise)

    def draw(self, c, band):
        """Question, then both keys with what they do."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        if band == 0:
            c.text(c.left, c.top(), self.app.text(self.question), C.TITLE)
        elif band == 2:
            c.text(c.left, c.top(), self.app.text(self.yes), C.STRONG)
        elif band == 3:
            c.text(c.left, c.top(), self.app.text(M.KEEP_KEY), C.PLAIN)
