"""A ruleset.

One flat array of integers, packed into a match's first record and read back from it.
"""

from array import array

from canasta import deal as D
from canasta import params as P
from canasta.cursor import Cursor

MAX_PACKED = 256
"""A packed ruleset never takes more bytes than this."""


class Rules:
    """The frozen rules of one match.

    `r` holds every parameter at its position of `params`, points in points, counts in units.
    `kinds` lists the canasta kinds that score a bonus, `incomplete` and `extra` the penalties and
    bonuses in force; they are derived from `r` by `prepare` and spare the scorer empty work.
    """

    def __init__(self) -> None:
        self.r = array("h", bytes(2 * P.SIZE))
        self.kinds = b""
        self.incomplete = b""
        self.extra = b""

    def prepare(self) -> None:
        """Derive the lists of what is in force. Call after `r` has changed."""
        r = self.r
        self.kinds = bytes([k for k in range(P.N_KINDS) if r[P.BONUS + k]])
        self.incomplete = bytes([k for k in range(P.N_INCOMPLETE) if r[P.INCOMPLETE + k]])
        self.extra = bytes([k for k in range(P.N_EXTRA) if r[P.EXTRA + k]])

    def pack(self, cursor: Cursor) -> None:
        """Write the ruleset at `cursor`: runs of non-zero values as position, count, values; a
        zero count ends it.

        Raises ValueError when it takes more than `MAX_PACKED` bytes.
        """
        r = self.r
        start = cursor.pos
        i = 0
        while i < P.SIZE:
            if r[i] == 0:
                i += 1
                continue
            end = i + 1
            # A single zero inside a run costs one byte, a new run costs two.
            while end < P.SIZE and (r[end] or (end + 1 < P.SIZE and r[end + 1])):
                end += 1
            cursor.put_byte(i)
            cursor.put_byte(end - i)
            while i < end:
                cursor.put_int(r[i])
                i += 1
        cursor.put_byte(0)
        cursor.put_byte(0)
        if cursor.pos - start > MAX_PACKED:
            raise ValueError("ruleset too long")

    def unpack(self, cursor: Cursor) -> bool:
        """Read what `pack` wrote. False when the bytes are no ruleset; `r` is then undefined."""
        r = self.r
        for i in range(P.SIZE):
            r[i] = 0
        while True:
            i = cursor.get_byte()
            count = cursor.get_byte()
            if cursor.bad or i + count > P.SIZE:
                return False
            if count == 0:
                break
            for k in range(i, i + count):
                value = cursor.get_int()
                if cursor.bad or value > 32767 or value < -32768:
                    return False
                r[k] = value
        if not 2 <= r[P.SIDES] <= 6 or not 1 <= r[P.SEATS] <= 3:
            return False
        self.prepare()
        return True

    def seats(self) -> int:
        """Number of players at the table."""
        return self.r[P.SIDES] * self.r[P.SEATS]


def opening(rules: Rules, total: int, round_index: int) -> int:
    """Points that a side with `total` needs to open in deal `round_index` (0 is the first).

    S0:L7, S1:L35-38 by score; S4:L25-33 by round, where the last band stays in force.
    """
    r = rules.r
    if r[P.OPENING_BY] == P.BY_ROUND:
        i = round_index if round_index < P.N_BANDS else P.N_BANDS - 1
        while i > 0 and r[P.OPENING + i] == 0:
            i -= 1
        return r[P.OPENING + i]
    if total < 0:
        return r[P.OPENING_NEGATIVE]
    return r[P.OPENING + opening_band(rules, total)]


def opening_needs(rules: Rules, total: int) -> int:
    """What must be among the melds that open, beside the points (Brazilian Canasta)."""
    if rules.r[P.OPENING_BY] == P.BY_ROUND or total < 0:
        return P.NEEDS_POINTS
    return rules.r[P.OPENING_NEEDS + opening_band(rules, total)]


def opening_band(rules: Rules, total: int) -> int:
    """Index of the band of opening minimums by score that holds `total` (at least 0)."""
    r = rules.r
    i = P.N_BANDS - 1
    while i > 0 and (r[P.OPENING_FROM + i] == 0 or total < r[P.OPENING_FROM + i]):
        i -= 1
    return i


def leaders(totals: "array[int]", count: int) -> int:
    """Bit mask of the sides with the highest of the first `count` totals."""
    best = totals[0]
    mask = 1
    for i in range(1, count):
        if totals[i] > best:
            best = totals[i]
            mask = 1 << i
        elif totals[i] == best:
            mask |= 1 << i
    return mask


def winners(rules: Rules, totals: "array[int]", deals: int) -> int:
    """Bit mask of the winners after `deals` complete deals, 0 while the match goes on.

    A match is judged only after a deal: a side at or above the target, or the last round played;
    the higher total wins (S0:L37, S3:L31, S4:L92). No seed speaks of a tie: one more deal, or a
    shared win by the parameter `tie`.
    """
    r = rules.r
    if deals == 0:
        return 0
    sides = r[P.SIDES]
    over = r[P.ROUNDS] and deals >= r[P.ROUNDS]
    if r[P.TARGET] and not over:
        for i in range(sides):
            if totals[i] >= r[P.TARGET]:
                over = True
    if not over:
        return 0
    mask = leaders(totals, sides)
    if mask & (mask - 1) and r[P.TIE] == P.EXTRA_DEAL:
        return 0
    return mask


def judge(rules: Rules, totals: "array[int]", deals: int, deal: D.Deal) -> int:
    """`winners`, and beside it a special hand that wins the match at once (`special_wins`).

    `deal` is the last of the `deals` complete deals.
    """
    wins = rules.r[P.SPECIAL_WINS]
    if wins and deals:
        for side in range(rules.r[P.SIDES]):
            if deal.get(side, D.SPECIAL) == wins:
                return 1 << side
    return winners(rules, totals, deals)
