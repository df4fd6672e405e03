"""What the boards' drivers send to the displays, at the level of commands and pixels."""

from runs import Run

from meldpad.simulator.screen import Screen


def _colours(y: int) -> tuple[int, int]:
    return y % 5, (y + 2) % 5


def test_the_picture_on_the_display_pack(drivers_run: Run) -> None:
    screen: Screen = drivers_run["pico-display upright"]
    for y in range(240):
        assert (screen.pixel(0, y), screen.pixel(319, y)) == _colours(y), y
        assert (screen.pixel(159, y), screen.pixel(160, y)) == _colours(y), y


def test_the_picture_turned(drivers_run: Run) -> None:
    screen: Screen = drivers_run["pico-display turned"]
    for y in range(240):
        right, left = _colours(239 - y)
        assert (screen.pixel(0, y), screen.pixel(319, y)) == (left, right), y


def test_the_small_display(drivers_run: Run) -> None:
    upright: Screen = drivers_run["pico-oled upright"]
    turned: Screen = drivers_run["pico-oled turned"]
    for y in range(64):
        for x in range(128):
            lit = (y // 8 * 128 + x) * 7 >> y % 8 & 1
            assert upright.pixel(x, y) == lit
            assert turned.pixel(127 - x, 63 - y) == lit


def test_only_what_changed_is_sent(drivers_run: Run) -> None:
    """A line of 320 pixels; 16 columns of a page of eight lines."""
    for board, least in (("pico-display", 320), ("pico-oled", 16)):
        assert drivers_run[f"{board} for nothing"] == 0
        assert drivers_run[f"{board} for a change"] == least


def test_the_buffer_is_small(drivers_run: Run) -> None:
    """Four bits a pixel would be 38,400 bytes."""
    assert drivers_run["pico-display buffer"] <= 320 * 240 // 2
    assert drivers_run["pico-oled buffer"] == 128 * 64 // 8


def test_the_controllers_understand_everything(drivers_run: Run) -> None:
    for board in ("pico-display", "pico-oled"):
        assert drivers_run[f"{board} faults"] == []


def test_a_tap_while_nothing_runs_is_not_lost(drivers_run: Run) -> None:
    """Interrupts are off, as in an erase: the chip keeps the edges, each tap counts once."""
    for board in ("pico-display", "pico-oled"):
        # Up 1, down 2, ok 4, back 8; 0 is none.
        assert drivers_run[f"{board} unseen taps"] == "[1, 2, 4, 8, 0, 0]"
