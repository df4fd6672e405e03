"""What the screens must be for four people around a table: contrast, size, and no colour alone."""

from pathlib import Path

import pytest
from PIL import Image
from support import micro

_HERE = Path(__file__).parent
_GOLDENS = _HERE.parent / "goldens"
_LARGE = sorted((_GOLDENS / "320x240").glob("*.png"))

_STYLES = ("plain", "chosen", "title", "quiet", "strong")
_CONTRAST = 7.0

_Colour = tuple[int, int, int]

_YELLOW = (255, 220, 0)


def _luminance(colour: _Colour) -> float:
    """Relative luminance of an sRGB colour (WCAG 2.1)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: _Colour, other: _Colour) -> float:
    """Contrast ratio of two colours (WCAG 2.1)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _spread(value: int) -> _Colour:
    """A pixel of 5, 6 and 5 bits as the display shows it."""
    red, green, blue = value >> 11, value >> 5 & 63, value & 31
    return red * 255 // 31, green * 255 // 63, blue * 255 // 31


def test_the_contrast_formula() -> None:
    # By the definition black and white have 21; #767676 on white is the well-known 4.54.
    assert _contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert _contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.005)


def test_every_style_of_text_has_contrast() -> None:
    """Of the colours that the display gets, also for the chosen row and for quiet text."""
    lines = micro.run(_HERE / "micro" / "palette.py").splitlines()
    assert len(lines) == len(_STYLES)
    for style, line in zip(_STYLES, lines, strict=True):
        ink, ground = (_spread(int(value)) for value in line.split())
        assert _contrast(ink, ground) >= _CONTRAST, (style, ink, ground)


def test_screens_have_no_other_colours() -> None:
    """Five colours; what is dark has contrast to all that is light but grey on blue and yellow on
    blue, which no style has.
    """
    colours = {colour for path in _LARGE for colour in _pixels(Image.open(path).convert("RGB"))}
    assert len(colours) == 5
    dark = [colour for colour in colours if _luminance(colour) < 0.1]
    assert len(dark) == 2


def test_nothing_is_said_by_colour_alone() -> None:
    """With light and dark alone, no two different screens look the same."""
    seen: dict[bytes, str] = {}
    whole: dict[bytes, str] = {}
    for path in _LARGE:
        picture = Image.open(path).convert("RGB")
        if picture.tobytes() in whole:
            continue
        whole[picture.tobytes()] = path.stem
        plain = _two_shades(picture)
        assert plain not in seen, f"{path.stem} and {seen[plain]} differ by colour alone"
        seen[plain] = path.stem
    assert len(seen) > 60


def test_a_state_that_only_colour_tells_would_be_found() -> None:
    picture = Image.open(_GOLDENS / "320x240" / "recap-open.png").convert("RGB")
    grey = picture.copy()
    white = [(176, 176, 176) if colour == _YELLOW else colour for colour in _pixels(picture)]
    grey.putdata(white)
    assert grey.tobytes() != picture.tobytes()
    assert _two_shades(grey) == _two_shades(picture)


@pytest.mark.parametrize("screen", ["score-2", "score-rounds"])
def test_totals_of_two_sides_are_72_pixels_high(screen: str) -> None:
    picture = Image.open(_GOLDENS / "320x240" / f"{screen}.png").convert("RGB")
    rows = [
        any(picture.getpixel((x, y)) == _YELLOW for x in range(picture.width))
        for y in range(picture.height)
    ]
    heights = [len(run) for run in "".join("x "[not row] for row in rows).split()]
    assert len(heights) == 2
    assert min(heights) >= 72


def _pixels(picture: Image.Image) -> list[_Colour]:
    flat = picture.tobytes()
    return list(zip(flat[0::3], flat[1::3], flat[2::3], strict=True))


def _two_shades(picture: Image.Image) -> bytes:
    pixels = _pixels(picture)
    light = {colour: 255 * (_luminance(colour) > 0.1) for colour in set(pixels)}
    return bytes(light[colour] for colour in pixels)
