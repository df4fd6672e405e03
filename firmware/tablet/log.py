"""Records in flash: every one exactly once, in order, on littlefs.

A saved record goes to the end of `tail`, a file small enough to lie inside its directory entry,
so that a save is one small commit. A full tail moves into the last segment of `log/`, a folder of
files named by their first sequence number; a cut in between leaves records in both, and the
tail's then do not count twice. `log/last` has the last sequence number: should littlefs fall back
to an older state of the tail's directory, since the newer one has become unreadable, the tail
alone would not tell.
"""

import os

from canasta import errors as E
from canasta import frames, records
from tablet import pieces

_TAIL = 480
"""littlefs keeps files of up to 512 bytes inside the directory with blocks of 4096."""
_SEGMENT = 4096
"""A block: one that cannot be read hides no records but those that it holds. littlefs hangs the
blocks of a longer file on its last one."""
HIGHEST = (1 << 29) - 1
_NOT_THERE = 2
"""errno of a file that does not exist; any other error means that the flash fails."""

READ_ONLY = 30
"""errno of what is not written because it must stay as it is."""

# Of records that are missing within the log
MET = 1
TOLD = 2


class Log:
    """Segments and tail. `first` and `last` are sequence numbers, 0 while there are no records."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._tail_path = board.root + "tail"
        self._log_path = board.root + "log"
        self._last_path = board.root + "log/last"
        self._clear()
        self.buf = bytearray(frames.MAX_BODY + frames.OVERHEAD)
        """For one call at a time: the link makes its answers here."""

    def _clear(self) -> None:
        """As before anything was read."""
        self.first = 0
        self.last = 0
        self.boot = 1
        self.damaged = 0
        """Places with bytes that are no records, or that cannot be read."""
        self.set_back = False
        """A PC has more records than there are: the flash is an older copy, or lost some."""
        self.newer = False
        """A newer Meldpad has written here, and this one leaves everything as it is."""
        self.holes = 0
        """Whether records were found missing, MET, and then people were TOLD; 0: none."""
        self._free_bytes = -1
        self._segments: list[int] = []
        self._tail_first = 0
        self._tail_size = 0
        # Where reading goes on: file, offset and sequence number after the last answer of `read`.
        self._at_path = ""
        self._at_offset = 0
        self._at_seq = 0

    # Opening

    def _open_log(self) -> None:
        """Read segments and tail; what cannot be read counts in `damaged`."""
        self._try(self._open_segments)
        self._try(self._open_tail)

    def _try(self, part: "Callable[[], None]") -> None:
        """Open a part of the log; one that the flash does not give counts as damaged."""
        try:
            part()
        except OSError:
            self.damaged += 1

    def _open_segments(self) -> None:
        # With their sizes, for which no segment is read.
        found = sorted((int(row[0]), row[3]) for row in self._listed() if row[0].isdigit())
        self._segments = [first for first, _size in found]
        if found:
            if any(size <= _SEGMENT - _TAIL for _first, size in found[:-1]):
                # Another tail would have gone there.
                self.holes = MET
            self.first = self._segments[0]
            # The last one is empty when the power went just after it was made.
            self.last = self._segments[-1] - 1
            self._scan(self._segment_path(self._segments[-1]), self._segments[-1])

    def _listed(self) -> "list[tuple[Any, ...]]":
        """Rows of the log's folder: the name comes first, the size last."""
        try:
            return list(os.ilistdir(self._log_path))
        except OSError as error:
            if error.errno != _NOT_THERE:
                raise
            if not self.newer:
                os.mkdir(self._log_path)
            return []

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
                self._scan_moved(data, in_log)
                return
        if first != in_log + 1:
            self.damaged += 1
        self._tail_first = first
        self._tail_size = len(data)
        self._scan(self._tail_path, first)

    def _scan_moved(self, data: bytes, in_log: int) -> None:
        """A tail that was moved ends with the last segment; an older one was set back."""
        at = 0
        last = 0
        while len(data) - at >= records.OVERHEAD and records.size(data, at):
            last = records.seq(data, at)
            at += records.size(data, at)
        if last < in_log:
            self.damaged += 1

    def _scan(self, path: str, expected: int) -> None:
        """Walk a file's records, checking each; `last` and `boot` follow.

        A damaged record still counts as one, as long as its size shows where the next begins; else
        the walk goes on at the next sound one.
        """
        offset = 0
        buf = self.buf
        with pieces.File(path) as file:
            while True:
                count = file.fill(offset, buf)
                at = 0
                while count - at >= 2:
                    size = records.size(buf, at)
                    if size == 0 or size > count - at:
                        break
                    if records.check(buf, at, size) or records.seq(buf, at) != expected:
                        self.damaged += 1
                    else:
                        self.boot = records.boot(buf, at) + 1
                        if records.readable(buf, at):
                            self.newer = True
                    self.last = expected
                    expected += 1
                    at += size
                offset += at
                if at == 0:
                    if count == 0:
                        return
                    self.damaged += 1
                    offset = file.next_sound(offset + 1, expected, HIGHEST, buf)
                    if offset < 0:
                        return
                    expected = file.found

    def _segment_path(self, first: int) -> str:
        return self._log_path + "/%08d" % first

    def _whole(self, path: str) -> bytes:
        """All bytes of a file; none when it does not exist."""
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError as error:
            if error.errno != _NOT_THERE:
                raise
            return b""

    def _number(self, path: str) -> int:
        """The sequence number that a file begins with, 0 when there is none."""
        data = self._whole(path)
        if len(data) < 4 or data[3] > 31:
            return 0
        return data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24

    def _put_number(self, path: str, seq: int, more: bytes = b"") -> None:
        with open(path, "wb") as file:
            file.write(bytes([seq & 255, seq >> 8 & 255, seq >> 16 & 255, seq >> 24 & 255]) + more)

    # Saving

    def append(self, buf: "bytes | bytearray | memoryview", size: int) -> None:
        """Save the record at the start of `buf`. It is in flash when this returns; raises OSError
        when it is not. A log that is `closed` takes nothing more.
        """
        if self.closed():
            raise OSError(READ_ONLY)
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
        try:
            self._put_number(self._last_path, seq)
        except OSError:
            # The record is saved all the same.
            pass

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

    def closed(self) -> bool:
        """Whether nothing is written any more: so that nothing hides what a damaged log still
        holds, no number that a PC has is given to another record, and nothing is put behind or in
        place of what only a newer program understands.
        """
        return self.damaged > 0 or self.set_back or self.newer

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
            self.holes = self.holes or MET
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
        with pieces.File(path) as file:
            while True:
                count = file.fill(offset, view)
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
                    self.holes = self.holes or MET
                    offset = file.next_sound(offset + 1, first, self.last, view)
                    if offset < 0:
                        return 0
                    number = file.found
                    continue
                offset += used
                if not skipping:
                    self._at_path = path
                    self._at_offset = offset
                    self._at_seq = number
                    return used

    def next_seq(self) -> int:
        """The sequence number after the last record that `read` returned."""
        return self._at_seq

    # Matches

    def older_matches(self, before: int, take: "Callable[[bytearray, int], object]") -> int:
        """Show `take` the first records of the matches that begin before the record `before`, out
        of the last file that has any records before it, the oldest first: buffer and place. Before
        which record to ask again; 0 when there is nothing older.
        """
        seq = min(before - 1, self.last)
        if seq < max(1, self.first):
            return 0
        seq = first = self._file_of(seq)[0]
        buf = self.buf
        while seq < before:
            count = self.read(seq, buf, 0, len(buf))
            if count == 0:
                break
            at = 0
            while at < count:
                begins = records.kind(buf, at) == records.MATCH and records.seq(buf, at) < before
                if begins and records.check(buf, at, count - at) == E.OK:
                    take(buf, at)
                at += records.size(buf, at)
            seq = self.next_seq()
        return first if first > self.first else 0

    def latest_match(self) -> int:
        """Sequence number of the first record of the match that the last undamaged record of any
        match belongs to, 0 for none.
        """
        for seq in range(self.last, self.first - 1, -1):
            count = self.read(seq, self.buf, 0, len(self.buf))
            if records.check(self.buf, 0, count) == E.OK and records.seq(self.buf, 0) == seq:
                match = records.match(self.buf, 0)
                if match:
                    return match
        return 0

    def load(self, start: int, match: "Match") -> int:
        """Fold the records of the match that begins at `start` into `match`. OK, or the first code
        that a record of it brought, BAD_RECORD where one is damaged or missing."""
        seq = start
        while seq > 0:
            seq = self.load_some(start, seq, match, records.MAX_SIZE)
        return -seq

    def load_some(self, start: int, seq: int, match: "Match", most: int) -> int:
        """`load` in parts: `seq` is `start` at first, then what this returned before, as long as
        that is above 0; at most `most` records are folded. At the end the code, below 0.
        """
        buf = self.buf
        count = self.read(seq, buf, 0, len(buf))
        if count == 0:
            if seq <= self.last:
                return -E.BAD_RECORD
            return -E.OK if seq > start else -E.UNKNOWN_TARGET
        at = 0
        while at < count and most:
            size = records.size(buf, at)
            if records.check(buf, at, size) or records.seq(buf, at) != seq:
                return -E.BAD_RECORD
            if records.match(buf, at) == start:
                code = match.fold(buf, at)
                if code:
                    return -code
                most -= 1
            elif seq == start:
                return -E.UNKNOWN_TARGET
            at += size
            seq += 1
        return seq
