"""Enters deals on the firmware's App and prints what they cost a flash of a Pico's size.

Arguments: pace (`fluent`, `usual`, `slow`), number of deals. Printed: bytes programmed and erases
a deal, and over how many blocks the erases are spread: all erases over those of the busiest block.
"""

import sys

import desk  # pyright: ignore[reportMissingImports]
import nor  # pyright: ignore[reportMissingImports]

from canasta import deal as D

# Milliseconds before each number, between the sides, before saving.
_PACES = {"fluent": (0, 0, 0), "usual": (1350, 10000, 3000), "slow": (5100, 10000, 5100)}


class Counting(nor.Nor):
    """Counts the erases of each block."""

    def __init__(self, blocks):
        nor.Nor.__init__(self, blocks)
        self.of_block = [0] * blocks

    def ioctl(self, op, arg):
        """As it is, and counted."""
        if op == 6:
            self.of_block[arg] += 1
        return nor.Nor.ioctl(self, op, arg)


def rest(table, ms):
    """Nobody presses a key for a while, and the app looks every now and then."""
    while ms > 0:
        table.rest(min(ms, 250))
        ms -= 250


def main():
    """See the top."""
    number, between, before = _PACES[sys.argv[1]]
    deals = int(sys.argv[2])
    flash = Counting(352)
    nor.mount(flash, fresh=True)
    table = desk.Desk(flash)
    table.begin("classic")
    programmed, erases = flash.programmed, flash.erases
    matches = 1
    for i in range(deals):
        # Every field of both sides that a table counts is there; a match has about seven deals.
        one = [(D.KIND, i % 2), (D.KIND + 1, 1), (D.OUT, 1), (D.RED_THREES, 1), (D.MELDED, 225)]
        other = [(D.KIND + 1, i % 2), (D.RED_THREES, 2), (D.MELDED, 185)]
        other.append((D.IN_HAND, 60 + i % 9 * 5))
        if i % 4 > 1:
            one, other = other, one
        table.app.table.new_deal()
        table.app._end_flash()
        for side, fields in enumerate((one, other)):
            for field in fields:
                rest(table, number)
                table.give(side, [field])
            rest(table, 0 if side else between)
        rest(table, before)
        table.app.table.save_draft()
        assert table.says(desk.SAVED), (i, table.title())
        if table.app.match.finished():
            matches += 1
            table.begin("classic")
    spent = flash.erases - erases
    assert 6 <= deals / matches <= 8, deals / matches
    print(
        (flash.programmed - programmed) / deals, spent / deals, flash.erases / max(flash.of_block)
    )


main()
