"""A cable that flips, loses, doubles, delays and mixes bytes in both directions, and other programs
at it: whatever comes of the first sync, after one more plug-in database and log are equal.
"""

import contextlib
import os
import random
import select
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from support.database import refused, stored
from support.flash import fill
from support.measured import keep
from support.relay import Harm, Relay
from support.syncing import many_deals

from meldpad.db.engine import Database, open_database
from meldpad.errors import DeviceError
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.simulator.process import Tablet
from meldpad.sync import sync

_TIMING = Timing(hello=0.1, answer=0.15, tries=4, poll=0.01)
_SEEDS = 12


@pytest.fixture(scope="module")
def tablet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Tablet, list[bytes]]]:
    """A tablet in real time with a log of a few frames, and its records."""
    log = many_deals(matches=6)
    flash = fill(tmp_path_factory.mktemp("flash") / "f", log)
    with Tablet(flash, virtual=False, board="128x64") as running:
        yield running, log.raws


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("empty") / "history.sqlite"
    open_database(database_place(str(file))).close()
    return file


@pytest.fixture
def fresh(empty: Path, tmp_path: Path) -> Callable[[], Database]:
    """Makes databases without any record."""

    def make() -> Database:
        file = Path(shutil.copy(empty, tmp_path / "history.sqlite"))
        return open_database(database_place(str(file)), wait=1)

    return make


def _sync(port: str, database: Database) -> None:
    with Client.open(port, _TIMING) as client:
        sync(client, database)


def _after_one_more(
    tablet: tuple[Tablet, list[bytes]], database: Database, bad: AbstractContextManager[str]
) -> bool:
    """Sync at a bad port, then at the tablet's own; whether the first one did it alone."""
    running, raws = tablet
    whole = False
    with bad as port, contextlib.suppress(DeviceError):
        _sync(port, database)
        whole = True
    # Nothing wrong, and nothing by halves.
    assert stored(database) == (raws if whole else [])
    assert refused(database) == []
    assert running.running()
    _sync(running.port, database)
    assert stored(database) == raws
    assert refused(database) == []
    database.close()
    return whole


# What harms bytes: made anew for each direction and seed.


def _each(change: Callable[[random.Random, int], bytes]) -> Callable[[random.Random], Harm]:
    """Every byte on its own."""

    def make(chance: random.Random) -> Harm:
        return lambda data, before: b"".join(change(chance, byte) for byte in data)

    return make


def _flips(rate: float) -> Callable[[random.Random], Harm]:
    """Every bit flips with this probability."""

    def change(chance: random.Random, byte: int) -> bytes:
        if chance.random() < 8 * rate:
            byte ^= 1 << chance.randrange(8)
        return bytes([byte])

    return _each(change)


def _lost(chance: random.Random, byte: int) -> bytes:
    return b"" if chance.random() < 5e-4 else bytes([byte])


def _doubled(chance: random.Random, byte: int) -> bytes:
    return bytes([byte]) * (2 if chance.random() < 5e-4 else 1)


def _chatter(chance: random.Random, byte: int) -> bytes:
    """A modem manager's questions in between."""
    texts = (b"AT\r\n", b"AT+GCAP\r\n", b"ATI\r", b"AT+CPIN?\r\n", b"~\x00x\xf0~")
    return (chance.choice(texts) if chance.random() < 1e-3 else b"") + bytes([byte])


def _lost_reads(chance: random.Random) -> Harm:
    return lambda data, before: b"" if chance.random() < 0.2 else data


def _doubled_reads(chance: random.Random) -> Harm:
    return lambda data, before: data * (2 if chance.random() < 0.3 else 1)


def _late_reads(chance: random.Random) -> Harm:
    """What is read at once comes behind what is read next, now and then."""
    held: list[bytes] = []

    def harm(data: bytes, before: int) -> bytes:
        if not held and chance.random() < 0.3:
            held.append(data)
            return b""
        return data + (held.pop() if held else b"")

    return harm


def _cut_reads(chance: random.Random) -> Harm:
    """The end of a piece gets lost."""
    return lambda data, before: data if chance.random() < 0.7 else data[: len(data) // 2]


def _delays(chance: random.Random) -> Harm:
    def harm(data: bytes, before: int) -> bytes:
        time.sleep(chance.uniform(0, 0.05))
        return data

    return harm


def _stalls(chance: random.Random) -> Harm:
    """Once, for longer than the PC waits."""
    at = chance.randrange(6000)

    def harm(data: bytes, before: int) -> bytes:
        if before <= at < before + len(data):
            time.sleep(0.35)
        return data

    return harm


_HARMS: dict[str, Callable[[random.Random], Harm]] = {
    "1 bit in 100000 flips": _flips(1e-5),
    "1 bit in 10000 flips": _flips(1e-4),
    "1 bit in 1000 flips": _flips(1e-3),
    "bytes get lost": _each(_lost),
    "bytes come twice": _each(_doubled),
    "AT noise": _each(_chatter),
    "reads get lost": _lost_reads,
    "reads come twice": _doubled_reads,
    "reads change places": _late_reads,
    "reads are cut short": _cut_reads,
    "delays": _delays,
    "stalls": _stalls,
}


@contextlib.contextmanager
def _bad(port: str, to_pc: Harm, to_tablet: Harm) -> Iterator[str]:
    with Relay(port, to_pc=to_pc, to_tablet=to_tablet) as relay:
        yield relay.port


@pytest.mark.parametrize("harm", _HARMS)
def test_a_faulty_cable(
    tablet: tuple[Tablet, list[bytes]], fresh: Callable[[], Database], harm: str
) -> None:
    make = _HARMS[harm]
    whole = 0
    for seed in range(_SEEDS):
        to_pc, to_tablet = make(random.Random(2 * seed)), make(random.Random(2 * seed + 1))
        whole += _after_one_more(tablet, fresh(), _bad(tablet[0].port, to_pc, to_tablet))
    keep(f"cable_{harm.replace(' ', '_')}", syncs=_SEEDS, whole_at_once=whole)


def _second_program(port: str, seed: int, stop: threading.Event, stolen: list[int]) -> None:
    """A program that has the port open as well: it reads what is not its own, and asks."""
    chance = random.Random(seed)
    descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    while not stop.is_set():
        if select.select([descriptor], [], [], 0.002)[0]:
            with contextlib.suppress(OSError):
                stolen.append(len(os.read(descriptor, chance.randrange(1, 400))))
        if chance.random() < 0.05:
            os.write(descriptor, chance.choice((b"AT\r", b"AT+CGMI\r\n")))
        time.sleep(chance.uniform(0, 0.02))
    os.close(descriptor)


@contextlib.contextmanager
def _shared(port: str, seed: int, stolen: list[int]) -> Iterator[str]:
    """A port that another program has as well; it was there first."""
    stop = threading.Event()
    with Relay(port) as relay:
        thread = threading.Thread(target=_second_program, args=(relay.port, seed, stop, stolen))
        thread.start()
        time.sleep(0.02)
        try:
            yield relay.port
        finally:
            stop.set()
            thread.join()


def test_a_second_program_at_the_port(
    tablet: tuple[Tablet, list[bytes]], fresh: Callable[[], Database]
) -> None:
    whole = 0
    stolen: list[int] = []
    for seed in range(_SEEDS):
        whole += _after_one_more(tablet, fresh(), _shared(tablet[0].port, seed, stolen))
    assert sum(stolen) > 0
    keep("cable_second_program", syncs=_SEEDS, whole_at_once=whole)
