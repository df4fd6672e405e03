"""A flash that runs full takes no more, and keeps everything that it had called saved."""

import ram

from tablet import store

BLOCKS = 10
_buf = bytearray(2048)


def check(log, raws):
    """Everything that was saved is there and nothing else."""
    assert log.last == len(raws), (log.last, len(raws))
    seq = 1
    while seq <= len(raws):
        size = log.read(seq, _buf, 0, 2040)
        assert size, seq
        assert bytes(_buf[:size]) == b"".join(raws[seq - 1 : log.next_seq() - 1]), seq
        seq = log.next_seq()


def main():
    flash = ram.Ram(BLOCKS)
    ram.mount(flash, fresh=True)
    log = store.Store(ram.Board())
    log.open()
    made = ram.Records()
    refused = 0
    while refused < 20:
        size = made.make(ram.payload(len(made.raws)))
        try:
            log.append(made.buf, size)
            made.keep(size)
        except OSError:
            refused += 1
            check(log, made.raws)
        if refused == 10:
            # A start of the tablet changes nothing.
            ram.mount(flash)
            log = store.Store(ram.Board())
            assert log.open() == store.READY
            check(log, made.raws)
    ram.mount(flash)
    log = store.Store(ram.Board())
    assert log.open() == store.READY
    check(log, made.raws)
    # At the price of a few blocks for the file system itself, the flash was really used.
    assert sum(len(raw) for raw in made.raws) > (BLOCKS - 6) * ram.BLOCK
    print(len(made.raws), "records in", BLOCKS, "blocks")


main()
