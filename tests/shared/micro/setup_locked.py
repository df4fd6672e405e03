"""The draw K 2 A 3 and the set-up of a deal with the heap locked.

In: a ruleset in hex. Out: the seats, the dealer and the size of the stock.
"""

import sys
from binascii import unhexlify

import micropython  # pyright: ignore[reportMissingImports]

from canasta import rules, setup
from canasta.cursor import Cursor

ruleset = rules.Rules()
assert ruleset.unpack(Cursor(unhexlify(sys.stdin.readline().strip())))
draw = setup.Draw()
deal = setup.Setup()
DRAWN = (13, 2, 1, 3)


def go():
    draw.begin(4)
    for player in range(4):
        draw.put(player, DRAWN[player], setup.NO_SUIT)
    if draw.again() == 0:
        draw.settle(ruleset)
    deal.fill(ruleset, draw.dealer)
    setup.card(77, 4)


micropython.heap_lock()
try:
    go()
finally:
    micropython.heap_unlock()
print(*[draw.seat[i] for i in range(4)], draw.dealer, deal.stock)
