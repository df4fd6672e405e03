"""Bakes the tablet's texts into modules: `python tools/make_languages.py`, `--check` to only
compare.

Reads `tools/languages/*.ini`; `en.ini` gives the order. Writes `firmware/tablet/messages.py` with
the numbers, `firmware/tablet/lang/XX.py` with the texts of the screens and `lang/XX_rules.py`
with what parameters and presets are called, which is loaded only when a page shows them.
"""

import configparser
import sys
from pathlib import Path

from baked import bake

_ROOT = Path(__file__).parent.parent
_SOURCES = _ROOT / "tools" / "languages"
_TABLET = _ROOT / "firmware" / "tablet"

SCREENS = ("labels", "rows", "paragraphs")
"""Sections whose texts have a number in `messages`."""
RULES = ("help", "rules", "presets", "choices", "ask", "verdicts")
"""Sections whose texts are looked up by an id."""

Sections = dict[str, dict[str, str]]
"""Texts by their name, by section."""

LANGUAGES = ("en", "fr", "ro", "es", "de", "it", "pt", "nl")
"""In the order of the setting; append-only."""


def read(language: str) -> Sections:
    """The sections of a language. Exits with one line for a file that is missing or no INI."""
    parser = configparser.ConfigParser(
        interpolation=None, delimiters=("=",), comment_prefixes=(";",)
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    path = _SOURCES / f"{language}.ini"
    try:
        with path.open(encoding="utf-8") as file:
            parser.read_file(file)
    except (OSError, configparser.Error) as error:
        sys.exit(f"{path.name}: {error}")
    return {section: dict(parser[section]) for section in parser.sections()}


def _encode(text: str, place: str) -> bytes:
    sys.path.insert(0, str(_ROOT / "firmware"))
    from tablet import codepage

    data = codepage.encode(text)
    if codepage.decode(data) != text:
        sys.exit(f"{place}: {text!r} has a character that the fonts do not have")
    return data


def _messages(english: Sections) -> str:
    lines = [
        '"""Numbers of the texts that the tablet shows. Made by tools/make_languages.py."""',
        "",
    ]
    number = 0
    for section in SCREENS:
        lines.append(f"# {section}")
        for name in english[section]:
            lines.append(f"{name} = {number}")
            number += 1
    lines += ["", f"COUNT = {number}", ""]
    return "\n".join(lines)


def _texts(language: str, sections: Sections, english: Sections) -> str:
    lines = [f'"""Texts of the screens ({language}). Made by tools/make_languages.py."""', ""]
    lines.append("TEXTS = (")
    for section in SCREENS:
        for name in english[section]:
            text = _text(language, sections, english, section, name)
            lines.append(f"    {_literal(text)},")
    lines += [")", ""]
    return "\n".join(lines)


def _rules(language: str, sections: Sections, english: Sections) -> str:
    lines = [f'"""Names of rules and presets ({language}). Made by tools/make_languages.py."""', ""]
    for section in RULES:
        # One text for each section: the tablet has it in memory much sooner than a dictionary.
        lines += [f"{section.upper()} = (", '    b"\\n"']
        for name in english[section]:
            data = _text(language, sections, english, section, name)
            lines.append(f"    {_literal(f'{name}='.encode() + data + bytes([10]))}")
        lines.append(")")
    lines.append("")
    return "\n".join(lines)


def _text(language: str, sections: Sections, english: Sections, section: str, name: str) -> bytes:
    """A text in the code page; in English while the language does not have it."""
    text = sections.get(section, {}).get(name)
    if text is None:
        # Whoever adds a text need not know eight languages; the tests do not pass without it.
        print(f"{language}.ini: {name} is missing in [{section}]", file=sys.stderr)
        text = english[section][name]
    return _encode(text, f"{language}.ini: {name}")


def _literal(data: bytes) -> str:
    """A bytes literal in double quotes, as the formatter writes them."""
    text = repr(data)
    if text.startswith("b'") and '"' not in text:
        return 'b"' + text[2:-1] + '"'
    return text


def modules(language: str, sections: Sections, english: Sections) -> dict[str, str]:
    """The modules of a language by their file names; `english` gives the order."""
    return {
        f"{language}.py": _texts(language, sections, english),
        f"{language}_rules.py": _rules(language, sections, english),
    }


def outputs() -> dict[Path, str]:
    """Every module to be written, by its path."""
    english = read("en")
    files = {_TABLET / "messages.py": _messages(english)}
    for language in LANGUAGES:
        for name, text in modules(language, read(language), english).items():
            files[_TABLET / "lang" / name] = text
    return files


def main() -> None:
    """Write the modules, or say which of them is not up to date."""
    bake("tools/make_languages.py", (__doc__ or "").splitlines()[0], outputs())


if __name__ == "__main__":
    main()
