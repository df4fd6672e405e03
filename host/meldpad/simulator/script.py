"""Key scripts: a text that presses the simulated tablet's keys, waits, cuts its power and takes
pictures.

Words separated by white space; `#` begins a comment that ends with the line.

| word | does |
| --- | --- |
| `up` `down` `ok` `back` | taps the key |
| `up*12` | taps it so often |
| `up:900` | holds it for so many milliseconds |
| `wait:500` | lets so many milliseconds pass |
| `shot:name` | takes a picture under this name |
| `restart` | cuts the power and starts the tablet again |

Time is the tablet's own: a script runs as fast as it can and always comes out the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from meldpad.errors import InputError
from meldpad.simulator.process import KEYS

_WORD = re.compile(
    r"(?P<key>up|down|ok|back)(?:\*(?P<times>\d+)|:(?P<held>\d+))?"
    r"|wait:(?P<wait>\d+)|shot:(?P<shot>[\w.-]+)|(?P<restart>restart)"
)
_MOST_TIMES = 1000
_MOST_MS = 600_000


@dataclass(frozen=True)
class Step:
    """One word: `action` is tap, hold, wait, shot or restart."""

    action: str
    name: str = ""
    count: int = 0


def parse(text: str) -> list[Step]:
    """The steps of a script. Raises InputError that names the line and the word."""
    return list(_steps(text))


def _steps(text: str) -> Iterator[Step]:
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split("#")[0].split():
            match = _WORD.fullmatch(word)
            if not match:
                raise InputError(
                    f"script line {number}: {word!r} is no key ({', '.join(KEYS)}),"
                    " wait:MS, shot:NAME or restart"
                )
            step = _step(match)
            if step.count > (_MOST_TIMES if step.action == "tap" else _MOST_MS):
                raise InputError(f"script line {number}: {word!r} is too much")
            yield step


def _step(match: re.Match[str]) -> Step:
    if match["held"]:
        return Step("hold", match["key"], int(match["held"]))
    if match["key"]:
        return Step("tap", match["key"], int(match["times"] or 1))
    if match["wait"]:
        return Step("wait", "", int(match["wait"]))
    if match["shot"]:
        return Step("shot", match["shot"])
    return Step("restart")
