"""The simulated tablet with a display of 320x240 in 16 colours."""

from framebuf import GS4_HMSB

from boards.sim import Sim


class Board(Sim):
    """See `boards.sim`."""

    width = 320
    height = 240
    format = GS4_HMSB
