"""Writes the figures of the last run into docs/reliability.md: `python tools/make_reliability.py`.

The tests leave them in `build/reliability`, a file each (`tests/support/measured.py`); `make test`
and `make bench` make all of them. `--check` only says whether every figure is there; `--same`
whether those that are the same in every run of the tests are what the document says.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_DOC = _ROOT / "docs" / "reliability.md"
_FIGURES = _ROOT / "build" / "reliability"
BEGIN = "<!-- figures of the last run -->"
END = "<!-- end of the figures -->"


@dataclass(frozen=True)
class Row:
    """`files`: pattern of the files whose figures are added up; `result` names them. `varies`: from
    run to run, or with what only `make bench` measures.
    """

    files: str
    what: str
    result: str
    varies: bool = False


ROWS = (
    Row(
        "cuts",
        "The power goes before, in and after every program and erase of whole evenings",
        "{points:,} points, {states:,} states of the flash; no deal lost, none changed",
    ),
    Row(
        "twice",
        "The power goes twice in a row",
        "{once:,} states after the first time, {twice:,} after the second; none lost",
    ),
    Row(
        "erase",
        "The power goes while a log is erased, once and twice",
        "{once:,} and {twice:,} states; the old log whole, or a new one",
    ),
    Row(
        "kills_*",
        "The tablet is killed at any moment (`kill -9`)",
        "{kills:,} times; none lost",
        varies=True,
    ),
    Row(
        "unreadable",
        "A block of the flash cannot be read, each in turn",
        "{hiding:,} hid records, all of them their own; {unmountable:,} kept it from starting",
    ),
    Row(
        "flash",
        "A saved deal, with the copies of the half-entered one",
        "{bytes:,} bytes programmed, {erases} erases; {years} years at 100 deals a day, "
        "{slow_years} with a long pause at every number",
        varies=True,
    ),
    Row(
        "mutated_sync",
        "Every byte of a valid sync is changed",
        "{syncs:,} syncs of {bytes:,} bytes; nothing wrong stored",
    ),
    Row(
        "frames_*",
        "Damaged frames through the readers of tablet and PC",
        "{faulty:,} damaged ones; {lost:,} good ones lost, {doubled:,} doubled",
    ),
    Row(
        "cut_*",
        "The cable comes off at every byte of a sync",
        "{cuts:,} syncs; no record lost, none twice",
    ),
    Row(
        "cable_*",
        "Flipped bits, lost, doubled, late and reordered bytes, stalls, a second program",
        "{syncs:,} syncs, whole after at most one more; no record lost, none twice",
    ),
    Row(
        "killed_host",
        "The PC's program is killed at any moment of a sync (`kill -9`)",
        "{kills:,} times; the database sound, the next sync whole",
    ),
    Row(
        "full_disk",
        "The PC's disk is full, from every page on that a sync writes",
        "{pages:,} pages; nothing stored by halves",
        # By the version of SQLite.
        varies=True,
    ),
    Row("fuzz_*", "Parsers fuzzed by coverage", "{runs:,} runs; no crash"),
)
"""The rows of the table, in order. Figures that no row names get one of their own at the end."""


def table(figures: Mapping[str, Mapping[str, float]]) -> tuple[list[str], list[str]]:
    """The table's lines, and what is missing in it."""
    lines = ["| what is done | how often, and what came of it |", "| --- | --- |"]
    missing: list[str] = []
    for row in ROWS:
        found = [values for name, values in figures.items() if fnmatch(name, row.files)]
        if not found:
            missing.append(row.files)
            continue
        sums = {key: sum(values[key] for values in found) for key in found[0]}
        lines.append(f"| {row.what} | {row.result.format(**sums)} |")
    for name, values in sorted(figures.items()):
        if not any(fnmatch(name, row.files) for row in ROWS):
            result = ", ".join(
                f"{key.replace('_', ' ')} {value:,}" for key, value in values.items()
            )
            lines.append(f"| {name.replace('_', ' ')} | {result} |")
    return lines, missing


def read(folder: Path) -> dict[str, dict[str, float]]:
    """The figures of all tests, by the names of their files."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}


def replaced(text: str, lines: list[str]) -> str:
    """The document with another table. Exits when it has no place for one."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{_DOC.name}: no {BEGIN} … {END}")
    return "\n".join([before + begin, *lines, end + after])


def stale(text: str, lines: list[str]) -> list[str]:
    """Lines of the table that should be in the document and are not."""
    varying = tuple(f"| {row.what} |" for row in ROWS if row.varies)
    there = text.splitlines()
    return [line for line in lines if line not in there and not line.startswith(varying)]


def main() -> None:
    """See the top."""
    lines, missing = table(read(_FIGURES))
    text = _DOC.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--same"]:
        if gone := [row.files for row in ROWS if row.files in missing and not row.varies]:
            sys.exit(f"the tests left no figures of {', '.join(gone)}")
        if old := stale(text, lines):
            sys.exit("docs/reliability.md has not the figures of this run:\n" + "\n".join(old))
        return
    if missing:
        sys.exit(f"no figures of {', '.join(missing)}: run `make test` and `make bench` first")
    if sys.argv[1:] == ["--check"]:
        return
    _DOC.write_text(replaced(text, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
