"""Makes the tablet's font modules in firmware/tablet/fonts/ (docs/fonts.md).

Needs Pillow and the fonts of two Debian packages:

- xfonts-terminus: ter-u12n_unicode.pcf.gz, ter-u28b_unicode.pcf.gz, ter-u32b_unicode.pcf.gz
- fonts-dejavu-extra: DejaVuSansCondensed-Bold.ttf

    python tools/make_fonts.py                     write the modules
    python tools/make_fonts.py --preview out.png   draw the modules' glyphs, write no module
"""

import argparse
import gzip
import importlib
import struct
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from PIL import Image, ImageDraw, ImageFont

_FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
sys.path.insert(0, str(_FIRMWARE))

from tablet import codepage  # noqa: E402

_OUT = _FIRMWARE / "tablet" / "fonts"
_PCF_DIR = Path("/usr/share/fonts/X11/misc")
_TTF_DIR = Path("/usr/share/fonts/truetype/dejavu")

_TERMINUS_NOTE = """\
# Made by tools/make_fonts.py from {file} of Terminus Font 4.48
# (Debian package xfonts-terminus), cut to the tablet's code page.
# Copyright (C) 2019 Dimitar Toshkov Zhekov; Copyright (c) 2010-2014 Dimitar Toshkov Zhekov,
# with Reserved Font Name "Terminus Font".
# SPDX-License-Identifier: OFL-1.1-RFN (LICENSE-Terminus.txt)
"""
_DEJAVU_NOTE = """\
# Made by tools/make_fonts.py from {file} of DejaVu 2.37
# (Debian package fonts-dejavu-extra), made narrower and drawn in one bit per pixel.
# Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Copyright (c) 2006 by Tavmjong Bah.
# All Rights Reserved. DejaVu changes are in public domain.
# SPDX-License-Identifier: Bitstream-Vera (LICENSE-DejaVu.txt)
"""

_NUMBER_CODES = range(ord("-"), ord("9") + 1)
_TEXT_CODES = range(0x20, 0x100)


@dataclass(frozen=True)
class Font:
    """One module to write: `glyphs` are equal 1-bit images, for the codes from `first` on."""

    name: str
    about: str
    note: str
    first: int
    glyphs: list[Image.Image]

    def source(self) -> str:
        """Return the module's text."""
        width, height = self.glyphs[0].size
        # Pillow's 1-bit rows are what framebuf calls MONO_HLSB: leftmost pixel in the high bit,
        # rows padded to whole bytes.
        data = b"".join(glyph.tobytes() for glyph in self.glyphs)
        lines = [self.note + f'"""{self.about}"""\n', f"WIDTH = {width}", f"HEIGHT = {height}"]
        lines += [f"FIRST = 0x{self.first:02X}", f"COUNT = {len(self.glyphs)}", "DATA = ("]
        for at in range(0, len(data), 20):
            lines.append('    b"' + "".join(f"\\x{byte:02x}" for byte in data[at : at + 20]) + '"')
        return "\n".join([*lines, ")", ""])


# Signs that Terminus has too small or too thin to tell apart across a table, by cell width.
_PATTERNS = {
    6: {
        codepage.DOT: ".###. ##### ##### ##### .###.",
        codepage.CIRCLE: ".###. #...# #...# #...# .###.",
        codepage.CHECK: "....# ...## #..#. ##.#. .###. ..#..",
        codepage.ENTER: "....# ..#.# .##.# ##### .##.. ..#..",
        codepage.CROSS: "#...# ##.## .###. ##.## #...#",
    },
    14: {
        codepage.DOT: (
            "...#####... .#########. .#########. ########### ########### ########### "
            "########### ########### .#########. .#########. ...#####..."
        ),
        codepage.CIRCLE: (
            "...#####... .#########. .###...###. ###.....### ##.......## ##.......## "
            "##.......## ###.....### .###...###. .#########. ...#####..."
        ),
        codepage.CHECK: (
            "..........## .........### ........###. .......###.. ##.....##... ###...###... "
            ".###..##.... ..#####..... ...####..... ....##......"
        ),
        codepage.ENTER: (
            "..........## ..........## ....##....## ...###....## ..####....## .#####....## "
            "############ ############ .#####...... ..####...... ...###...... ....##......"
        ),
        codepage.CROSS: (
            "##.......## ###.....### .###...###. ..###.###.. ...#####... ....###.... "
            "...#####... ..###.###.. .###...###. ###.....### ##.......##"
        ),
    },
}


class Pcf:
    """The bitmaps of a fixed-width PCF font whose glyphs fill their cells, as Terminus's do.

    Raises ValueError when `path` is anything else, OSError when it cannot be read.
    """

    _METRICS, _BITMAPS, _ENCODINGS, _INK_ACCELERATORS = 4, 8, 32, 256
    _ROW_OF_FOUR_BYTES_MSB = 0x0E

    def __init__(self, path: Path) -> None:
        self._data = gzip.decompress(path.read_bytes())
        if self._data[:4] != b"\x01fcp":
            raise ValueError(f"{path}: not a PCF font")
        count = struct.unpack_from("<I", self._data, 4)[0]
        self._tables: dict[int, int] = {}
        for i in range(count):
            kind, form, _, offset = struct.unpack_from("<4I", self._data, 8 + 16 * i)
            if form & 0xFF != self._ROW_OF_FOUR_BYTES_MSB:
                raise ValueError(f"{path}: table {kind} has format {form:#x}, which is not read")
            self._tables[kind] = offset
        metrics = self._tables[self._METRICS]
        shapes = {
            self._data[at : at + 5]
            for at in range(metrics + 6, metrics + 6 + 5 * self._u16(metrics + 4), 5)
        }
        if len(shapes) != 1:
            raise ValueError(f"{path}: glyphs of several sizes")
        _, _, self.width, ascent, descent = (byte - 0x80 for byte in shapes.pop())
        self.height = ascent + descent
        self.baseline = ascent

    def glyph(self, point: int) -> Image.Image:
        """Return the image of Unicode character `point`; KeyError when the font has none."""
        table = self._tables[self._ENCODINGS]
        low, high, row_low, row_high, _ = struct.unpack_from(">5H", self._data, table + 4)
        row, column = point >> 8, point & 0xFF
        if not (row_low <= row <= row_high and low <= column <= high):
            raise KeyError(point)
        index = self._u16(table + 14 + 2 * ((row - row_low) * (high - low + 1) + column - low))
        if index == 0xFFFF:
            raise KeyError(point)
        bitmaps = self._tables[self._BITMAPS]
        count, *_ = struct.unpack_from(">I", self._data, bitmaps + 4)
        at = bitmaps + 8 + 4 * count + 16
        at += struct.unpack_from(">I", self._data, bitmaps + 8 + 4 * index)[0]
        rows = self._data[at : at + 4 * self.height]
        return Image.frombytes("1", (32, self.height), rows).crop((0, 0, self.width, self.height))

    def _u16(self, at: int) -> int:
        return struct.unpack_from(">H", self._data, at)[0]


def _text_font(name: str, about: str, path: Path) -> Font:
    pcf = Pcf(path)
    glyphs = []
    for code in _TEXT_CODES:
        if code in _PATTERNS[pcf.width]:
            glyphs.append(_pattern(pcf, _PATTERNS[pcf.width][code].split()))
        elif codepage.is_used(code):
            glyphs.append(pcf.glyph(ord(codepage.decode(bytes([code])))))
        else:
            glyphs.append(_box(pcf))
    return Font(name, about, _TERMINUS_NOTE.format(file=path.name), _TEXT_CODES[0], glyphs)


def _ink(glyph: Image.Image) -> tuple[int, int, int, int]:
    """The box around a glyph's dots. Raises ValueError when it has none."""
    box = glyph.getbbox()
    if box is None:
        raise ValueError("a glyph without a dot")
    return box


def _pattern(pcf: Pcf, rows: list[str]) -> Image.Image:
    # In the middle of the capitals' height.
    glyph = Image.new("1", (pcf.width, pcf.height))
    middle = (_ink(pcf.glyph(ord("H")))[1] + pcf.baseline) // 2
    left, top = (pcf.width - len(rows[0])) // 2, middle - len(rows) // 2
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"pattern row {y} is {len(row)} wide: {row}")
        for x, dot in enumerate(row):
            glyph.putpixel((left + x, top + y), dot == "#")
    return glyph


def _box(pcf: Pcf) -> Image.Image:
    # An unused code shows that something is wrong instead of showing nothing.
    glyph = Image.new("1", (pcf.width, pcf.height))
    top = _ink(pcf.glyph(ord("H")))[1]
    ImageDraw.Draw(glyph).rectangle((1, top, pcf.width - 2, pcf.baseline - 1), outline=1)
    return glyph


def _middle_font(path: Path) -> Font:
    pcf = Pcf(path)
    # Terminus strikes its zero through, which from afar is an eight; no letter is near here.
    glyphs = [pcf.glyph(ord("O") if code == ord("0") else code) for code in _NUMBER_CODES]
    left, top, right, bottom = _common_box([pcf.glyph(ord(char)) for char in "0123456789"])
    box = (left - 1, top - 1, right + 1, bottom + 1)
    about = "Digits and `-` `.` `/` for totals on 128x64."
    note = _TERMINUS_NOTE.format(file=path.name)
    return Font("middle", about, note, _NUMBER_CODES[0], [glyph.crop(box) for glyph in glyphs])


# Name, height, width of the ink and of the cell in pixels: for 2, 3, 4, 5 and 6 sides.
_DIGITS = (
    ("digits", 72, 34, 38),
    ("digits64", 64, 30, 34),
    ("digits48", 48, 24, 28),
    ("digits38", 38, 20, 23),
    ("digits32", 32, 18, 20),
)
_OVERSAMPLE = 8


def _digits_font(path: Path, name: str, high: int, ink: int, cell: int) -> Font:
    # Drawn large, then made narrower by one factor for all: six glyphs have to fit beside a name,
    # and no DejaVu is that condensed.
    height = high * _OVERSAMPLE
    path.stat()  # Pillow's own error does not name the file
    probe = ImageFont.truetype(str(path), 1000, layout_engine=ImageFont.Layout.BASIC)
    _, top, _, bottom = probe.getbbox("1", anchor="ls")
    size = round(1000 * height / (bottom - top))
    font = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    canvas = (2 * size, 2 * size)
    large = []
    for code in _NUMBER_CODES:
        image = Image.new("L", canvas)
        ImageDraw.Draw(image).text((size, size), chr(code), fill=255, font=font, anchor="ms")
        large.append(image)
    digits = [image for image, code in zip(large, _NUMBER_CODES, strict=True) if code >= ord("0")]
    left, top, right, bottom = _common_box(digits)
    narrow = ink * _OVERSAMPLE / (right - left)
    shrunk_width = round(2 * size * narrow / _OVERSAMPLE)
    shrunk_height = round(2 * size / _OVERSAMPLE)
    small = [
        image.resize((shrunk_width, shrunk_height), Image.Resampling.BOX).point(
            lambda value: 255 if value >= 128 else 0, mode="1"
        )
        for image in large
    ]
    digits = [image for image, code in zip(small, _NUMBER_CODES, strict=True) if code >= ord("0")]
    left, top, right, bottom = _common_box(digits)
    left -= (cell - (right - left)) // 2
    box = (left, top, left + cell, bottom)
    cells = [image.crop(box) for image in small]
    cells[0] = _minus(cells[0].size)
    about = "Large digits and `-` `.` `/` for totals on 320x240."
    note = _DEJAVU_NOTE.format(file=path.name)
    return Font(name, about, note, _NUMBER_CODES[0], cells)


def _minus(size: tuple[int, int]) -> Image.Image:
    # The hyphen of DejaVu, made narrow, is a square.
    width, height = size
    image = Image.new("1", size)
    thickness = height // 8
    top = (height - thickness) // 2
    ImageDraw.Draw(image).rectangle(
        (width // 6, top, width - 1 - width // 6, top + thickness - 1), fill=1
    )
    return image


def _common_box(glyphs: list[Image.Image]) -> tuple[int, int, int, int]:
    boxes = [_ink(glyph) for glyph in glyphs]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _fonts(pcf_dir: Path, ttf_dir: Path) -> list[Font]:
    return [
        _text_font(
            "small",
            "Text on 128x64: 21 columns, 5 rows.",
            pcf_dir / "ter-u12n_unicode.pcf.gz",
        ),
        _text_font(
            "text",
            "Text on 320x240: 22 columns, 8 rows.",
            pcf_dir / "ter-u28b_unicode.pcf.gz",
        ),
        _middle_font(pcf_dir / "ter-u32b_unicode.pcf.gz"),
        *(_digits_font(ttf_dir / "DejaVuSansCondensed-Bold.ttf", *size) for size in _DIGITS),
    ]


_PREVIEW_SCALE = {"small": 3, "text": 2, "middle": 2, **{name: 1 for name, *_ in _DIGITS}}


def _preview(path: Path) -> None:
    sheets = [
        _sheet(importlib.import_module(f"tablet.fonts.{name}"), scale)
        for name, scale in _PREVIEW_SCALE.items()
    ]
    gap = 12
    width = max(sheet.width for sheet in sheets)
    image = Image.new("RGB", (width, sum(sheet.height + gap for sheet in sheets)), "grey")
    top = 0
    for sheet in sheets:
        image.paste(sheet, (0, top))
        top += sheet.height + gap
    image.save(path)


def _sheet(font: ModuleType, scale: int) -> Image.Image:
    columns = 32 if font.COUNT > 32 else font.COUNT
    rows = -(-font.COUNT // columns)
    cell_width, cell_height = font.WIDTH * scale + 1, font.HEIGHT * scale + 1
    sheet = Image.new("RGB", (columns * cell_width + 1, rows * cell_height + 1), "steelblue")
    size = (font.WIDTH + 7) // 8 * font.HEIGHT
    for i in range(font.COUNT):
        bits = font.DATA[i * size : (i + 1) * size]
        glyph = Image.frombytes("1", (font.WIDTH, font.HEIGHT), bits)
        glyph = glyph.resize((font.WIDTH * scale, font.HEIGHT * scale), Image.Resampling.NEAREST)
        sheet.paste(glyph, (i % columns * cell_width + 1, i // columns * cell_height + 1))
    return sheet


def main() -> int:
    """Run the command line; return the exit code: 0 done, 2 a font is missing or not readable."""
    parser = argparse.ArgumentParser(description="Make the tablet's font modules.")
    parser.add_argument("--preview", metavar="PNG", type=Path, help="draw the modules' glyphs")
    parser.add_argument("--pcf-dir", metavar="DIR", type=Path, default=_PCF_DIR)
    parser.add_argument("--ttf-dir", metavar="DIR", type=Path, default=_TTF_DIR)
    options = parser.parse_args()
    if options.preview:
        _preview(options.preview)
        return 0
    try:
        fonts = _fonts(options.pcf_dir, options.ttf_dir)
    except FileNotFoundError as error:
        print(f"make_fonts: {error.filename}: no such font", file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"make_fonts: {error}", file=sys.stderr)
        return 2
    for font in fonts:
        (_OUT / f"{font.name}.py").write_text(font.source(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
