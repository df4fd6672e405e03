"""Checks and scores deals and folds records with the heap locked: an allocation is a MemoryError.

In: a line for each preset: sides, ruleset in hex, a deal in hex for each deal to score; then for
the fold a line "fold" with records in hex. Out: "ok" for each line.
"""

import sys
from binascii import unhexlify

import micropython  # pyright: ignore[reportMissingImports]

from canasta import cards, check, deal, match, melds, records, rules, score
from canasta.cursor import Cursor

entered = deal.Deal()
cursor = Cursor(b"")
lines = score.lines_buffer(deal.MAX_SIDES)
counts = cards.counts()
look = melds.Meld()
cards.read("4444XX2", counts)


def locked(function, a, b, c):
    """Call with the heap locked; the lock is opened again whatever happens."""
    micropython.heap_lock()
    try:
        return function(a, b, c)
    finally:
        micropython.heap_unlock()


def score_once(ruleset, packed, sides):
    cursor.at(packed, 0, len(packed))
    entered.take(cursor, sides)
    code = check.check_deal(ruleset, entered)
    if code:
        return code
    score.score_deal(ruleset, entered, 0, lines)
    rules.judge(ruleset, match_totals, 1, entered)
    for side in range(sides):
        rules.opening(ruleset, match_totals[side], 1)
        rules.opening(ruleset, -5, 3)
    melds.look(ruleset, counts, False, look)
    return 0


def fold_once(folded, record, _):
    return folded.fold(record, 0)


match_totals = match.Match().totals
played = match.Match()
for line in sys.stdin:
    parts = line.split()
    if parts[0] == "fold":
        for i, part in enumerate(parts[1:]):
            record = unhexlify(part)
            # The first record brings names, which are new objects.
            code = played.fold(record, 0) if i == 0 else locked(fold_once, played, record, None)
            assert code == 0, (i, code)
            assert records.size(record, 0) == len(record)
    else:
        ruleset = rules.Rules()
        assert ruleset.unpack(Cursor(unhexlify(parts[1])))
        for part in parts[2:]:
            code = locked(score_once, ruleset, unhexlify(part), int(parts[0]))
            assert code == 0, code
    print("ok")
