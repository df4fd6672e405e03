"""Scoring a deal into a caller's buffer, line by line. Nothing here allocates."""

from array import array
from sys import implementation

from canasta import deal as D
from canasta import kinds as K
from canasta import params as P
from canasta.rules import Rules

# Lines of a side's score, in the order in which they are shown. Append-only.
L_MELDED = 0
L_KIND = 1
L_RED_THREES = 11
L_BLACK_THREES = 12
L_OUT = 13
L_CONCEALED = 14
L_IN_HAND = 15
L_NO_MELD = 16
L_UNDECLARED = 17
L_RED_LEFT = 18
L_SPECIAL = 19
L_INCOMPLETE = 20
L_EXTRA = 21
L_NET = 22
L_ADJUST = 23
L_POINTS = 24
"""The sum of the lines before it."""
N_LINES = 25

_SCRATCH = D.MAX_SIDES * D.N_FIELDS


def lines_buffer(sides: int) -> "array[int]":
    """A buffer for `score_deal`: `N_LINES` points for each side."""
    return array("i", bytes(4 * N_LINES * sides))


def score_deal(rules: Rules, deal: D.Deal, round_index: int, out: "array[int]") -> None:
    """Score every side of a checked deal. Side s has its lines at `out[s * N_LINES]` and on.

    `round_index` counts the deals of the match from 0. In a deal with a lone player both partners
    get the lines of the pair (S0:L10); their red threes are shared or each one's own by
    `red_three_owner`, and an adjustment is always the player's own.
    """
    sides = rules.r[P.SIDES]
    lone = deal.lone
    if lone:
        _join(deal, sides, lone - 1)
    for side in range(sides):
        if lone and side != lone - 1:
            own = side * D.N_FIELDS
            threes = own if rules.r[P.RED_THREE_OWNER] == P.OWNER_PLAYER else _SCRATCH
            _score_side(rules, deal.v, _SCRATCH, threes, own, round_index, out, side * N_LINES)
        else:
            start = side * D.N_FIELDS
            _score_side(rules, deal.v, start, start, start, round_index, out, side * N_LINES)


def _join(deal: D.Deal, sides: int, lone: int) -> None:
    """Add up the partners of a lone player's opponents in the scratch block of the deal."""
    v = deal.v
    opened = False
    net = 0
    for i in range(D.N_FIELDS):
        v[_SCRATCH + i] = 0
    for side in range(sides):
        if side == lone:
            continue
        start = side * D.N_FIELDS
        opened = opened or deal.opened(side)
        for i in range(D.N_FIELDS):
            if i == D.OUT or i == D.SPECIAL:
                if v[start + i] > v[_SCRATCH + i]:
                    v[_SCRATCH + i] = v[start + i]
            elif i == D.NET and v[start + D.MODE] == D.MODE_NET:
                net = v[start + i]
            else:
                v[_SCRATCH + i] += v[start + i]
    v[_SCRATCH + D.OPENED] = D.OPENED_YES if opened else D.OPENED_NO
    if v[_SCRATCH + D.MODE]:
        v[_SCRATCH + D.MODE] = D.MODE_NET
        v[_SCRATCH + D.NET] = net


def _clear_by_slice(out: "array[int]", line: int) -> None:
    out[line : line + N_LINES] = _ZEROS


def _clear_by_loop(out: "array[int]", line: int) -> None:
    for i in range(line, line + N_LINES):
        out[i] = 0


# A slice takes a twentieth of the time of a loop on CPython, but is an allocation on MicroPython.
_ZEROS = lines_buffer(1)
_clear = _clear_by_loop if implementation.name == "micropython" else _clear_by_slice


def _score_side(
    rules: Rules,
    v: "array[int]",
    start: int,
    threes: int,
    own: int,
    round_index: int,
    out: "array[int]",
    line: int,
) -> None:
    """Score one block of fields at `v[start]` into `out[line]`.

    Red threes come from the block `threes`, the adjustment from the block `own`.
    """
    r = rules.r
    _clear(out, line)
    total = v[own + D.ADJUST]
    if total:
        out[line + L_ADJUST] = total
    if v[start + D.MODE] == D.MODE_NET:
        out[line + L_NET] = v[start + D.NET]
        out[line + L_POINTS] = total + v[start + D.NET]
        return
    special = v[start + D.SPECIAL]
    if special:
        points = r[P.SPECIAL + special - 1]
        out[line + L_SPECIAL] = points
        out[line + L_POINTS] = total + points
        return

    canastas = 0
    for kind in rules.kinds:
        count = v[start + D.KIND + kind]
        if count:
            canastas += count
            if kind >= K.WILD_TWOS and not _pays(r, kind, v[start + D.OUT]):
                continue
            points = count * r[P.BONUS + kind]
            out[line + L_KIND + kind] = points
            total += points

    melded = v[start]
    opened = v[start + D.OPENED]
    opened = melded > 0 if opened == 0 else opened == D.OPENED_YES
    if melded:
        if canastas < r[P.MELDED_PLUS_FROM]:
            melded = -melded
        out[line] = melded
        total += melded

    count = v[threes + D.RED_THREES]
    if count:
        points = _threes(r, P.RED_PLUS, P.RED_MINUS, P.RED_THREE_CONDITION, count, opened, canastas)
        out[line + L_RED_THREES] = points
        total += points
    count = v[start + D.BLACK_THREES]
    if count:
        points = _threes(
            r, P.BLACK_PLUS, P.BLACK_MINUS, P.BLACK_THREE_CONDITION, count, opened, canastas
        )
        out[line + L_BLACK_THREES] = points
        total += points

    state = v[start + D.OUT]
    if state == D.OUT_CONCEALED:
        points = r[P.CONCEALED_TOTAL]
        out[line + L_CONCEALED] = points
        total += points
    elif state:
        points = r[P.GO_OUT_BY_ROUND + round_index] if round_index < P.N_ROUNDS else 0
        if points == 0:
            points = r[P.GO_OUT]
        out[line + L_OUT] = points
        total += points

    points = v[start + D.IN_HAND]
    if points:
        out[line + L_IN_HAND] = -points
        total -= points
    if not opened:
        points = r[P.NO_MELD_PENALTY]
        if points:
            out[line + L_NO_MELD] = points
            total += points
    count = v[start + D.UNDECLARED]
    if count:
        points = r[P.UNDECLARED + count]
        out[line + L_UNDECLARED] = points
        total += points
    count = v[start + D.RED_LEFT]
    if count:
        points = count * r[P.RED_THREE_LEFT]
        out[line + L_RED_LEFT] = points
        total += points
    if rules.incomplete:
        total += _incomplete(rules, v, start, out, line)
    if rules.extra:
        total += _extra(rules, v, start, canastas, out, line)
    out[line + L_POINTS] = total


def _pays(r: "array[int]", kind: int, out: int) -> bool:
    """Whether a kind of canasta pays: those of twos may pay the side that goes out alone (Italian
    Canasta).
    """
    return out != 0 or not r[P.TWOS_BONUS_OUT] or (kind != K.WILD_TWOS and kind != K.MIXED_TWOS)


def _incomplete(rules: Rules, v: "array[int]", start: int, out: "array[int]", line: int) -> int:
    """Penalties for unfinished canastas and for cards held."""
    total = 0
    for i in rules.incomplete:
        count = v[start + D.INCOMPLETE + i]
        if count:
            total += count * rules.r[P.INCOMPLETE + i]
    out[line + L_INCOMPLETE] = total
    return total


def _extra(
    rules: Rules, v: "array[int]", start: int, canastas: int, out: "array[int]", line: int
) -> int:
    """Bonuses that were entered, and those that follow from the canastas (Italian Canasta)."""
    r = rules.r
    total = v[start + D.EXTRA] * r[P.EXTRA]
    if canastas >= 5:
        naturals = v[start + D.KIND + K.NATURAL]
        if naturals >= 5:
            total += r[P.EXTRA + 2]
        elif naturals == 4 and v[start + D.KIND + K.MIXED]:
            total += r[P.EXTRA + 1]
        if canastas >= 10:
            total += r[P.EXTRA + 3]
    out[line + L_EXTRA] = total
    return total


def _threes(
    r: "array[int]", plus: int, minus: int, condition: int, count: int, opened: bool, canastas: int
) -> int:
    """Points of `count` threes by the tables at `plus` and `minus` (S0:L9, S1:L14, S3:L24-25)."""
    when = r[condition]
    if when == P.SWING:
        if canastas == 1:
            return 0
        good = canastas > 1
    elif when == P.IF_MELDED:
        good = opened
    elif when == P.ALWAYS:
        good = True
    elif when == P.NEVER:
        good = False
    else:
        good = canastas >= (1 if when == P.IF_CANASTA else 2)
    return r[(plus if good else minus) + count]
