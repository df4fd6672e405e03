"""A fault in any part of the program ends neither the app nor the cable (`micro/faults.py`)."""

import re
from pathlib import Path

import pytest
from support import micro

_PROGRAM = Path(__file__).parent / "micro" / "faults.py"
_NOT = ("fails", "frame", "caught", "main")
_WAYS = [
    name
    for name in re.findall(r"^def (\w+)\(", _PROGRAM.read_text(encoding="utf-8"), re.MULTILINE)
    if name not in _NOT
]


@pytest.mark.parametrize("way", _WAYS)
def test_a_fault(way: str) -> None:
    assert micro.run(_PROGRAM, way, heap="8m") == "ok\n"
