"""The tablet's 8-bit code page: one byte is one glyph (docs/fonts.md).

0x20-0x7E are ASCII and 0xA0-0xFF are Latin-1. 0x80-0x8F hold what the tablet's languages need
beyond Latin-1, 0x90-0x98 signs to draw with. All other codes are unused.
"""

AND = 0x26
"""Between two who play together, and before what both of them get."""
ELLIPSIS = 0x8C
"""Behind a key's sign: it leads on."""
UP = 0x90
DOWN = 0x91
LEFT = 0x92
RIGHT = 0x93
DOT = 0x94
"""A filled circle: chosen, yes."""
CIRCLE = 0x95
"""An empty circle: not chosen, no."""
CHECK = 0x96
ENTER = 0x97
CROSS = 0x98

UNKNOWN = 0x3F
"""What stands for a character that has no glyph: a question mark."""

# The characters of 0x80 and up, in order. Append-only: texts on the tablet are stored as bytes.
_EXTRA = "ĂăȘșȚțŒœŸ€’–…„“”▲▼◀▶●○✓↵✗"

# A character without a glyph, followed by what is written for it; one string of lines, because
# a dict would cost many times the RAM. The line break before a character makes it findable.
_STAND_INS = (
    "\nŞȘ\nşș\nŢȚ\nţț\nẞSS\nĲIJ\nĳij\nŉ'n\n‘'\n‚,\n‛'\n‟“\n′'\n″\"\n‹<\n›>\n—–\n―–\n−-\n‐-\n‑-"
    "\n•●\n✔✓\n✕✗\n✘✗\n⏎↵\n►▶\n◄◀\n\u202f\xa0\n\u2007\xa0\n\u2009 \n"
)

# Base letter, low byte of the combining mark (U+03xx), code of the letter with its mark.
_COMPOSED = (
    b"A\x00\xc0A\x01\xc1A\x02\xc2A\x03\xc3A\x08\xc4A\x0a\xc5A\x06\x80C\x27\xc7"
    b"E\x00\xc8E\x01\xc9E\x02\xcaE\x08\xcbI\x00\xccI\x01\xcdI\x02\xceI\x08\xcfN\x03\xd1"
    b"O\x00\xd2O\x01\xd3O\x02\xd4O\x03\xd5O\x08\xd6U\x00\xd9U\x01\xdaU\x02\xdbU\x08\xdc"
    b"Y\x01\xddY\x08\x88S\x26\x82S\x27\x82T\x26\x84T\x27\x84"
    b"a\x00\xe0a\x01\xe1a\x02\xe2a\x03\xe3a\x08\xe4a\x0a\xe5a\x06\x81c\x27\xe7"
    b"e\x00\xe8e\x01\xe9e\x02\xeae\x08\xebi\x00\xeci\x01\xedi\x02\xeei\x08\xefn\x03\xf1"
    b"o\x00\xf2o\x01\xf3o\x02\xf4o\x03\xf5o\x08\xf6u\x00\xf9u\x01\xfau\x02\xfbu\x08\xfc"
    b"y\x01\xfdy\x08\xffs\x26\x83s\x27\x83t\x26\x85t\x27\x85"
)


def encode(text: "str | bytes") -> bytes:
    """Return `text`, a str or bytes of UTF-8, as bytes of the code page.

    A letter followed by its combining mark becomes the one letter; a few other characters become
    what looks like them; every other character, and every malformed byte of UTF-8, becomes `?`.
    Never raises for a str or bytes.
    """
    out = bytearray()
    for point in map(ord, text) if isinstance(text, str) else _points(text):
        if out and 0x300 <= point < 0x370:
            _combine(out, point & 0xFF)
        else:
            _append(out, point)
    return bytes(out)


def decode(data: bytes) -> str:
    """Return the str that the codes in `data` stand for; an unused code becomes `?`."""
    text = ""
    for code in data:
        if 0x80 <= code < 0x80 + len(_EXTRA):
            text += _EXTRA[code - 0x80]
        elif is_used(code):
            text += chr(code)
        else:
            text += "?"
    return text


def is_used(code: int) -> bool:
    """Whether the number `code` is a code of the page."""
    return 0x20 <= code < 0x7F or 0x80 <= code < 0x80 + len(_EXTRA) or 0xA0 <= code <= 0xFF


def _append(out: bytearray, point: int) -> None:
    if 0x20 <= point < 0x7F or 0xA0 <= point <= 0xFF:
        out.append(point)
        return
    char = chr(point)
    at = _EXTRA.find(char)
    if at >= 0:
        out.append(0x80 + at)
        return
    at = _STAND_INS.find("\n" + char)
    if at < 0 or point < 0x20:
        out.append(UNKNOWN)
        return
    for char in _STAND_INS[at + 2 : _STAND_INS.find("\n", at + 1)]:
        _append(out, ord(char))


def _combine(out: bytearray, mark: int) -> None:
    base = out[-1]
    for i in range(0, len(_COMPOSED), 3):
        if _COMPOSED[i] == base and _COMPOSED[i + 1] == mark:
            out[-1] = _COMPOSED[i + 2]
            return
    out[-1] = UNKNOWN


def _points(utf8: bytes) -> "Iterator[int]":
    # Names arrive over the cable and out of flash, so malformed UTF-8 must not stop a screen.
    point = needed = low = 0
    for byte in utf8:
        if needed:
            if byte & 0xC0 == 0x80:
                point = point << 6 | byte & 0x3F
                needed -= 1
                if not needed:
                    ok = low <= point < 0x110000 and not 0xD800 <= point < 0xE000
                    yield point if ok else UNKNOWN
                continue
            needed = 0
            yield UNKNOWN
        if byte < 0x80:
            yield byte
        elif 0xC2 <= byte < 0xE0:
            point, needed, low = byte & 0x1F, 1, 0x80
        elif 0xE0 <= byte < 0xF0:
            point, needed, low = byte & 0x0F, 2, 0x800
        elif 0xF0 <= byte < 0xF5:
            point, needed, low = byte & 0x07, 3, 0x10000
        else:
            yield UNKNOWN
    if needed:
        yield UNKNOWN
