"""How fast the core is on CPython, beside its budgets: `python tests/bench/bench_core.py`."""

import time
from collections.abc import Callable

from figures import Figure, show

from canasta import deal as D
from canasta import match, presets, records, rules, score
from canasta.cursor import Cursor

_DEALS_OF_HISTORY = 10_000
_DEALS_OF_MATCH = 10


def main() -> list[Figure]:
    """Measure, print, and return the figures."""
    rows = [
        Figure("deal sides scored in a second", _sides_per_second(), 200_000, "", False),
        Figure("a history of 10,000 deals refolded", _refold_seconds(), 1.0, "s", True),
    ]
    show(rows, "The core on CPython, one core of the machine")
    return rows


def _ruleset() -> rules.Rules:
    ruleset = rules.Rules()
    presets.load("classic", ruleset)
    return ruleset


def _usual_deal() -> D.Deal:
    """A deal with most of what a table enters."""
    deal = D.Deal()
    for field, value in (
        (D.MELDED, 420),
        (D.IN_HAND, 35),
        (D.KIND, 1),
        (D.KIND + 1, 1),
        (D.RED_THREES, 2),
        (D.OUT, D.OUT_NORMAL),
    ):
        deal.set(0, field, value)
    deal.set(1, D.MELDED, 120)
    deal.set(1, D.IN_HAND, 135)
    deal.set(1, D.RED_THREES, 1)
    return deal


def _best(run: Callable[[], None], times: int = 5) -> float:
    """Processor seconds of the fastest run: what else the machine does only makes it slower."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best


def _sides_per_second() -> float:
    ruleset, deal, lines = _ruleset(), _usual_deal(), score.lines_buffer(2)
    deals = 20_000

    def run() -> None:
        for i in range(deals):
            score.score_deal(ruleset, deal, i, lines)

    return 2 * deals / _best(run)


def _refold_seconds() -> float:
    """Reading, checking and folding the log of matches of ten deals."""
    log = b"".join(_log())

    def run() -> None:
        folded = match.Match()
        at = 0
        while at < len(log):
            assert records.check(log, at, len(log) - at) == 0
            assert folded.fold(log, at) == 0
            at += records.size(log, at)

    return _best(run, 3)


def _log() -> list[bytes]:
    ruleset, deal = _ruleset(), _usual_deal()
    # The deal above would end a match too soon.
    deal.set(0, D.MELDED, 320)
    deal.set(0, D.KIND, 0)
    deal.set(0, D.RED_THREES, 0)
    deal.set(0, D.ADJUST, -300)
    cursor = Cursor()
    writer = records.Writer(cursor)
    found = []
    seq = 1
    for _ in range(_DEALS_OF_HISTORY // _DEALS_OF_MATCH):
        first = seq
        for i in range(_DEALS_OF_MATCH + 1):
            writer.begin(records.DEAL if i else records.MATCH, seq, first, 1, seq)
            if i:
                deal.put(cursor, 2)
            else:
                records.put_match(cursor, b"classic", 0, [0, 0], [b"A", b"B"], [], ruleset)
            writer.finish()
            found.append(bytes(writer.buf[: writer.size]))
            seq += 1
    return found


if __name__ == "__main__":
    main()
