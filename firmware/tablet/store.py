"""The log in flash: every record exactly once, in order, on littlefs.

A saved record goes to the end of `tail`, a file small enough to lie inside its directory entry,
so that a save is one small commit. A full tail moves into the last segment of `log/`, a folder of
files named by their first sequence number; a cut in between leaves records in both, and the
tail's then do not count twice. `meta` holds the tablet's id, the log's epoch and the tablet's
name, `log/meta` the same once more in other blocks; `accepted` what a PC has taken over. `log/last`
has the last sequence number: should littlefs fall back to an older state of the tail's directory,
since the newer one has become unreadable, the tail alone would not tell. `gone` is the note of a
deploy that there was another log before.
"""

import os
from binascii import crc32

from canasta import errors as E
from canasta import frames, records
from tablet import pieces

# What `open` found
READY = 0
NEW = 1
DAMAGED = 2
SET_BACK = 3
LOST = 4
RESTORED = 5

_TAIL = 480
"""littlefs keeps files of up to 512 bytes inside the directory with blocks of 4096."""
_SETTLING = 10
_PADDING = 440
"""So many commits of so many bytes are more than a block; with the longest name it is still a file
that lies in its directory."""
_SEGMENT = 4096
"""A block: one that cannot be read hides no records but those that it holds. littlefs hangs the
blocks of a longer file on its last one."""
_META_VERSION = 1
_ERASING = 1
"""A flag in the byte behind the name in `meta`, 0 when it ends there: what is in flash is the old
log of another epoch and must go."""
_LOST = 2
"""Another one: the epoch is not the first one of this log, which was lost."""
_OF_LOG = ("tail", "accepted", "table", "draft")
"""Files that go with the log, beside its folder; a draft that was put aside has its match's number
behind the name."""
_MATCH_ROOM = 65536
"""Room for a match of `canasta.match.MAX_ENTRIES` records, twice over, and for littlefs itself."""
_DEAL_ROOM = 16384
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
        self._copy_path = board.root + "log/meta"
        self._last_path = board.root + "log/last"
        self._accepted_path = board.root + "accepted"
        self._gone_path = board.root + "gone"
        self._table_path = board.root + "table"
        self._clear()
        self.buf = bytearray(frames.MAX_BODY + frames.OVERHEAD)
        """For one call at a time: the link makes its answers here."""

    def _clear(self) -> None:
        """As before anything was read."""
        self.id = b""
        self.epoch = b""
        self.name = b""
        self.first = 0
        self.last = 0
        self.boot = 1
        self.accepted = 0
        self.damaged = 0
        self.set_back = False
        """A PC has more records than there are: the flash is an older copy, or lost some."""
        self.lost = False
        """The log's number was lost, and it goes by another one."""
        self._unlike = False
        self._erasing = False
        self._free_bytes = -1
        self._segments: list[int] = []
        self._tail_first = 0
        self._tail_size = 0
        # Where reading goes on: file, offset and sequence number after the last answer of `read`.
        self._at_path = ""
        self._at_offset = 0
        self._at_seq = 0

    # Opening

    def open(self) -> int:
        """Read what is there: READY, NEW for an empty log; DAMAGED when bytes were found that are
        no records or cannot be read (`damaged` counts the places; they stay in flash, and a PC
        still gets what can be read); SET_BACK when a PC has more than is there. These two take no
        record. LOST when the log has a new number since neither copy of the old one is there,
        RESTORED when one of them was put back. Raises OSError when the flash gives neither.
        """
        self._clear()
        found = self._open_meta()
        if self._erasing:
            # The power went in the middle of it.
            self._try(self._sweep)
            if self._erasing:
                return DAMAGED
        self._try(self._open_accepted)
        self._try(self._open_segments)
        self._try(self._open_tail)
        self._try(self._open_end)
        if found == NEW:
            found = self._new_meta()
        elif self._unlike:
            self._put_back_meta()
        if self.damaged:
            return DAMAGED
        if self.set_back:
            return SET_BACK
        return found or (READY if self.last else NEW)

    def open_again(self) -> None:
        """Read everything anew after a fault of the program, within the same start."""
        boot = self.boot
        self.open()
        self.boot = boot

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

    def _open_meta(self) -> int:
        """Who this is: READY, RESTORED when only the copy says so, NEW when neither does."""
        data = self._meta_of(self._meta_path)
        copy = self._meta_of(self._copy_path)
        # Also after a cut between the two, and with an older program's single one.
        self._unlike = data != copy
        if not data and not copy:
            if self.damaged:
                raise OSError(5)
            return NEW
        found = READY if data else RESTORED
        data = data or copy
        at = 1 + ID_SIZE + EPOCH_SIZE
        end = at + 1 + data[at]
        self.id = data[1 : 1 + ID_SIZE]
        self.epoch = data[1 + ID_SIZE : at]
        self.name = data[at + 1 : end]
        flags = data[end] if len(data) > end else 0
        self.lost = flags & _LOST > 0
        self._erasing = flags & _ERASING > 0
        return found

    def _new_meta(self) -> int:
        """An id, and an epoch: NEW for an empty log, LOST for one that must have had another."""
        self.id = self._board.unique(ID_SIZE)
        self.name = b"Meldpad"
        if self.last == 0 and not self.closed():
            self.epoch = self._board.random(EPOCH_SIZE)
            self._settle_meta()
            return NEW
        # Always the same from the same log, also when it can be written on no more.
        size = self.read(self.first, self.buf, 0, records.MAX_SIZE)
        crc = crc32(memoryview(self.buf)[: records.size(self.buf, 0) if size else 0])
        self.epoch = bytes([crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24])
        self.lost = True
        self._put_back_meta()
        return LOST

    def _meta_of(self, path: str) -> bytes:
        """The bytes of one of the two, none when it is not there, or is none."""
        try:
            data = self._whole(path)
        except OSError:
            self.damaged += 1
            return b""
        at = 1 + ID_SIZE + EPOCH_SIZE
        if len(data) > at and data[0] == _META_VERSION and len(data) > at + data[at]:
            return data
        return b""

    def _settle_meta(self) -> None:
        """Write it so often that both blocks of its directory have it. littlefs goes back to the
        older one without a word when the newer one goes bad, and would find no log there.
        """
        for _ in range(_SETTLING):
            self._write_meta(bytes(_PADDING))
        self._write_meta()

    def _put_back_meta(self) -> None:
        """Write it as it should be, if that is possible now; else the next start tries again."""
        if self.closed():
            return
        try:
            self._write_meta()
        except OSError:
            pass

    def rename(self, name: bytes) -> None:
        """Give the tablet another name (bytes of UTF-8). Raises OSError when the flash fails."""
        old = self.name
        self.name = name[: records.NAME_LIMIT]
        try:
            self._write_meta()
        except OSError:
            self.name = old
            raise

    def _write_meta(self, padding: bytes = b"") -> None:
        data = bytes([_META_VERSION]) + self.id + self.epoch + bytes([len(self.name)]) + self.name
        flags = (_LOST if self.lost else 0) | (_ERASING if self._erasing else 0)
        if flags or padding:
            data += bytes([flags]) + padding
        # The first is the one that counts.
        for path in (self._meta_path, self._copy_path):
            with open(path, "wb") as file:
                file.write(data)

    def erase(self) -> None:
        """Begin a new log; the old one is gone. Raises OSError when the flash fails.

        The new epoch in `meta` decides: a cut before it leaves the old log whole, after it the next
        `open` goes on with clearing away. While anything is left of the old log, `damaged` keeps
        new records out.
        """
        old = self.epoch
        lost = self.lost
        self.epoch = self._board.random(EPOCH_SIZE)
        if self.epoch == old:
            self.epoch = bytes([old[0] ^ 1]) + old[1:]
        self.lost = False
        self._erasing = True
        self._free_bytes = -1
        try:
            self._write_meta()
        except OSError:
            self.epoch = old
            self.lost = lost
            self._erasing = False
            try:
                self._write_meta()
            except OSError:
                # Nobody knows which epoch the next start will read.
                self.damaged += 1
            raise
        self.first = self.last = self.accepted = 0
        self.set_back = False
        self._segments.clear()
        self._tail_first = self._tail_size = 0
        self._at_path = ""
        self.damaged = 1
        self._sweep()
        self.damaged = 0

    def _sweep(self) -> None:
        """Clear the old log's files away; then the erase is over."""
        if self._unlike:
            # Before anything goes, both copies must say so.
            self._write_meta()
            self._unlike = False
        for name in self._listed():
            if name != "meta":
                os.remove(self._log_path + "/" + name)
        for name in os.listdir(self._board.root):
            if name.split("-")[0] in _OF_LOG:
                os.remove(self._board.root + name)
        self._erasing = False
        try:
            self._settle_meta()
        except OSError:
            self._erasing = True
            raise

    def _open_accepted(self) -> None:
        self.accepted = self._number(self._accepted_path)

    def _number(self, path: str) -> int:
        """The sequence number in a file, 0 when there is none."""
        data = self._whole(path)
        if len(data) != 4 or data[3] > 31:
            return 0
        return data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24

    def _put_number(self, path: str, seq: int) -> None:
        with open(path, "wb") as file:
            file.write(bytes([seq & 255, seq >> 8 & 255, seq >> 16 & 255, seq >> 24 & 255]))

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
                self._scan_moved(data, in_log)
                return
        if first != in_log + 1:
            self.damaged += 1
        self._tail_first = first
        self._tail_size = len(data)
        self._scan(self._tail_path, first)

    def _open_end(self) -> None:
        if self.first == 0:
            self.first = self._tail_first
        if self.first > self.accepted + 1:
            # Nothing that no PC has is ever dropped.
            self.damaged += 1
        if self.accepted > self.last:
            self.set_back = True
        elif self._number(self._last_path) > self.last:
            self.damaged += 1

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
                    self.last = expected
                    expected += 1
                    at += size
                offset += at
                if at == 0:
                    if count == 0:
                        return
                    self.damaged += 1
                    offset = file.next_sound(offset + 1, expected, _HIGHEST, buf)
                    if offset < 0:
                        return
                    expected = file.found

    def _segment_path(self, first: int) -> str:
        return self._log_path + "/%08d" % first

    # Saving

    def append(self, buf: "bytes | bytearray | memoryview", size: int) -> None:
        """Save the record at the start of `buf`. It is in flash when this returns; raises OSError
        when it is not. A log that is `closed` takes nothing more.
        """
        if self.closed():
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
        holds, and no number that a PC has is given to another record.
        """
        return self.damaged > 0 or self.set_back

    def state(self) -> int:
        """What a PC should know of the log: bits of `frames`."""
        state = frames.STATE_DAMAGED if self.damaged else 0
        if self.set_back:
            state |= frames.STATE_SET_BACK
        if self.lost:
            state |= frames.STATE_RENUMBERED
        return state

    def accept(self, seq: int) -> None:
        """Remember that a PC holds everything up to `seq`."""
        if seq <= self.accepted:
            return
        self._put_number(self._accepted_path, seq)
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

    def gone(self) -> bool:
        """Whether a deploy has left a note that the log which was here before is gone."""
        return bool(self._whole(self._gone_path))

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
            # littlefs counts blocks that files share twice, so a full one can have less than none.
            self._free_bytes = stat[0] * stat[3] if stat[3] <= stat[2] else 0
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

    def on_table(self, newest: int) -> int:
        """The match that lies on the table, by its first record: the one that was opened last,
        until a record makes another match the newest.
        """
        try:
            data = self._whole(self._table_path)
        except OSError:
            return newest
        if len(data) != 8 or int.from_bytes(data[4:], "little") != newest:
            return newest
        return int.from_bytes(data[:4], "little")

    def put_on_table(self, start: int, newest: int) -> None:
        """Remember which match was opened. Raises OSError when the flash fails."""
        with open(self._table_path, "wb") as file:
            file.write(start.to_bytes(4, "little") + newest.to_bytes(4, "little"))

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
