"""What takes most of the time between a buffer of 4 bits a pixel and a display, in machine code.

For any ARM that MicroPython runs on: only instructions of ARMv6-M. A call takes addresses (or
buffers) and numbers, and looks at nothing beyond them.
"""

# The words of the assembler are no names of Python's.
# pyright: reportUndefinedVariable=false, reportArgumentType=false, reportGeneralTypeIssues=false

import micropython


@micropython.asm_thumb
def hashed(r0, r1, r2, r3):
    """Hash lines: where the first begins, where a word for each goes, how many (at least one),
    bytes a line.

    Lines of whole words. No hash is 0.
    """
    # Every step is reversible, so lines that differ in one word never have the same hash, and the
    # turn carries a difference in the high bits on to the low ones. The factor is 0x2545F491.
    mov(r7, 0x25)
    lsl(r7, r7, 8)
    add(r7, 0x45)
    lsl(r7, r7, 8)
    add(r7, 0xF4)
    lsl(r7, r7, 8)
    add(r7, 0x91)
    label(LINE)
    mov(r4, 1)
    add(r5, r0, r3)
    label(WORD)
    mov(r6, 27)
    ror(r4, r6)
    ldr(r6, [r0, 0])
    eor(r4, r6)
    mul(r4, r7)
    add(r0, 4)
    cmp(r0, r5)
    bne(WORD)
    cmp(r4, 0)
    bne(KEEP)
    mov(r4, 1)
    label(KEEP)
    str(r4, [r1, 0])
    add(r1, 4)
    sub(r2, 1)
    bne(LINE)


@micropython.asm_thumb
def expanded(r0, r1, r2, r3):
    """Expand bytes: where they begin, where a word for each goes, the table of 256 words or less,
    how many times four of them (at least one).
    """
    # Written out, since a loop for every byte would take half as long again.
    label(FOUR)
    ldrb(r4, [r0, 0])
    lsl(r4, r4, 2)
    add(r4, r4, r2)
    ldr(r4, [r4, 0])
    str(r4, [r1, 0])
    ldrb(r4, [r0, 1])
    lsl(r4, r4, 2)
    add(r4, r4, r2)
    ldr(r4, [r4, 0])
    str(r4, [r1, 4])
    ldrb(r4, [r0, 2])
    lsl(r4, r4, 2)
    add(r4, r4, r2)
    ldr(r4, [r4, 0])
    str(r4, [r1, 8])
    ldrb(r4, [r0, 3])
    lsl(r4, r4, 2)
    add(r4, r4, r2)
    ldr(r4, [r4, 0])
    str(r4, [r1, 12])
    add(r0, 4)
    add(r1, 16)
    sub(r3, 1)
    bne(FOUR)


@micropython.viper
def differing(fresh: ptr32, shown: ptr32, top: int, line: int, bottom: int, most: int) -> int:
    """The first line from `line` to before `bottom` whose fresh hash is not the one shown, with
    1024 times how many there are in a row, at most `most`; -1 for none. They count as shown then.
    `fresh` begins with line `top`, `shown` with line 0.
    """
    while True:
        if line >= bottom:
            return -1
        if fresh[line - top] != shown[line]:
            break
        line += 1
    count = 0
    while count < most and line + count < bottom:
        value = fresh[line + count - top]
        if value == shown[line + count]:
            break
        shown[line + count] = value
        count += 1
    return line + (count << 10)
