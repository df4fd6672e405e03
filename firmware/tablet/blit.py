"""Drawing text into a frame buffer of 4 bits a pixel, fast. Nothing here allocates.

Compiled to machine code. Where MicroPython has no such compiler, importing this is a SyntaxError,
and the canvas draws through framebuf instead, which takes ten times as long.
"""

import micropython


@micropython.viper
def lacks(slots: ptr8, text: ptr8, at: int, count: int) -> int:
    """The place of the first of `count` characters without a slot; the one behind them for none."""
    end = at + count
    while at < end:
        if slots[text[at]] == 255:
            break
        at += 1
    return at


@micropython.viper
def run(
    dst: ptr8,
    at: int,
    step: int,
    font: ptr8,
    slots: ptr8,
    half: int,
    height: int,
    skip: int,
    rows: int,
    pairs: ptr8,
    text: ptr8,
    start: int,
    count: int,
):
    """Draw `count` characters of `text`, from the one at `start` on, beside each other.

    They go to `dst[at]`, where a line has `step` bytes. `slots` tells for each character which of
    the glyphs in `font` is its own, 255 for none: then its place is left as it is. A glyph is
    `height` rows of `half` pairs of pixels as single bits in whole bytes, of which `rows` are
    drawn after `skip`. `pairs` has the byte that stands for each pair of bits.
    """
    wide = (half + 3) >> 2
    while count > 0:
        slot = slots[text[start]]
        if slot != 255:
            glyph = ptr8(int(font) + (slot * height + skip) * wide)
            _draw(ptr8(int(dst) + at), glyph, pairs, step - half, half, rows)
        at += half
        start += 1
        count -= 1


@micropython.viper
def _draw(dst: ptr8, src: ptr8, pairs: ptr8, gap: int, half: int, rows: int):
    # The compiler keeps the first three in registers.
    while rows > 0:
        left = half
        while left > 3:
            bits = src[0]
            dst[0] = pairs[bits >> 6]
            dst[1] = pairs[(bits >> 4) & 3]
            dst[2] = pairs[(bits >> 2) & 3]
            dst[3] = pairs[bits & 3]
            src = ptr8(int(src) + 1)
            dst = ptr8(int(dst) + 4)
            left -= 4
        if left > 0:
            bits = src[0]
            src = ptr8(int(src) + 1)
            while left > 0:
                dst[0] = pairs[(bits >> 6) & 3]
                dst = ptr8(int(dst) + 1)
                bits <<= 2
                left -= 1
        dst = ptr8(int(dst) + gap)
        rows -= 1
