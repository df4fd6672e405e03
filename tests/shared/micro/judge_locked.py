"""Asks every rule check with the heap locked: an allocation is a MemoryError.

In: a line for each ruleset, in hex. Out: "ok" for each.
"""

import sys
from binascii import unhexlify

import micropython  # pyright: ignore[reportMissingImports]

from canasta import cards, judge, rules
from canasta.cursor import Cursor


def read(text):
    counts = cards.counts()
    cards.read(text, counts)
    return counts


HANDS = [read(t) for t in ("KK2", "KKKK222", "456789T", "22X", "333", "AAAAAAA", "7772", "KQ")]
verdict = judge.Verdict()
table = judge.Table()
canastas = judge.kind_counts()
canastas[0] = 1
canastas[1] = 2
more = read("2")


def ask(ruleset):
    for hand in HANDS:
        for going_out in (False, True):
            judge.meld(ruleset, hand, going_out, verdict)
            judge.add(ruleset, hand, more, going_out, verdict)
    judge.opening(ruleset, HANDS, 1500, 1, judge.NO_CARD, False, verdict)
    judge.opening(ruleset, LAID, 9500, 1, cards.KING, True, verdict)
    judge.out(ruleset, canastas, judge.SAID_YES, True, True, verdict)
    for top in TOPS:
        for opened in (False, True):
            table.top = top
            table.opened = opened
            table.earlier = opened
            table.frozen = False
            judge.pile(ruleset, table, verdict)
            table.frozen = True
            judge.pile(ruleset, table, verdict)


TOPS = (cards.JOKER, cards.BLACK_THREE, cards.KING, cards.EIGHT)
LAID = [read("KKK"), read("AAA")]
table.hand = read("K2")
table.melds = [read("4567"), read("888"), read("22X")]
table.pile = 20
for line in sys.stdin:
    ruleset = rules.Rules()
    assert ruleset.unpack(Cursor(unhexlify(line.strip())))
    micropython.heap_lock()
    try:
        ask(ruleset)
    finally:
        micropython.heap_unlock()
    print("ok")
