"""The simulated tablet with a display of 128x64 in black and white."""

from framebuf import MONO_VLSB

from boards.sim import Sim


class Board(Sim):
    """See `boards.sim`."""

    width = 128
    height = 64
    format = MONO_VLSB
