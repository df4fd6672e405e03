"""The log in flash: every record exactly once, in order, on littlefs.

A saved record goes to the end of `tail`, a file small enough to lie inside its directory entry,
so that a save is one small commit. A full tail moves into the last segment of `log/`, a folder of
files named by their first sequence number; a cut in between leaves records in both, and the
tail's then do not count twice. `meta` holds the tablet's id, the log's epoch and the tablet's
name, `accepted` what a PC has taken over, `lost` the note of a deploy that there was another log
before, which is gone.
"""

import os

from canasta import errors as E
from canasta import frames as F
from canasta import records

# What `open` found
READY = 0
NEW = 1
DAMAGED = 2

_TAIL = 480
"""littlefs keeps files of up to 512 bytes inside the directory with blocks of 4096."""
_SEGMENT = 16384
_META_VERSION = 1
_MATCH_ROOM = 65536
"""Room for a match of `canasta.match.MAX_ENTRIES` records, twice over, and for littlefs itself."""
_DEAL_ROOM = 16384
_SMALL = 64
"""Bytes that are read at once near a block that cannot be read."""
_STEP = 32
"""Bytes that a search for the end of an unreadable block goes on by."""
_HIGHEST = (1 << 29) - 1
_BUILD_SIZE = 64
ID_SIZE = 8
EPOCH_SIZE = 4
_NOT_THERE = 2
"""errno of a file that does not exist; any other error means that the flash fails."""


class Store:
    """The log of one tablet. `first` and `last` are sequence numbers, 0 while it is empty."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._tail_path = board.root + "tail"
        self._log_path = board.root + "log"
        self._meta_path = board.root + "meta"
        self._accepted_path = board.root + "accepted"
        self._lost_path = board.root + "lost"
        self.id = b""
        self.epoch = b""
        self.name = b""
        self.first = 0
        self.last = 0
        self.boot = 1
        self.accepted = 0
        self.damaged = 0
        self._free_bytes = -1
        self._segments: list[int] = []
        self._tail_first = 0
        self._tail_size = 0
        self.buf = bytearray(F.MAX_BODY + F.OVERHEAD)
        """For one call at a time: the link makes its answers here."""
        # Where reading goes on: file, offset and sequence number after the last answer of `read`.
        self._at_path = ""
        self._at_offset = 0
        self._at_seq = 0
        self._found = 0

    # Opening

    def open(self) -> int:
        """Read what is there: READY, NEW for an empty log, DAMAGED when bytes were found that are
        no records or cannot be read (`damaged` counts the places; they stay in flash, and a PC
        still gets what can be read). Raises OSError when not even the tablet's id can be read.
        """
        self._open_meta()
        self._try(self._open_accepted)
        self._try(self._open_segments)
        self._try(self._open_tail)
        if self.first == 0:
            self.first = self._tail_first
        if self.damaged:
            return DAMAGED
        return READY if self.last else NEW

    def _try(self, part: "Callable[[], None]") -> None:
        """Open a part of the log; one that the flash does not give counts as damaged."""
        try:
            part()
        except OSError:
            self.damaged += 1

    def _open_segments(self) -> None:
        self._segments = sorted(int(name) for name in self._listed() if name.isdigit())
        if self._segments:
            self.first = self._segments[0]
            # The last one is empty when the power went just after it was made.
            self.last = self._segments[-1] - 1
            self._scan(self._segment_path(self._segments[-1]), self._segments[-1])

    def _listed(self) -> list[str]:
        try:
            return os.listdir(self._log_path)
        except OSError as error:
            if error.errno != _NOT_THERE:
                raise
            os.mkdir(self._log_path)
            return []

    def _open_meta(self) -> None:
        data = self._whole(self._meta_path)
        if len(data) >= 2 + ID_SIZE + EPOCH_SIZE and data[0] == _META_VERSION:
            self.id = data[1 : 1 + ID_SIZE]
            self.epoch = data[1 + ID_SIZE : 1 + ID_SIZE + EPOCH_SIZE]
            size = data[1 + ID_SIZE + EPOCH_SIZE]
            self.name = data[2 + ID_SIZE + EPOCH_SIZE :][:size]
            return
        self.id = self._board.unique(ID_SIZE)
        self.epoch = self._board.random(EPOCH_SIZE)
        self.name = b"Meldpad"
        self._write_meta()

    def rename(self, name: bytes) -> None:
        """Give the tablet another name (bytes of UTF-8). Raises OSError when the flash fails."""
        old = self.name
        self.name = name[: records.NAME_LIMIT]
        try:
            self._write_meta()
        except OSError:
            self.name = old
            raise

    def _write_meta(self) -> None:
        data = bytes([_META_VERSION]) + self.id + self.epoch + bytes([len(self.name)]) + self.name
        with open(self._meta_path, "wb") as file:
            file.write(data)

    def _open_accepted(self) -> None:
        data = self._whole(self._accepted_path)
        if len(data) == 4:
            self.accepted = data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24

    def _whole(self, path: str) -> bytes:
        """All bytes of a file; none when it does not exist."""
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError as error:
            if error.errno != _NOT_THERE:
                raise
            return b""

    def _open_tail(self) -> None:
        """Count the tail's records unless they already stand in the last segment."""
        in_log = self.last
        data = self._whole(self._tail_path)
        if not data:
            return
        first = in_log + 1
        if records.check(data, 0, len(data)) == E.OK:
            first = records.seq(data, 0)
            if first <= in_log:
                # The power went between the move and the next save, which writes a new tail.
                return
        if first != in_log + 1:
            self.damaged += 1
        self._tail_first = first
        self._tail_size = len(data)
        self._scan(self._tail_path, first)

    def _scan(self, path: str, expected: int) -> None:
        """Walk a file's records, checking each; `last` and `boot` follow.

        A damaged record still counts as one, as long as its size shows where the next begins; else
        the walk goes on at the next sound one.
        """
        offset = 0
        buf = self.buf
        with open(path, "rb") as file:
            while True:
                count = self._fill(file, offset, buf)
                at = 0
                while count - at >= 2:
                    size = records.size(buf, at)
                    if size == 0 or size > count - at:
                        break
                    if records.check(buf, at, size) or records.seq(buf, at) != expected:
                        self.damaged += 1
                    else:
                        self.boot = records.boot(buf, at) + 1
                    self.last = expected
                    expected += 1
                    at += size
                offset += at
                if at == 0:
                    if count == 0:
                        return
                    self.damaged += 1
                    offset = self._next_sound(file, offset + 1, expected, _HIGHEST, buf)
                    if offset < 0:
                        return
                    expected = self._found

    def _fill(self, file: "Any", offset: int, view: "bytearray | memoryview") -> int:
        """Read from `offset` on into `view`; how many bytes, 0 at the end of the file. Of what the
        flash does not give the count is 1.
        """
        try:
            file.seek(offset)
            return file.readinto(view)
        except OSError:
            pass
        # Less of it may still lie in blocks that can be read.
        view = memoryview(view)
        count = 0
        try:
            while count < len(view):
                file.seek(offset + count)
                size = file.readinto(view[count : count + _SMALL])
                count += size
                if size < _SMALL:
                    break
        except OSError:
            count = max(1, count)
        return count

    def _next_sound(
        self, file: "Any", offset: int, low: int, high: int, view: "bytearray | memoryview"
    ) -> int:
        """Where the next undamaged record with a number from `low` to `high` begins, -1 for none;
        its number is in `_found`. For what lies behind damage.
        """
        unread = False
        while True:
            count = self._fill(file, offset, view)
            if count == 1:
                unread = True
                offset += _STEP
                continue
            if unread:
                # The first byte behind the unreadable block.
                unread = False
                end = offset - _STEP
                while offset - 1 > end and self._fill(file, offset - 1, view) > 1:
                    offset -= 1
                continue
            if count == 0:
                return -1
            for at in range(count - records.OVERHEAD + 1):
                size = records.size(view, at)
                if size and records.check(view, at, count - at) == E.OK:
                    self._found = records.seq(view, at)
                    if low <= self._found <= high:
                        return offset + at
            # A record may go on behind what was read.
            offset += max(1, count - records.MAX_SIZE + 1)

    def _segment_path(self, first: int) -> str:
        return self._log_path + "/%08d" % first

    # Saving

    def append(self, buf: "bytes | bytearray | memoryview", size: int) -> None:
        """Save the record at the start of `buf`. It is in flash when this returns; raises OSError
        when it is not. A damaged log takes nothing more, so that nothing hides what it still holds.
        """
        if self.damaged:
            raise OSError(30)
        self._free_bytes = -1
        if self._tail_size and self._tail_size + size > _TAIL:
            self._move_tail()
        mode = "ab" if self._tail_size else "wb"
        with open(self._tail_path, mode) as file:
            if file.write(memoryview(buf)[:size]) != size:
                raise OSError(28)
        seq = records.seq(buf, 0)
        if self._tail_size == 0:
            self._tail_first = seq
        self._tail_size += size
        self.last = seq
        if self.first == 0:
            self.first = seq

    def _move_tail(self) -> None:
        """Append the tail to the last segment, or begin a new one."""
        data = self._whole(self._tail_path)
        if len(data) != self._tail_size:
            raise OSError(5)
        first = self._tail_first
        if self._segments:
            path = self._segment_path(self._segments[-1])
            if os.stat(path)[6] + len(data) <= _SEGMENT:
                first = self._segments[-1]
        with open(self._segment_path(first), "ab") as file:
            if file.write(data) != len(data):
                raise OSError(28)
        if first not in self._segments:
            self._segments.append(first)
        self._tail_size = 0
        self._tail_first = 0
        # The next tail starts at its beginning again.
        self._at_path = ""

    def accept(self, seq: int) -> None:
        """Remember that a PC holds everything up to `seq`."""
        if seq <= self.accepted:
            return
        with open(self._accepted_path, "wb") as file:
            file.write(bytes([seq & 255, seq >> 8 & 255, seq >> 16 & 255, seq >> 24 & 255]))
        self.accepted = seq

    # Reading

    def read(self, seq: int, buf: bytearray, at: int, limit: int) -> int:
        """Put whole records from `seq` on at `buf[at]`, at most `limit` bytes; how many bytes
        that were.

        0 means that there is nothing from `seq` on. One call reads from one file only, so ask again
        from `next_seq` until it says 0. Where damage hides the rest of a file, or the flash does
        not give it, the answer begins with the next file.
        """
        view = memoryview(buf)[at : at + limit]
        while seq and self.first <= seq <= self.last:
            first, following = self._file_of(seq)
            used = self._try_file(first, seq, view)
            if used:
                return used
            seq = following
        return 0

    def _try_file(self, first: int, seq: int, view: memoryview) -> int:
        """`_read_file`; 0 for a file that the flash does not give."""
        try:
            return self._read_file(first, seq, view)
        except OSError:
            self._at_path = ""
            return 0

    def _file_of(self, seq: int) -> tuple[int, int]:
        """First sequence numbers of the file that holds `seq` and of the file after it, or 0."""
        tail = self._tail_first if self._tail_size else 0
        if tail and seq >= tail:
            return tail, 0
        first = self._segments[0]
        for number in self._segments:
            if number > seq:
                return first, number
            first = number
        return first, tail

    def _read_file(self, first: int, seq: int, view: memoryview) -> int:
        """Fill `view` with records from `seq` on out of the file that begins with `first`."""
        tail = self._tail_size and first == self._tail_first
        path = self._tail_path if tail else self._segment_path(first)
        offset = 0
        # The numbers are counted, since there are no gaps: a damaged record does not lead astray.
        number = first
        if path == self._at_path and seq == self._at_seq:
            offset = self._at_offset
            number = seq
        with open(path, "rb") as file:
            while True:
                count = self._fill(file, offset, view)
                if count == 0:
                    return 0
                # Behind damage the count may be wrong; a sound record knows better.
                if number >= seq and records.check(view, 0, count) == E.OK:
                    number = records.seq(view, 0)
                skipping = number < seq
                used = 0
                while count - used >= records.OVERHEAD:
                    size = records.size(view, used)
                    if size == 0 or size > count - used or (skipping and number == seq):
                        break
                    used += size
                    number += 1
                if used == 0:
                    offset = self._next_sound(file, offset + 1, first, self.last, view)
                    if offset < 0:
                        return 0
                    number = self._found
                    continue
                offset += used
                if not skipping:
                    self._at_path = path
                    self._at_offset = offset
                    self._at_seq = number
                    return used

    def matches(self, most: int) -> list[int]:
        """Sequence numbers of the first records of the newest matches, the newest first."""
        found: list[int] = []
        if self.last == 0:
            return found
        starts = [first for first in self._segments]
        if self._tail_size and self._tail_first not in starts:
            starts.append(self._tail_first)
        while starts and len(found) < most:
            in_file: list[int] = []
            first = seq = starts.pop()
            while seq <= self.last and self._file_of(seq)[0] == first:
                count = self.read(seq, self.buf, 0, len(self.buf))
                if count == 0:
                    break
                at = 0
                while at < count:
                    size = records.size(self.buf, at)
                    whole = records.check(self.buf, at, count - at) == E.OK
                    if whole and records.kind(self.buf, at) == records.MATCH:
                        in_file.append(records.seq(self.buf, at))
                    at += size
                seq = self.next_seq()
            while in_file:
                found.append(in_file.pop())
        return found[:most]

    def match_names(self, start: int) -> tuple[bytes, list[bytes], list[bytes]]:
        """Preset, names of the sides and of the players of the match that begins at `start`."""
        if self.read(start, self.buf, 0, len(self.buf)) == 0:
            return b"", [], []
        return records.match_names(self.buf, 0)

    def lost(self) -> bool:
        """Whether a deploy has left a note that the log which was here before is gone."""
        return bool(self._whole(self._lost_path))

    def build(self) -> bytes:
        """Which files this firmware is, as it was noted when they were put here."""
        try:
            return self._whole(self._board.root + "build")[:_BUILD_SIZE]
        except OSError:
            return b""

    def free(self) -> int:
        """Bytes that were free in flash after the last record; littlefs takes 20 ms to count them,
        and only then does it.
        """
        if self._free_bytes < 0:
            stat = os.statvfs(self._board.root)
            self._free_bytes = stat[0] * stat[3]
        return self._free_bytes

    def counted(self) -> bool:
        """Whether `free` has its answer already."""
        return self._free_bytes >= 0 or not self.epoch

    def full(self, whole_match: bool) -> bool:
        """Whether there is no room for another deal, or for a whole match."""
        return self.free() < (_MATCH_ROOM if whole_match else _DEAL_ROOM)

    def next_seq(self) -> int:
        """The sequence number after the last record that `read` returned."""
        return self._at_seq

    def latest_match(self) -> int:
        """Sequence number of the first record of the match that the last undamaged record belongs
        to, 0 for none.
        """
        for seq in range(self.last, self.first - 1, -1):
            count = self.read(seq, self.buf, 0, len(self.buf))
            if records.check(self.buf, 0, count) == E.OK and records.seq(self.buf, 0) == seq:
                return records.match(self.buf, 0)
        return 0

    def load(self, start: int, match: "Match") -> int:
        """Fold the records of the match that begins at `start` into `match`. OK, or the first code
        that a record of it brought, BAD_RECORD where one is damaged or missing."""
        code = E.UNKNOWN_TARGET
        seq = start
        buf = self.buf
        while True:
            count = self.read(seq, buf, 0, len(buf))
            if count == 0:
                return E.BAD_RECORD if seq <= self.last else code
            at = 0
            while at < count:
                size = records.size(buf, at)
                if records.check(buf, at, size) or records.seq(buf, at) != seq:
                    return E.BAD_RECORD
                if records.match(buf, at) == start:
                    code = match.fold(buf, at)
                    if code:
                        return code
                at += size
                seq += 1
