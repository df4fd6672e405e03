"""The wiring diagrams are drawn from the boards' files."""

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

_ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_wiring", _ROOT / "tools/make_wiring.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    # A dataclass looks its module up.
    import sys

    sys.modules["make_wiring"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["pico-display.svg", "pico-oled.svg"])
def test_the_diagram_is_up_to_date(tool: ModuleType, name: str) -> None:
    drawn = tool.DIAGRAMS[name]()
    ElementTree.fromstring(drawn)
    assert (_ROOT / "docs" / "img" / name).read_text(encoding="utf-8") == drawn


def test_the_pins_are_the_makers(tool: ModuleType) -> None:
    """pimoroni-pico: A 12, B 13, X 14, Y 15; CS 17, SCK 18, MOSI 19, DC 16, backlight 20."""
    assert tool.numbers("pico_display") == {
        **{"ok": 12, "back": 13, "up": 14, "down": 15},
        **{"cs": 17, "sck": 18, "mosi": 19, "dc": 16, "light": 20},
    }
