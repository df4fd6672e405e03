"""Debouncing, taps, holds and the queue of key events, on MicroPython (`micro/keys.py`)."""

from pathlib import Path

from support import micro


def test_keys() -> None:
    script = Path(__file__).parent / "micro" / "keys.py"
    count = script.read_text().count("\ndef test_")
    assert count > 10
    assert micro.run(script).endswith(f"\n{count} passed\n")
