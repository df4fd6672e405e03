"""Key masks in, events out: what `tablet.keys` makes of presses, bouncing and slow passes."""

from time import ticks_add  # pyright: ignore[reportAttributeAccessIssue]

import hal
from tablet import keys

UP, DOWN, OK, BACK = hal.UP, hal.DOWN, hal.OK, hal.BACK
TAP, REPEAT, LONG = keys.TAP, keys.REPEAT, keys.LONG


TELLS = [False]
"""Whether the board knows of presses while nobody looked."""


class Board(hal.Board):
    """Keys from a trace: (millisecond, mask) in order; the mask holds until the next entry."""

    def __init__(self, trace, start):
        self.trace = trace
        self.start = start
        self.now = 0
        self.asked = 0

    def ticks(self):
        return ticks_add(self.start, self.now)

    def keys(self):
        mask = 0
        for at, value in self.trace:
            if at <= self.now:
                mask = value
        return mask

    def pressed(self):
        fell = 0
        before = 0
        for at, value in self.trace:
            if self.asked < at <= self.now:
                fell |= value & ~before
            before = value
        self.asked = self.now
        return fell if TELLS[0] else 0


def play(trace, until, step=1, start=0, busy=None, drop=None, change=None, stall=None):
    """Events as (millisecond, key, kind) of a trace.

    The loop passes every `step` ms. `busy` (from, to): the app is in a long redraw then, which only
    polls; `stall` (from, to): it is in a flash write, in which nothing is looked at. At the
    millisecond `drop` the screen changes. `change` sets the looker up.
    """
    board = Board(trace, start)
    looker = keys.Keys(board)
    if change:
        change(looker)
    found = []
    for now in range(0, until, step):
        if stall and stall[0] <= now < stall[1]:
            continue
        board.now = now
        looker.poll()
        if drop is not None and now <= drop < now + step:
            looker.drop()
        if busy and busy[0] <= now < busy[1]:
            continue
        event = looker.pop()
        if event:
            found.append((now, event & 15, event >> 4))
    return found


def kinds(found):
    return [(key, how) for _, key, how in found]


def bouncing(at, mask, gaps):
    """An edge at `at` that bounces: the contact changes after each of the gaps."""
    trace = []
    value = mask
    for gap in gaps:
        trace.append((at, value))
        at += gap
        value = mask - value
    trace.append((at, mask))
    return trace


def test_tap_of_each_key():
    # Up and down come when pressed, ok and back when let go.
    for key in (UP, DOWN):
        found = play([(100, key), (200, 0)], 400)
        assert kinds(found) == [(key, TAP)]
        assert 100 <= found[0][0] <= 130
    for key in (OK, BACK):
        found = play([(100, key), (200, 0)], 400)
        assert kinds(found) == [(key, TAP)]
        assert 200 <= found[0][0] <= 230


def test_bouncing_is_one_press():
    for key in (UP, OK):
        for gaps in ((1, 1, 2, 1), (3, 2, 5, 4), (9, 1), (7, 3, 7, 3), (1,) * 20):
            press = bouncing(100, key, gaps)
            # Both edges bounce; the release ends with 0.
            release = [(at + 100, key - value) for at, value in press]
            for step in (1, 2, 5, 10):
                assert kinds(play(press + release, 500, step)) == [(key, TAP)], (gaps, step)


def test_a_spike_is_no_press():
    for key in (UP, DOWN, OK, BACK):
        for offset in range(10):
            for length in (1, 5, 9):
                at = 100 + offset
                assert play([(at, key), (at + length, 0)], 300) == []


def test_a_spike_while_held_lets_nothing_go():
    assert kinds(play([(100, OK), (200, 0), (207, OK), (300, 0)], 500)) == [(OK, TAP)]
    assert kinds(play([(100, UP), (200, 0), (207, UP), (300, 0)], 500)) == [(UP, TAP)]


def test_hold_repeats():
    for key in (UP, DOWN):
        found = play([(100, key), (2000, 0)], 2500)
        assert found[0][1:] == (key, TAP)
        assert len(found) > 8
        for _, which, how in found[1:]:
            assert (which, how) == (key, REPEAT)
        times = [at for at, _, _ in found]
        # Time enough to let a tap go, then evenly, and twice as fast after four.
        gaps = [times[i + 1] - times[i] for i in range(len(times) - 1)]
        assert 300 <= gaps[0] <= 500, gaps
        for gap in gaps[1:4]:
            assert abs(gap - gaps[1]) <= 10, gaps
        for gap in gaps[5:]:
            assert abs(gap - gaps[1] // 2) <= 10, gaps
        assert times[-1] <= 2030, "a repeat came after letting go"


def test_repeats_as_often_as_set():
    def change(looker):
        looker.repeat = 300

    found = play([(100, UP), (1700, 0)], 2000, change=change)
    times = [at for at, _, _ in found]
    for i in range(2, 5):
        assert 300 <= times[i] - times[i - 1] <= 310, times


def test_settles_as_long_as_set():
    def change(looker):
        looker.settle = 6

    # Six looks in a row, ten milliseconds apart.
    assert play([(100, UP), (145, 0)], 400, change=change) == []
    found = play([(100, UP), (250, 0)], 500, change=change)
    assert kinds(found) == [(UP, TAP)]
    assert 150 <= found[0][0] <= 170


def test_long():
    # ok and back come as LONG once, while still held, and not again when let go.
    for key in (OK, BACK):
        found = play([(100, key), (2000, 0)], 2500)
        assert kinds(found) == [(key, LONG)]
        assert 500 <= found[0][0] <= 740
        # 350 ms are no long press.
        assert kinds(play([(100, key), (450, 0)], 1000)) == [(key, TAP)]


def test_two_keys():
    # ok held, up tapped meanwhile: both count.
    found = play([(100, OK), (200, OK | UP), (300, OK), (400, 0)], 600)
    assert kinds(found) == [(UP, TAP), (OK, TAP)]
    # Both at once, four taps in the order of the keys or of letting go.
    found = play([(100, UP | DOWN), (200, 0)], 400)
    assert sorted(kinds(found)) == [(UP, TAP), (DOWN, TAP)]
    # One held on, the other repeats with it.
    found = kinds(play([(100, UP), (150, UP | BACK), (250, UP), (700, 0)], 900))
    assert found[:3] == [(UP, TAP), (BACK, TAP), (UP, REPEAT)]
    assert set(found[2:]) == {(UP, REPEAT)}


def test_presses_during_a_redraw_come_afterwards():
    # Three presses while the display is being drawn for 500 ms with only `poll` in between.
    trace = [(100, UP), (150, 0), (200, OK), (250, 0), (300, DOWN), (350, 0)]
    found = play(trace, 900, 10, busy=(50, 550))
    assert kinds(found) == [(UP, TAP), (OK, TAP), (DOWN, TAP)]
    assert found[0][0] >= 550
    # Sixteen wait; more are dropped instead of overwriting those.
    trace = []
    for i in range(20):
        trace.append((100 + 100 * i, (UP, DOWN)[i % 2]))
        trace.append((150 + 100 * i, 0))
    found = play(trace, 3000, 10, busy=(0, 2500))
    assert kinds(found) == [((UP, DOWN)[i % 2], TAP) for i in range(16)]


def test_presses_during_a_flash_write_come_afterwards():
    """A write with an erase takes 45 ms by the data sheet of a Pico's flash, a tap 80 and more."""
    for key in (UP, DOWN, OK, BACK):
        for length in (5, 20, 45, 55):
            for begin in range(60, 260, 5):
                stall = (begin, begin + length)
                trace = [(100, key), (190, 0)]
                assert kinds(play(trace, 500, 10, stall=stall)) == [(key, TAP)], stall
                if length > 45:
                    continue
                # Bouncing edges on either side of it make no press more.
                bounced = bouncing(100, key, (3, 2, 5, 4)) + bouncing(190, 0, ())
                assert kinds(play(bounced, 500, 10, stall=stall)) == [(key, TAP)], stall
    # Two taps around one, and a tap before one that is handled behind it.
    trace = [(100, UP), (180, 0), (260, UP), (340, 0)]
    for begin in range(60, 360, 5):
        assert kinds(play(trace, 600, 10, stall=(begin, begin + 45))) == [(UP, TAP)] * 2, begin


def test_a_key_held_through_a_long_write_counts_once():
    # An erase may take 400 ms. Nothing is made up for the time that nobody looked.
    for key, how in ((OK, LONG), (BACK, LONG)):
        found = kinds(play([(100, key), (900, 0)], 1200, 10, stall=(150, 550)))
        assert found == [(key, how)]
    for key in (UP, DOWN):
        found = kinds(play([(100, key), (560, 0)], 900, 10, stall=(150, 550)))
        assert found[0] == (key, TAP)
        assert len(found) <= 2, found
    # Let go and pressed again unseen: one press, or two, but none that was not there.
    found = kinds(play([(100, UP), (200, 0), (400, UP), (600, 0)], 900, 10, stall=(150, 550)))
    assert found[0] == (UP, TAP)
    assert len(found) <= 2, found


def told_of_presses(check):
    """Run a check with a board that knows what was pressed while nobody looked."""
    TELLS[0] = True
    check()
    TELLS[0] = False


def test_a_tap_within_an_erase_counts_once():
    """An erase takes 400 ms at the worst by the data sheet, and nothing runs meanwhile."""

    def check():
        for key in (UP, DOWN, OK, BACK):
            for begin in range(90, 580, 7):
                press = bouncing(begin, key, (3, 2, 5, 4))
                release = bouncing(begin + 80, 0, ())
                for trace in (press + release, [(begin, key), (begin + 30, 0)]):
                    for stall in ((100, 500), (100, 180)):
                        found = kinds(play(trace, 900, 10, stall=stall))
                        assert found == [(key, TAP)], (begin, stall)

    told_of_presses(check)


def test_two_keys_within_an_erase_both_count():
    def check():
        trace = [(150, OK), (200, 0), (260, UP), (330, 0)]
        assert sorted(kinds(play(trace, 900, 10, stall=(100, 500)))) == [(UP, TAP), (OK, TAP)]

    told_of_presses(check)


def test_bouncing_within_an_erase_makes_no_press_more():
    def check():
        for key in (UP, DOWN, OK, BACK):
            # Held before: what bounces is its being let go. Held afterwards: its press.
            for begin in range(140, 540, 9):
                let_go = [(at, key - value) for at, value in bouncing(begin, key, (3, 2, 5, 4))]
                found = kinds(play([(50, key)] + let_go, 900, 10, stall=(150, 550)))
                assert found[0] in ((key, TAP), (key, LONG)), begin
                assert [event for event in found[1:] if event != (key, REPEAT)] == [], begin
                press = bouncing(begin, key, (3, 2, 5, 4))
                found = kinds(play(press + [(650, 0)], 900, 10, stall=(150, 550)))
                assert found[0] in ((key, TAP), (key, LONG)), begin
                assert [event for event in found[1:] if event != (key, REPEAT)] == [], begin

    told_of_presses(check)


def test_a_spike_between_usual_looks_is_still_no_press():
    told_of_presses(test_a_spike_is_no_press)
    told_of_presses(test_bouncing_is_one_press)
    told_of_presses(test_settles_as_long_as_set)


def test_what_is_pressed_before_a_screen_changes_is_dropped():
    """As a screen changes by a key whose record is saved with an erase."""

    def check():
        board = Board([(150, OK), (200, 0)], 0)
        looker = keys.Keys(board)
        for board.now in range(0, 100, 10):
            looker.poll()
        board.now = 500
        looker.drop()
        looker.poll()
        for board.now in range(510, 600, 10):
            looker.poll()
        assert looker.pop() == 0

    told_of_presses(check)


def test_holding_during_a_redraw_does_not_run_on():
    # One repeat at most waits when the display was slow; nothing comes after letting go.
    found = play([(100, UP), (2000, 0)], 3000, 10, busy=(50, 2100))
    assert kinds(found) == [(UP, TAP)]


def test_a_slow_loop_still_sees_taps():
    # A pass of 40 ms: a tap of 90 ms is seen twice.
    for offset in range(0, 40, 5):
        for key in (UP, OK):
            trace = [(100 + offset, key), (190 + offset, 0)]
            assert kinds(play(trace, 500, 40)) == [(key, TAP)], offset


def test_a_key_down_at_the_start_is_ignored():
    assert play([(0, OK), (300, 0)], 600) == []
    assert play([(0, UP), (1500, 0)], 1800) == []
    board = Board([(0, OK), (300, 0)], 0)
    looker = keys.Keys(board)
    looker.poll()
    assert (looker.stuck(), looker.down()) == (OK, 0)
    board.now = 400
    looker.poll()
    assert looker.stuck() == 0
    # Once let go it counts; the other keys count all the time.
    found = play([(0, OK), (300, OK | UP), (400, OK), (500, 0), (600, OK), (700, 0)], 900)
    assert kinds(found) == [(UP, TAP), (OK, TAP)]


def test_wrap_of_the_ticks():
    wrap = ticks_add(0, -1)
    assert wrap > 0, "ticks do not wrap here"
    long_press = [(100, OK), (1000, 0)]
    hold = [(100, UP), (1000, 0)]
    for trace in (long_press, hold, bouncing(100, UP, (3, 2, 5)) + [(300, 0)]):
        usual = play(trace, 1500)
        assert usual
        for before in range(0, 1100, 50):
            assert play(trace, 1500, start=wrap - before) == usual, before


def test_events_of_an_old_screen_are_dropped():
    trace = [(100, UP), (150, 0), (200, DOWN), (250, 0), (600, OK), (650, 0)]
    # They wait behind a redraw in which the screen changes at 400.
    assert kinds(play(trace, 900, 10, busy=(50, 500), drop=400)) == [(OK, TAP)]
    # A key that is held through the change still counts once: ok comes when it is let go.
    found = play([(100, OK), (500, 0)], 800, drop=300)
    assert kinds(found) == [(OK, TAP)]


def main():
    tests = [name for name in globals() if name.startswith("test_")]
    for name in tests:
        print(name)
        globals()[name]()
    print(len(tests), "passed")


main()
