"""Prints the styles of text: for each the ink and the ground as the display with colours gets them,
16 bits a pixel.
"""

import sys

import hal

# Assembler for the Pico, which no PC compiles and which has nothing to do with colours.
sys.modules["drivers.lines"] = sys

from drivers import st7789  # noqa: E402
from tablet import canvas  # noqa: E402


def main():
    """See above."""
    table = bytearray(1024)
    st7789._fill(table, hal.PALETTE)
    for i in range(len(canvas._INK)):
        pair = canvas._INK[i], canvas._GROUND[i]
        print(*(table[64 * value] << 8 | table[64 * value + 1] for value in pair))


main()
