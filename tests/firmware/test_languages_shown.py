"""Every text on the tablet itself: in all languages, on both displays, whole wherever it stands.

For the second the texts of a copy of the firmware are marked: the first and the last character of
each is « and ». What is clipped, or covered by something else, has lost a mark.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import make_languages as tool
import pytest
from goldens import scenes, states
from support.languages import LANGUAGES, LONGER, Sections, sections_of
from support.reader import Seen
from support.table import BOARDS, Table

from meldpad.firmware import firmware_folder
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


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_a_language_is_chosen_by_keys(chosen: str, table: Table) -> None:
    """A new tablet asks for it, and the settings change it; the menu has its words then, also after
    a restart.
    """
    sections = sections_of(chosen)
    rows = sections["rows"]
    other = LANGUAGES.index("de" if chosen == "en" else "en")
    table.play(f"down*{other}" if other else "")
    assert table.see().chosen == _OWN_NAMES[LANGUAGES[other]]
    # The welcome comes in it.
    assert table.play("ok").title == sections_of(LANGUAGES[other])["rows"]["WELCOME"]
    table.play("ok back down*3 ok")
    steps = LANGUAGES.index(chosen) - other
    seen = table.play(f"ok {'up' if steps > 0 else 'down'}*{abs(steps)} ok")
    assert seen.title.startswith(rows["SETTINGS"])
    assert seen.lines[-1].text.split()[-1] == _OWN_NAMES[chosen]
    for keys in ("back", "restart ok back"):
        seen = table.play(keys)
        assert seen.title == "Meldpad"
        for name in _MENU:
            assert seen.chosen == rows[name]
            seen = table.play("down")


@dataclass
class _Marked:
    """The texts of a language with their marks, and the screens where a mark was missing."""

    texts: Sections
    faults: dict[str, str] = field(default_factory=dict)


class _Walk:
    """A tablet with marked texts; after each key all that it shows is looked at."""

    def __init__(self, table: Table, marked: _Marked) -> None:
        self._table = table
        self._marked = marked
        self.labels: set[str] = set()
        self.seen = table.see()
        self._look("")

    def play(self, script: str) -> Seen:
        """Press keys one by one."""
        for word in script.split():
            key, _, times = word.partition("*")
            for _ in range(int(times or 1)):
                self.seen = self._table.play(key)
                self._look(word)
        return self.seen

    def look_where_it_shoots(self, script: str) -> None:
        """Press keys, and look only where the script takes a picture."""
        keys: list[str] = []
        for word in script.split():
            if word.startswith("shot:"):
                self.seen = self._table.play(" ".join(keys))
                self._look(word)
                keys.clear()
            else:
                keys.append(word)
        self.seen = self._table.play(" ".join(keys))

    def to_end(self, key: str = "down", most: int = 200) -> Iterator[Seen]:
        """What is seen while a key is pressed until nothing changes any more."""
        for _ in range(most):
            yield self.seen
            before = self.seen
            if self.play(key) == before:
                return

    def new_match(self, preset: str) -> None:
        """From a new tablet to the score of a match by a preset."""
        self.play(f"ok ok up*8 ok up*{_PRESETS[preset]} ok down*20 ok wait:5000")

    def at(self, section: str, name: str) -> bool:
        """Whether the chosen row, or without one the title, begins with a text."""
        chosen = [line.text for line in self.seen.lines if line.style == "chosen"]
        line = chosen[0] if chosen else self.seen.title
        return line.strip().startswith(self._marked.texts[section][name])

    def at_the_recap(self) -> bool:
        """Whether it is asked to save."""
        return self._marked.texts["labels"]["SAVE"] in self.seen

    def _look(self, word: str) -> None:
        """Note every mark without the other one; only what scrolls may be cut between lines."""
        lines = [line.text for line in self.seen.lines]
        self.labels.update(line.strip().partition("»")[0] + "»" for line in lines)
        marks = [re.sub("[^«»]", "", line) for line in lines]
        if lines and re.search("[▲▼] *$", lines[0]):
            # Above and below a page that scrolls there may be the rest of a text.
            whole = "".join(marks[1:])
            whole = whole.removeprefix("»") if "▲" in lines[0] else whole
            whole = whole.removesuffix("«") if "▼" in lines[0] else whole
            marks = [marks[0], whole]
        if "".join(marks).replace("«»", ""):
            place = re.sub("[0-9]", "", f"{self._table.board} {lines[:1]}")
            self._marked.faults.setdefault(
                place, f"{self._table.board}, {word}:\n" + "\n".join(lines)
            )


@pytest.fixture(params=[*LANGUAGES, LONGER])
def language(request: pytest.FixtureRequest) -> str:
    """Each language, and one whose texts are longer."""
    return request.param


@pytest.fixture
def marked(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Marked]:
    """Tablets run with marked texts of a language; faults that were noted fail the test."""
    texts: Sections = {
        section: {name: f"«{text[1:-1]}»" for name, text in texts.items()}
        for section, texts in sections_of(language).items()
    }
    firmware = tmp_path / "firmware"
    skipped = shutil.ignore_patterns("typings", "__pycache__")
    shutil.copytree(firmware_folder(), firmware, ignore=skipped)
    for name, module in tool.modules("en", texts, sections_of("en")).items():
        (firmware / "tablet" / "lang" / name).write_text(module, encoding="utf-8")
    monkeypatch.setattr(process, "firmware_folder", lambda: firmware)
    found = _Marked(texts)
    yield found
    assert not found.faults, "\n\n".join(found.faults.values())


def test_texts_are_whole_on_every_screen(marked: _Marked, language: str, tmp_path: Path) -> None:
    # 320x240 has a column more and the same rows, so one language is enough there.
    for board in BOARDS if language == LONGER else ("128x64",):
        for chain, keys in scenes.CHAINS.items():
            if "spoil:" in keys and language != LONGER:
                # Notices, all alike: that they fit is looked at without a tablet.
                continue
            with Table(board, tmp_path / f"{board}-{chain}") as table:
                walk = _Walk(table, marked)
                keys = scenes.keys(chain)
                states.run(keys, walk.look_where_it_shoots, table.player, table.flash)


_PRESETS = {
    "classic": 0,
    "classic-3-lone": 3,
    "hand-and-foot": 7,
    "modern-american": 9,
    "bolivia": 11,
    "brazilian": 12,
    "italian": 13,
}
"""Presets that differ most in their fields, and their places in the list."""

_FIELDS = (
    *("COUNT_BY", "LONE", "NET", "OUT", "RED_THREES", "BLACK_THREES", "RED_LEFT"),
    *("MELDED", "IN_HAND", "DOWN", "HAND", "UNDECLARED", "SPECIAL", "ADJUST"),
    *("NATURAL", "MIXED", "SEQUENCE", "WILD", "WILD_TWOS", "WILD_JOKERS", "ACES", "SEVENS"),
    *("MIXED_TWOS", "INC_ACES", "INC_SEVENS", "INC_WILD", "INC_ACES_HAND", "INC_SEVENS_HAND"),
    "INC_SEQUENCE",
)
"""Fields that a side can have in those presets."""


def test_texts_are_whole_in_the_entry(marked: _Marked, tmp_path: Path) -> None:
    """A side in its three ways of counting, what hardly ever happens, what going out needs."""
    shown: set[str] = set()
    for preset in _PRESETS:
        with Table("128x64", tmp_path / preset) as table:
            walk = _Walk(table, marked)
            walk.new_match(preset)
            walk.play("down*2 back ok wait:5000")
            for _ in range(3):
                for seen in walk.to_end("ok"):
                    if seen.title[:1] != "A":
                        break
                for _ in range(20):
                    if walk.seen.title[:1] == "A" and walk.at("labels", "COUNT_BY"):
                        break
                    walk.play("back")
                walk.play("up")
            # Side after side is done, and whatever is asked about is right.
            for _ in range(12):
                if walk.at_the_recap():
                    break
                entering = any(line.style == "chosen" for line in walk.seen.lines)
                walk.play("ok:700" if entering else "wait:600 down wait:600")
            assert walk.at_the_recap()
            walk.play("wait:600 ok")
            for _ in range(20):
                if walk.at_the_recap():
                    break
                walk.play("ok")
            shown |= walk.labels
    labels = marked.texts["labels"]
    assert [name for name in _FIELDS if labels[name] not in shown] == []


def test_texts_are_whole_in_the_house_rules(marked: _Marked, tmp_path: Path) -> None:
    """Every parameter, and every choice while it is changed."""
    with Table("128x64", tmp_path / "flash") as table:
        walk = _Walk(table, marked)
        walk.play(f"ok ok up*8 ok up*{_PRESETS['italian']} ok down*20 up ok")
        pages = 0
        more = marked.texts["rows"]["MORE_RULES"]
        for _ in range(2):
            # The last page leads to those of what is not in force.
            for seen in walk.to_end():
                pages += 1
                if not re.search(r"\d$", seen.rows[-1]):
                    walk.play("ok")
                    list(walk.to_end("up"))
                    walk.play("ok")
            if pages < 100:
                assert more in walk.seen
                walk.play("ok")
    assert pages > 100


def test_texts_are_whole_in_the_help(marked: _Marked, tmp_path: Path) -> None:
    for preset in _PRESETS:
        with Table("128x64", tmp_path / preset) as table:
            walk = _Walk(table, marked)
            walk.new_match(preset)
            walk.play("back down*4 ok")
            for topic in range(1, 7):
                walk.play(f"up*8 down*{topic} ok")
                list(walk.to_end())
                walk.play("back")
