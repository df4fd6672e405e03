"""Tablets in trouble, for the pictures of what they say then: words of a script that no key does.

`spoil:state` switches the tablet off, brings its flash into a state of `spoil.py` and switches it
on again; `spoil:unreadable` puts something else in its place. `stuck:key` switches it off and on
while a key is down.
"""

from collections.abc import Callable
from pathlib import Path

from support import micro

from meldpad.simulator.player import Player

_SPOIL = Path(__file__).with_name("spoil.py")
_WORDS = ("spoil:", "stuck:")


def run(keys: str, play: Callable[[str], object], player: Player, flash: Path) -> None:
    """Carry out a script: `play` the keys between the words that change the tablet's state."""
    part: list[str] = []
    for word in keys.split():
        if not word.startswith(_WORDS):
            part.append(word)
            continue
        play(" ".join(part))
        part.clear()
        _change(word, player, flash)
    play(" ".join(part))


def _change(word: str, player: Player, flash: Path) -> None:
    kind, _, state = word.partition(":")
    player.tablet.kill()
    if kind == "stuck":
        player.restart((state,))
        return
    if state == "unreadable":
        flash.write_bytes(b"a letter, taken for a flash by mistake\n")
    else:
        micro.run(_SPOIL, str(flash), state)
    player.restart()
