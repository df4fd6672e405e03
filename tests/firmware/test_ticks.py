"""The tick counter wraps in the middle of a match, every twelve days on a Pico: nothing notices."""

from pathlib import Path

from support import micro

from canasta import records

_PROGRAM = Path(__file__).parent / "micro" / "ticks.py"
_EVENING_MS = 43_500
_FAR_MS = 500_000
"""So long before the wrap that the evening is over when it comes."""


def _evening(before_ms: int) -> str:
    return micro.run(_PROGRAM, str(before_ms), heap="6m")


def test_ticks_that_wrap_at_any_moment_of_a_match() -> None:
    usual = _evening(_FAR_MS)
    lines = usual.splitlines()
    # 4.5 s, then three deals of 5.14 s with 5 s behind each, then 7 s: 41.92 s.
    assert lines[0] == "uptime 41"
    assert lines[1:3] == ["stop False", "stop True"]
    raws = [bytes.fromhex(line) for line in lines[3:-1]]
    assert [records.uptime(raw, 0) for raw in raws] == [0, 9, 19, 29]
    for before_ms in range(0, _EVENING_MS, 970):
        assert _evening(before_ms) == usual, f"the wrap after {before_ms} ms"
