"""One deal as numbers.

The fields that a table counts, for every side, in one preallocated array.
"""

from array import array
from sys import implementation

from canasta import params as P
from canasta.cursor import Cursor

MAX_SIDES = 6

# Fields of a side. Their numbers are written into records: append-only.
MELDED = 0
IN_HAND = 1
RED_THREES = 2
BLACK_THREES = 3
UNDECLARED = 4
RED_LEFT = 5
OUT = 6
OPENED = 7
SPECIAL = 8
ADJUST = 9
REASON = 10
MODE = 11
NET = 12
KIND = 13
INCOMPLETE = 23
EXTRA = 31
N_FIELDS = 37

# Bonuses that follow from the canastas, so no table enters them
EXTRA_DERIVED = EXTRA + 1

# Values of OUT
NOT_OUT = 0
OUT_NORMAL = 1
OUT_CONCEALED = 2

# Values of OPENED: by default a side has opened when it melded something
OPENED_IF_MELDED = 0
OPENED_YES = 1
OPENED_NO = 2

# Values of MODE: what a table entered for the side
MODE_COUNTED = 0
MODE_NET = 1


def _clear_by_slice(v: "array[int]") -> None:
    v[:] = _ZEROS


def _clear_by_loop(v: "array[int]") -> None:
    for i in range(len(v)):
        v[i] = 0


# As in `score`: a slice is fast on CPython and an allocation on MicroPython.
if implementation.name == "micropython":
    _clear = _clear_by_loop
else:
    _ZEROS = array("h", bytes(2 * N_FIELDS * (MAX_SIDES + 1)))
    _clear = _clear_by_slice


class Deal:
    """`v` holds side after side, `N_FIELDS` each, and one block more as room for a pair's sum.

    `lone` is 0, or the lone player's seat plus one. `bad_side` and `bad_field` name the place
    when a check of the deal fails; `bad_side` is -1 when the deal as a whole is meant.
    """

    def __init__(self) -> None:
        self.v = array("h", bytes(2 * N_FIELDS * (MAX_SIDES + 1)))
        self.lone = 0
        self.bad_side = -1
        self.bad_field = -1

    def clear(self) -> None:
        """Back to an empty deal."""
        _clear(self.v)
        self.lone = 0

    def get(self, side: int, field: int) -> int:
        """One field of one side."""
        return self.v[side * N_FIELDS + field]

    def set(self, side: int, field: int, value: int) -> None:
        """Set one field of one side."""
        self.v[side * N_FIELDS + field] = value

    def opened(self, side: int) -> bool:
        """Whether the side has melded in this deal."""
        state = self.v[side * N_FIELDS + OPENED]
        if state == OPENED_IF_MELDED:
            return self.v[side * N_FIELDS + MELDED] > 0
        return state == OPENED_YES

    def canastas(self, side: int) -> int:
        """Number of completed canastas of all kinds."""
        count = 0
        start = side * N_FIELDS + KIND
        for i in range(start, start + P.N_KINDS):
            count += self.v[i]
        return count

    def put(self, cursor: Cursor, sides: int) -> None:
        """Write the deal.

        Lone, number of sides, then each side's non-zero fields as count, (field, value).
        """
        v = self.v
        cursor.put_byte(self.lone)
        cursor.put_byte(sides)
        for side in range(sides):
            start = side * N_FIELDS
            count = 0
            for i in range(N_FIELDS):
                if v[start + i]:
                    count += 1
            cursor.put_byte(count)
            for i in range(N_FIELDS):
                if v[start + i]:
                    cursor.put_byte(i)
                    cursor.put_int(v[start + i])

    def take(self, cursor: Cursor, sides: int) -> bool:
        """Read what `put` wrote.

        False, with an undefined content, when it is no deal of `sides` sides.
        """
        self.clear()
        v = self.v
        self.lone = cursor.get_byte()
        if cursor.get_byte() != sides or self.lone > sides:
            return False
        for side in range(sides):
            last = -1
            for _ in range(cursor.get_byte()):
                field = cursor.get_byte()
                value = cursor.get_int()
                if cursor.bad or field <= last or field >= N_FIELDS:
                    return False
                if value == 0 or value > 32767 or value < -32768:
                    return False
                v[side * N_FIELDS + field] = value
                last = field
        return not cursor.bad
