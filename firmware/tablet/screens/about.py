"""About this tablet, and the test of its keys and display."""

import hal
from tablet import VERSION, codepage, keys
from tablet import canvas as C
from tablet import messages as M
from tablet.screens import ListScreen, Screen


class About(ListScreen):
    """Version, id, free space, last sync; the self-test."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self._rows: list[tuple[bytes, bytes]] = []

    def enter(self) -> None:
        """Ask for the figures."""
        app = self.app
        self._rows.clear()
        self._rows.append((app.text(M.SELF_TEST), b""))
        self._rows.append((app.text(M.VERSION), VERSION.encode()))
        self._rows.append((app.text(M.DEVICE_ID), app.device_id()))
        self._rows.append((app.text(M.FREE_KB), b"%d" % (app.free_bytes() // 1024)))
        self._rows.append((app.text(M.RECORDS), b"%d" % app.records()))
        self._rows.append((app.text(M.SYNCED), b"%d" % app.accepted()))
        self._rows.append((app.text(M.LAST_SYNC), _day(app.synced())))
        ListScreen.enter(self)

    def count(self) -> int:
        """A row for each figure."""
        return len(self._rows)

    def choices(self) -> int:
        """Only the self-test can be chosen."""
        return 1

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """What this is."""
        c.text(x, y, self.app.text(M.ABOUT), C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One figure."""
        x = c.text(x, y, self._rows[i][0], style) + c.char
        value = self._rows[i][1]
        c.right(c.width - c.left, y, value, style)

    def chosen(self, i: int) -> None:
        """Test keys and display."""
        self.app.go("test")

    def back(self) -> None:
        """Back to the menu."""
        self.app.go("menu")


def _day(day: bytes) -> bytes:
    """A day as `Store.synced` has it."""
    if len(day) != 4:
        return b"-"
    return b"%d-%02d-%02d" % (day[0] | day[1] << 8, day[2], day[3])


_TEST_KEYS = (
    (hal.UP, codepage.UP),
    (hal.DOWN, codepage.DOWN),
    (hal.OK, codepage.DOT),
    (hal.BACK, codepage.LEFT),
)


class SelfTest(Screen):
    """Every key that was pressed lights up.

    Every style of the display is shown. back twice leaves.
    """

    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._seen = 0
        self._backs = 0

    def key(self, key: int, how: int) -> None:
        """Mark the key."""
        self._seen |= key
        self._backs = self._backs + 1 if key == hal.BACK and how == keys.TAP else 0
        if self._backs == 2:
            self.app.go("about")
            return
        self.app.redraw()

    def draw(self, c: C.Canvas, band: int) -> None:
        """The keys, then the styles."""
        if band == 0:
            c.begin(0, C.TITLE)
            c.text(c.left, c.top(), self.app.text(M.SELF_TEST), C.TITLE)
        elif band == 1:
            c.begin(1, C.PLAIN)
            x = c.left
            for key, sign in _TEST_KEYS:
                style = C.CHOSEN if self._seen & key else C.PLAIN
                c.letter(x, c.top(), sign, style)
                x += 3 * c.char
        elif band == c.bands - 1:
            c.begin(band, C.QUIET)
            c.letter(c.left, c.top(), codepage.LEFT, C.QUIET)
            self.sign(c, c.left + c.char, c.top(), codepage.LEFT, self.app.text(M.BACK), C.QUIET)
        else:
            style = (band - 2) % 5
            c.begin(band, style)
            c.text(c.left, c.top(), b"ABCxyz 0123456789 +-", style)
