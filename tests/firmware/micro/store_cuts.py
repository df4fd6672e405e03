"""The power is cut before, in and after every program and erase while records are saved.

The journal of one run is played back step by step; each state that the flash can be left in is
mounted as a start of the tablet would, must hold every record that was called saved, and must take
the next one.
"""

import ram

from tablet import log, store

BLOCKS = 12
COUNT = 90

# Short segments, so that many are begun.
log._SEGMENT = 1500


def record():
    """Save COUNT records with everything that happens to the flash put down; the records."""
    flash = ram.Ram(BLOCKS)
    ram.mount(flash, fresh=True)
    start = bytes(flash.data)
    flash.journal = journal = []
    log = store.Store(ram.Board())
    log.open()
    made = ram.Records()
    for number in range(COUNT):
        size = made.make(ram.payload(number))
        log.append(made.buf, size)
        made.keep(size)
        journal.append(number + 1)
        if number % 20 == 19:
            log.accept(number - 5, b"")
    return start, journal, made.raws


class Checker:
    """Checks states of the flash; counts them, and those that a move of the tail leaves."""

    def __init__(self, raws):
        self.raws = raws
        self.states = 0
        self.moved = 0
        self.empty = 0
        self._flash = ram.Ram(BLOCKS)
        self._buf = bytearray(2048)

    def check(self, data, saved):
        """Start with this flash; `saved` records were called saved, one more may be there."""
        self.states += 1
        self._flash.data[:] = data
        ram.mount(self._flash)
        log = store.Store(ram.Board())
        found = log.open()
        assert found == (store.READY if log.last else store.NEW), (saved, found)
        assert log.last == saved or log.last == saved + 1, (saved, log.last)
        self._compare(log, log.last)
        names = ram.names()
        if names and names[0][0] == "tail" and names[0][1] and not log._tail_size:
            self.moved += 1
        if len(names) and names[-1][0] != "tail" and names[-1][1] == 0:
            self.empty += 1
        if log.last < len(self.raws):
            raw = self.raws[log.last]
            log.append(raw, len(raw))
            again = store.Store(ram.Board())
            assert again.open() == store.READY
            assert again.last == log.last
            self._compare(again, again.last)

    def _compare(self, log, count):
        seq = 1
        whole = b""
        while True:
            size = log.read(seq, self._buf, 0, 2040)
            if size == 0:
                break
            whole += self._buf[:size]
            seq = log.next_seq()
        assert seq == count + 1, (seq, count)
        assert whole == b"".join(self.raws[:count]), count


def main():
    start, journal, raws = record()
    checker = Checker(raws)
    data = bytearray(start)
    saved = 0
    checker.check(data, saved)
    for entry in journal:
        if isinstance(entry, int):
            saved = entry
            continue
        block, offset, written = entry
        at = block * ram.BLOCK + offset
        whole = b"\xff" * ram.BLOCK if written is None else written
        half = len(whole) // 2
        data[at : at + half] = whole[:half]
        checker.check(data, saved)
        data[at : at + len(whole)] = whole
        checker.check(data, saved)
    assert saved == COUNT
    assert checker.moved > 0, "no cut fell between the move of the tail and the next save"
    assert checker.empty > 0, "no cut fell between making a segment and filling it"
    print(checker.states, checker.moved, checker.empty)


main()
