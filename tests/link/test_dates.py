"""When matches were played, from the real firmware, which has no clock.

The tablet's time is virtual, so its uptimes are known to the second; the PC's clock is given.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import func, select
from support.cable import Cable, hello, records_from
from support.flash import fill
from support.log import Log
from support.syncing import QUICK
from support.table import START, Table

from canasta import frames as F
from canasta import records
from meldpad.commands.sync import report_json, report_lines
from meldpad.db import models, query
from meldpad.db.dating import Dates
from meldpad.db.engine import Database
from meldpad.link import messages
from meldpad.link.client import Client
from meldpad.sync import Report, sync

FRIDAY = datetime(2026, 10, 23, 18, 0, tzinfo=timezone.utc)
HOURS = timedelta(hours=1)


def sync_at(table: Table, database: Database, now: datetime) -> Report:
    with Client.open(table.tablet.port, QUICK) as client:
        return sync(client, database, clock=lambda: now)


def uptime(table: Table) -> timedelta:
    with Cable(table.tablet.port) as cable:
        body = cable.ask(F.HELLO, b"\x02\0").body
    return timedelta(seconds=int.from_bytes(body[27:31], "little"))


def dates(database: Database) -> list[Dates]:
    return [match.dates for match in query.matches(database)]


def told_uptimes(database: Database) -> list[timedelta]:
    with database.read() as session:
        found = session.scalars(select(models.Record.uptime).order_by(models.Record.seq))
        return [timedelta(seconds=seconds) for seconds in found]


def history(db_file: Path, *args: str, zone: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "meldpad", *args, "--db", str(db_file)],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def minutes(table: Table, count: int) -> None:
    for _ in range(count):
        table.play("wait:60000")


def test_played_and_synced_without_switching_off(
    tablet: Callable[..., Table], database: Database, db_file: Path
) -> None:
    table = tablet("128x64")
    on = FRIDAY + timedelta(minutes=26)
    minutes(table, 4)
    table.play(START)
    begun = uptime(table)
    minutes(table, 4)
    table.deal_1()
    sync_at(table, database, on + uptime(table))
    (match,) = dates(database)
    assert match == Dates(on + begun, on + begun)
    detail = query.match(database, 1)
    assert detail
    seconds = [(d.latest - on) if d.latest else None for d in detail.dates.values()]
    assert seconds == told_uptimes(database)
    assert seconds[1]
    assert seconds[1] > timedelta(minutes=8)
    # It is 18:30 in UTC; two computers in other zones tell the same moment as their own time.
    for zone, told in (("UTC0", "18:30"), ("EST5EDT", "14:30"), ("<+0545>-5:45", "00:15")):
        day = "2026-10-24" if told == "00:15" else "2026-10-23"
        assert f"{day} {told}" in history(db_file, "history", zone=zone)
        (entry,) = json.loads(history(db_file, "history", "--json", zone=zone))
        assert entry["date_from"] == entry["date_to"]
        assert entry["date_from"].startswith("2026-10-23T18:30:")


def test_the_hour_that_comes_twice(
    tablet: Callable[..., Table], database: Database, db_file: Path
) -> None:
    """At the end of daylight saving two matches an hour apart have the same time on the wall."""
    table = tablet("128x64")
    # On 2026-10-25 at 01:00 UTC the clocks of central Europe go from 3 back to 2.
    on = datetime(2026, 10, 25, 0, 30, tzinfo=timezone.utc)
    table.play(START)
    first = uptime(table)
    table.play("back")
    minutes(table, 60)
    table.choose("New match")
    table.choose("Start")
    second = uptime(table)
    sync_at(table, database, on + uptime(table))
    assert dates(database) == [Dates(on + first, on + first), Dates(on + second, on + second)]
    zone = "CET-1CEST,M3.5.0,M10.5.0/3"
    assert history(db_file, "history", zone=zone).count("2026-10-25 02:30") == 2
    found = [
        m["date_from"][11:16] for m in json.loads(history(db_file, "history", "--json", zone=zone))
    ]
    assert found == ["00:30", "01:30"]


def test_the_first_sync_comes_days_later(
    tablet: Callable[..., Table], database: Database, db_file: Path
) -> None:
    table = tablet("128x64")
    table.play(START)
    table.deal_1()
    # Off, and on again at the PC, three days later.
    table.restart()
    sync_at(table, database, FRIDAY + timedelta(days=3) + uptime(table))
    (match,) = dates(database)
    last = told_uptimes(database)[1]
    # It ended before the tablet was switched on at the PC.
    assert match == Dates(None, FRIDAY + timedelta(days=3) - last + told_uptimes(database)[0])
    assert "by 2026-10-26" in history(db_file, "history", zone="UTC0")
    # Another evening, away from the PC: after that sync, before the next start.
    table.deal_2()
    table.play("back")
    table.choose("New match")
    table.choose("Start")
    table.restart()
    later = FRIDAY + timedelta(days=3, hours=20)
    sync_at(table, database, later + uptime(table))
    first, second = dates(database)
    assert second.earliest
    assert second.latest
    assert FRIDAY + timedelta(days=3) <= second.earliest
    assert later - HOURS <= second.latest <= later
    assert first.latest == match.latest
    assert "by 2026-10-27" in history(db_file, "history", zone="UTC0")
    assert "between 2026-10-26 18:0" in history(db_file, "show", "2", zone="UTC0")


def test_a_time_noted_at_the_table_dates_an_evening_away(
    tablet: Callable[..., Table], database: Database
) -> None:
    table = tablet("128x64")
    minutes(table, 1)
    noted = FRIDAY + uptime(table)
    local = noted.astimezone(timezone(timedelta(hours=2)))
    with Cable(table.tablet.port) as cable:
        body = messages.clock(b"tokn", local)
        for _ in range(5):
            assert cable.ask(F.CLOCK, body).body[0] == F.ASKED
            table.play("wait:800")
        table.play("down")
        assert cable.ask(F.CLOCK, body).body[0] == F.DONE
    table.play(START)
    begun = uptime(table)
    minutes(table, 5)
    table.deal_1()
    table.restart()
    report = sync_at(table, database, FRIDAY + timedelta(days=9))
    assert (report.taken.records, report.taken.refused) == (3, [])
    (match,) = dates(database)
    assert match == Dates(FRIDAY + begun, FRIDAY + begun)


def test_the_number_of_starts_wraps(
    tmp_path: Path, tablet: Callable[..., Table], database: Database
) -> None:
    log = Log()
    log.boot = 65535
    log.begin()
    table = tablet("128x64", fill(tmp_path / "flash", log))
    with Cable(table.tablet.port) as cable:
        assert cable.ask(F.HELLO, b"\x02\0").body[25:27] == b"\0\0"
    table.deal_1()
    sync_at(table, database, FRIDAY + uptime(table))
    table.restart()
    table.deal_2()
    with Cable(table.tablet.port) as cable:
        raws = records_from(cable, hello(cable)[0], 1)
    assert [records.boot(raw, 0) for raw in raws] == [65535, 0, 1]
    sync_at(table, database, FRIDAY + timedelta(days=1) + uptime(table))
    detail = query.match(database, 1)
    assert detail
    ups = told_uptimes(database)
    assert detail.dates[1] == Dates(None, FRIDAY)
    assert detail.dates[2] == Dates(FRIDAY + ups[1], FRIDAY + ups[1])
    day = FRIDAY + timedelta(days=1)
    assert detail.dates[3] == Dates(day + ups[2], day + ups[2])


# The PC's clock


@pytest.mark.parametrize("jump", [timedelta(days=-20), timedelta(days=20), timedelta(days=-9000)])
def test_a_clock_that_jumps_is_said_and_not_believed(
    tablet: Callable[..., Table], database: Database, jump: timedelta
) -> None:
    table = tablet("128x64")
    table.play(START)
    for _ in range(2):
        table.deal_1()
        report = sync_at(table, database, FRIDAY + uptime(table))
        assert not any("clock" in line for line in report_lines(report))
    right = dates(database)
    table.deal_2()
    wrong = FRIDAY + uptime(table) + jump
    report = sync_at(table, database, wrong)
    (line,) = (line for line in report_lines(report) if "clock" in line)
    assert f"This computer's clock says {wrong.astimezone():%Y-%m-%d %H:%M}, which cannot" in line
    assert report_json(report)["wrong_clocks"] == [f"{wrong:%Y-%m-%dT%H:%M:%SZ}"]
    assert dates(database) == right
    # Set right, it is believed again, and nothing more is said.
    minutes(table, 5)
    report = sync_at(table, database, FRIDAY + uptime(table))
    assert not any("clock" in line for line in report_lines(report))
    assert dates(database) == right


def test_a_clock_that_was_wrong_from_the_beginning(
    tablet: Callable[..., Table], database: Database
) -> None:
    """Found out by the syncs that follow."""
    table = tablet("128x64")
    table.play(START)
    begun = uptime(table)
    wrong = FRIDAY + uptime(table) - timedelta(days=365)
    sync_at(table, database, wrong)
    assert dates(database)[0].latest == FRIDAY + begun - timedelta(days=365)
    minutes(table, 5)
    report = sync_at(table, database, FRIDAY + uptime(table))
    (line,) = (line for line in report_lines(report) if "clock" in line)
    assert line.startswith(f"A clock said {wrong.astimezone():%Y-%m-%d %H:%M} before, which was")
    assert dates(database) == [Dates(FRIDAY + begun, FRIDAY + begun)]


def test_clocks_are_noted_when_they_say_something(
    tablet: Callable[..., Table], database: Database
) -> None:
    table = tablet("128x64")
    table.play(START)
    count = select(func.count(models.Anchor.id))
    expected = 0
    # Again at once, after half a minute, and then after two.
    for wait, noted in ((0, 1), (0, 0), (30, 0), (120, 1)):
        table.play(f"wait:{wait * 1000}")
        sync_at(table, database, FRIDAY + uptime(table))
        expected += noted
        with database.read() as session:
            assert session.scalar(count) == expected
