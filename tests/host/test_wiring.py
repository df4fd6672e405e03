"""The wiring diagrams are drawn from the boards' files."""

from pathlib import Path
from xml.etree import ElementTree

import make_wiring as tool
import pytest

_ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["pico-display.svg", "pico-oled.svg"])
def test_the_diagram_is_up_to_date(name: str) -> None:
    drawn = tool.DIAGRAMS[name]()
    ElementTree.fromstring(drawn)
    assert (_ROOT / "docs" / "img" / name).read_text(encoding="utf-8") == drawn


def test_the_pins_are_the_makers() -> None:
    """pimoroni-pico: A 12, B 13, X 14, Y 15; CS 17, SCK 18, MOSI 19, DC 16, backlight 20."""
    assert tool.numbers("pico_display") == {
        **{"ok": 12, "back": 13, "up": 14, "down": 15},
        **{"cs": 17, "sck": 18, "mosi": 19, "dc": 16, "light": 20},
    }
