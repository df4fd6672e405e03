"""The log in a flash in memory, of a Pico's size: everything that was saved is read back."""

import ram

from tablet import store

COUNT = 600

_buf = bytearray(2048)


def first_chunk(log, seq, limit):
    """The records that one `read` gives, each as bytes."""
    count = log.read(seq, _buf, 8, limit)
    assert count <= limit
    found = []
    at = 8
    while at < 8 + count:
        size = _buf[at] | _buf[at + 1] << 8
        found.append(bytes(_buf[at : at + size]))
        at += size
    assert at == 8 + count
    return found


def check(log, raws, step=1):
    """Reading from each `step`-th sequence number brings the right records, on to the last."""
    assert (log.first, log.last) == (1, len(raws))
    for start in range(1, len(raws) + 1, step):
        found = first_chunk(log, start, 2040)
        assert found, start
        assert found == raws[start - 1 : start - 1 + len(found)], start
        # As a sync does it, from there to the end.
        seq = log.next_seq()
        assert seq == start + len(found)
        if start % 97 == 1:
            while True:
                found = first_chunk(log, seq, 2040)
                if not found:
                    break
                assert found == raws[seq - 1 : seq - 1 + len(found)], seq
                seq = log.next_seq()
            assert seq == len(raws) + 1
    # One record fits always, and nothing comes from where nothing is.
    assert first_chunk(log, len(raws) // 2, 460)[0] == raws[len(raws) // 2 - 1]
    assert first_chunk(log, 0, 2040) == []
    assert first_chunk(log, len(raws) + 1, 2040) == []


def main():
    flash = ram.Ram(352)
    ram.mount(flash, fresh=True)
    log = store.Store(ram.Board())
    assert log.open() == store.NEW
    assert (log.first, log.last, log.boot, log.accepted) == (0, 0, 1, 0)
    identity = (log.id, log.epoch)
    assert log.id == bytes(range(1, 9))
    assert len(log.epoch) == 4
    made = ram.Records()
    boot = 1
    for number in range(COUNT):
        size = made.make(ram.payload(number), boot)
        log.append(made.buf, size)
        made.keep(size)
        # What was read before must not disturb what is read next, wherever the tail begins anew.
        found = first_chunk(log, max(1, log.last - number % 3), 2040)
        assert found[-1] in made.raws[-4:]
        seq = log.next_seq()
        if seq <= log.last:
            assert first_chunk(log, seq, 2040)[0] == made.raws[seq - 1]
        if number % 50 == 49:
            log.accept(number, b"")
            ram.mount(flash)
            log = store.Store(ram.Board())
            assert log.open() == store.READY
            assert (log.id, log.epoch) == identity
            boot += 1
            # The last record was written in the boot before.
            assert (log.boot, log.accepted, log.last) == (boot, number, number + 1)
            check(log, made.raws, 7)
    check(log, made.raws)
    log.accept(COUNT - 50, b"")
    assert log.accepted == COUNT - 1, "what was accepted stays accepted"
    segments = [name for name, size in ram.names() if name != "tail"]
    assert len(segments) >= 2, "the test is about more than one segment"
    print(len(segments), "segments")


main()
