"""A file of records of which the flash may not give everything."""

from canasta import errors as E
from canasta import records

_SMALL = 64
"""Bytes that are read at once near a block that cannot be read."""
_STEP = 32
"""Bytes that a search for the end of an unreadable block goes on by."""


class File:
    """Read in places; a context manager. `found`: number of the record that `next_sound` found."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = open(path, "rb")
        self.found = 0

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self, offset: int, view: "bytearray | memoryview") -> int:
        try:
            self._file.seek(offset)
            return self._file.readinto(view)  # pyright: ignore[reportReturnType]
        except OSError:
            # littlefs would take what its cache happens to hold for the content of the block.
            self._file.close()
            self._file = open(self._path, "rb")
            raise

    def fill(self, offset: int, view: "bytearray | memoryview") -> int:
        """Read from `offset` on into `view`; how many bytes, 0 at the end of the file. Of what the
        flash does not give the count is 1.
        """
        try:
            return self._read(offset, view)
        except OSError:
            pass
        # Less of it may still lie in blocks that can be read.
        view = memoryview(view)
        count = 0
        try:
            while count < len(view):
                size = self._read(offset + count, view[count : count + _SMALL])
                count += size
                if size < _SMALL:
                    break
        except OSError:
            count = max(1, count)
        return count

    def next_sound(self, offset: int, low: int, high: int, view: "bytearray | memoryview") -> int:
        """Where the next undamaged record with a number from `low` to `high` begins, -1 for none.
        For what lies behind damage.
        """
        unread = False
        while True:
            count = self.fill(offset, view)
            if count == 1:
                unread = True
                offset += _STEP
                continue
            if unread:
                # The first byte behind the unreadable block.
                unread = False
                end = offset - _STEP
                while offset - 1 > end and self.fill(offset - 1, view) > 1:
                    offset -= 1
                continue
            if count == 0:
                return -1
            for at in range(count - records.OVERHEAD + 1):
                size = records.size(view, at)
                if size and records.check(view, at, count - at) == E.OK:
                    self.found = records.seq(view, at)
                    if low <= self.found <= high:
                        return offset + at
            # A record may go on behind what was read.
            offset += max(1, count - records.MAX_SIZE + 1)
