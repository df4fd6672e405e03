"""docs/rules.md keeps every line of the rule texts, and what it names exists."""

import re
from pathlib import Path

import vectorfile

from canasta import presets

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
LINES = {"S0": 60, "S1": 68, "S2": 13, "S3": 48, "S4": 98}
"""How many lines each text has."""

ROW = re.compile(r"^\| (S[0-4]):L(\d+) \| (.+) \| ([a-z, -]+) \| (.+) \|$", re.M)
OTHER = re.compile(r"^\| (S[0-4]) \| (\d+) \| ([0-9, -]+): .+ \|$", re.M)
HOW = {"scored", "checked", "set-up", "help"}


def _rows():
    return [
        (m[1], int(m[2]), m[4].split(", "), re.findall(r"`([^`]+)`", m[5]))
        for m in ROW.finditer(TEXT)
    ]


def _numbers(text):
    """`1-3, 5` as numbers."""
    found = set()
    for part in text.split(", "):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def test_every_line_has_a_row_or_is_no_rule():
    others = {m[1]: (int(m[2]), _numbers(m[3])) for m in OTHER.finditer(TEXT)}
    for seed, count in LINES.items():
        rules = {line for of, line, _, _ in _rows() if of == seed}
        said, no_rule = others[seed]
        assert said == count
        assert not rules & no_rule
        assert rules | no_rule == set(range(1, count + 1))


def test_every_row_was_read():
    """A row that the pattern misses would not be looked at by the other tests."""
    assert len(_rows()) == len(re.findall(r"^\| S[0-4]:L", TEXT, re.M)) > 250


def _exists(evidence):
    if evidence.startswith("tests/"):
        file, _, name = evidence.partition("::")
        path = ROOT / file
        return path.exists() and f"\ndef {name}(" in path.read_text(encoding="utf-8")
    if evidence.startswith("vectors/"):
        file, _, id = evidence.removeprefix("vectors/").partition("#")
        return any(vector["id"] == id for vector in vectorfile.read(file.removesuffix(".jsonl")))
    if evidence.startswith("play.md#"):
        page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
        return f'<a id="{evidence.partition("#")[2]}"></a>' in page
    if evidence.startswith("preset:"):
        id, _, parameter = evidence.removeprefix("preset:").partition("/")
        return id in presets.IDS and any(row[0] == parameter for row in presets.rows(id))
    return False


def test_what_is_named_exists():
    for seed, line, _, evidence in _rows():
        assert evidence
        for item in evidence:
            assert _exists(item), f"{seed}:L{line}: {item}"


def test_how_a_rule_is_covered_is_what_is_named():
    for seed, line, how, evidence in _rows():
        assert set(how) <= HOW
        kinds = set()
        for item in evidence:
            if item.startswith("play.md"):
                kinds.add("help")
            elif item.startswith("preset:") or "test_setup" in item:
                kinds.add("set-up")
            elif "test_judge" in item:
                kinds.add("checked")
            else:
                kinds.add("scored")
        assert set(how) == kinds, (seed, line)


def test_what_is_missing_is_found():
    """The tests above can fail."""
    assert not _exists("tests/shared/test_judge.py::test_nothing_of_the_kind")
    assert not _exists("vectors/classic.jsonl#no-such-vector")
    assert not _exists("play.md#nowhere")
    assert not _exists("preset:classic/nothing")
    assert not _exists("somewhere else")


def test_sources_of_presets_are_explained():
    """Every tag that a preset names stands in the list of sources."""
    known = ("S0", "S1", "S2", "S3", "S4", "BIC-3", "BIC-CA", "RG", "CLA", "HSW", "SCARNE", "PARL")
    for id in presets.IDS:
        for name, _, source in presets.rows(id):
            for tag in re.findall(r"\b(?:S\d|[A-Z]{3,}(?:-\w+)?|RG|HSW)\b", source):
                assert tag in known or re.fullmatch(r"S\d-\w", tag), (id, name, source)
    for tag in known[5:]:
        assert tag in TEXT
