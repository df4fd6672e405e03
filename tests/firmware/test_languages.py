"""The tablet's texts: complete, used, printable, and short enough in every language."""

import ast
import functools
import importlib
import json
import os
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import make_languages as tool
import pytest
from support.languages import LANGUAGES, LONGER, sections_of

from canasta import names, presets, schema
from meldpad.firmware import firmware_folder
from meldpad.simulator.process import micropython
from tablet import codepage, messages, settings

_FIRMWARE = firmware_folder()
_TABLET = _FIRMWARE / "tablet"

_COLUMNS = 21
"""Of text on 128x64 in its font of 6 pixels; 320x240 with 14 pixels has 22."""
_DISPLAYS = ((320, "text"), (128, "small"))
_LINES = 3
"""A text may take so many: five rows on 128x64 are a title, these, and what the keys do."""

# Texts that stand in a column or in a line of their own, by section.
_WIDTHS = {"labels": 10, "rows": 21, "presets": 21, "choices": 18}
_WRAPPED = ("paragraphs", "help", "verdicts")

_DOWN = ("DOWN", "HAND")
_TOPICS = ("HELP_VALUES", "HELP_THREES", "HELP_MELDS", "HELP_PILE", "HELP_OUT", "HELP_END")
_SIGNED = ("DO_IT", "KEEP", "NEXT_LETTER", "HOLD_DONE", "AGAIN")

# Where texts share a line of 21: what is left for them when the rest has its signs, its blanks
# and its longest number.
_SHARED = (
    # A label, then a value that ends in column 15.
    *((14, ("COUNT_BY", value)) for value in ("BY_SUM", "BY_CARDS", "BY_NET")),
    *((14, ("OUT", value)) for value in ("NO", "YES", "CONCEALED")),
    (14, ("LONE", "NO")),
    (8, ("NET",)),  # -15000
    *((9, (label,)) for label in _DOWN),  # the worth of a card, and two digits
    # Two keys and what they do.
    (16, ("SAVE", "TURN")),
    (16, ("CHANGE", "MORE")),
    *((19, (name,)) for name in _SIGNED),
    (18, ("HISTORY",)),
    # A title with the number of a deal, up to 160.
    (16, ("DEAL", "OPPONENTS_CHECK")),
    (16, ("DEAL", "CORRECTED")),
    (5, ("WAS",)),
    # Beside big digits on 128x64; behind a name of 12.
    (7, ("OPENS",)),
    (8, ("WINS",)),
    # Figures: an id of 16 digits, numbers of 5 and 6.
    (4, ("DEVICE_ID",)),
    (15, ("VERSION",)),
    (15, ("FREE_KB",)),
    (14, ("RECORDS",)),
    (14, ("SYNCED",)),
    # Titles with the signs of a page or a list that scrolls, or with a page's number.
    *((18, (name,)) for name in (*_TOPICS, "NEXT_DEAL", "NEW_MATCH", "HISTORY", "MATCHES")),
    *((18, (name,)) for name in ("HELP", "PLAYER_NAMES", "ABOUT")),
    # Players and sides while they are changed: ` 6 (2×3) ▲▼`.
    (11, ("PLAYERS",)),
    # While it is changed, as well.
    (17, ("TARGET", "NO_END")),
    # Beside the signs of a list that scrolls.
    (19, ("DAMAGED",)),
    (17, ("SETTINGS",)),
    (17, ("HOUSE",)),
)

_ALL = [*LANGUAGES, LONGER]


def _ids(language: str) -> dict[str, list[str]]:
    return {section: list(texts) for section, texts in sections_of(language).items()}


# Complete and used


def test_the_eight_languages_of_the_setting() -> None:
    offered = _literal(_TABLET / "languages.py", "LANGUAGES")
    assert LANGUAGES == ("en", "fr", "ro", "es", "de", "it", "pt", "nl")
    assert tuple(code for code, _ in offered) == LANGUAGES
    # Nothing but these can be set.
    chosen = settings.Settings("")
    for _ in range(20):
        chosen.step(settings.LANGUAGE, 1)
    assert chosen.get(settings.LANGUAGE) == len(LANGUAGES) - 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_texts_of_english_and_no_others(language: str) -> None:
    english, own = _ids("en"), _ids(language)
    assert {section: sorted(ids) for section, ids in own.items()} == {
        section: sorted(ids) for section, ids in english.items()
    }


def test_every_id_of_the_core_has_a_text() -> None:
    english = _ids("en")
    assert set(english["rules"]) == {param.id for param in schema.PARAMS}
    assert set(english["choices"]) == {id for param in schema.PARAMS for id in param.choices()}
    assert set(english["presets"]) == set(presets.IDS)
    # A verdict always has a reason; the first of each is none.
    verdicts = {*names.REASONS[1:], *names.WARNINGS[1:], "must"}
    assert set(english["verdicts"]) == verdicts


def test_the_modules_are_what_the_sources_make() -> None:
    outputs = tool.outputs()
    assert len(outputs) == 1 + 2 * len(LANGUAGES)
    for path, text in outputs.items():
        assert path.read_text(encoding="utf-8") == text, path.name
    assert {path.name for path in (_TABLET / "lang").glob("*.py")} == {
        "__init__.py",
        *(path.name for path in outputs if path.parent.name == "lang"),
    }


def test_numbers_follow_the_kinds_of_the_core() -> None:
    """Screens add the number of a kind to the first text of its row."""
    kinds = _names_from("NATURAL", len(names.KINDS))
    assert kinds == (
        *("NATURAL", "MIXED", "SEQUENCE", "WILD", "WILD_TWOS", "WILD_JOKERS"),
        *("ACES", "SEVENS", "MIXED_TWOS", "BLACK_CANASTA"),
    )
    unfinished = _names_from("INC_ACES", len(names.INCOMPLETE))
    assert unfinished == (
        *("INC_ACES", "INC_SEVENS", "INC_WILD", "INC_JOKERS"),
        *("INC_ACES_HAND", "INC_SEVENS_HAND", "INC_SEQUENCE", "INC_THREES_HAND"),
    )


def test_every_text_is_used_and_every_used_one_exists() -> None:
    english = _ids("en")
    numbered = {name for section in tool.SCREENS for name in english[section]}
    used = {name for path in _screens() for name in _attributes(path)}
    used |= {*_names_from("NATURAL", len(names.KINDS))}
    used |= {*_names_from("INC_ACES", len(names.INCOMPLETE))}
    assert len(used) > 100
    assert used - numbered == {"COUNT"} & used
    assert numbered - used == set()


def test_every_sentence_and_every_field_of_a_question_is_used() -> None:
    english = _ids("en")
    source = (_TABLET / "screens" / "help.py").read_text()
    sentences = set(re.findall(r'^ +\(+"([A-Z_]+)",', source, re.MULTILINE))
    assert set(english["help"]) == sentences
    # Parameters that are shown on conditions, and sentences that verdicts have as well.
    others = set(re.findall(r'^ +\(+"([a-z_]+)",', source, re.MULTILINE))
    assert others <= {*english["rules"], *english["verdicts"]}
    asked = set(_strings(_TABLET / "screens" / "ask.py"))
    assert set(english["ask"]) - asked == set()
    fields = {
        node.elts[0].value
        for node in ast.walk(ast.parse((_TABLET / "screens" / "ask.py").read_text()))
        if isinstance(node, ast.Tuple) and len(node.elts) == 5
        if isinstance(node.elts[0], ast.Constant)
    } - {""}
    assert len(fields) > 15
    assert fields - set(english["ask"]) == set()


# Printable


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_glyph(language: str) -> None:
    fonts = [importlib.import_module(f"tablet.fonts.{name}") for _, name in _DISPLAYS]
    for name, text in _texts(language):
        assert text == unicodedata.normalize("NFC", text).strip(" ") != "", name
        assert codepage.decode(codepage.encode(text)) == text, name
        for code in codepage.encode(text):
            for font in fonts:
                at = (code - font.FIRST) * font.HEIGHT * ((font.WIDTH + 7) // 8)
                glyph = font.DATA[at : at + font.HEIGHT * ((font.WIDTH + 7) // 8)]
                assert any(glyph) or code in (0x20, 0xA0), f"{name}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    """Apostrophes are no feet; French sets its high signs off with a blank that never breaks."""
    for name, text in _texts(language):
        assert "'" not in text, name
        assert '"' not in text, name
        if language == "fr":
            assert not re.search(r"[^\xa0][?!;:]", text), name
        if language == "es":
            assert text.count("?") == text.count("¿"), name


# Short enough


@pytest.mark.parametrize("language", _ALL)
def test_no_text_is_wider_than_its_place(language: str) -> None:
    sections = sections_of(language)
    wide = [
        f"{name}: {text}"
        for section, width in _WIDTHS.items()
        for name, text in sections[section].items()
        if len(text) > width
    ]
    assert wide == []
    # The columns in pixels: so many fit on each display.
    for pixels, font in _DISPLAYS:
        assert pixels // importlib.import_module(f"tablet.fonts.{font}").WIDTH >= _COLUMNS


@pytest.mark.parametrize("language", _ALL)
def test_texts_that_share_a_line_find_room(language: str) -> None:
    sections = sections_of(language)
    texts = sections["labels"] | sections["rows"]
    wide = [
        [texts[name] for name in group]
        for room, group in _SHARED
        if sum(len(texts[name]) for name in group) > room
    ]
    assert wide == []


@pytest.mark.parametrize("language", _ALL)
def test_fields_of_a_question_leave_room_for_their_values(language: str) -> None:
    sections = sections_of(language)
    ask, labels = sections["ask"], sections["labels"]
    answers = max(len(ask[name]) for name in ("not_asked", "said_yes", "said_no"))
    # A number or rank, yes or no, the partner's answer, a side's name; the title has none.
    values = [2, max(len(labels["YES"]), len(labels["NO"])), answers, 12]
    shown = dict(_shown())
    assert {0, 2, 3, 4} <= set(shown.values())
    wide = []
    for name, kind in shown.items():
        value = values[{0: 0, 1: 0, 5: 0, 2: 1, 3: 2, 4: 3}[kind]]
        if len(ask[name]) + 1 + value > _COLUMNS:
            wide.append(ask[name])
    # The title of a form has the signs of a list that scrolls.
    wide += [ask[name] for name in ask if len(ask[name]) > _COLUMNS - 3 * name.startswith("ask_")]
    # A side, its number, and a name of at least three letters.
    wide += [ask["side"]] * (len(ask["side"]) > _COLUMNS - 6)
    assert wide == []


@pytest.mark.parametrize("language", _ALL)
def test_wrapped_texts_take_three_lines(language: str) -> None:
    sections = sections_of(language)
    texts = [text for section in _WRAPPED for text in sections[section].values()]
    texts += [sections["rules"][param.id] + _range(param) for param in schema.PARAMS]
    _assert_wrapped(texts, _LINES)


@pytest.mark.parametrize("language", _ALL)
def test_questions_take_two_lines(language: str) -> None:
    """A title says what they are about, and two lines are for the answers."""
    sections = sections_of(language)
    paragraphs = sections["paragraphs"]
    texts = [text for name, text in paragraphs.items() if name.startswith("DOUBT_")]
    texts += [paragraphs["ABANDON_ASK"], paragraphs["GIVE_UP_ASK"], sections["rows"]["REOPEN"]]
    # What is undone has the points of the deal behind it.
    rows = sections["rows"]
    for name in ("UNDO_DEAL", "UNDO_CORRECTION", "REDO_DEAL"):
        texts.append(rows[name] + " +10000\xa0-10000")
    # What a PC asks has a time, a name or a number behind it.
    texts.append(paragraphs["PC_CLOCK"] + " 2026-11-30 18:45")
    texts += [paragraphs["PC_RENAME"] + " Wwwwwwwwwwww"]
    texts += [paragraphs[name] + " 12345" for name in ("PC_ERASE", "PC_ERASE_NEW")]
    _assert_wrapped(texts, 2)


def _assert_wrapped(texts: list[str], most: int) -> None:
    for text, lines in zip(texts, _wrapped(tuple(texts)), strict=True):
        assert len(lines) <= most, lines
        assert " ".join(lines) == text, "a word is broken"


def test_a_text_that_is_too_long_is_found() -> None:
    assert _wrapped(
        ("four lines of so many letters that they do not find any room at all here",)
    ) == [["four lines of so many", "letters that they do", "not find any room at", "all here"]]
    assert len(sections_of(LONGER)["rows"]["NEW_MATCH"]) == 13  # nine letters and 40 %


def _range(param: schema.Param) -> str:
    """What the house rules show behind a parameter: its place in a table and its range."""
    text = f" ({param.length - 1})" if param.length > 1 else ""
    if not param.choices() and param.unit != schema.YES_NO:
        text += f" {param.low}...{param.high}"
    return text


# What the firmware's own files say


@functools.cache
def _wrapped(texts: tuple[str, ...]) -> list[list[str]]:
    """Texts as the tablet wraps them, by the firmware's own function on MicroPython."""
    program = (
        "import json, sys\n"
        "from tablet.codepage import decode, encode\n"
        "from tablet.screens import wrap\n"
        "for text in json.load(sys.stdin):\n"
        f"    print(json.dumps([decode(line) for line in wrap(encode(text), {_COLUMNS})]))\n"
    )
    path = os.pathsep.join((str(_FIRMWARE), str(Path(names.__file__).parent.parent)))
    done = subprocess.run(
        [micropython(), "-c", program],
        input=json.dumps(texts),
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _texts(language: str) -> Iterator[tuple[str, str]]:
    for section, texts in sections_of(language).items():
        for name, text in texts.items():
            yield f"{language}.ini [{section}] {name}", text


def _names_from(first: str, count: int) -> tuple[str, ...]:
    """The names of `count` messages in a row."""
    by_number = {value: name for name, value in vars(messages).items() if isinstance(value, int)}
    start = getattr(messages, first)
    return tuple(by_number[number] for number in range(start, start + count))


def _screens() -> list[Path]:
    return [path for path in _TABLET.rglob("*.py") if path.parent.name in ("tablet", "screens")]


def _attributes(path: Path) -> Iterator[str]:
    """Every message that a module names as `M.NAME`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "tablet"
        for alias in node.names
        if alias.name == "messages"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in own:
                yield node.attr


def _strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _literal(path: Path, name: str) -> tuple:
    """The value that a module gives to one of its names."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    raise AssertionError(f"{path.name} has no {name}")


def _shown() -> Iterator[tuple[str, int]]:
    """The fields of the questions, and how each is shown: see `screens/ask.py`."""
    source = (_TABLET / "screens" / "ask.py").read_text(encoding="utf-8")
    kinds = dict(re.findall(r"^(_[A-Z]+(?:_[A-Z]+)?) = (\d)$", source, re.MULTILINE))
    for name, kind in re.findall(r'\("(\w+)", \d+, \d+, (_\w+), \d+\)', source):
        yield name, int(kinds[kind])
