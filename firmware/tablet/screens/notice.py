"""Screens that say one thing, and questions."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet.screens import BLANK, Lock, Screen, wrap


class Notice(Screen):
    """A title and a text; any key goes on to the screen that was given, if there is one."""

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._title = 0
        self._lines: list[bytes] = []
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

    def draw(self, c: C.Canvas, band: int) -> None:
        """The title, the text below it, the way on at the end."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        if band == 0:
            c.text(c.left, c.top(), self.app.text(self._title), C.TITLE)
        elif band == c.bands - 1 and self._then:
            c.text(c.left, c.top(), self.app.text(M.ANY_KEY), C.QUIET)
        elif band - 1 < len(self._lines):
            c.text(c.left, c.top(), self._lines[band - 1], C.PLAIN)


class Ask(Screen):
    """A question. back is no, ok is neither, so that a second press of ok can never answer it.

    Yes is the up key; for a doubt about a deal it is the down key, since a table that goes on
    entering without a look would press up.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._title = b""
        self._lines: list[bytes] = []
        self._words = (M.DO_IT, M.KEEP)
        self._key = hal.UP
        self._sign = codepage.UP
        self._yes: "Callable[[], None] | None" = None
        self._no: "Callable[[], None] | None" = None
        self._lock = Lock(app)

    def ask(
        self,
        title: bytes,
        question: bytes,
        words: tuple[int, int],
        doubt: bool,
        yes: "Callable[[], None]",
        no: "Callable[[], None]",
    ) -> None:
        """Set what the question is about (a side or a deal; empty: a line more for the question),
        the question, the answers (two message ids), and what yes and no call.
        """
        self._title = title
        self._lines = wrap(question, self.app.canvas.cols)
        self._words = words
        self._key = hal.DOWN if doubt else hal.UP
        self._sign = codepage.DOWN if doubt else codepage.UP
        self._yes = yes
        self._no = no
        self._lock.close()

    def tick(self) -> None:
        """Unlock."""
        self._lock.tick()

    def key(self, key: int, how: int) -> None:
        """Answer."""
        if not self._lock.passes():
            return
        if how != keys.TAP:
            self._lock.close()
        elif key == self._key and self._yes:
            self._yes()
        elif key == hal.BACK and self._no:
            self._no()
        else:
            # Whoever presses other keys is not reading yet.
            self._lock.close()
            self.app.redraw()

    def draw(self, c: C.Canvas, band: int) -> None:
        """What it is about, the question, then both keys with what they do."""
        titled = 1 if self._title else 0
        c.begin(band, C.TITLE if band < titled else C.PLAIN)
        x = c.left
        if band < titled:
            c.text(x, c.top(), self._title, C.TITLE)
        elif band == c.bands - 2:
            style = C.STRONG if self._lock.open else C.QUIET
            # The sign is there once the key does something.
            sign = self._sign if self._lock.open else BLANK
            self.sign(c, x, c.top(), sign, self.app.text(self._words[0]), style)
        elif band == c.bands - 1:
            self.sign(c, x, c.top(), codepage.LEFT, self.app.text(self._words[1]), C.PLAIN)
        elif band - titled < len(self._lines):
            c.text(x, c.top(), self._lines[band - titled], C.PLAIN)


def ask_undo(
    app: "App", action: int, entry: int, yes: "Callable[[], None]", otherwise: str
) -> None:
    """Ask whether to undo something (a message id), with the deal it is about and its points."""
    # The points stay together when the text is wrapped.
    points = [b"%+d" % app.table.points(entry, side) for side in range(app.match.sides)]
    text = app.text(action) + b" " + b"\xa0".join(points)
    number = app.match.number[entry]
    app.ask(app.deal_title(number) if number else app.text(M.DEAL), text, yes, otherwise)
