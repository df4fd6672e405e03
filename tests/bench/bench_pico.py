"""The Pico's budgets, measured on the emulated one: `python tests/bench/bench_pico.py`.

Times are guest time, which neither the machine nor its load changes. Needs MicroPython's image for
the Pico in the environment variable PICO_UF2; without it nothing is measured, and that is said.
"""

import os
import sys
from pathlib import Path

from figures import Figure, show

_TESTS = Path(__file__).parents[1]
_MICRO = Path(__file__).parent / "micro"
_DEALS = 500
"""Deals that are synced; the time for 10,000 follows in proportion, all but a deal's records being
the same for any number."""
_MPREMOTE_BYTES = 8192
_FLASH_DEALS = 120


def main() -> list[Figure]:
    """Measure, print, and return the figures."""
    named = os.environ.get("PICO_UF2", "")
    if not Path(named).is_file():
        print("The Pico is not measured: PICO_UF2 names no image of MicroPython for it")
        return []
    sys.path += [
        str(_TESTS),
        str(_TESTS / "pico"),
        str(_TESTS / "shared"),
        str(_TESTS.parent / "firmware"),
    ]
    rows = [
        *_memory(Path(named)),
        *_waits(Path(named)),
        *_transfer(Path(named)),
        *_flash(Path(named)),
    ]
    show(rows, "The emulated Pico, with the 320x240 display")
    _bytes(Path(named))
    return rows


def _memory(pico: Path) -> list[Figure]:
    import measure

    seen: dict = {}
    measure.memory(seen, pico, pico.parent)
    rows = [
        Figure(
            "heap free after power-on, in a match", seen["heap after boot"][0], 110_000, "B", False
        )
    ]
    least = min(seen[name][0] for name in seen if name.startswith("heap"))
    rows.append(
        Figure("heap free at its least, with what a deal needs", least, 100_000, "B", False)
    )
    for key in ("up", "down", "ok"):
        allocated = seen[f"allocated by {key}"]
        rows.append(Figure(f"allocated by {key} in the entry", allocated, 0, "B", True))
    rows.append(
        Figure("power-on to the score of a resumed match", seen["boot ms"], 1500, "ms", True)
    )
    return rows


def _waits(pico: Path) -> list[Figure]:
    import measure

    rows = []
    for what, ms in measure.waits(pico):
        limit = 50 if what.startswith(measure.WITHIN) else 120
        rows.append(Figure(what, ms, limit, "ms", True))
    return rows


def _transfer(pico: Path) -> list[Figure]:
    import transfer

    sent = transfer.Sent(pico, _DEALS)
    ours = sent.records / sent.ms
    theirs = _MPREMOTE_BYTES / transfer.mpremote_ms(pico, _MPREMOTE_BYTES)
    return [
        Figure(
            f"sync of 10,000 deals, from {_DEALS}", sent.ms * 10_000 / _DEALS / 1000, 5, "s", True
        ),
        Figure("times as fast as mpremote fs cp, per byte", ours / theirs, 5, "", False),
        Figure("overhead of the link", 100 * (sent.bytes / sent.records - 1), 2, "%", True),
    ]


def _flash(pico: Path) -> list[Figure]:
    import runs
    import transfer

    from meldpad.deploy import build

    files = dict(build.build("pico-display").files)
    del files["main.py"]
    raws = b"".join(transfer.log(_FLASH_DEALS).values())
    machine = runs.bare(pico, {**files, "raws": raws})
    printed = machine.execute((_MICRO / "pico_flash.py").read_text(encoding="utf-8"))
    programmed, erases, records = map(int, printed.split())
    return [
        Figure(
            "flash programmed a record, with a copy of the draft",
            programmed / records,
            1024,
            "B",
            True,
        ),
        Figure("erases a record", erases / records, 0.3, "", True),
    ]


def _bytes(pico: Path) -> None:
    """Frames against byte stuffing."""
    import runs

    from meldpad.deploy import build

    sources = build.sources("pico-display")
    sources["stuffing.py"] = (_MICRO / "bytes.py").read_text(encoding="utf-8")
    files = build.compiled(sources)
    del files["main.py"]
    printed = runs.bare(pico, files).execute("import stuffing")
    print("A byte on the cable costs the tablet, in microseconds of guest time:")
    for line in printed.splitlines():
        name, nanos = line.split()
        print(f"  {name.replace(',', ', '):20} {int(nanos) / 1000:8.2f}")


if __name__ == "__main__":
    main()
