"""What the tablet asks of a board.

A board is one file in `boards/` with a class `Board` of this kind.
"""

# Semantic keys: bits of the mask that `Board.keys` returns
UP = 1
DOWN = 2
OK = 4
BACK = 8

# What `Board.mount` found
MOUNTED = 0
FRESH = 1
UNREADABLE = 2

# Red, green and blue of the values that a pixel can have on a display with colours
PALETTE = ((0, 0, 0), (255, 255, 255), (176, 176, 176), (0, 40, 120), (255, 220, 0))


class Board:
    """The contract. Everything that differs between boards is asked here, never by a board's name.

    `width`, `height` in pixels; `format` of framebuf; `buf` the pixels; `root` the folder of the
    tablet's files, with a slash at the end.

    `lines` is 0 when `buf` holds the whole display. A board that would rather save the memory says
    how many pixel lines `buf` holds, at least half of `height`; every band then stands at its
    start.

    `flips` and `dims` say what the display can do.
    """

    width = 0
    height = 0
    format = 0
    root = "/"
    lines = 0
    flips = False
    dims = False

    def __init__(self, args):
        self.buf = bytearray(0)

    def mount(self):
        """Make the file system ready: MOUNTED, FRESH (it was empty and is new) or UNREADABLE."""
        raise NotImplementedError

    def unique(self, size):
        """`size` bytes that no other tablet has.

        Called when the tablet gets its id, and its epochs.
        """
        raise NotImplementedError

    def ticks(self):
        """Milliseconds that wrap, for `time.ticks_diff`."""
        raise NotImplementedError

    def keys(self):
        """Mask of the semantic keys that are down now, bouncing or not."""
        raise NotImplementedError

    def show(self, top, bottom):
        """Send the pixel lines from `top` to just before `bottom` to the display."""
        raise NotImplementedError

    def flip(self, turned):
        """Show what is sent from now on turned by half a turn, or not; everything has to be drawn
        again. Only where `flips`.
        """

    def dim(self, percent):
        """Brightness from 0, off or as dark as it gets, to 100. Only where `dims`."""

    def cable_read(self):
        """The next byte from the cable, -1 for none now."""
        raise NotImplementedError

    def cable_write(self, buf, count):
        """Send `count` bytes of `buf`. What a host does not read in half a second is dropped."""
        raise NotImplementedError

    def wait(self, ms):
        """Sleep about `ms` milliseconds, or until something comes over the cable."""
        raise NotImplementedError

    def close(self):
        """The app ends: give the cable back to MicroPython's prompt."""
