"""Setting up a match: the sides' names, the target, who deals first."""

import hal
from tablet import canvas as C
from tablet import keys
from tablet import messages as M
from tablet.screens import ListScreen, Screen

_TARGET_STEP = 500
_TARGET_MOST = 30000
_NAME_LIMIT = 12
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -'&"


class Setup(ListScreen):
    """The rows of a match to be; the last one starts it."""

    def __init__(self, app):
        ListScreen.__init__(self, app)
        self.names = [b"A", b"B"]
        self.target = 0
        self.dealer = 0
        self._editing = False

    def prepare(self, match, target):
        """Begin with the last match's names and target, or with the usual ones."""
        self.dealer = 0
        self.target = target
        if match.start:
            self.names = [name for name in self.app.names]
        self.at = self.count() - 1

    def enter(self):
        """Nothing is being changed yet."""
        self._editing = False
        ListScreen.enter(self)

    def count(self):
        """A row for each side, target, dealer, start."""
        return len(self.names) + 3

    def title(self, c, x, y):
        """What this is."""
        c.text(x, y, self.app.text(M.NEW_MATCH), C.TITLE)

    def row(self, c, i, x, y, style):
        """Label on the left, value on the right."""
        sides = len(self.names)
        end = c.width - c.left
        if i < sides:
            x = c.text(x, y, self.app.text(M.SIDE_NAME), style)
            c.count(x + c.char, y, i + 1, style)
            c.right(end, y, self.names[i], style)
        elif i == sides:
            c.text(x, y, self.app.text(M.TARGET), style)
            if self._editing:
                c.right(end, y, b"\x90\x91", style)
                end -= 3 * c.char
            c.number(end, y, self.target, style)
        elif i == sides + 1:
            c.text(x, y, self.app.text(M.DEALER), style)
            self.app.draw_seat(c, end, y, self.dealer, self.names, style)
        else:
            c.text(x, y, self.app.text(M.START), style)

    def key(self, key, how):
        """While the target is being changed, up and down change it."""
        if not self._editing:
            ListScreen.key(self, key, how)
            return
        if key == hal.UP and self.target < _TARGET_MOST:
            self.target += _TARGET_STEP
        elif key == hal.DOWN and self.target > _TARGET_STEP:
            self.target -= _TARGET_STEP
        elif key & (hal.OK | hal.BACK):
            self._editing = False
        self.app.redraw()

    def chosen(self, i):
        """Change the row, or start."""
        sides = len(self.names)
        if i < sides:
            self.app.edit_name(i)
        elif i == sides:
            self._editing = True
            self.app.redraw()
        elif i == sides + 1:
            self.dealer = (self.dealer + 1) % self.app.seats()
            self.app.redraw()
        else:
            self.app.start_match(self.names, self.target, self.dealer)

    def leave(self):
        """Nothing was started."""
        self.app.go("menu")


class Name(Screen):
    """A name, letter by letter.

    Up and down change the letter, ok takes the next one, ok held is done.
    """

    def __init__(self, app):
        Screen.__init__(self, app)
        self._side = 0
        self._text = bytearray(_NAME_LIMIT)
        self._size = 0
        self._letter = 0

    def begin(self, side):
        """Start with an empty name; until a letter is chosen the old one stays."""
        self._side = side
        self._size = 0
        self._letter = 0

    def key(self, key, how):
        """See the class."""
        if key == hal.UP:
            self._turn(1 if how == keys.TAP else 5)
        elif key == hal.DOWN:
            self._turn(-1 if how == keys.TAP else -5)
        elif key == hal.OK and how == keys.LONG:
            self._take()
            self._done()
        elif key == hal.OK and how == keys.TAP:
            self._take()
            if self._size == _NAME_LIMIT:
                self._done()
        elif key == hal.BACK and how == keys.TAP:
            if self._size == 0:
                self.app.go("setup")
            else:
                self._size -= 1
                self._letter = max(0, _LETTERS.find(self._text[self._size : self._size + 1]))
        self.app.redraw_band(2)

    def _turn(self, step):
        self._letter = min(len(_LETTERS) - 1, max(0, self._letter + step))

    def _take(self):
        if self._size == _NAME_LIMIT:
            return
        self._text[self._size] = _LETTERS[self._letter]
        self._size += 1
        # The second letter of a name is usually a small one.
        self._letter = 26

    def _done(self):
        name = bytes(self._text[: self._size]).strip()
        if name:
            self.app.screens["setup"].names[self._side] = name
            self.app.go("setup")
        else:
            self.app.flash(M.NAME_EMPTY)

    def draw(self, c, band):
        """Title, the name with the letter being chosen, the keys."""
        c.begin(band, C.TITLE if band == 0 else C.PLAIN)
        x = c.left
        y = c.top()
        if band == 0 and self.app.flashing():
            c.text(x, y, self.app.flashing(), C.TITLE)
        elif band == 0:
            x = c.text(x, y, self.app.text(M.SIDE_NAME), C.TITLE)
            c.count(x + c.char, y, self._side + 1, C.TITLE)
        elif band == 2:
            for i in range(self._size):
                c.letter(x, y, self._text[i], C.PLAIN)
                x += c.char
            if self._size < _NAME_LIMIT:
                c.letter(x, y, _LETTERS[self._letter], C.CHOSEN)
        elif band == 3:
            c.text(x, y, self.app.text(M.NEXT_LETTER), C.QUIET)
        elif band == 4:
            c.text(x, y, self.app.text(M.HOLD_DONE), C.QUIET)
