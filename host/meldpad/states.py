"""What a tablet says of its log at every HELLO, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from canasta import frames


@dataclass(frozen=True)
class State:
    """One of the bits: its id, a sentence with a place for the tablet's name, what to say after a
    sync, and, where the tablet saves nothing more, what to do.
    """

    bit: int
    id: str
    sentence: str
    synced: str = ""
    cure: str = ""


STATES = (
    State(
        frames.STATE_DAMAGED,
        "damaged",
        "The memory of {} is damaged, and it saves nothing more",
        "what can be read was copied",
        "`meldpad sync` copies what can be read, then `meldpad erase` begins a new log",
    ),
    State(
        frames.STATE_SET_BACK,
        "set_back",
        "{} holds fewer records than a PC has had from it, and saves nothing more: its memory was "
        "set back to an older state, or lost some",
        cure="`meldpad sync --db` with the name of a new file copies what it has, then `meldpad "
        "erase --no-sync` begins a new log",
    ),
    State(
        frames.STATE_RENUMBERED,
        "renumbered",
        "The log of {} has lost its number and goes by another one",
    ),
    State(
        frames.STATE_NEWER,
        "newer",
        "A newer firmware has written on the log of {}, which saves nothing more",
        cure="`meldpad deploy` of a Meldpad that is as new brings it up to date",
    ),
    State(
        frames.STATE_HOLES,
        "holes",
        "Older records of {} are missing or cannot be read",
        "what can be read was copied",
    ),
)


def states(bits: int) -> Iterator[State]:
    """What the bits of a HELLO say."""
    return (state for state in STATES if bits & state.bit)
