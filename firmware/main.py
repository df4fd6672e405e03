"""Starts the tablet. MicroPython takes this file only as a source and compiles it at every start,
so there is no more in it than what has to come first; the rest is `start`.
"""

import sys

import micropython

_TABLET = not sys.argv[1:]
"""Whether this is no simulator."""

# MicroPython's own start leaves addresses on its stack that point here, to the beginning of the
# memory, and whatever lies there later is never freed. So what lies there is what stays anyway: the
# pixels of a display with 320x240.
FIRST = bytearray(8480 if _TABLET else 0)

if _TABLET:
    # Before anything else is even loaded: a PC may say hello already, and one of its bytes may be
    # a Ctrl-C.
    micropython.kbd_intr(-1)

    # MicroPython looks through the file system, 5 to 10 ms long, whenever somebody imports one of
    # these, for it could have been replaced there; unless it is in sys.modules already.
    path = list(sys.path)
    sys.path.clear()
    for name in ("array", "binascii", "machine", "os", "select", "time"):
        sys.modules[name] = __import__(name)
    sys.path.extend(path)

if __name__ == "__main__":
    __import__("start").main(FIRST)
