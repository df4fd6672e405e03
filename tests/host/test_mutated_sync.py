"""Every byte of a valid sync changed in turn: nothing wrong gets into the database.

The PC's own client talks to a tablet that answers at once, so that thousands of syncs are cheap.
"""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import delete
from support.database import dump, stored
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, resealed
from support.measured import keep
from support.port import Port

from canasta import frames
from meldpad import history
from meldpad.db import derive, models, query
from meldpad.db.engine import Database, open_database
from meldpad.errors import DeviceError
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.sync import sync

_QUICK = Timing(hello=0.01, answer=0.01, tries=3, poll=0)
_FLIPS = (0x01, 0x80, 0xFF)
_FEWER = (0x01, 0xFF)
_EPOCH = b"\xe1\xe2\xe3\xe4"


class _Port(Port):
    """A tablet with a log at the other end of a port; `change` is made to what it sends first."""

    def __init__(self, raws: list[bytes], change: Callable[[bytes, int], bytes]) -> None:
        Port.__init__(self)
        self._raws = raws
        self._change = change
        self.sent = 0

    def _answer(self, kind: int, body: bytes) -> None:
        last = len(self._raws)
        if kind == frames.HELLO:
            numbers = b"".join(n.to_bytes(4, "little") for n in (1, last, 0))
            clock = (7).to_bytes(2, "little") + (65).to_bytes(4, "little")
            head = b"\x01IDIDIDID" + _EPOCH + numbers + clock
            self._send(frames.TABLET, head + b"\x031.0\x03Oak\x00\x00")
        elif kind == frames.GET:
            first = int.from_bytes(body[4:8], "little")
            for raw in (b"".join(self._raws[first - 1 :]), b""):
                self._send(frames.DATA, _EPOCH + (last + 1).to_bytes(4, "little") + raw)
        elif kind == frames.ACCEPT:
            self._send(frames.ACCEPTED, body[:8])

    def _pass(self, data: bytes) -> None:
        Port._pass(self, self._change(data, self.sent))
        self.sent += len(data)


def _same(data: bytes, _before: int) -> bytes:
    return data


def _flipped(at: int, flip: int) -> Callable[[bytes, int], bytes]:
    """One byte of the whole stream changed."""

    def change(data: bytes, before: int) -> bytes:
        here = at - before
        if not 0 <= here < len(data):
            return data
        return data[:here] + bytes([data[here] ^ flip]) + data[here + 1 :]

    return change


@pytest.fixture(scope="module")
def memory() -> Iterator[Database]:
    opened = open_database(database_place("sqlite://"))
    yield opened
    opened.close()


@pytest.fixture
def empty(memory: Database) -> Callable[[], Database]:
    """Empties the database."""

    def empty_it() -> Database:
        with memory.write() as session:
            for table in reversed(models.Base.metadata.sorted_tables):
                session.execute(delete(table))
        return memory

    return empty_it


def _log() -> Log:
    log = Log()
    log.begin()
    first = log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.correct(first, {"melded": 250, "canastas.natural": 1, "out": 1}, LEFT_60)
    log.undo(3)
    return log


def _sync(database: Database, port: _Port) -> bool:
    """Whether the sync was completed."""
    client = Client(port, "a port", _QUICK)  # pyright: ignore[reportArgumentType]
    try:
        sync(client, database)
    except DeviceError:
        return False
    return True


def test_every_byte_that_the_tablet_sends(empty: Callable[[], Database]) -> None:
    """The cable changed it: it is asked for again, or the sync fails and the next one is whole."""
    raws = _log().raws
    good = _Port(raws, _same)
    assert _sync(empty(), good)
    assert good.sent > 300
    syncs = 0
    for at in range(good.sent):
        for flip in _FLIPS:
            database = empty()
            if not _sync(database, _Port(raws, _flipped(at, flip))):
                assert stored(database) in ([], raws)
                assert _sync(database, _Port(raws, _same))
            assert stored(database) == raws, (at, flip)
            assert query.loose(database) == []
            syncs += 1
    keep("mutated_sync", bytes=good.sent, syncs=syncs)


def _changed(raws: list[bytes], at: int, flip: int, sealed: bool) -> list[bytes]:
    """The records with one byte changed; `sealed`: with its CRC right again."""
    found = []
    for raw in raws:
        if 0 <= at < len(raw):
            raw = raw[:at] + bytes([raw[at] ^ flip]) + raw[at + 1 :]
            if sealed:
                raw = resealed(raw)
        at -= len(raw)
        found.append(raw)
    return found


@pytest.mark.parametrize("sealed", [False, True], ids=["damaged", "forged"])
def test_every_byte_of_the_log(empty: Callable[[], Database], sealed: bool) -> None:
    """The tablet's flash changed it, or somebody forged it: refused, or a match that folds; the
    rest comes in, and everything can be shown.
    """
    raws = _log().raws
    for at in range(sum(map(len, raws))):
        for flip in _FEWER:
            changed = _changed(raws, at, flip, sealed)
            database = empty()
            _sync(database, _Port(changed, _same))
            have = stored(database)
            assert set(have) <= set(changed if sealed else raws), (at, flip)
            for summary in query.matches(database):
                detail = query.match(database, summary.number)
                assert detail is not None
                history.match_json(detail)
            if at % 16 == 0:
                before = dump(database)
                with database.write() as session:
                    derive.rebuild(session)
                after = dump(database)
                for name in ("matches", "match_sides", "deals", "deal_sides"):
                    assert len(after[name]) == len(before[name])
