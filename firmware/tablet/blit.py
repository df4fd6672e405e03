"""Drawing a glyph into a frame buffer of 4 bits a pixel, fast. Nothing here allocates.

Compiled to machine code. Where MicroPython has no such compiler, importing this is a SyntaxError,
and the canvas draws through framebuf instead, which takes ten times as long.
"""

# ruff: noqa: F821 - the types of machine code are no names

import micropython


@micropython.viper
def blit(dst: ptr8, at: int, step: int, src: ptr8, start: int, half: int, rows: int, pairs: ptr8):
    """Draw `rows` rows of `half` pairs of pixels.

    They go to `dst[at]`, one row after `step` bytes, and come as single bits from `src[start]`,
    each row beginning a new byte. `pairs` has the byte that stands for each pair of bits.
    """
    while rows > 0:
        p = at
        end = at + half
        whole = end - 3
        while p < whole:
            bits = src[start]
            start += 1
            dst[p] = pairs[bits >> 6]
            dst[p + 1] = pairs[(bits >> 4) & 3]
            dst[p + 2] = pairs[(bits >> 2) & 3]
            dst[p + 3] = pairs[bits & 3]
            p += 4
        if p < end:
            bits = src[start]
            start += 1
            while p < end:
                dst[p] = pairs[(bits >> 6) & 3]
                bits <<= 2
                p += 1
        at += step
        rows -= 1
