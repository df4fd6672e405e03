"""Flashes that fail in other ways than by losing power: full, deaf, unreadable, worn.

Argument: which way. In none of them does the tablet crash, format, call something saved that is
not, or lose a record that it had called saved.
"""

import sys

import desk
import nor

from canasta import deal as D
from canasta import errors as E
from canasta import match as core
from canasta import records
from tablet import naming

BLOCKS = 32


def raw_of(table):
    """The record that was written last."""
    writer = table.app.table._writer
    return bytes(memoryview(writer.buf)[: writer.size])


def played(blocks=BLOCKS, matches=3, deals=20):
    """An image with a log over several blocks, and its records."""
    flash = nor.Nor(blocks)
    nor.mount(flash, fresh=True)
    table = desk.Desk(flash)
    raws = []
    for _ in range(matches):
        table.begin("classic", (b"Nord-Sud", b"Est-Ouest"))
        raws.append(raw_of(table))
        for i in range(deals):
            table.deal(([(D.MELDED, 20 + i % 9 * 5)], [(D.IN_HAND, 60)]))
            assert table.says(desk.SAVED)
            raws.append(raw_of(table))
    naming.rename(table.app, b"Oak")
    return bytes(flash.data), raws


def save(table):
    """Save one more deal, if the tablet lets one; the record, or None and it is said."""
    app = table.app
    app._end_flash()
    if app.match.start == 0:
        return None
    table.do(table.deal, ([(D.MELDED, 75)], [(D.IN_HAND, 65)]))
    if table.says(desk.SAVED):
        return raw_of(table)
    assert table.title(), "says nothing"
    app.draft.close()
    return None


def still_there(image, raws, also=()):
    """Started with a flash that works, the log has just these records."""
    flash = nor.Nor(len(image) // nor.BLOCK)
    flash.data[:] = image
    table = desk.Desk(flash)
    assert table.title() == 0, table.title()
    found = desk.everything(table.app.store)
    assert found == raws + [raw for raw in also if raw], (len(found), len(raws))


def full():
    """A match that was begun can be played to its last entry, however large its deals."""
    flash = nor.Nor(BLOCKS)
    nor.mount(flash, fresh=True)
    table = desk.Desk(flash)
    app = table.app
    raws = []
    while not app.store.full(True):
        # The last match fits just so.
        table.begin("classic")
        raws.append(raw_of(table))
        assert table.says(desk.SAVED)
        app._end_flash()
        free = app.store.free()
        for i in range(core.MAX_ENTRIES):
            fields = [(D.MELDED, 400 + i % 20 * 5), (D.IN_HAND, 150 - i % 20 * 5)]
            fields += [(D.KIND, 1), (D.KIND + 1, 1), (D.RED_THREES, 2)]
            fields += [(D.ADJUST, -1900 - 5 * i), (D.REASON, 3), (D.UNDECLARED, 0)]
            table.do(table.deal, (fields, fields))
            if not table.says(desk.SAVED):
                break
            raws.append(raw_of(table))
            app._end_flash()
        assert table.title() == desk.MATCH_FULL, (table.title(), i)
        assert free - app.store.free() < desk.MATCH_ROOM, free - app.store.free()
        app.table.abandon()
        assert table.says(desk.SAVED)
        raws.append(raw_of(table))
        app._end_flash()
    matches = 0

    def take(_buf, _at):
        nonlocal matches
        matches += 1

    before = app.store.last + 1
    while before:
        before = app.store.older_matches(before, take)
    last = app.store.last
    table.begin("classic")
    assert table.title() == desk.FLASH_FULL, table.title()
    assert app.store.last == last
    assert desk.sync_of(table) == raws
    still_there(bytes(flash.data), raws)
    print(matches, len(raws), app.store.free())


def deaf():
    """Blocks that do not take what is programmed, and do not say so: one at a time, then all."""
    image, raws = played()
    refused = 0
    for block in list(range(BLOCKS)) + [-1]:
        flash = nor.Nor(BLOCKS)
        flash.data[:] = image
        table = desk.Desk(flash)
        flash.deaf = range(BLOCKS) if block < 0 else (block,)
        # Until the tail has been moved.
        also = []
        for _ in range(10):
            raw = save(table)
            also.append(raw)
            refused += raw is None
        assert desk.everything(table.app.store)[: len(raws)] == raws
        if block < 0:
            assert also == [None] * 10, "called saved"
        flash.deaf = ()
        also.append(save(table))
        still_there(bytes(flash.data), raws, also)
    assert refused >= 10
    print(refused)


def worn():
    """Blocks that give errors when they are programmed or erased."""
    image, raws = played()
    refused = 0
    for block in range(BLOCKS):
        flash = nor.Nor(BLOCKS)
        flash.data[:] = image
        table = desk.Desk(flash)
        flash.worn = (block,)
        also = []
        for _ in range(10):
            raw = save(table)
            also.append(raw)
            refused += raw is None
        flash.worn = ()
        # A start with a flash that works again finds all that was called saved.
        still_there(bytes(flash.data), raws, also)
    print(refused)


def unreadable():
    """Blocks that cannot be read, one at a time: said, nothing written, the rest is served."""
    image, raws = played(64, 12)
    found = {}
    for block in range(64):
        flash = nor.Nor(64)
        flash.data[:] = image
        flash.unreadable = (block,)
        flash.journal = []
        table = desk.Desk(flash)
        title = table.title()
        assert flash.journal == [], "written on"
        if title == desk.UNREADABLE:
            ((kind, _body),) = table.ask(0x21, b"\x01\x00")
            assert kind == 0xFF, kind
            found[title] = found.get(title, 0) + 1
            continue
        missing = not_served(table, raws)
        if not table.app.store._segments:
            # The block of the folder that the segments are in.
            found["folder"] = found.get("folder", 0) + 1
            assert title == desk.DAMAGED, title
            assert len(missing) < len(raws), "not even the tail"
            continue
        # A segment is one block, so no other block's records are hidden.
        assert sum(len(raws[i]) for i in missing) <= nor.BLOCK, missing
        if missing:
            state = table.app.store.damaged > 0
            found["missing"] = found.get("missing", 0) + 1
            raw = save(table) if state else None
            assert raw is None, "a damaged log took a record"
        else:
            found["unused"] = found.get("unused", 0) + 1
    # The same flash, able to be read again, has lost nothing.
    still_there(image, raws)
    assert found["missing"] >= 3, found
    assert found[desk.UNREADABLE] >= 1, found
    assert found.get("folder", 0) <= 2
    print(found["missing"], found[desk.UNREADABLE], found["unused"])


def not_served(table, raws):
    """Which records a PC does not get; those that it gets are unchanged and in order."""
    # What littlefs makes up for a block that it cannot read is no sound record.
    served = [raw for raw in desk.sync_of(table) if records.check(raw, 0, len(raw)) == E.OK]
    numbers = [records.seq(raw, 0) for raw in served]
    assert served == [raws[number - 1] for number in numbers], "changed"
    assert numbers == sorted(numbers)
    there = set(numbers)
    return [i for i in range(len(raws)) if i + 1 not in there]


def long_segments():
    """The same with segments of several blocks, as the first tablets wrote them: what lies behind
    the block in its segment is served as well.
    """
    desk.L._SEGMENT = 16384
    image, raws = played(64, 30)
    desk.L._SEGMENT = nor.BLOCK
    flash = nor.Nor(64)
    flash.data[:] = image
    ends = [first - 2 for first in desk.Desk(flash).app.store._segments[1:]]
    assert len(ends) == 1
    inside = 0
    for block in range(64):
        flash = nor.Nor(64)
        flash.data[:] = image
        flash.unreadable = (block,)
        table = desk.Desk(flash)
        if table.title() == desk.UNREADABLE or not table.app.store._segments:
            continue
        missing = not_served(table, raws)
        if missing:
            assert missing == list(range(missing[0], missing[-1] + 1)), missing
            inside += missing[-1] < ends[0]
    # Four blocks, which littlefs hangs on the last one.
    assert inside == 3, inside
    print(inside)


def failing_reads():
    """The flash cannot be read any more while a table plays."""
    image, raws = played()
    flash = nor.Nor(BLOCKS)
    flash.data[:] = image
    table = desk.Desk(flash)
    flash.unreadable = range(BLOCKS)
    app = table.app
    totals = list(app.match.totals)
    assert save(table) is None
    assert list(app.match.totals) == totals
    for what in (
        app.table.new_deal,
        naming.KnownNames(app, []).more,
        lambda: app.table.open_match(1),
        app.free_bytes,
    ):
        table.do(what)
        assert table.title() in (desk.UNREADABLE, desk.DAMAGED), table.title()
    ((kind, _),) = table.ask(0x22, app.store.epoch + desk.le(1) + b"\x01")
    assert kind in (0x82, 0xFF)
    flash.unreadable = ()
    also = [save(table)]
    still_there(bytes(flash.data), raws, also)
    print(0)


def main():
    """See the top."""
    assert E.OK == 0
    {
        "full": full,
        "deaf": deaf,
        "worn": worn,
        "unreadable": unreadable,
        "long_segments": long_segments,
        "failing_reads": failing_reads,
    }[sys.argv[1]]()


main()
