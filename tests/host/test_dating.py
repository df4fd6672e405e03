"""Dates of records from boot numbers, uptimes and the clocks that a tablet was seen at.

All expected moments are worked out by hand from the seconds in each test.
"""

from datetime import datetime, timedelta, timezone

import pytest

from meldpad.db.dating import Anchor, Dates, Stamp, Timeline

T0 = datetime(2026, 11, 27, 18, 0, tzinfo=timezone.utc)
"""A Friday evening."""
HOUR = 3600
DAY = 24 * HOUR


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def line(*runs: tuple[int, list[int]], received: float, anchors: list[Anchor]) -> Timeline:
    """A log of starts (boot number, uptimes), all received at once."""
    stamps: list[Stamp] = []
    for boot, uptimes in runs:
        for uptime in uptimes:
            stamps.append(Stamp(len(stamps) + 1, boot, uptime, at(received)))
    return Timeline(stamps, anchors)


def exactly(seconds: float) -> Dates:
    return Dates(at(seconds), at(seconds))


def between(low: float | None, high: float | None) -> Dates:
    return Dates(None if low is None else at(low), None if high is None else at(high))


def test_in_the_start_that_a_pc_saw() -> None:
    # On at 18:00; deals after 10 and 70 minutes; synced at 20:00, and nothing else is known.
    log = line((4, [600, 4200]), received=7200, anchors=[Anchor(2, 4, 7200, at(7200))])
    assert log.dates(1) == exactly(600)
    assert log.dates(2) == exactly(4200)
    assert log.doubted == []


def test_a_first_sync_days_later() -> None:
    """Two evenings before the tablet is switched on at the PC: they end before that."""
    log = line(
        (1, [600, 7200]),
        (2, [300, 3600]),
        received=3 * DAY,
        anchors=[Anchor(4, 3, 60, at(3 * DAY))],
    )
    # The second evening's last record was an hour after its start, and the PC's start came later.
    assert log.dates(4) == between(None, 3 * DAY - 60)
    assert log.dates(3) == between(None, 3 * DAY - 60 - 3600 + 300)
    # The first one ended before the second began.
    assert log.dates(2) == between(None, 3 * DAY - 60 - 3600)
    assert log.dates(1) == between(None, 3 * DAY - 60 - 3600 - 7200 + 600)


def test_between_two_syncs() -> None:
    """Seen on Friday in its first start, on Monday in its third; the second is in between."""
    log = line(
        (1, [600]),
        (2, [300, 3900]),
        received=3 * DAY,
        anchors=[Anchor(1, 1, 1200, at(1200)), Anchor(3, 3, 100, at(3 * DAY))],
    )
    assert log.dates(1) == exactly(600)
    # Not begun before the PC had seen the first one; its last record not after the third began.
    assert log.dates(2) == between(1200 + 300, 3 * DAY - 100 - 3600)
    assert log.dates(3) == between(1200 + 3900, 3 * DAY - 100)


def test_a_start_that_was_seen_before_it_wrote_may_be_another_one() -> None:
    """Seen at the PC with nothing written yet; the number is used again until something is."""
    anchors = [Anchor(1, 1, 700, at(700)), Anchor(1, 2, 50, at(DAY)), Anchor(2, 3, 30, at(2 * DAY))]
    log = line((1, [600]), (2, [900]), received=2 * DAY, anchors=anchors)
    # In that start, 850 s later, or in one after it.
    assert log.dates(2) == between(DAY + 850, 2 * DAY - 30)
    # With an uptime of 20 it was another one: seen at 50, it had not been switched on again.
    log = line((1, [600]), (2, [20]), received=2 * DAY, anchors=anchors)
    assert log.dates(2) == between(DAY + 20, 2 * DAY - 30)


def test_a_time_that_was_noted_at_the_tablet() -> None:
    """A TIME record dates its start although the sync is in another."""
    noted = Anchor(2, 5, 100, at(100), noted=True)
    log = line(
        (5, [60, 110, 3600]),
        received=9 * DAY,
        anchors=[Anchor(3, 6, 10, at(9 * DAY)), noted],
    )
    assert [log.dates(seq) for seq in (1, 2, 3)] == [exactly(60), exactly(110), exactly(3600)]


def test_the_boot_number_wraps() -> None:
    log = line(
        (65535, [100]),
        (0, [200]),
        (1, [300]),
        received=DAY,
        anchors=[Anchor(1, 65535, 150, at(150)), Anchor(2, 0, 500, at(HOUR))],
    )
    assert log.dates(1) == exactly(100)
    assert log.dates(2) == exactly(HOUR - 300)
    assert log.dates(3) == between(HOUR + 300, DAY)


def test_the_same_boot_number_after_a_wrap_is_another_start() -> None:
    """65,536 starts later; a PC saw the first of the two."""
    stamps = [Stamp(1, 7, 100, at(100 * DAY)), Stamp(2, 8, 100, at(100 * DAY))]
    stamps.append(Stamp(3, 7, 100, at(100 * DAY)))
    log = Timeline(stamps, [Anchor(1, 7, 200, at(200))])
    assert log.dates(1) == exactly(100)
    # Seen at 200 in the first, 100 s of the second, 100 s of its own.
    assert log.dates(3) == between(400, 100 * DAY)


# Clocks that are wrong


def test_a_clock_that_was_never_set() -> None:
    """A computer that starts in 1970 is asked again after it has the right time."""
    wrong = Anchor(1, 1, 700, datetime(1970, 1, 1, tzinfo=timezone.utc))
    log = line((1, [600]), received=1200, anchors=[wrong, Anchor(1, 1, 1200, at(1200))])
    assert log.dates(1) == exactly(600)
    assert log.doubted == [wrong]


@pytest.mark.parametrize("jump", [-30 * DAY, -HOUR, HOUR, 30 * DAY])
def test_a_clock_that_jumps_and_comes_back(jump: int) -> None:
    """Of three syncs in one start the second was an hour or a month off."""
    right = [Anchor(1, 1, 700, at(700)), Anchor(3, 1, 2000, at(2000))]
    wrong = Anchor(2, 1, 1400, at(1400 + jump))
    log = line((1, [600, 1300, 1900]), received=2000, anchors=[right[0], wrong, right[1]])
    assert [log.dates(seq) for seq in (1, 2, 3)] == [exactly(600), exactly(1300), exactly(1900)]
    assert log.doubted == [wrong]


@pytest.mark.parametrize("jump", [-300 * DAY, 300 * DAY])
def test_a_clock_that_was_wrong_for_one_evening(jump: int) -> None:
    """Every evening is a start of its own, seen once."""
    runs = [(number, [600]) for number in range(1, 6)]
    anchors = [Anchor(number, number, 700, at(number * DAY + 700)) for number in range(1, 6)]
    wrong = Anchor(3, 3, 700, at(3 * DAY + 700 + jump))
    anchors[2] = wrong
    log = line(*runs, received=6 * DAY, anchors=anchors)
    for number in (1, 2, 4, 5):
        assert log.dates(number) == exactly(number * DAY + 600)
    assert log.doubted == [wrong]
    # Between the second and the fourth evening: seen at 700 in the one, begun at 0 in the other.
    assert log.dates(3) == between(2 * DAY + 700 + 600, 4 * DAY)


def test_of_two_clocks_that_disagree_the_later_is_believed() -> None:
    ahead, right = Anchor(1, 1, 700, at(40 * DAY)), Anchor(2, 2, 60, at(DAY))
    log = line((1, [600]), (2, [50]), received=DAY, anchors=[ahead, right])
    assert log.doubted == [ahead]
    assert log.dates(2) == exactly(DAY - 10)
    assert log.dates(1) == between(None, DAY - 60)


def test_clocks_that_are_a_little_off_contradict_nothing() -> None:
    """Two PCs are 90 seconds apart; a day in one start, the quartz two seconds wrong."""
    anchors = [
        Anchor(1, 1, 700, at(700)),
        Anchor(2, 1, DAY, at(DAY + 90)),
        Anchor(2, 1, DAY + 60, at(DAY + 62)),
    ]
    log = line((1, [600, DAY - 100]), received=2 * DAY, anchors=anchors)
    assert log.doubted == []
    # Each by the clock that was seen nearest to it.
    assert log.dates(1) == exactly(600)
    assert log.dates(2) == exactly(DAY - 10)


def test_without_any_clock_the_time_of_receiving_is_the_bound() -> None:
    """What came before clocks were noted."""
    log = line((1, [600, 1600]), received=DAY, anchors=[])
    assert log.dates(2) == between(None, DAY)
    assert log.dates(1) == between(None, DAY - 1000)


def test_no_such_record() -> None:
    log = line((1, [600]), received=DAY, anchors=[])
    for seq in (0, 2):
        with pytest.raises(KeyError):
            log.dates(seq)
    assert Timeline([], [Anchor(0, 1, 5, T0)]).doubted == []


def test_a_long_history_is_dated_in_no_time() -> None:
    """20,000 records of 1,000 evenings, each synced; every tenth clock was wrong."""
    runs = [(number % 65536, list(range(60, 1260, 60))) for number in range(1, 1001)]
    anchors = [
        Anchor(
            20 * number,
            number,
            1300,
            at(number * DAY + 1300 + (50 * DAY if number % 10 == 5 else 0)),
        )
        for number in range(1, 1001)
    ]
    log = line(*runs, received=1001 * DAY, anchors=anchors)
    for number in range(1, 1001):
        if number % 10 != 5:
            assert log.dates(20 * number) == exactly(number * DAY + 1200)
    assert len(log.doubted) == 100
