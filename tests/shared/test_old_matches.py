"""A match that the first version wrote scores for ever as it did then.

The bytes were written by that version's code; what they score is worked out by hand. Its ruleset is
shorter than today's: what it does not say is off.
"""

from canasta import errors as E
from canasta import params as P
from canasta import records
from canasta.match import Match

# Classic Canasta, sides A and B.
MATCH = bytes.fromhex(
    "88000101010000000100000001000a00000007636c6173736963000200000141014200001204040004081600020264"
    "2828140a0a060604150702020e080002022001022301904e2702c801900330021e023d02e807d8046a02b817f02e71"
    "0364b401f0018204c8019003d804c00c8f04c7018f03d704bf0cb604e707cf0fb7179f1f000065720512"
)
# A: 420 melded, 35 left, a natural and a mixed canasta, two red threes, out. B: two red threes, 15
# left.
DEAL = bytes.fromhex(
    "2b000201020000000100000001001400000000020600c8060146020406020d020e0202011e0204c68a7320"
)


def test_first_version():
    match = Match()
    for record in (MATCH, DEAL):
        assert records.check(record, 0, len(record)) == E.OK
        assert match.fold(record, 0) == E.OK
    # 420 + 500 + 300 + 200 + 100 - 35 and -200 - 15
    assert list(match.totals[:2]) == [1485, -215]
    assert (match.opening(0), match.opening(1)) == (50, 15)
    assert not match.finished()
    assert match.rules.r[P.TARGET] == 5000


def test_what_it_does_not_say_is_off():
    match = Match()
    assert match.fold(MATCH, 0) == E.OK
    assert all(match.rules.r[i] == 0 for i in range(P.PURE_SEVENS, P.SIZE))
