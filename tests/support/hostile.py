"""Names that somebody gives a side, a player or a tablet who means no good, or just is not careful.

`NAMES` are text; `shows` tells whether output to a terminal is fit for one.
"""

import re

NAMES = {
    "escape": "\x1b[2J\x1b]0;owned\x07A",
    "control": "A\x00\x01\x08\x7f\x9b31mB",
    "lines": "A\nB\r\nC\u2028D\x0bE\x0cF",
    "tab": "A\tB",
    "quotes": "A'B\"C`D\\",
    "markup": "[bold red]A[/] {0} %s <b>",
    "sql": "'); DROP TABLE matches; --",
    "formula": '=HYPERLINK("http://x","A")',
    "formulas": "+1-2@SUM(A1)",
    "path": "../../../etc/passwd",
    "windows": "C:\\AUX\\..\\CON",
    "emoji": "👩‍👩‍👧🏽🇫🇷🃏",
    "right to left": "אבגד עברית",
    "turned": "\u202edrawkcaB\u2066\u202c",
    "marks": "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334a\u0306l",
    "marks alone": "\u0301\u0302\u20dd",
    "wide": "全角文字の名前",
    "blank": " \u00a0\u200b\u3000",
    "empty": "",
    "null": "null",
    "long": "Ä" * 100,
    "longest": "n" * 200,
}

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_TURNING = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")


def shows(output: str) -> bool:
    """Whether output holds nothing that a terminal acts on but line ends and colours."""
    text = _COLOURS.sub("", output).replace("\r\n", "\n")
    return all(c == "\n" or (c >= " " and not "\x7f" <= c <= "\x9f") for c in text) and not (
        _TURNING & set(text)
    )
