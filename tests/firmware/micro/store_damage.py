"""Damaged logs: said, not written on, and everything that can still be told apart is read.

With an argument: files that are cut off anywhere, which takes longer.
"""

import os
import sys
from binascii import crc32

import ram

from canasta import errors as E
from canasta import frames
from tablet import log as L
from tablet import store

L._SEGMENT = 1500
COUNT = 105
_buf = bytearray(2048)


class Log:
    """A log of COUNT records in at least four files; `files` has the path of each, its first
    number, and its bytes."""

    def __init__(self):
        flash = ram.Ram(16)
        ram.mount(flash, fresh=True)
        log = store.Store(ram.Board())
        log.open()
        made = ram.Records()
        for number in range(COUNT):
            size = made.make(ram.payload(number))
            log.append(made.buf, size)
            made.keep(size)
        self.raws = made.raws
        self.image = bytes(flash.data)
        self.paths = ["/flash/log/" + name for name, size in ram.names() if name != "tail"]
        self.firsts = [int(path[-8:]) for path in self.paths]
        self.paths.append("/flash/tail")
        self.firsts.append(log._tail_first)
        assert len(self.paths) >= 4
        assert COUNT - self.firsts[-1] >= 3, "the tail holds a few records"

    def mount(self):
        """The undamaged log, mounted."""
        mount(self.image)

    def place(self, seq):
        """Path and offset of a record."""
        i = len(self.firsts) - 1
        while self.firsts[i] > seq:
            i -= 1
        return self.paths[i], sum(len(raw) for raw in self.raws[self.firsts[i] - 1 : seq - 1])

    def change(self, seq, at, value):
        """Write one byte into a record."""
        path, offset = self.place(seq)
        with open(path, "r+b") as file:
            file.seek(offset + at)
            file.write(bytes([value]))
        raw = bytearray(self.raws[seq - 1])
        raw[at] = value
        return bytes(raw)


def contents():
    """Every file of the log, as bytes."""
    found = {}
    for name, _size in ram.names():
        with open("/flash/" + ("tail" if name == "tail" else "log/" + name), "rb") as file:
            found[name] = file.read()
    return found


def everything(log):
    """All that a sync from 1 on gets, as (first number of the bytes if known, bytes)."""
    seq = 1
    found = []
    while True:
        size = log.read(seq, _buf, 0, 2040)
        if size == 0:
            return found, seq
        found.append((log.next_seq(), bytes(_buf[:size])))
        seq = log.next_seq()


def refused(log):
    """Whether the log takes no record."""
    try:
        log.append(_buf, 40)
    except OSError:
        return True
    return False


def opened(expected):
    """A fresh start finds what is expected, and saves only into a sound log."""
    log = store.Store(ram.Board())
    found = log.open()
    assert found == expected, found
    if expected in (store.DAMAGED, store.NEWER):
        before = contents()
        assert refused(log), "a log that is left alone took a record"
        assert contents() == before
    return log


def one_byte(full, seq, expected):
    """A changed payload byte: the record is passed on as it is, and all others too."""
    full.mount()
    raw = full.change(seq, 19, full.raws[seq - 1][19] ^ 4)
    log = opened(expected)
    assert log.last == COUNT, log.last
    found, next = everything(log)
    assert next == COUNT + 1
    expected_bytes = b"".join(full.raws[: seq - 1]) + raw + b"".join(full.raws[seq:])
    assert b"".join(part for _, part in found) == expected_bytes
    # Asking for a record behind the damage brings just that.
    for start in (seq, seq + 1, COUNT):
        if start <= COUNT:
            size = log.read(start, _buf, 0, 460)
            first = raw if start == seq else full.raws[start - 1]
            assert size >= len(first), (seq, start)
            assert bytes(_buf[: len(first)]) == first, (seq, start)
    assert log.latest_match() == 1
    return log


def no_size(full, seq, expected):
    """A changed size: that record cannot be told any more, but all others are still there."""
    full.mount()
    full.change(seq, 1, 0xFF)
    log = opened(expected)
    found, next = everything(log)
    assert log.last == (COUNT if seq < COUNT else COUNT - 1), log.last
    assert next == log.last + 1
    good = b"".join(full.raws[: seq - 1]) + b"".join(full.raws[seq:])
    assert b"".join(part for _, part in found) == good, seq
    return log


def main():
    full = Log()
    if sys.argv[1:]:
        cut_off(full)
        print("ok")
        return
    full.mount()
    log = opened(store.READY)
    assert everything(log)[1] == COUNT + 1
    assert (log.holes, log.newer, log.state()) == (0, False, 0)

    tail = full.firsts[-1]
    segment = full.firsts[-2]
    older = full.firsts[1]
    # The tail: first, middle and last record.
    for seq in (tail, tail + 1, COUNT):
        one_byte(full, seq, store.DAMAGED)
    no_size(full, tail + 1, store.DAMAGED)
    no_size(full, COUNT, store.DAMAGED)
    # The last segment.
    for seq in (segment, segment + 3, tail - 1):
        one_byte(full, seq, store.DAMAGED)
    no_size(full, segment, store.DAMAGED)
    no_size(full, segment + 2, store.DAMAGED)
    # Older segments are not looked through at a start, but when they are read.
    for seq in (1, older, older + 4, segment - 1):
        log = one_byte(full, seq, store.READY)
        assert log.load(1, _Nothing()) == E.BAD_RECORD
    log = no_size(full, older + 1, store.READY)
    assert log.load(1, _Nothing()) == E.BAD_RECORD
    # A boot number follows the last sound record.
    assert log.boot == 2

    # A whole record at a wrong place, as when a file was copied over another.
    full.mount()
    raw = full.raws[tail]
    path = full.place(tail)[0]
    with open(path, "wb") as file:
        file.write(raw)
    log = opened(store.DAMAGED)
    assert log.last == tail + 1

    # Two whole records that have changed places.
    for first in (tail + 1, segment + 2):
        full.mount()
        swapped = full.raws[first] + full.raws[first - 1]
        path, offset = full.place(first)
        with open(path, "r+b") as file:
            file.seek(offset)
            file.write(swapped)
        log = opened(store.DAMAGED)
        assert log.last == COUNT

    # A tail that lost its end, a segment that is gone, a folder with something else in it.
    full.mount()
    with open("/flash/tail", "rb") as file:
        data = file.read()
    with open("/flash/tail", "wb") as file:
        file.write(data[:-3])
    log = opened(store.DAMAGED)
    assert everything(log)[1] == COUNT
    full.mount()
    os.remove(full.paths[-2])
    log = opened(store.DAMAGED)
    found, next = everything(log)
    assert next == COUNT + 1
    assert found[-1][1] == b"".join(full.raws[tail - 1 :])
    full.mount()
    with open("/flash/log/notes.txt", "wb") as file:
        file.write(b"hello")
    log = opened(store.READY)
    assert everything(log)[1] == COUNT + 1
    identity(full)
    newer_number(full)
    newer_records(full)
    set_back(full)
    erased(full)
    print("ok")


def cut_off(full):
    """The tail, and the last segment, with every length, older ones with every whole record and
    some lengths between: what is there whole is served, and that something is not there is said,
    at the latest when the records are read."""
    nexts = full.firsts[1:] + [COUNT + 1]
    for i in range(len(full.paths)):
        path, first, next = full.paths[i], full.firsts[i], nexts[i]
        older = i < len(full.paths) - 2
        data = b"".join(full.raws[first - 1 : next - 1])
        ends = [len(b"".join(full.raws[first - 1 : seq - 1])) for seq in range(first, next + 1)]
        lengths = list(range(len(data)))
        if older:
            lengths = sorted(set(ends[:-1] + lengths[::97] + lengths[-1:]))
        full.mount()
        for length in lengths:
            with open(path, "wb") as file:
                file.write(data[:length])
            log = store.Store(ram.Board())
            assert log.open() == (store.READY if older else store.DAMAGED), (path, length)
            if older and length <= 1500 - 480:
                # A segment that has room for a whole tail is the last one, so it is known now.
                assert log.holes == L.MET, (path, length)
            there = first - 1 + max(i for i, end in enumerate(ends) if end <= length)
            good = full.raws[:there] + full.raws[next - 1 :]
            served = b"".join(part for _, part in everything(log)[0])
            # Behind whole records there may be what was cut off.
            assert served.startswith(b"".join(full.raws[:there])), (path, length)
            assert served.endswith(b"".join(full.raws[next - 1 :])), (path, length)
            assert len(served) <= len(b"".join(good)) + length - ends[there - first + 1]
            if older:
                assert log.holes == L.MET, (path, length)
                assert (log.state(), log.closed()) == (frames.STATE_HOLES, False)
            else:
                assert log.state() == frames.STATE_DAMAGED


def files(names):
    """The content of some files, None for those that are not there."""
    found = []
    for name in names:
        try:
            with open("/flash/" + name, "rb") as file:
                found.append(file.read())
        except OSError:
            found.append(None)
    return found


def write(name, data):
    """Another content for a file; none: it goes."""
    if data is None:
        os.remove("/flash/" + name)
    else:
        with open("/flash/" + name, "wb") as file:
            file.write(data)


METAS = ("meta", "log/meta")


def identity(full):
    """Who this is stands twice; with both gone the log is told to go by another number."""
    full.mount()
    log = opened(store.READY)
    id, epoch = log.id, log.epoch
    log.rename(b"Elm")
    both = files(METAS)
    assert both[0] == both[1]
    assert both[0] is not None
    renamed = bytes(ram_of().data)
    # In one of them alone another version with the same bytes behind it is a damaged byte.
    for lost in METAS:
        mount(renamed)
        write(lost, b"\x02" + both[0][1:])
        log = opened(store.RESTORED if lost == "meta" else store.READY)
        assert (log.id, log.epoch, log.name, log.lost) == (id, epoch, b"Elm", False)
        assert files(METAS) == both
    # No program gives a name of 33 bytes.
    long = b"\x02" + both[0][1:13] + b"\x21" + bytes(60)
    for bad in (None, b"", both[0][:9], b"\0" + both[0][1:], both[0][:-1], long):
        for lost in METAS:
            mount(renamed)
            write(lost, bad)
            log = opened(store.RESTORED if lost == "meta" else store.READY)
            assert (log.id, log.epoch, log.name, log.lost) == (id, epoch, b"Elm", False)
            assert files(METAS) == both
            opened(store.READY)
        mount(renamed)
        for lost in METAS:
            write(lost, bad)
        log = opened(store.LOST)
        assert log.lost
        assert log.epoch != epoch
        assert log.id == id
        assert everything(log)[1] == COUNT + 1
        # Said to every PC from now on, and the number stays as it is now.
        again = opened(store.READY)
        assert again.lost
        assert again.epoch == log.epoch
        again.rename(b"Ash")
        again = opened(store.READY)
        assert again.lost
        assert again.epoch == log.epoch
        assert again.name == b"Ash"
    # An empty tablet has nothing to lose.
    ram.mount(ram_of(), fresh=True)
    log = store.Store(ram.Board())
    assert log.open() == store.NEW
    assert not log.lost
    # A log that is damaged besides is not written on, but has the same number at every start.
    mount(renamed)
    full.change(full.firsts[-1] + 1, 19, 255)
    for lost in METAS:
        write(lost, None)
    log = opened(store.DAMAGED)
    assert log.lost
    assert opened(store.DAMAGED).epoch == log.epoch
    assert files(METAS) == [None, None]


def newer_number(full):
    """A number in a newer version's way: nothing is written, and everything is served under it."""
    full.mount()
    log = opened(store.READY)
    log.rename(b"Elm")
    log.accept(7, b"")
    id, epoch = log.id, log.epoch
    old = files(METAS)[0]
    image = bytes(ram_of().data)
    alike = b"\x02" + old[1:]
    # No flags, then what nobody knows today; an erase is under way.
    more = alike + b"\0more"
    going = alike + b"\x01more"
    for metas in (
        (alike, alike),
        (more, more),
        (more, old),
        (old, more),
        (more, None),
        (None, more),
        (b"", more),
        (more, alike),
        (going, going),
    ):
        mount(image)
        for name, data in zip(METAS, metas):  # noqa: B905 - MicroPython knows no `strict`
            write(name, data)
        before = bytes(ram_of().data)
        for _ in range(2):
            log = opened(store.NEWER)
            assert (log.id, log.epoch, log.name, log.lost) == (id, epoch, b"Elm", False)
            assert log.state() == frames.STATE_NEWER
            if metas[0] == going:
                # What is there is of another epoch.
                assert log.last == 0
                continue
            assert everything(log)[1] == COUNT + 1
            try:
                log.rename(b"Ash")
            except OSError:
                pass
            else:
                raise AssertionError("renamed")
            log.accept(COUNT, b"")
            assert log.accepted == 7
            log.put_on_table(1, 1)
            log.open_again()
            assert log.closed()
        assert bytes(ram_of().data) == before, metas
    # An erase that somebody allows makes a log of this version.
    log = opened(store.NEWER)
    log.erase()
    assert not log.closed()
    assert opened(store.NEW).epoch != epoch
    assert [data[0] for data in files(METAS)] == [1, 1]
    # Damage that is there as well does not keep it from being said.
    full.mount()
    for name in METAS:
        write(name, more)
    full.change(full.firsts[-1] + 1, 19, 255)
    assert opened(store.NEWER).state() == frames.STATE_NEWER | frames.STATE_DAMAGED


def newer_records(full):
    """Newer records among the newest, of a newer version or of a kind that is not known here."""
    for at, value in ((3, 2), (2, 99)):
        for seq in (COUNT, full.firsts[-1], full.firsts[-2] + 1):
            full.mount()
            raw = bytearray(full.change(seq, at, value))
            raw[-4:] = bytes([crc32(raw[:-4]) >> shift & 255 for shift in (0, 8, 16, 24)])
            for k in range(4):
                full.change(seq, len(raw) - 4 + k, raw[k - 4])
            before = bytes(ram_of().data)
            log = opened(store.NEWER)
            assert (log.last, log.damaged, log.state()) == (COUNT, 0, frames.STATE_NEWER)
            served = b"".join(part for _, part in everything(log)[0])
            assert served == b"".join(full.raws[: seq - 1] + [bytes(raw)] + full.raws[seq:])
            assert bytes(ram_of().data) == before


def erased(full):
    """Nothing of a log that was erased is taken for damage of the one that follows."""
    full.mount()
    opened(store.READY).accept(COUNT, b"")
    opened(store.READY).erase()
    log = opened(store.NEW)
    made = ram.Records()
    size = made.make(20)
    log.append(made.buf, size)
    assert opened(store.READY).last == 1


def set_back(full):
    """A PC has more than is there: nothing is written under a number that it has."""
    for accepted, expected in (
        (COUNT, store.READY),
        (COUNT + 1, store.SET_BACK),
        (5000, store.SET_BACK),
        # No number of a record.
        (1 << 29, store.READY),
    ):
        full.mount()
        write("accepted", bytes([accepted >> shift & 255 for shift in (0, 8, 16, 24)]))
        log = opened(expected)
        assert log.set_back == (expected == store.SET_BACK)
        assert refused(log) == log.set_back
        if log.set_back:
            assert everything(log)[1] == COUNT + 1
    # The tail is gone, or the whole log, of which a PC had all.
    full.mount()
    opened(store.READY).accept(COUNT, b"")
    write("tail", None)
    assert opened(store.SET_BACK).last == full.firsts[-1] - 1
    for path in full.paths[:-1]:
        os.remove(path)
    assert opened(store.SET_BACK).last == 0
    # No PC had it, but it is known how far the log went.
    full.mount()
    write("tail", None)
    opened(store.DAMAGED)
    full.mount()
    write("tail", b"".join(full.raws[full.firsts[-1] - 1 : COUNT - 1]))
    assert opened(store.DAMAGED).last == COUNT - 1
    # The tail is older than the segments: its directory was set back.
    full.mount()
    write("tail", b"".join(full.raws[2:6]))
    opened(store.DAMAGED)
    # Its first segment is gone.
    full.mount()
    os.remove(full.paths[0])
    log = opened(store.DAMAGED)
    assert log.first == full.firsts[1]


_flash: list = []


def mount(image):
    """Mount an image."""
    flash = ram.Ram(16)
    flash.data[:] = image
    _flash[:] = [flash]
    ram.mount(flash)


def ram_of():
    """The flash that was mounted last."""
    return _flash[0]


class _Nothing:
    """Takes every record as a match would."""

    def fold(self, buf, at):
        return E.OK


main()
