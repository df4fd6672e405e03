"""Draws the wiring diagrams of docs/boards.md into docs/img/.

    python tools/make_wiring.py

The pins are read from the boards' own files, so a diagram cannot differ from the firmware.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

_ROOT = Path(__file__).resolve().parent.parent
_BOARDS = _ROOT / "firmware" / "boards"
_OUT = _ROOT / "docs" / "img"

# The Pico's pins from its datasheet: 1 to 20 down the left side, 40 to 21 down the right side.
_LEFT = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
)
_RIGHT = (
    *("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "ADC_VREF", "GP28", "GND", "GP27", "GP26"),
    *("RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16"),
)

_PITCH = 24
_TOP = 70
_WIDTH = 820
_HEIGHT = _TOP + _PITCH * 20 + 30
_BODY = (330, 160)
"""Left edge and width of the Pico's body."""
_BOX = 190
_POWER = "#c62828"
_GROUND = "#37474f"
_BUS = "#1565c0"
_KEY = "#2e7d32"

_KEYS = {"up": "▲ up", "down": "▼ down", "ok": "● ok", "back": "◀ back"}


@dataclass(frozen=True)
class Part:
    """A box beside the Pico. `pins` has, by the name of the Pico's pin, what it is called there
    and the colour of its wire; they are neighbours on one side of the Pico, or nearly.
    """

    name: str
    pins: dict[str, tuple[str, str]]


def numbers(board: str) -> dict[str, int]:
    """The pins of a board: of its keys, its buses, and of what it calls by name.

    Raises ValueError when its file does not say.
    """
    text = (_BOARDS / f"{board}.py").read_text(encoding="utf-8")
    found = {name: int(pin) for name, pin in re.findall(r"(\w+)=Pin\((\d+)\)", text)}
    found |= {name: int(pin) for name, pin in re.findall(r"(\w+) = Pin\((\d+),", text)}
    if lamp := re.search(r"PWM\(Pin\((\d+)\)", text):
        found["light"] = int(lamp[1])
    letters = {name: int(pin) for name, pin in re.findall(r"^(_[A-Z]) = (\d+)$", text, re.M)}
    keys = re.search(r"    PINS = \((.*)\)", text)
    if keys is None:
        raise ValueError(f"{board}: no PINS")
    for name, pin in zip(_KEYS, keys[1].split(","), strict=True):
        found[name] = letters.get(pin.strip()) or int(pin)
    return found


def _gpio(pins: dict[str, int], names: dict[str, str], colour: str) -> dict[str, tuple[str, str]]:
    """Wires of one colour from a board's pins, by what those are called at the other end."""
    return {f"GP{pins[name]}": (label, colour) for name, label in names.items()}


def _oled() -> str:
    pins = numbers("pico_oled")
    ground = {"GND": ("GND", _GROUND)}
    bus = _gpio(pins, {"sda": "SDA", "scl": "SCL"}, _BUS)
    keys = _gpio(pins, _KEYS, _KEY)
    parts = [
        Part("SSD1306 128x64, I2C", bus | ground),
        Part("the same display", {"3V3": ("VCC", _POWER)}),
        Part("4 push buttons to GND", keys | ground),
    ]
    return _drawing("Meldpad on a Pico with a small OLED", parts)


def _pack() -> str:
    pins = numbers("pico_display")
    letters = {"ok": "A", "back": "B", "up": "X", "down": "Y"}
    keys = {name: f"{letter}: {_KEYS[name]}" for name, letter in letters.items()}
    bus = {"light": "backlight", "mosi": "MOSI", "sck": "SCK", "cs": "CS", "dc": "DC"}
    parts = [
        Part("buttons of the pack", _gpio(pins, keys, _KEY)),
        Part("display of the pack", _gpio(pins, bus, _BUS)),
        Part("supply of the pack", {"3V3": ("3V3", _POWER), "GND": ("GND", _GROUND)}),
    ]
    return _drawing("Meldpad on a Pico with a Pico Display Pack 2.0 or 2.8 (it plugs on)", parts)


def _rows(part: Part) -> tuple[bool, dict[int, str]]:
    """Whether a part is on the left, and which rows its wires leave the Pico from. Of several
    pins with the same name, the one that is nearest to the others.
    """
    for left, side in ((True, _LEFT), (False, _RIGHT)):
        sure = [side.index(pin) for pin in part.pins if side.count(pin) == 1]
        if len(sure) < sum(pin != "GND" for pin in part.pins):
            continue
        middle = sum(sure) / len(sure)
        rows = {}
        for pin in part.pins:
            places = [row for row, name in enumerate(side) if name == pin]
            rows[min(places, key=lambda row: abs(row - middle))] = pin
        return left, rows
    raise ValueError(f"{part.name}: its pins are on both sides of the Pico")


def _drawing(title: str, parts: list[Part]) -> str:
    left, width = _BODY
    right = left + width
    middle = left + width // 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_WIDTH // 2}" y="24" text-anchor="middle" font-size="16">'
        f"{escape(title)}</text>",
        f'<rect x="{left}" y="{_TOP - 20}" width="{width}" height="{_PITCH * 20 + 30}" rx="8" '
        'fill="#e8f5e9" stroke="#1b5e20"/>',
        f'<rect x="{middle - 22}" y="{_TOP - 34}" width="44" height="24" fill="#b0bec5" '
        'stroke="#455a64"/>',
        f'<text x="{middle}" y="{_TOP - 18}" text-anchor="middle" font-size="11">USB</text>',
        f'<text x="{middle}" y="{_TOP + 230}" text-anchor="middle" font-weight="bold">Pico</text>',
    ]
    used = set()
    for part in parts:
        on_left, rows = _rows(part)
        used |= {(on_left, row) for row in rows}
        out += _box(part, on_left, rows)
    for on_left, names, x in ((True, _LEFT, left), (False, _RIGHT, right)):
        for row, name in enumerate(names):
            label = f"{row + 1} {name}" if on_left else f"{name} {40 - row}"
            look = 'font-weight="bold"' if (on_left, row) in used else 'fill="#757575"'
            place = f'x="{x + 8}"' if on_left else f'x="{x - 8}" text-anchor="end"'
            y = _TOP + _PITCH * row
            out.append(f'<circle cx="{x}" cy="{y}" r="4" fill="#fdd835" stroke="#424242"/>')
            out.append(f'<text {place} y="{y + 4}" font-size="11" {look}>{escape(label)}</text>')
    return "\n".join([*out, "</svg>", ""])


def _box(part: Part, on_left: bool, rows: dict[int, str]) -> list[str]:
    """A part and its wires, which run straight to the Pico."""
    left, width = _BODY
    top = _TOP + _PITCH * min(rows) - 18
    tall = _PITCH * (max(rows) - min(rows)) + 36
    x = 30 if on_left else _WIDTH - 30 - _BOX
    near, far = (x + _BOX, left) if on_left else (x, left + width)
    out = [
        f'<rect x="{x}" y="{top}" width="{_BOX}" height="{tall}" rx="6" fill="#f5f5f5" '
        'stroke="#424242"/>',
        f'<text x="{x}" y="{top - 7}">{escape(part.name)}</text>',
    ]
    for row, pin in sorted(rows.items()):
        label, colour = part.pins[pin]
        y = _TOP + _PITCH * row
        place = f'x="{near - 8}" text-anchor="end"' if on_left else f'x="{near + 8}"'
        out.append(f'<path d="M{near} {y} H{far}" stroke="{colour}" stroke-width="2.5"/>')
        out.append(f'<text {place} y="{y + 4}">{escape(label)}</text>')
    return out


DIAGRAMS = {"pico-display.svg": _pack, "pico-oled.svg": _oled}
"""The files to write, and how each is drawn."""


def main() -> int:
    """Write the diagrams."""
    _OUT.mkdir(parents=True, exist_ok=True)
    for name, draw in DIAGRAMS.items():
        (_OUT / name).write_text(draw(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
