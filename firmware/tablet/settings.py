"""What a table sets for its tablet.

Only what differs from the usual is stored, and it is checked when read.
"""

LANGUAGE = 0
FLIP = 1
LIGHT = 2
DIM_MINUTES = 3
REPEAT_MS = 4
SETTLE_MS = 5
OPPONENTS = 6

_VERSION = 1
_HIGHEST_VERSION = 31
"""A file that begins with a larger byte is none."""

_READ_ONLY = 30
"""errno of what is not written because it must stay as it is."""

# For each setting, by its number (append-only): usual value, lowest, highest, step.
_TABLE = (
    (0, 0, 7, 1),
    (0, 0, 1, 1),
    (100, 10, 100, 10),
    (10, 0, 60, 5),
    (100, 60, 300, 20),
    (20, 10, 60, 10),
    (0, 0, 1, 1),
)

COUNT = len(_TABLE)


class Settings:
    """The values, by number. `known` tells whether a table has ever set any.

    `save` writes them; a value out of its range is read as the usual one. What a newer program has
    set is kept, of settings that are not known here, and as it is when its version is `newer`.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self.known = False
        self._values = [row[0] for row in _TABLE]
        self._others = b""
        self.newer = False

    def get(self, number: int) -> int:
        """The value of one setting."""
        return self._values[number]

    def step(self, number: int, direction: int) -> bool:
        """Move a setting one step up (1) or down (-1) within its range; whether it changed."""
        _usual, low, high, step = _TABLE[number]
        value = self._values[number] + direction * step
        if not low <= value <= high:
            return False
        self._values[number] = value
        return True

    def set(self, number: int, value: int) -> None:
        """Give a setting a value of its range."""
        self._values[number] = value

    def load(self) -> None:
        """Read what was saved; a damaged or foreign file counts as none."""
        try:
            with open(self._path, "rb") as file:
                data = file.read()
        except OSError:
            return
        self.known = True
        self.newer = len(data) > 0 and _VERSION < data[0] <= _HIGHEST_VERSION
        if len(data) % 2 == 0 or data[0] != _VERSION:
            return
        for i in range(1, len(data), 2):
            number = data[i]
            if number < COUNT:
                _usual, low, high, step = _TABLE[number]
                value = data[i + 1] * step
                if low <= value <= high:
                    self._values[number] = value
            else:
                self._others += data[i : i + 2]

    def save(self) -> None:
        """Write what differs from the usual. Raises OSError when the flash fails, or holds settings
        of a newer version.
        """
        if self.newer:
            raise OSError(_READ_ONLY)
        data = [_VERSION]
        for number in range(COUNT):
            if self._values[number] != _TABLE[number][0]:
                data.append(number)
                data.append(self._values[number] // _TABLE[number][3])
        with open(self._path, "wb") as file:
            file.write(bytes(data) + self._others)
        self.known = True
