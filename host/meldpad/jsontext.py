"""JSON read strictly: every object with the line it begins on, nothing doubtful accepted."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from meldpad.errors import InputError

LIMIT = 8 << 20
"""Bytes that are read at most: about 50,000 deals. Python takes up to a hundred times as much."""

_MAX_DIGITS = 15
"""Longer whole numbers are cut down; every field's range ends far below them."""


class JsonObject(dict[str, Any]):
    """An object of the input. `twice` is a key that it has more than once, or None."""

    twice: str | None = None


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    found = JsonObject(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found.twice = key
            seen.add(key)
    return found


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        return -(10**_MAX_DIGITS) if text.startswith("-") else 10**_MAX_DIGITS
    return int(text)


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_constant=_constant, strict=True
)
_BLANK = " \t\r\n"


def read(file: BinaryIO, name: str) -> bytes:
    """All bytes of a file; InputError with its name when they are more than `LIMIT`."""
    data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise InputError(f"{name}: more than {LIMIT >> 20} MB; give the matches in several files")
    return data


def decode(data: bytes) -> str:
    """Text of UTF-8 bytes, without a byte order mark. InputError names the line that is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: not UTF-8") from None


def values(text: str) -> Iterator[tuple[int, Any]]:
    """Every JSON value of a text (one, or one a line), with the number of its first line.

    InputError says where the text stops being JSON.
    """
    at = 0
    line = 1
    while True:
        at, line, new_line = _skip(text, at, line)
        if at == len(text):
            return
        if not new_line and at:
            raise InputError(f"line {line}: not JSON: more text after the value")
        try:
            value, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            where = f"line {error.lineno}, column {error.colno}"
            raise InputError(f"{where}: not JSON: {error.msg[0].lower()}{error.msg[1:]}") from None
        except RecursionError:
            raise InputError(f"line {line}: nested too deeply") from None
        except ValueError as error:
            raise InputError(f"line {line}: not JSON: {error}") from None
        yield line, value
        line += text.count("\n", at, end)
        at = end


def _skip(text: str, at: int, line: int) -> tuple[int, int, bool]:
    """Past blanks: the place, its line, and whether a new line began on the way."""
    new_line = False
    while at < len(text) and text[at] in _BLANK:
        if text[at] == "\n":
            line += 1
            new_line = True
        at += 1
    return at, line, new_line
