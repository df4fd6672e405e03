"""Taking records in: what becomes of them, what is refused, what never mixes.

Expected points are worked out by hand from the classic rules: card points melded, 500 for a natural
and 300 for a mixed canasta, 100 for going out, minus what is left in hand (S0:L9, L20-24).
"""

import sqlite3
from datetime import datetime, timezone

import pytest
from sqlalchemy import delete, select
from support.database import ELM, NOON, OAK, OAK_ANEW, dump, take, totals
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, resealed, worked_example

from canasta import params as P
from canasta import records
from meldpad.db import derive, models, query
from meldpad.db.engine import open_database
from meldpad.db.ingest import Kept, Taken, held, ingest
from meldpad.db.split import Run
from meldpad.errors import DeviceError
from meldpad.paths import database_place

# What comes in


def test_the_worked_example(database, log):
    worked_example(log)
    taken = take(database, log)
    assert taken == Taken(records=5, deals=2, matches=[1], last=5)
    assert totals(database) == [[900, 940]]
    with database.read() as session:
        made = session.execute(
            select(
                models.DealSide.number,
                models.DealSide.side,
                models.DealSide.points,
                models.DealSide.total,
                models.DealSide.opening,
            ).order_by(models.DealSide.number, models.DealSide.side)
        ).all()
    # B has -60 before the second deal and needs 15 to open (S0:L7).
    assert [tuple(row) for row in made] == [
        (1, 0, 800, 800, 50),
        (1, 1, -60, -60, 50),
        (2, 0, 100, 900, 50),
        (2, 1, 1000, 940, 15),
    ]


def test_the_worked_example_before_its_undo(database, log):
    worked_example(log)
    ingest(database, OAK, [Run(1, 5, log.raw(1, 4))])
    assert totals(database) == [[950, 940]]


def test_again_changes_nothing_at_all(database, db_file, log):
    worked_example(log)
    take(database, log)
    before = db_file.read_bytes()
    assert take(database, log) == Taken(last=5)
    assert db_file.read_bytes() == before


@pytest.mark.parametrize("cut", range(1, 5))
def test_in_two_parts_as_in_one(database, tmp_path, log, cut):
    worked_example(log)
    take(database, log)
    other = open_database(database_place(str(tmp_path / "other.sqlite")))
    first = ingest(other, OAK, [Run(1, cut + 1, log.raw(1, cut))], NOON)
    # The second part overlaps with the first by one record.
    second = ingest(other, OAK, [Run(cut, log.next, log.raw(cut))], NOON)
    assert first.records + second.records == 5
    assert dump(other) == dump(database)
    other.close()


def test_the_derived_tables_can_be_built_anew(database, log):
    worked_example(log)
    log.begin(("North", "South"), ("Ann", "Bob", "Cid", "Dot"))
    log.deal({"melded": 60}, {})
    take(database, log)
    before = dump(database)
    with database.write() as session:
        for part in (models.DealSide, models.Deal, models.MatchPlayer, models.MatchSide):
            session.execute(delete(part))
        derive.rebuild(session)
    assert dump(database) == before


def test_a_match_ends_and_is_won(database, log):
    log.begin(rules={P.TARGET: 500})
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    take(database, log)
    (match,) = query.matches(database)
    assert match.state == "won"
    assert [side.winner for side in match.sides] == [True, False]


def test_a_match_is_abandoned_and_taken_up_again(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    end = log.end()
    take(database, log)
    assert query.matches(database)[0].state == "abandoned"
    log.undo(end)
    log.deal({"melded": 50}, {})
    take(database, log, first=4)
    (match,) = query.matches(database)
    assert (match.state, match.deals, match.sides[0].total) == ("open", 2, 150)


def test_a_match_is_finished_early(database, log):
    """Who leads has won; both do after as many points, and a correction changes it."""
    log.begin()
    deal = log.deal({"melded": 100}, {"melded": 60})
    log.end(records.END_FINISHED)
    take(database, log)
    (match,) = query.matches(database)
    assert match.state == "won"
    assert [side.winner for side in match.sides] == [True, False]
    log.correct(deal, {"melded": 60}, {"melded": 60})
    take(database, log, first=4)
    (match,) = query.matches(database)
    assert match.state == "won"
    assert [side.winner for side in match.sides] == [True, True]


def test_an_end_of_a_newer_program_has_no_winner(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    log.end(77)
    take(database, log)
    (match,) = query.matches(database)
    assert match.state == "abandoned"
    assert [side.winner for side in match.sides] == [False, False]


def test_a_match_keeps_its_number(database, log):
    log.begin()
    take(database, log)
    log.begin()
    take(database, log, first=2)
    other = Log()
    other.begin()
    take(database, other, ELM)
    log.deal({"melded": 50}, {})
    assert take(database, log, first=3).matches == [2]
    assert [match.number for match in query.matches(database)] == [1, 2, 3]


# What never mixes


def test_two_tablets_with_the_same_numbers_and_names(database, log):
    log.begin()
    log.deal({"melded": 100}, {"melded": 50})
    other = Log()
    other.begin()
    other.deal({"melded": 200}, {"melded": 70})
    take(database, log, OAK)
    assert take(database, other, ELM) == Taken(records=2, deals=1, matches=[2], last=2)
    log.deal({"melded": 30}, {})
    take(database, log, OAK, first=3)
    assert totals(database) == [[130, 50], [200, 70]]
    assert [match.tablet.id for match in query.matches(database)] == ["01" * 8, "02" * 8]


def test_a_new_log_of_the_same_tablet(database, log):
    worked_example(log)
    take(database, log)
    anew = Log()
    anew.begin()
    anew.deal({"melded": 15}, {})
    assert not held(database, OAK_ANEW.device, OAK_ANEW.epoch).known_log
    assert held(database, OAK_ANEW.device, OAK_ANEW.epoch).known_device
    assert take(database, anew, OAK_ANEW).records == 2
    assert totals(database) == [[900, 940], [15, 0]]
    assert held(database, OAK.device, OAK.epoch).last == 5
    assert held(database, OAK_ANEW.device, OAK_ANEW.epoch).last == 2


# What is refused


def test_a_damaged_record_is_kept_and_the_others_come_in(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    log.deal({"melded": 200}, {})
    log.deal({"melded": 50}, {})
    damaged = bytearray(log.raws[2])
    damaged[20] ^= 4
    raw = log.raw(1, 2) + bytes(damaged) + log.raw(4)
    taken = ingest(database, OAK, [Run(1, 5, raw)], NOON)
    assert taken == Taken(
        records=3, deals=2, matches=[1], refused=[Kept(3, 3, None, "damaged")], last=4
    )
    assert totals(database) == [[150, 0]]
    (kept,) = query.loose(database)
    assert (kept.seq, kept.raw, kept.reason) == (3, bytes(damaged), "damaged")
    # Once is enough.
    assert ingest(database, OAK, [Run(1, 5, raw)], NOON) == Taken(last=4)


@pytest.mark.parametrize("size", [0, 1, 23, 460, 65535])
def test_a_damaged_size_does_not_take_the_next_record_along(database, log, size):
    log.begin()
    for _ in range(4):
        log.deal({"melded": 100}, {})
    damaged = size.to_bytes(2, "little") + log.raws[1][2:]
    raw = log.raws[0] + damaged + log.raw(3)
    taken = ingest(database, OAK, [Run(1, 6, raw)], NOON)
    assert (taken.records, taken.refused) == (4, [Kept(2, 2, None, "damaged")])
    assert query.loose(database)[0].raw == damaged


def test_two_damaged_records_together(database, log):
    log.begin()
    for _ in range(4):
        log.deal({"melded": 100}, {})
    damaged = b"\0" * len(log.raws[1] + log.raws[2])
    taken = ingest(database, OAK, [Run(1, 6, log.raws[0] + damaged + log.raw(4))], NOON)
    assert (taken.records, taken.refused) == (3, [Kept(2, 3, None, "damaged")])
    assert taken.last == 5


def test_a_run_cut_short(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    log.deal({"melded": 100}, {})
    taken = ingest(database, OAK, [Run(1, 4, log.raw()[:-7])], NOON)
    assert (taken.records, taken.refused) == (2, [Kept(3, 3, None, "damaged")])


def test_a_newer_kind_of_record_is_kept(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    newer = bytearray(log.raws[1])
    newer[2] = 200
    log.raws[1] = resealed(newer)
    log.deal({"melded": 30}, {})
    taken = take(database, log)
    assert taken.refused == [Kept(2, 2, 1, "newer_format")]
    assert taken.records == 2
    assert query.matches(database)[0].refused == 1


def test_a_newer_version_of_a_record_is_kept(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    newer = bytearray(log.raws[1])
    newer[3] = 99
    log.raws[1] = resealed(newer)
    assert take(database, log).refused == [Kept(2, 2, 1, "newer_format")]


def test_an_impossible_deal_is_kept_with_the_cores_reason(database, log):
    log.begin()
    good = log.deal({"melded": 100}, {})
    # Nobody goes out without a canasta (S0:L6).
    log.deal({"melded": 100, "out": 1}, {})
    bad = log.correct(good, {"melded": 103}, {})
    log.undo(bad)
    log.deal({"melded": 20}, {})
    taken = take(database, log)
    assert taken.refused == [
        Kept(3, 3, 1, "out_without_canastas"),
        Kept(4, 4, 1, "no_multiple_of_5"),
        Kept(5, 5, 1, "unknown_target"),
    ]
    assert (taken.records, taken.last) == (3, 6)
    assert totals(database) == [[120, 0]]
    detail = query.match(database, 1)
    assert detail is not None
    assert [item.raw for item in detail.refused] == log.raws[2:5]


def test_other_matches_are_unaffected_by_a_refusal(database, log):
    log.begin()
    log.deal({"melded": 100, "out": 1}, {})
    log.begin()
    log.deal({"melded": 60}, {})
    assert take(database, log).matches == [1, 2]
    assert totals(database) == [[0, 0], [60, 0]]


def test_a_repeat_that_differs_is_refused_and_changes_nothing(database, log):
    worked_example(log)
    take(database, log)
    forged = Log()
    forged.begin()
    forged.deal({"melded": 1000}, {})
    taken = take(database, forged)
    assert taken == Taken(refused=[Kept(2, 2, 1, "conflict")], last=5)
    assert totals(database) == [[900, 940]]
    assert take(database, forged) == Taken(last=5)


def test_records_of_a_match_whose_beginning_is_missing(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    log.begin()
    log.deal({"melded": 50}, {})
    # The tablet has dropped the first record, which another PC had taken.
    taken = ingest(database, OAK, [Run(1, 2, b""), Run(2, 5, log.raw(2))], NOON)
    assert taken.missing == [Kept(1, 1, None, "missing")]
    assert taken.refused == [Kept(2, 2, None, "wrong_match")]
    assert (taken.records, taken.last) == (2, 4)
    assert totals(database) == [[50, 0]]
    again = ingest(database, OAK, [Run(1, 2, b""), Run(2, 5, log.raw(2))], NOON)
    assert again == Taken(last=4)


def test_missing_at_the_end_is_held_too(database, log):
    log.begin()
    taken = ingest(database, OAK, [Run(1, 4, log.raw())], NOON)
    assert taken.missing == [Kept(2, 3, None, "missing")]
    assert held(database, OAK.device, OAK.epoch).last == 3


def test_rules_that_no_tablet_writes_do_no_harm(database, log):
    """An intact record can still hold numbers with which the core leaves its tables."""
    log.begin(rules={P.PACKS: 200})
    log.deal({"undeclared_red_threes": 300}, {})
    log.deal({"melded": 50}, {})
    taken = take(database, log)
    assert taken.refused == [Kept(2, 2, 1, "bad_record")]
    assert totals(database) == [[50, 0]]


def test_names_that_cannot_be_shown(database, log):
    log.begin(("A\x1b[2J", "[red]B"))
    take(database, log)
    (match,) = query.matches(database)
    assert [side.name for side in match.sides] == ["A\N{REPLACEMENT CHARACTER}[2J", "[red]B"]


# All or nothing


def test_a_failing_database_takes_nothing(database, db_file, log):
    worked_example(log)
    take(database, log)
    before = dump(database)
    with sqlite3.connect(db_file) as connection:
        connection.execute(
            "CREATE TRIGGER stop BEFORE INSERT ON deal_sides WHEN NEW.number = 3 "
            "BEGIN SELECT RAISE(ABORT, 'no more'); END"
        )
    log.deal({"melded": 50}, {})
    with pytest.raises(DeviceError, match="no more"):
        take(database, log, first=6)
    assert dump(database) == before
    with sqlite3.connect(db_file) as connection:
        connection.execute("DROP TRIGGER stop")
    assert take(database, log, first=6).records == 1


def test_a_new_tablet_from_which_only_damage_came_is_known(database):
    taken = ingest(database, OAK, [Run(1, 2, b"?" * 30)], NOON)
    assert taken == Taken(refused=[Kept(1, 1, None, "damaged")], last=1)
    known = held(database, OAK.device, OAK.epoch)
    assert (known.known_device, known.known_log, known.last, known.sound) == (True, True, 1, 0)


# Clocks

# 2026-11-30 18:45:12, an hour ahead of UTC (docs/protocol.md): 2026 is 7 * 256 + 234, 60 is 120.
CLOCK = bytes((234, 7, 11, 30, 18, 45, 12, 120))


def test_a_time_is_a_record_of_no_match(database, log):
    log.begin()
    log.deal({"melded": 100}, {})
    log.time(50, CLOCK)
    log.deal({"melded": 50}, {})
    assert take(database, log) == Taken(records=4, deals=2, matches=[1], last=4)
    assert totals(database) == [[150, 0]]
    with database.write() as session:
        derive.rebuild(session)
    assert totals(database) == [[150, 0]]
    detail = query.match(database, 1)
    assert detail
    # The deal was saved 60 s after the start, which was 50 s before 17:45:12 in UTC.
    assert detail.dates[2].earliest == detail.dates[2].latest
    assert detail.dates[2].latest == datetime(2026, 11, 30, 17, 45, 22, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    "clock",
    [
        b"",
        CLOCK[:7],
        # 2026-02-31; the year 2200; an offset of a day: 1440 is 2880, in seven bits 64, 22.
        CLOCK[:2] + b"\x02\x1f" + CLOCK[4:],
        b"\x98\x08" + CLOCK[2:],
        CLOCK[:7] + b"\xc0\x16",
    ],
)
def test_a_time_of_no_day_is_refused(database, log, clock):
    log.begin()
    log.time(50, clock)
    log.deal({"melded": 100}, {})
    taken = take(database, log)
    assert (taken.records, taken.refused) == (2, [Kept(2, 2, None, "bad_record")])
    assert totals(database) == [[100, 0]]
    assert query.loose(database)[0].raw == log.raws[1]


def test_a_time_of_a_match_is_refused(database, log):
    start = log.begin()
    log.time(50, CLOCK, match=start)
    log.deal({"melded": 100}, {})
    taken = take(database, log)
    assert [kept.reason for kept in taken.refused] == ["bad_record"]
    assert totals(database) == [[100, 0]]


def test_the_last_moments_that_a_clock_can_say(database, log):
    """Nothing in working the dates out goes beyond what dates can be."""
    log.begin()
    log.time(2**32 - 1, bytes((151, 8, 12, 31, 23, 59, 59)) + b"\x9d\x16")
    log.time(0, bytes((208, 7, 1, 1, 0, 0, 0)) + b"\x9e\x16")
    log.uptime = 2**32 - 1
    log.deal({"melded": 100}, {})
    taken = take(database, log)
    assert (taken.records, taken.refused) == (4, [])
    assert query.match(database, 1)
