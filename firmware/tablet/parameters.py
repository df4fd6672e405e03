"""What the parameters of a ruleset are called and may be, for the house rules and the help.

The same as `canasta.schema`, which is too large for the tablet. A parameter's number is its place
in `schema.PARAMS`.
"""

from tablet.parameter_rows import CHOICES, IDS, ROWS

# Units; a choice is `_CHOICE` and up
_POINTS = 1
_YES_NO = 2
_CHOICE = 3

_ROW = 10
COUNT = len(ROWS) // _ROW


class Param:
    """One parameter: `id`, place `at` and `length` in the ruleset, `low` and `high`; `points` and
    `yes_no` tell its unit, `choices` has the ids of a choice's values.
    """

    def __init__(self, number: int) -> None:
        row = ROWS[number * _ROW : (number + 1) * _ROW]
        start = row[7] | row[8] << 8
        self.id = IDS[start : IDS.find(b"\n", start)].decode()
        self.at = row[0]
        self.length = row[1]
        self.points = row[2] == _POINTS
        self.yes_no = row[2] == _YES_NO
        self.choices = CHOICES[row[2] - _CHOICE].split(" ") if row[2] >= _CHOICE else []
        self.low = _signed(row[3] | row[4] << 8)
        self.high = _signed(row[5] | row[6] << 8)


def _signed(value: int) -> int:
    return value - 65536 if value & 32768 else value


def at(number: int) -> int:
    """Where a parameter stands in the ruleset."""
    return ROWS[number * _ROW]


def length(number: int) -> int:
    """How many places it has there."""
    return ROWS[number * _ROW + 1]


def decides(number: int) -> int:
    """The place in the ruleset that is not 0 where this parameter is in force."""
    return ROWS[number * _ROW + 9]


def numbers(id: str) -> list[int]:
    """The parameter with an id, or all whose ids begin with it when it ends in `_`."""
    wanted = b"\n" + id.encode()
    if id[-1] != "_":
        wanted += b"\n"
    found: list[int] = []
    start = IDS.find(wanted)
    while start >= 0:
        found.append(IDS.count(b"\n", 0, start))
        start = IDS.find(wanted, start + 1)
    return found
