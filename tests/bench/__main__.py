"""All benchmarks: `python tests/bench`, or `make bench`."""

import sys

import bench_core


def main() -> int:
    """Print every figure beside its budget; 1 when one was missed."""
    rows = bench_core.figures()
    bench_core.show(rows, "The core on CPython, one core of the machine")
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
