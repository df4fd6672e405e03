"""Which MicroPython the firmware needs."""

import re

from meldpad.errors import InputError

OLDEST = (1, 23)
"""The first that loads compiled files of the version that is made here."""


def parse(text: str) -> tuple[int, int] | None:
    """The first two numbers of a version like `v1.26.1`, None when it is none."""
    found = re.match(r"v?(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found else None


def refuse_old(text: str, where: str) -> None:
    """Raise InputError when a version is too old; one that cannot be told passes."""
    version = parse(text)
    if version and version < OLDEST:
        raise InputError(
            f"{where} is MicroPython {text}; Meldpad needs {OLDEST[0]}.{OLDEST[1]} or newer"
        )
