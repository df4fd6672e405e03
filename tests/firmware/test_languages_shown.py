"""Every text on the tablet itself: in all languages, on both displays, whole wherever it stands.

For the second the texts of a copy of the firmware are marked: the first and the last character of
each is « and ». What is clipped, or covered by something else, has lost a mark.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from goldens import scenes
from support.languages import LANGUAGES, LONGER, Sections, sections_of, tool
from support.reader import Seen
from support.table import BOARDS, Table

from meldpad.simulator import process

_OWN_NAMES = {
    "en": "English",
    "fr": "Français",
    "ro": "Română",
    "es": "Español",
    "de": "Deutsch",
    "it": "Italiano",
    "pt": "Português",
    "nl": "Nederlands",
}
_MENU = ("NEW_MATCH", "MATCHES", "HELP", "SETTINGS", "ABOUT")
"""The rows of the menu before the first match."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_chosen_by_keys(language: str, table: Table) -> None:
    """The page of the settings shows its own name, the menu its words, also after a restart."""
    rows = sections_of(language)["rows"]
    table.play("ok back down*3 ok")
    steps = LANGUAGES.index(language)
    seen = table.play(f"ok up*{steps} ok" if steps else "ok*2")
    assert seen.title.startswith(rows["SETTINGS"])
    assert seen.lines[-1].text.split()[-1] == _OWN_NAMES[language]
    for keys in ("back", "restart ok back"):
        seen = table.play(keys)
        assert seen.title == "Meldpad"
        for name in _MENU:
            assert seen.chosen == rows[name]
            seen = table.play("down")


class _Walk:
    """A tablet with marked texts; after each key all that it shows is looked at."""

    def __init__(self, table: Table, faults: dict[str, str]) -> None:
        self._table = table
        self._faults = faults
        self.seen = table.see()
        self._look("")

    def play(self, script: str) -> Seen:
        """Press keys one by one."""
        for word in script.split():
            key, _, times = word.partition("*")
            if not key.startswith("shot"):
                for _ in range(int(times or 1)):
                    self.seen = self._table.play(key)
                    self._look(word)
        return self.seen

    def to_end(self, key: str = "down", most: int = 200) -> Iterator[Seen]:
        """What is seen while a key is pressed until nothing changes any more."""
        for _ in range(most):
            yield self.seen
            before = self.seen
            if self.play(key) == before:
                return

    def row(self, number: int) -> Seen:
        """Choose a row of a list by its number."""
        return self.play("up*14 " + "down " * number)

    def _look(self, word: str) -> None:
        """Note every mark without the other one; only what scrolls may be cut between lines."""
        lines = [line.text for line in self.seen.lines]
        marks = [re.sub("[^«»]", "", line) for line in lines]
        if lines and re.search("[▲▼]$", lines[0]):
            # Above and below a page that scrolls there may be the rest of a text.
            whole = "".join(marks[1:])
            whole = whole.removeprefix("»") if "▲" in lines[0] else whole
            whole = whole.removesuffix("«") if "▼" in lines[0] else whole
            marks = [marks[0], whole]
        if "".join(marks).replace("«»", ""):
            place = re.sub("[0-9]", "", f"{self._table.board} {lines[:1]}")
            self._faults.setdefault(place, f"{self._table.board}, {word}:\n{self.seen.text}")


@pytest.fixture(params=[*LANGUAGES, LONGER])
def marked(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, str]]:
    """Faults are gathered here while tablets run whose texts, in one language, are marked."""
    texts: Sections = {
        section: {name: f"«{text[1:-1]}»" for name, text in texts.items() if len(text) > 1}
        for section, texts in sections_of(request.param).items()
    }
    firmware = tmp_path / "firmware"
    skipped = shutil.ignore_patterns("typings", "__pycache__")
    shutil.copytree(process.firmware_folder(), firmware, ignore=skipped)
    for name, module in tool.modules("en", texts, sections_of("en")).items():
        (firmware / "tablet" / "lang" / name).write_text(module, encoding="utf-8")
    monkeypatch.setattr(process, "firmware_folder", lambda: firmware)
    faults: dict[str, str] = {}
    yield faults
    assert not faults, "\n\n".join(faults.values())


def test_texts_are_whole_on_every_screen(marked: dict[str, str], tmp_path: Path) -> None:
    for board in BOARDS:
        for chain in scenes.CHAINS:
            with Table(board, tmp_path / f"{board}-{chain}") as table:
                _Walk(table, marked).play(scenes.keys(chain))


_PRESETS = range(16)


def test_texts_are_whole_in_the_entry_of_every_preset(
    marked: dict[str, str], tmp_path: Path
) -> None:
    """A side in its three ways of counting, and what going out needs."""
    for preset in _PRESETS:
        with Table("128x64", tmp_path / f"{preset}") as table:
            walk = _Walk(table, marked)
            walk.play(f"ok up*8 ok up*{preset} ok down*20 ok wait:5000 down*2 back ok")
            for _ in range(3):
                title = walk.seen.title
                for seen in walk.to_end("ok"):
                    if seen.title != title:
                        break
                walk.play("back*30 up")


def test_texts_are_whole_in_the_house_rules(marked: dict[str, str], tmp_path: Path) -> None:
    """Every parameter, and every choice while it is changed."""
    for preset in (0, 9, 13):
        with Table("128x64", tmp_path / f"{preset}") as table:
            walk = _Walk(table, marked)
            walk.play(f"ok up*8 ok up*{preset} ok down*20 up ok")
            for _ in walk.to_end():
                if not re.search(r"\d$", walk.seen.text):
                    walk.play("ok")
                    list(walk.to_end("up"))
                    walk.play("ok")


def test_texts_are_whole_in_the_help(marked: dict[str, str], tmp_path: Path) -> None:
    for preset in _PRESETS:
        with Table("128x64", tmp_path / f"{preset}") as table:
            walk = _Walk(table, marked)
            walk.play(f"ok up*8 ok up*{preset} ok down*20 ok wait:5000 back down*4 ok")
            for topic in range(1, 7):
                walk.row(topic)
                walk.play("ok")
                list(walk.to_end())
                walk.play("back")
