"""What the program leaves behind when it was run (fixture `meldpad` of tests/host)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str
