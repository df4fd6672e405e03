"""Wrong numbers that the tablet takes from a table whose fingers slip: see micro/slips.py."""

import os
import subprocess
from pathlib import Path

from figures import Figure, show

import canasta
from meldpad.firmware import firmware_folder
from meldpad.simulator.process import micropython

DEALS = 2000
_HERE = Path(__file__).parent


def main() -> list[Figure]:
    """Enter the deals on real MicroPython and return the share of wrong fields."""
    folders = (
        firmware_folder(),
        Path(canasta.__file__).parent.parent,
        _HERE.parent / "firmware" / "micro",
    )
    done = subprocess.run(
        [micropython(), "-X", "heapsize=32m", str(_HERE / "micro" / "slips.py"), str(DEALS)],
        env={**os.environ, "MICROPYPATH": os.pathsep.join(map(str, folders))},
        capture_output=True,
        text=True,
        check=True,
    )
    _deals, saved, fields, wrong, other = map(int, done.stdout.split())
    share = 100 * wrong / fields
    rows = [Figure("fields wrong by a factor of 5 or more", share, 0.05, "%", True)]
    show(rows, "One press in a hundred slips, and nobody looks")
    print(f"{saved} of {DEALS} deals were saved; {other} of {fields} fields are off by less")
    return rows


if __name__ == "__main__":
    main()
