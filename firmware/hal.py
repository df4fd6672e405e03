"""What the tablet asks of a board.

A board is one file in `boards/` with a class `Board` of this kind.
"""

# Semantic keys: bits of the mask that `Board.keys` returns
UP = 1
DOWN = 2
OK = 4
BACK = 8
KEYS = (UP, DOWN, OK, BACK)

# What `Board.mount` found
MOUNTED = 0
FRESH = 1
UNREADABLE = 2

# Red, green and blue of the values that a pixel can have on a display with colours
PALETTE = ((0, 0, 0), (255, 255, 255), (176, 176, 176), (0, 40, 120), (255, 220, 0))

first = bytearray(0)
"""Memory at the beginning of the heap, for the pixels of a board that wants just as much."""


class Board:
    """The contract. Everything that differs between boards is asked here, never by a board's name.

    `width`, `height` in pixels; `format` of framebuf; `buf` the pixels; `root` the folder of the
    tablet's files, with a slash at the end.

    `lines` is 0 when `buf` holds the whole display. A board that would rather save the memory says
    how many pixel lines `buf` holds; what is shown next then stands at its start, and bands that
    are higher are drawn part by part.

    `has_flip` and `has_light` say what the display can do.
    """

    width = 0
    height = 0
    format = 0
    root = "/"
    lines = 0
    has_flip = False
    has_light = False

    def __init__(self, args: list[str]) -> None:
        self.buf = bytearray(0)

    def flip(self, on: bool) -> None:
        """Turn the picture by 180 degrees, or back; only where `has_flip`.

        The keys turn with it, for whoever looks from there. Everything has to be drawn again.
        """

    def light(self, percent: int) -> None:
        """Set the backlight, 0 to 100; only where `has_light`."""

    def mount(self) -> int:
        """Make the file system ready: MOUNTED, FRESH (it was empty and is new) or UNREADABLE."""
        raise NotImplementedError

    def unique(self, size: int) -> bytes:
        """`size` bytes that no other tablet has.

        Called when the tablet gets its id.
        """
        raise NotImplementedError

    def random(self, size: int) -> bytes:
        """`size` bytes that differ each time. Called when a log gets its epoch."""
        raise NotImplementedError

    def ticks(self) -> int:
        """Milliseconds that wrap, for `time.ticks_diff`."""
        raise NotImplementedError

    def keys(self) -> int:
        """Mask of the semantic keys that are down now, bouncing or not."""
        raise NotImplementedError

    def pressed(self) -> int:
        """Mask of the keys that went down since this was asked last, let go again or not.

        A board whose chip keeps this while nothing of the program runs, as in an erase of the
        flash, says so here; else 0.
        """
        return 0

    def show(self, top: int, bottom: int) -> None:
        """Send the pixel lines from `top` to just before `bottom` to the display."""
        raise NotImplementedError

    def cable_read(self) -> int:
        """The next byte from the cable, -1 for none now."""
        raise NotImplementedError

    def cable_write(self, buf: bytearray, count: int) -> None:
        """Send `count` bytes of `buf`. What a host does not read in half a second is dropped."""
        raise NotImplementedError

    def fault(self, error: Exception) -> None:
        """Hear of a fault of the program that the app has survived."""

    def wait(self, ms: int) -> None:
        """Sleep about `ms` milliseconds, or until something comes over the cable."""
        raise NotImplementedError
