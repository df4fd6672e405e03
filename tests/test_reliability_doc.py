"""docs/reliability.md: its table of figures is what the tool writes, and says what is promised."""

import re
from pathlib import Path

import make_reliability as tool
import pytest
from support.languages import sections_of

_ROOT = Path(__file__).resolve().parents[1]
_DOC = _ROOT / "docs" / "reliability.md"


@pytest.fixture
def rows() -> dict[str, str]:
    """The table in the document: what was done, and what came of it."""
    text = _DOC.read_text(encoding="utf-8")
    _, _, rest = text.partition(tool.BEGIN)
    lines = rest.partition(tool.END)[0].strip().splitlines()
    assert lines[1] == "| --- | --- |"
    found: dict[str, str] = {}
    for line in lines[2:]:
        cells = re.fullmatch(r"\| (.+) \| (.+) \|", line)
        assert cells, line
        found[cells[1]] = cells[2]
    return found


def _numbers(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def test_the_table_is_whole(rows: dict[str, str]) -> None:
    assert list(rows)[: len(tool.ROWS)] == [row.what for row in tool.ROWS]
    for row in tool.ROWS:
        # The words of the result are those of the tool, with numbers in them.
        words = re.escape(re.sub(r"\{[^}]*\}", "@", row.result)).replace("@", r"[\d,.]+")
        assert re.fullmatch(words, rows[row.what]), rows[row.what]


def test_the_figures_are_those_that_are_promised(rows: dict[str, str]) -> None:
    said = {row.files: _numbers(rows[row.what]) for row in tool.ROWS}
    points, states = said["cuts"]
    # Three ways of tearing, and the end of each evening.
    assert points >= 5000
    assert 3 * points < states < 3 * points + 20
    faulty, lost, doubled = said["frames_*"]
    assert faulty >= 1_000_000
    assert (lost, doubled) == (0, 0)
    assert said["flash"][0] <= 1024


def test_the_tool() -> None:
    figures = {
        "cuts": {"points": 5001, "states": 15004},
        "fuzz_a": {"runs": 1000},
        "fuzz_b": {"runs": 234},
        "something_new": {"what": 7},
    }
    lines, missing = tool.table(figures)
    assert lines[2].endswith(
        "| 5,001 points, 15,004 states of the flash; no deal lost, none changed |"
    )
    assert lines[-2:] == [
        "| Parsers fuzzed by coverage | 1,234 runs; no crash |",
        "| something new | what 7 |",
    ]
    assert set(missing) == {row.files for row in tool.ROWS} - {"cuts", "fuzz_*"}
    text = f"a\n{tool.BEGIN}\nold\n{tool.END}\nb\n"
    once = tool.replaced(text, lines)
    assert "old" not in once
    assert once.startswith(f"a\n{tool.BEGIN}\n| what is done ")
    assert tool.replaced(once, lines) == once
    assert tool.stale(once, lines) == []
    assert tool.stale(text, lines) == lines
    # What varies from run to run need not be the same.
    kills = tool.table({"kills_a": {"kills": 9}})[0]
    assert tool.stale(once, kills) == []


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_it_is_linked(page: str) -> None:
    assert "reliability.md)" in (_ROOT / page).read_text(encoding="utf-8")


def test_the_tests_that_it_names_are_there() -> None:
    text = _DOC.read_text(encoding="utf-8")
    for name in re.findall(r"`(tests/[\w/.]+)`", text):
        assert (_ROOT / name).exists(), name


@pytest.mark.parametrize("page", ["reliability.md", "tablet.md"])
def test_what_the_tablet_says_is_quoted_as_it_says_it(page: str) -> None:
    english = sections_of("en")
    titles, texts = english["rows"].values(), english["paragraphs"].values()
    rows = re.findall(r"^\| ([^|]+?) \| ", (_ROOT / "docs" / page).read_text("utf-8"), re.MULTILINE)
    said = rows[rows.index("it says" if page == "reliability.md" else "the tablet says") + 2 :]
    said = said[: 9 if page == "reliability.md" else None]
    assert len(said) >= 9
    for words in said:
        title, _, text = words.partition(": *")
        quoted = [title, text.rstrip("*")] if text else [title]
        for part in quoted:
            assert any(known.startswith(part) for known in (*titles, *texts)), part
