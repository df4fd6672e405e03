"""The whole deal once more, before it becomes a record."""

import hal
from tablet import canvas as C
from tablet import codepage, keys
from tablet import messages as M
from tablet import settings as S
from tablet.screens import BLANK, Lock, Screen
from tablet.screens.sheet import draw_side

_NAME = 3
"""Letters that tell one of three players."""


class Recap(Screen):
    """Every side's points and new total. Another key than the one that entered it saves: up.

    down turns the picture for the other side of the table, ok leads to what hardly ever happens.
    When the opponents confirm too, up first turns the picture to them, and their up saves.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._lock = Lock(app)
        self._turned = False
        self._asked = False

    def enter(self) -> None:
        """Score it once more, and lock the keys for a moment."""
        Screen.enter(self)
        self.app.draft.score(self.app.match)
        self._lock.close()
        self._asked = False

    def leave(self) -> None:
        """The picture is as it was."""
        self._turn(False)

    def tick(self) -> None:
        """Unlock."""
        self._lock.tick()

    def _turn(self, on: bool) -> None:
        if on != self._turned:
            self._turned = on
            self.app.turn(on)

    def key(self, key: int, how: int) -> None:
        """See the class."""
        if not self._lock.passes() or how != keys.TAP:
            return
        app = self.app
        if key == hal.UP:
            if app.settings.get(S.OPPONENTS) and not self._asked:
                self._asked = True
                self._lock.close()
                self._turn(not self._turned)
                app.redraw()
            else:
                self._turn(False)
                app.table.save_draft()
        elif key == hal.DOWN:
            self._turn(not self._turned)
            app.redraw()
        elif key == hal.OK:
            app.screen("entry").rare()
            app.go("entry")
        elif key == hal.BACK:
            app.screen("entry").last()
            app.go("entry")

    def draw(self, c: C.Canvas, band: int) -> None:
        """A row for each side, or for two when there are more than fit; then what the keys do."""
        match = self.app.match
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        end = c.width - c.left
        open_style = C.STRONG if self._lock.open else C.QUIET
        columns = 1 if match.sides <= c.bands - 2 else 2
        # Whether the sides leave a line for the keys that lead back and on.
        hinted = match.sides <= columns * (c.bands - 3)
        if band == 0:
            x = c.text(x, y, self.app.text(M.DEAL), C.TITLE)
            x = c.count(x + c.char, y, self.app.draft.number(match), C.TITLE)
            if self._asked:
                c.right(end, y, self.app.text(M.OPPONENTS_CHECK), C.TITLE)
            elif not hinted:
                self._other_keys(c, x + c.char, end, y)
        elif band == c.bands - 1:
            # The sign is there once the key does something.
            up = codepage.UP if self._lock.open else BLANK
            x = self.sign(c, x, y, up, self.app.text(M.SAVE), open_style)
            text = self.app.text(M.TURN)
            self.sign(c, end - (len(text) + 2) * c.char, y, codepage.DOWN, text, C.QUIET)
        elif band == c.bands - 2 and hinted:
            x = self.sign(c, x, y, codepage.LEFT, self.app.text(M.CHANGE), C.QUIET)
            text = self.app.text(M.MORE)
            self.sign(c, end - (len(text) + 2) * c.char, y, codepage.DOT, text, C.QUIET)
        else:
            for column in range(columns):
                side = (band - 1) * columns + column
                if side < match.sides:
                    left = x + column * c.width // 2
                    right = end if column == columns - 1 else c.width // 2 - c.char
                    self._side(c, side, left, right, y)

    def _other_keys(self, c: C.Canvas, start: int, end: int, y: int) -> None:
        """In the title, where there is no line for them: ok leads on to more, back to the entry."""
        end -= 2 * c.char
        c.letter(end, y, codepage.DOT, C.TITLE)
        c.letter(end + c.char, y, codepage.ELLIPSIS, C.TITLE)
        text = self.app.text(M.CHANGE)
        begin = end - (len(text) + 3) * c.char
        if begin >= start:
            self.sign(c, begin, y, codepage.LEFT, text, C.TITLE)

    def _side(self, c: C.Canvas, side: int, left: int, right: int, y: int) -> None:
        """Name, points and new total; without room for it the total is left out."""
        draft = self.app.draft
        x = right
        if right - left > c.width // 2:
            x = c.number(x, y, draft.total(self.app.match, side), C.STRONG) - 2 * c.char
            c.letter(x, y, codepage.RIGHT, C.QUIET)
            x -= c.char
        x = c.number(x, y, draft.points(side), C.PLAIN, True)
        x -= c.char
        if side == draft.deal.lone - 1:
            x = self._alone(c, side, left, x, y)
        draw_side(self.app, c, left, y, side, x, C.PLAIN)

    def _alone(self, c: C.Canvas, side: int, left: int, right: int, y: int) -> int:
        """Say behind the name that its player is alone, unless too little of a long name were left;
        the x before which the name ends.
        """
        text = self.app.text(M.LONE)
        size = len(self.app.table.names[side])
        end = min(left + size * c.char, right - (len(text) + 1) * c.char)
        if end < left + min(size, _NAME) * c.char:
            return right
        c.text(end + c.char, y, text, C.QUIET)
        return end
