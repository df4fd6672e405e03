"""Syncing with the real firmware: what was played is in the database, once, and nothing else.

Points are worked out by hand as in the main job: 200 melded, a natural canasta and going out are
800, 60 in hand -60; two mixed canastas, 300 melded and going out are 1000 (S0:L9, S0:L20-24).
"""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from support.database import stored, totals
from support.flash import DEVICE, fill
from support.log import Log
from support.relay import Relay
from support.syncing import QUICK, another_deal, many_deals, one_deal, requests, run
from support.table import START, Table

from canasta import frames
from meldpad.db import query
from meldpad.db.engine import Database
from meldpad.errors import DeviceError
from meldpad.link.client import Client
from meldpad.link.find import connect
from meldpad.link.ports import announce, simulators
from meldpad.simulator.process import Tablet
from meldpad.sync import sync

Start = Callable[..., Tablet]

# What comes


def test_a_deal_entered_on_the_tablet_is_in_the_database(
    tablet: Callable[..., Table], database: Database
) -> None:
    table = tablet()
    table.play(START)
    table.deal_1()
    report = run(table.tablet.port, database)
    assert (report.taken.records, report.taken.deals, report.taken.matches) == (2, 1, [1])
    assert (report.new_tablet, report.new_log, report.told, report.unread) == (
        True,
        False,
        True,
        None,
    )
    assert totals(database) == [[800, -60]]
    (match,) = query.matches(database)
    assert [side.name for side in match.sides] == ["A", "B"]
    assert (match.preset, match.tablet.name) == ("classic", report.tablet.name)


def test_again_writes_nothing(start: Start, database: Database, db_file: Path) -> None:
    tablet = start(one_deal())
    with Relay(tablet.port) as relay:
        run(relay.port, database)
        assert requests(relay).count(frames.ACCEPT) == 1
    before = db_file.read_bytes()
    with Relay(tablet.port) as relay:
        report = run(relay.port, database)
        # The tablet is told the day.
        assert set(requests(relay)) == {frames.HELLO, frames.DIGEST, frames.GET, frames.ACCEPT}
    assert (report.taken.records, report.taken.last, report.tablet.accepted) == (0, 2, 2)
    assert (report.new_tablet, report.new_log) == (False, False)
    assert db_file.read_bytes() == before


def test_a_new_tablet_without_any_record(start: Start, database: Database, db_file: Path) -> None:
    before = db_file.read_bytes()
    with Relay(start(Log()).port) as relay:
        report = run(relay.port, database)
        assert set(requests(relay)) == {frames.HELLO}
    assert (report.taken.records, report.new_tablet, report.new_log) == (0, True, False)
    assert db_file.read_bytes() == before


def test_only_what_is_new_comes(tablet: Callable[..., Table], database: Database) -> None:
    table = tablet()
    table.play(START)
    table.deal_1()
    run(table.tablet.port, database)
    table.deal_2()
    report = run(table.tablet.port, database)
    assert (report.taken.records, report.taken.deals) == (1, 1)
    assert totals(database) == [[900, 940]]
    table.restart()
    assert run(table.tablet.port, database).taken.records == 0


def test_a_long_log_comes_whole(start: Start, database: Database) -> None:
    log = many_deals()
    heard: list[tuple[int, int]] = []
    report = run(start(log).port, database, progress=lambda *now: heard.append(now))
    assert report.taken.records == 840
    assert stored(database) == log.raws
    # 20 deals of 50 - 5 and of 60 each.
    assert totals(database) == [[900, 1200]] * 40
    assert heard == sorted(heard)
    assert heard[-1] == (840, 840)


def test_two_tablets_that_run_at_once(start: Start, database: Database) -> None:
    one, other = start(one_deal(), device="11" * 8), start(another_deal(), device="22" * 8)
    run(one.port, database)
    run(other.port, database)
    assert totals(database) == [[800, -60], [100, 1000]]
    assert [match.tablet.id for match in query.matches(database)] == ["11" * 8, "22" * 8]


def test_two_syncs_of_one_database_at_once(start: Start, database: Database) -> None:
    one, other = start(one_deal(), device="11" * 8), start(one_deal(), device="22" * 8)
    threads = [threading.Thread(target=run, args=(tab.port, database)) for tab in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals(database) == [[800, -60], [800, -60]]


# A log that is not the one


def test_a_new_log_of_a_known_tablet(start: Start, database: Database) -> None:
    log = Log()
    log.begin()
    log.deal({"melded": 100}, {})
    run(start(log).port, database)
    log.deal({"melded": 200}, {})
    tablet = start(log, epoch="00000009")
    report = run(tablet.port, database)
    assert (report.new_tablet, report.new_log, report.taken.records) == (False, True, 3)
    assert not run(tablet.port, database).new_log
    # Both began within a second of each other, as far as the clocks tell.
    assert sorted(totals(database)) == [[100, 0], [300, 0]]
    assert {match.tablet.id for match in query.matches(database)} == {DEVICE}


def test_a_tablet_set_back_to_an_older_state(
    start: Start, database: Database, db_file: Path
) -> None:
    run(start(one_deal()).port, database)
    before = db_file.read_bytes()
    older = Log()
    older.begin()
    # Written on, it has as many records as the database holds, or more, but another deal.
    longer = another_deal()
    longer.deal({"melded": 50}, {})
    for log in (older, another_deal(), longer):
        with pytest.raises(DeviceError, match="set back") as caught:
            run(start(log).port, database)
        assert "Oak" in str(caught.value)
    assert db_file.read_bytes() == before


# Damage in flash


def test_a_damaged_record_in_flash_is_kept_and_the_rest_comes(
    tmp_path: Path, database: Database
) -> None:
    log = many_deals()
    flash = fill(tmp_path / "f", log)
    # One bit in the payload of the 100th record, wherever littlefs has put it.
    image = flash.read_bytes()
    assert log.raws[99] in image
    damaged = bytearray(log.raws[99])
    damaged[20] ^= 1
    flash.write_bytes(image.replace(log.raws[99], damaged))
    with Tablet(flash, virtual=False) as tablet:
        report = run(tablet.port, database)
        assert run(tablet.port, database).taken.refused == []
    (kept,) = report.taken.refused
    assert (kept.seq, kept.last, kept.reason) == (100, 100, "damaged")
    assert (report.taken.last, report.unread, report.told) == (840, None, True)
    assert stored(database) == log.raws[:99] + log.raws[100:]
    (refused,) = query.loose(database)
    assert refused.raw == damaged
    # One deal of the fifth match is missing: 19 of 45 and of 60.
    assert totals(database)[4] == [855, 1140]
    assert totals(database)[5] == [900, 1200]


def test_a_damaged_record_at_the_end_of_the_log(tmp_path: Path, database: Database) -> None:
    """Whether the tablet counts it or not, its bytes are kept, once."""
    log = Log()
    log.begin()
    for _ in range(3):
        log.deal({"melded": 50}, {})
    damaged = bytearray(log.raws[3])
    damaged[20] ^= 1
    log.raws[3] = bytes(damaged)
    flash = fill(tmp_path / "f", log)
    with Tablet(flash, virtual=False) as tablet:
        report = run(tablet.port, database)
        assert (report.taken.records, report.told) == (3, True)
        assert [(kept.seq, kept.reason) for kept in report.taken.refused] == [(4, "damaged")]
        again = run(tablet.port, database)
        assert (again.taken.records, again.taken.refused, again.told) == (0, [], True)
    assert totals(database) == [[100, 0]]
    assert [item.raw for item in query.loose(database)] == [damaged]


# Finding the tablet


def test_a_simulated_tablet_is_found(start: Start, database: Database) -> None:
    tablet = start(one_deal())
    with announce(tablet.port):
        assert [found.path for found in simulators()] == [tablet.port]
        with connect(timing=QUICK) as client:
            assert sync(client, database).taken.records == 2
    assert simulators() == []


def test_of_two_tablets_one_is_chosen_by_its_port(start: Start, database: Database) -> None:
    one, other = start(one_deal()), start(another_deal())
    with announce(one.port), announce(other.port):
        with pytest.raises(DeviceError, match="more than one tablet") as caught:
            connect(timing=QUICK)
        assert one.port in str(caught.value)
        assert other.port in str(caught.value)
        with connect(other.port, QUICK) as client:
            sync(client, database)
    assert totals(database) == [[100, 1000]]


def test_a_tablet_is_found_beside_one_whose_port_is_busy(start: Start) -> None:
    busy, free = start(Log()), start(Log())
    with (
        Client.open(busy.port),
        announce(busy.port),
        announce(free.port),
        connect(timing=QUICK) as client,
    ):
        assert client.path == free.port
