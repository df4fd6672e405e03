"""All benchmarks: `python tests/bench`, or `make bench`. 1 when a budget was missed."""

import importlib
import sys
from pathlib import Path


def main() -> int:
    """Run every `bench_*.py` beside this file, in the order of their names."""
    tests = Path(__file__).parents[1]
    # The firmware's texts and fonts, by which a display is read.
    sys.path += [str(tests), str(tests.parent / "firmware")]
    good = True
    for script in sorted(Path(__file__).parent.glob("bench_*.py")):
        rows = importlib.import_module(script.stem).main()
        sys.stdout.flush()
        good = good and all(row.good for row in rows)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
