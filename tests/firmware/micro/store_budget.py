"""What saving deals costs a flash of a Pico's size: prints bytes programmed and erases a deal."""

import ram

from canasta import deal as D
from canasta import records
from canasta.cursor import Cursor
from tablet import store

DEALS = 500


def main():
    flash = ram.Ram(352)
    ram.mount(flash, fresh=True)
    log = store.Store(ram.Board())
    log.open()
    cursor = Cursor()
    writer = records.Writer(cursor)
    deal = D.Deal()
    programmed, erases = flash.programmed, flash.erases
    sizes = 0
    for number in range(DEALS):
        # A usual deal: every field of both sides that is counted is there.
        deal.clear()
        for side in range(2):
            deal.set(side, D.OUT, side)
            deal.set(side, D.KIND, number % 3 + 1)
            deal.set(side, D.KIND + 1, number % 2 + 1)
            deal.set(side, D.RED_THREES, 2)
            deal.set(side, D.MELDED, 400 + number % 60 * 5)
            deal.set(side, D.IN_HAND, 5 + number % 40 * 5)
        writer.begin(records.DEAL, number + 1, 1, 1, number * 300)
        deal.put(cursor, 2)
        writer.finish()
        log.append(writer.buf, writer.size)
        sizes += writer.size
    print((flash.programmed - programmed) / DEALS, (flash.erases - erases) / DEALS, sizes / DEALS)


main()
