"""Scores compact vectors from standard input and prints what came out.

In: a line per match, fields parted by spaces: sides, ruleset in hex, starting totals parted by
commas, a deal in hex for each deal. Out: a line per match, parts parted by spaces: for each deal
its openings, then each side's lines and total; then the last openings and the winners' mask.
"""

import sys
from array import array
from binascii import unhexlify

from canasta import check, deal, rules, score
from canasta.cursor import Cursor


def commas(numbers):
    return ",".join([str(number) for number in numbers])


def openings(ruleset, totals, played):
    return commas([rules.opening(ruleset, total, played) for total in totals])


def run(line):
    parts = line.split()
    sides = int(parts[0])
    ruleset = rules.Rules()
    # Compiled for a tablet an assert is left out, so nothing may happen inside of one.
    if not ruleset.unpack(Cursor(unhexlify(parts[1]))):
        raise ValueError(line)
    totals = array("i", [int(number) for number in parts[2].split(",")])
    entered = deal.Deal()
    lines = score.lines_buffer(deal.MAX_SIDES)
    found = []
    played = 0
    won = 0
    for part in parts[3:]:
        if not entered.take(Cursor(unhexlify(part)), sides) or check.check_deal(ruleset, entered):
            raise ValueError(part)
        found.append(openings(ruleset, totals, played))
        score.score_deal(ruleset, entered, played, lines)
        played += 1
        for side in range(sides):
            start = side * score.N_LINES
            totals[side] += lines[start + score.L_POINTS]
            found.append(commas([lines[start + i] for i in range(score.N_LINES)] + [totals[side]]))
        won = rules.judge(ruleset, totals, played, entered)
    found.append(openings(ruleset, totals, played))
    found.append(str(won))
    print(" ".join(found))


for line in sys.stdin:
    run(line)
