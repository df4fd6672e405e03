"""The code page and the baked fonts: complete, legible, the same on CPython and MicroPython."""

import importlib
import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from types import ModuleType

import pytest

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
if str(_FIRMWARE) not in sys.path:
    sys.path.insert(0, str(_FIRMWARE))

from tablet import codepage  # noqa: E402

_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {
    "English": _LATIN,
    "French": _LATIN + "àâæçéèêëîïôœùûüÿ",
    "Romanian": _LATIN + "ăâîșț",
    "Spanish": _LATIN + "áéíñóúü",
    "German": _LATIN + "äöüß",
    "Italian": _LATIN + "àéèìíîòóùú",
    "Portuguese": _LATIN + "áâãàçéêíóôõúü",
    "Dutch": _LATIN + "áàäéèëíïóöúü",
}
_PUNCTUATION = "0123456789 .,;:!?-+/()'\"%&’–…„“”«»¡¿ªº€§°·×"
_DRAWING = {
    "UP": "▲",
    "DOWN": "▼",
    "LEFT": "◀",
    "RIGHT": "▶",
    "DOT": "●",
    "CIRCLE": "○",
    "CHECK": "✓",
    "ENTER": "↵",
    "CROSS": "✗",
}

# Text and its bytes, looked up in the tables of docs/fonts.md and Unicode by hand.
_ENCODED = [
    ("", b""),
    ("Nord-Sud ~ 50", b"Nord-Sud ~ 50"),
    ("Ștefan și Țuțu, Ăăâî", b"\x82tefan \x83i \x84u\x85u, \x80\x81\xe2\xee"),
    ("Şerban, ţară", b"\x82erban, \x85ar\x81"),
    ("s\u0326 S\u0327 t\u0327 a\u0306 e\u0301 n\u0303", b"\x83 \x82 \x85 \x81 \xe9 \xf1"),
    ("l’œuvre Œ Ÿ 5 €", b"l\x8a\x87uvre \x86 \x88 5 \x89"),
    ("1–2… „so“ ”", b"1\x8b2\x8c \x8dso\x8e \x8f"),
    ("Größe GRÖẞE ĳs", b"Gr\xf6\xdfe GR\xd6SSE ijs"),
    ("−50 ‘a’ x — y", b"-50 'a\x8a x \x8b y"),
    ("▲▼◀▶●○✓↵✗", b"\x90\x91\x92\x93\x94\x95\x96\x97\x98"),
    ("дa 牌 \U0001f0cf", b"?a ? ?"),
    ("a\tb\n\x7f\x85", b"a?b???"),
    ("q\u0301 \u030c \ufffd", b"?? ?"),
]
# Malformed UTF-8: a lone continuation, a cut-off sequence, an overlong slash, a surrogate.
_MALFORMED = [
    (b"a\x80b", b"a?b"),
    (b"a\xe2\x82", b"a?"),
    (b"\xc3A", b"?A"),
    (b"\xc0\xaf", b"??"),
    (b"\xe0\x80\xaf", b"?"),
    (b"\xed\xa0\x80", b"?"),
    (b"\xff\xc3\xa9", b"?\xe9"),
]


def _font(name: str) -> ModuleType:
    return importlib.import_module(f"tablet.fonts.{name}")


def _rows(font: ModuleType, code: int) -> list[str]:
    """The glyph as strings of `#` and `.`, read as MONO_HLSB with rows padded to bytes."""
    stride = (font.WIDTH + 7) // 8
    start = (code - font.FIRST) * stride * font.HEIGHT
    assert 0 <= start < len(font.DATA)
    rows = []
    for at in range(start, start + stride * font.HEIGHT, stride):
        bits = "".join(f"{byte:08b}" for byte in font.DATA[at : at + stride])
        assert "1" not in bits[font.WIDTH :], "ink in the padding"
        rows.append(bits[: font.WIDTH].replace("0", ".").replace("1", "#"))
    return rows


def _height(font: ModuleType, char: str) -> int:
    lit = [i for i, row in enumerate(_rows(font, ord(char))) if "#" in row]
    return lit[-1] - lit[0] + 1


@pytest.mark.parametrize("name", ["small", "text", "middle", "digits"])
def test_data_is_as_long_as_the_cells_say(name: str) -> None:
    font = _font(name)
    assert isinstance(font.DATA, bytes)
    assert len(font.DATA) == font.COUNT * font.HEIGHT * ((font.WIDTH + 7) // 8)


@pytest.mark.parametrize("name", ["small", "text"])
def test_every_code_of_the_page_has_a_glyph(name: str) -> None:
    font = _font(name)
    assert (font.FIRST, font.COUNT) == (0x20, 224)
    blank = {
        code
        for code in range(0x20, 0x100)
        if codepage.is_used(code) and "#" not in "".join(_rows(font, code))
    }
    assert blank == {0x20, 0xA0}


@pytest.mark.parametrize("name", ["small", "text"])
def test_no_two_characters_look_the_same(name: str) -> None:
    letters = "".join(_ALPHABETS.values())
    shown = {chr(code) for code in range(0x20, 0x7F)}
    shown |= set(letters) | {char.upper() for char in letters if char != "ß"}
    shown |= set(_DRAWING.values())
    seen: dict[tuple[str, ...], str] = {}
    for char in sorted(shown):
        glyph = tuple(_rows(_font(name), codepage.encode(char)[0]))
        assert glyph not in seen, f"{char} looks like {seen[glyph]}"
        seen[glyph] = char


@pytest.mark.parametrize("name", ["middle", "digits"])
def test_digits_and_minus_are_there_and_differ(name: str) -> None:
    font = _font(name)
    glyphs = {tuple(_rows(font, ord(char))) for char in "-0123456789"}
    assert len(glyphs) == 11
    assert all("#" in "".join(glyph) for glyph in glyphs)


def test_text_fits_and_is_tall_enough() -> None:
    font = _font("text")
    assert font.WIDTH * 22 <= 320
    assert font.HEIGHT * 8 <= 240
    assert min(_height(font, char) for char in "ABCDEFGHIJKLMNOPRSTUVWXYZ") >= 16


def test_small_fits() -> None:
    font = _font("small")
    assert font.WIDTH * 21 <= 128
    assert font.HEIGHT * 5 <= 64


def test_large_digits_are_72_pixels_high_and_six_fit_beside_a_name() -> None:
    font = _font("digits")
    assert min(_height(font, char) for char in "0123456789") >= 72
    assert font.WIDTH * 6 <= 230


def test_middle_digits_fit_twice() -> None:
    font = _font("middle")
    assert {_height(font, char) for char in "0123456789"} <= set(range(20, 25))
    assert font.HEIGHT * 2 <= 48


@pytest.mark.parametrize("language", sorted(_ALPHABETS))
def test_every_letter_of_the_language_is_one_byte(language: str) -> None:
    letters = _ALPHABETS[language]
    for char in letters + letters.replace("ß", "").upper() + _PUNCTUATION:
        code = codepage.encode(char)
        assert len(code) == 1, char
        assert codepage.decode(code) == char


@pytest.mark.parametrize("language", sorted(_ALPHABETS))
def test_letters_with_separate_marks_are_the_same_bytes(language: str) -> None:
    letters = _ALPHABETS[language] + _ALPHABETS[language].replace("ß", "").upper()
    assert codepage.encode(unicodedata.normalize("NFD", letters)) == codepage.encode(letters)


@pytest.mark.parametrize("name", sorted(_DRAWING))
def test_names_of_the_signs(name: str) -> None:
    assert codepage.decode(bytes([getattr(codepage, name)])) == _DRAWING[name]


def test_encode() -> None:
    for text, code in _ENCODED:
        assert codepage.encode(text) == code, text
        assert codepage.encode(text.encode()) == code, text
    for utf8, code in _MALFORMED:
        assert codepage.encode(utf8) == code, utf8


def test_round_trip_of_every_code() -> None:
    used = bytes(code for code in range(256) if codepage.is_used(code))
    assert len(used) == 95 + 25 + 96
    text = codepage.decode(used)
    assert len(set(text)) == len(used)
    assert codepage.encode(text) == used
    unused = bytes(code for code in range(256) if not codepage.is_used(code))
    assert codepage.decode(unused) == "?" * len(unused)


_ON_THE_TABLET = """
import sys
import framebuf
from tablet import codepage

for line in sys.stdin:
    utf8 = bytes(int(part, 16) for part in line.split())
    code = codepage.encode(utf8)
    print(code.hex(), codepage.decode(code).encode().hex())
used = bytes(code for code in range(256) if codepage.is_used(code))
print(codepage.encode(codepage.decode(used)) == used, len(used))
for name in ("small", "text", "middle", "digits"):
    font = __import__("tablet.fonts." + name, None, None, ("DATA",))
    strip = framebuf.FrameBuffer(
        bytearray(font.DATA), font.WIDTH, font.HEIGHT * font.COUNT, framebuf.MONO_HLSB
    )
    top = (ord("7") - font.FIRST) * font.HEIGHT
    for y in range(top, top + font.HEIGHT):
        print("".join("#" if strip.pixel(x, y) else "." for x in range(font.WIDTH)))
"""


def test_micropython_agrees(tmp_path: Path) -> None:
    binary = os.environ.get("MICROPYTHON") or str(Path(sys.executable).with_name("micropython"))
    script = tmp_path / "on_the_tablet.py"
    script.write_text(_ON_THE_TABLET)
    vectors = [(text.encode(), code) for text, code in _ENCODED if text] + _MALFORMED
    done = subprocess.run(
        [binary, str(script)],
        input="".join(utf8.hex(" ") + "\n" for utf8, _ in vectors),
        env={**os.environ, "MICROPYPATH": str(_FIRMWARE)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    expected = [f"{code.hex()} {codepage.decode(code).encode().hex()}" for _, code in vectors]
    expected.append("True 216")
    for name in ("small", "text", "middle", "digits"):
        expected += _rows(_font(name), ord("7"))
    assert done.stdout.splitlines() == expected
