"""The log of one tablet, and who the tablet is.

`meta` holds the tablet's id, the log's epoch and the tablet's name, `log/meta` the same once more
in other blocks; `accepted` what a PC has taken over; `table` which match was opened last. `gone` is
the note of a deploy that there was another log before. Records are in `tablet.log`.
"""

import os
from binascii import crc32

from canasta import frames, records
from tablet.log import READ_ONLY, Log

# What `open` found
READY = 0
NEW = 1
DAMAGED = 2
SET_BACK = 3
LOST = 4
RESTORED = 5
NEWER = 6

_SETTLING = 10
_PADDING = 440
"""So many commits of so many bytes are more than a block; with the longest name it is still a file
that lies in its directory."""
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
_BUILD_SIZE = 64
ID_SIZE = 8
EPOCH_SIZE = 4


class Store(Log):
    """The log of one tablet: its records, whose they are, and which of them a PC has."""

    def __init__(self, board: "Board") -> None:
        self._meta_path = board.root + "meta"
        self._copy_path = board.root + "log/meta"
        self._accepted_path = board.root + "accepted"
        self._table_path = board.root + "table"
        Log.__init__(self, board)

    def _clear(self) -> None:
        """As before anything was read."""
        Log._clear(self)
        self.id = b""
        self.epoch = b""
        self.name = b""
        self.accepted = 0
        self.synced = b""
        """When that was: year (2 bytes), month and day by the PC's calendar; none: not known."""
        self.lost = False
        """The log's number was lost, and it goes by another one."""
        self._unlike = False
        self._erasing = False

    # Opening

    def open(self) -> int:
        """Read what is there: READY, NEW for an empty log; DAMAGED when bytes were found that are
        no records or cannot be read (`damaged` counts the places; they stay in flash, and a PC
        still gets what can be read); SET_BACK when a PC has more than is there; NEWER when a newer
        program has written here, of whose files nothing is touched. These three take no record.
        LOST when the log has a new number since neither copy of the old one is there,
        RESTORED when one of them was put back. Raises OSError when the flash gives neither.
        """
        self._clear()
        found = self._open_meta()
        if self._erasing:
            # The power went in the middle of it.
            if self.newer:
                return NEWER
            self._try(self._sweep)
            if self._erasing:
                return DAMAGED
        self._try(self._open_accepted)
        self._open_log()
        self._try(self._open_end)
        if found == NEW:
            found = self._new_meta()
        elif self._unlike:
            self._put_back_meta()
        if self.newer:
            return NEWER
        if self.damaged:
            return DAMAGED
        if self.set_back:
            return SET_BACK
        return found or (READY if self.last else NEW)

    def open_again(self) -> None:
        """Read everything anew after a fault of the program, within the same start."""
        boot = self.boot
        newer = self.newer
        self.open()
        self.boot = boot
        self.newer = self.newer or newer

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

    def _open_accepted(self) -> None:
        self.accepted = self._number(self._accepted_path)
        self.synced = self._whole(self._accepted_path)[4:8] if self.accepted else b""

    # Who this is

    def _open_meta(self) -> int:
        """Who this is: READY, RESTORED when only the copy says so, NEW when neither does. What a
        newer program wrote counts before what this one did.
        """
        data = self._meta_of(self._meta_path)
        copy = self._meta_of(self._copy_path)
        # Also after a cut between the two, and with an older program's single one.
        self._unlike = data != copy
        if not data and not copy:
            if self.damaged:
                raise OSError(5)
            return NEW
        found = READY
        # A higher version and nothing else is a damaged byte: the other copy loses nothing.
        if not data or (data[0] > copy[0] if data[1:] == copy[1:] else data[:1] < copy[:1]):
            found = RESTORED
            data = copy
        self.newer = data[0] > _META_VERSION
        at = 1 + ID_SIZE + EPOCH_SIZE
        end = at + 1 + data[at]
        self.id = data[1 : 1 + ID_SIZE]
        self.epoch = data[1 + ID_SIZE : at]
        self.name = data[at + 1 : end]
        flags = data[end] if len(data) > end else 0
        self.lost = flags & _LOST > 0
        self._erasing = flags & _ERASING > 0
        return found

    def _meta_of(self, path: str) -> bytes:
        """The bytes of one of the two, none when it is not there, or is none."""
        try:
            data = self._whole(path)
        except OSError:
            self.damaged += 1
            return b""
        at = 1 + ID_SIZE + EPOCH_SIZE
        if len(data) <= at or len(data) <= at + data[at]:
            return b""
        newer = data[0] > _META_VERSION and data[at] <= records.NAME_LIMIT
        return data if newer or data[0] == _META_VERSION else b""

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

    def _write_meta(self, padding: bytes = b"") -> None:
        data = bytes([_META_VERSION]) + self.id + self.epoch + bytes([len(self.name)]) + self.name
        flags = (_LOST if self.lost else 0) | (_ERASING if self._erasing else 0)
        if flags or padding:
            data += bytes([flags]) + padding
        # The first is the one that counts.
        for path in (self._meta_path, self._copy_path):
            with open(path, "wb") as file:
                file.write(data)

    def rename(self, name: bytes) -> None:
        """Give the tablet another name (bytes of UTF-8). Raises OSError when the flash fails, or a
        newer program's name for it is there.
        """
        if self.newer:
            raise OSError(READ_ONLY)
        old = self.name
        self.name = name[: records.NAME_LIMIT]
        try:
            self._write_meta()
        except OSError:
            self.name = old
            raise

    # Erasing

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
        self.synced = b""
        self.set_back = self.newer = False
        self.holes = 0
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
        for row in self._listed():
            if row[0] != "meta":
                os.remove(self._log_path + "/" + row[0])
        for name in os.listdir(self._board.root):
            if name.split("-")[0] in _OF_LOG:
                os.remove(self._board.root + name)
        self._erasing = False
        try:
            self._settle_meta()
        except OSError:
            self._erasing = True
            raise

    # What a PC has, what lies on the table

    def state(self) -> int:
        """What a PC should know of the log: bits of `frames`."""
        state = frames.STATE_DAMAGED if self.damaged else 0
        if self.set_back:
            state |= frames.STATE_SET_BACK
        if self.lost:
            state |= frames.STATE_RENUMBERED
        if self.newer:
            state |= frames.STATE_NEWER
        if self.holes and not self.damaged:
            state |= frames.STATE_HOLES
        return state

    def accept(self, seq: int, day: bytes) -> None:
        """Remember that a PC holds everything up to `seq`, and since which day (see `synced`).
        Raises OSError when the flash fails.
        """
        if seq < self.accepted or self.newer:
            return
        if seq == self.accepted and (day in (b"", self.synced) or self.closed()):
            return
        self._put_number(self._accepted_path, seq, day)
        self.accepted = seq
        self.synced = day

    def gone(self) -> bool:
        """Whether a deploy has left a note that the log which was here before is gone."""
        return bool(self._whole(self._board.root + "gone"))

    def build(self) -> bytes:
        """Which files this firmware is, as it was noted when they were put here."""
        try:
            return self._whole(self._board.root + "build")[:_BUILD_SIZE]
        except OSError:
            return b""

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
        if self.newer:
            return
        with open(self._table_path, "wb") as file:
            file.write(start.to_bytes(4, "little") + newest.to_bytes(4, "little"))

    # Room

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
