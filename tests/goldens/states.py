"""Tablets in trouble, for the pictures of what they say then: words of a script that no key does.

`spoil:state` switches the tablet off, brings its flash into a state of `spoil.py` and switches it
on again; `spoil:unreadable` puts something else in its place. `stuck:key` switches it off and on
while a key is down. `pc:clock`, `pc:rename` and `pc:erase` are a PC that asks for it.
"""

from collections.abc import Callable
from pathlib import Path

from support import micro
from support.cable import Cable, hello

from canasta import frames as F
from meldpad.simulator.player import Player

_SPOIL = Path(__file__).with_name("spoil.py")
_WORDS = ("spoil:", "stuck:", "pc:")
_ASKS = 4
"""How often a PC asks, once a second, until the question is there."""
_CLOCK = bytes((0xEA, 0x07, 11, 30, 18, 45, 12, 0))
"""2026-11-30 18:45:12 UTC (docs/records.md)"""


def run(keys: str, play: Callable[[str], object], player: Player, flash: Path) -> None:
    """Carry out a script: `play` the keys between the words that change the tablet's state."""
    part: list[str] = []
    for word in keys.split():
        if not word.startswith(_WORDS):
            part.append(word)
            continue
        play(" ".join(part))
        part.clear()
        if word.startswith("pc:"):
            _ask(word.removeprefix("pc:"), play, player)
        else:
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


def _ask(what: str, play: Callable[[str], object], player: Player) -> None:
    with Cable(player.tablet.port) as cable:
        epoch, _, last, _ = hello(cable)
        kind, body = {
            "clock": (F.CLOCK, _CLOCK),
            "rename": (F.RENAME, b"Oak"),
            "erase": (F.ERASE, epoch + last.to_bytes(4, "little")),
        }[what]
        for _ in range(_ASKS):
            # The time of a script does not wait for the cable, so each answer is waited for.
            cable.ask(kind, what[:4].encode() + body)
            play("wait:1000")
