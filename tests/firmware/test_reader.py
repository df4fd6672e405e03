"""The tests' own eyes: they see what is there, and nothing that is not quite there."""

from support.reader import read
from support.table import START, Table
from support.texts import T

from meldpad.simulator.screen import MONO_VLSB, Screen


def _copy(screen: Screen) -> Screen:
    copy = Screen(screen.width, screen.height, screen.format)
    copy.data[:] = screen.data
    return copy


def _flip(screen: Screen, x: int, y: int) -> None:
    """Change one pixel: black and white, or ground and ink of a plain text."""
    if screen.format == MONO_VLSB:
        screen.data[y // 8 * screen.width + x] ^= 1 << y % 8
    else:
        screen.data[(y * screen.width + x) // 2] ^= 1 if x & 1 else 16


def test_one_wrong_pixel_makes_a_line_unreadable(table: Table) -> None:
    table.play(START)
    screen = table.tablet.screen
    seen = read(screen)
    line = next(line for line in seen.lines if line.text.split()[-2:] == [T.OPENS, "50"])
    end = len(line.text) * (6 if screen.format == MONO_VLSB else 14)
    for x in range(end - 40, end, 7):
        for dy in range(0, 12, 3):
            copy = _copy(screen)
            _flip(copy, x, line.y + dy)
            after = read(copy)
            assert (line.y, line.text) not in [(other.y, other.text) for other in after.lines]
            # What stands elsewhere is read as before.
            assert after.title == seen.title
            assert after.totals == seen.totals


def test_one_wrong_pixel_makes_a_total_unreadable(table: Table) -> None:
    table.play(START)
    table.deal_1()
    screen = table.tablet.screen
    assert read(screen).totals == (800, -60)
    # In the last digit of A's total: somewhere in the right quarter of the upper half.
    x, y = next(
        (x, y)
        for x in range(screen.width - 12, screen.width // 2, -1)
        for y in range(screen.height // 3, screen.height // 2)
        if screen.pixel(x, y)
    )
    copy = _copy(screen)
    _flip(copy, x, y)
    assert read(copy).totals != (800, -60)


def test_a_blank_display_shows_nothing() -> None:
    for width, height, format in ((320, 240, 2), (128, 64, 0)):
        seen = read(Screen(width, height, format))
        assert (seen.lines, seen.totals, seen.title) == ((), (), "")
