"""Reading a JSON value field by field; whatever is wrong is reported with its place."""

from collections.abc import Iterator
from typing import Any, NoReturn

from meldpad.errors import InputError
from meldpad.jsontext import JsonObject
from meldpad.plain import plain

_KINDS: dict[type, str] = {
    JsonObject: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
}


class Place:
    """A value of the input and where it stands, as `deals[1].sides[0].melded`."""

    def __init__(self, value: Any, path: str = "", prefix: str = "") -> None:
        self.value = value
        self._path = path
        self._prefix = prefix

    def fail(self, reason: str) -> NoReturn:
        """Raise InputError for this place."""
        raise InputError(
            f"{self._prefix}{self._path}: {reason}" if self._path else self._prefix + reason
        )

    def sub(self, path: str) -> "Place":
        """The place at a path below this one, for a complaint; it has no value."""
        return Place(None, f"{self._path}.{path}" if self._path else path, self._prefix)

    def _step(self, key: str) -> str:
        """A key as part of a path; one that is no plain name is quoted."""
        if len(key) > 40 or not (key.isascii() and key.isidentifier()):
            return f"[{shown(key)}]"
        return f".{key}" if self._path else key

    def _is(self, kind: type) -> None:
        # A boolean is an int to Python, not to JSON.
        if type(self.value) is not kind:
            self.fail(f"must be {_KINDS[kind]}")

    def fields(self, known: tuple[str, ...]) -> dict[str, "Place"]:
        """The fields of an object, which must all be among `known` and stand there once."""
        self._is(JsonObject)
        if self.value.twice is not None:
            self.fail(f"{shown(self.value.twice)} occurs twice")
        found: dict[str, Place] = {}
        for key, value in self.value.items():
            if key not in known:
                self.fail(f"unknown field {shown(key)}")
            found[key] = Place(value, self._path + self._step(key), self._prefix)
        return found

    def items(self) -> Iterator["Place"]:
        """The items of a list."""
        self._is(list)
        for i, value in enumerate(self.value):
            yield Place(value, f"{self._path}[{i}]", self._prefix)

    def keys(self) -> dict[str, "Place"]:
        """The fields of an object with free keys."""
        self._is(JsonObject)
        return self.fields(tuple(self.value))

    def text(self) -> str:
        """A string."""
        self._is(str)
        return self.value

    def flag(self) -> bool:
        """True or false."""
        self._is(bool)
        return self.value

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        self._is(int)
        if low == 0 and self.value < 0:
            self.fail("must not be negative")
        if not low <= self.value <= high:
            self.fail(f"must be from {low} to {high}")
        return self.value


def shown(text: str) -> str:
    """A piece of the input quoted for a message: one line, not too long, printable."""
    if len(text) > 40:
        text = text[:40] + "…"
    return f'"{plain(text)}"'
