"""`python tests/bench`: every figure that design has a budget for, beside its budget."""

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run each `bench_*.py` beside this file, in order of their names.

    One that fails ends the run.
    """
    for script in sorted(Path(__file__).parent.glob("bench_*.py")):
        print(f"\n{script.stem.removeprefix('bench_')}\n")
        sys.stdout.flush()
        runpy.run_path(str(script), run_name="__main__")


if __name__ == "__main__":
    main()
