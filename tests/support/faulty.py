"""A stream of frames most of which are faulty, in every way that a cable can harm them."""

import random
from binascii import crc32
from collections.abc import Callable
from pathlib import Path

from support.cable import frame

KIND = 0x70
MOST = 100
"""No body is longer."""
_MARK = b"\xf5\xad"


def write(path: Path, faulty: int, seed: int) -> tuple[int, int]:
    """Write a stream of at least so many faulty frames, with a sound one after every few.

    How many faulty and how many sound ones there are. A sound frame's body begins with its number,
    from 0, in three bytes. A faulty one is what became of a sound one; it never is one still, and
    never becomes one by what follows.
    """
    chance = random.Random(seed)
    out = bytearray()
    bad = sound = 0
    with path.open("wb") as file:
        while bad < faulty:
            plain = _plain(sound, chance)
            # Odd ones are sent as they are; plain ones are what the faults are made of.
            out += _odd(sound, chance) if chance.random() < 0.3 else plain
            sound += 1
            other = _plain(sound, chance)
            for _ in range(chance.randrange(1, 24)):
                harmed = chance.choice(_FAULTS)(plain, other, chance)
                if plain in harmed or other in harmed:
                    continue
                out += harmed
                bad += 1
            if len(out) > 1 << 16:
                file.write(out)
                out.clear()
        # Whatever the last faulty frame may wait for.
        file.write(out + bytes(MOST + 12))
    return bad, sound


def _plain(number: int, chance: random.Random) -> bytes:
    """A sound frame in which the first byte of a mark occurs only once."""
    while True:
        body = number.to_bytes(3, "little") + chance.randbytes(chance.randrange(4))
        made = frame(KIND, body, chance.randrange(256))
        if 0xF5 not in made[1:]:
            return made
        if 0xF5 in body[:3]:
            # The number itself; no other frame will do.
            return frame(KIND, body + bytes(4), 0)


def _odd(number: int, chance: random.Random) -> bytes:
    """A sound frame that holds marks, heads, or a whole frame, which is none."""
    inner = chance.choice(
        (
            _MARK,
            _MARK * 5,
            frame(KIND, number.to_bytes(3, "little"))[:9],
            frame(KIND, number.to_bytes(3, "little")),
            chance.randbytes(40),
        )
    )
    return frame(KIND, number.to_bytes(3, "little") + inner, chance.randrange(256))


def _flipped(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    harmed = bytearray(one)
    for _ in range(chance.randrange(1, 4)):
        harmed[chance.randrange(1, len(one))] ^= 1 << chance.randrange(8)
    return bytes(harmed)


def _lost(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(1, len(one))
    return one[:at] + one[at + chance.randrange(1, 4) :]


def _doubled(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(1, len(one))
    return one[: at + 1] + one[at:]


def _cut(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    return one[: chance.randrange(1, len(one))]


def _crossed(one: bytes, other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(1, min(len(one), len(other)))
    return one[:at] + other[at:]


def _swapped(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(1, len(one) - 4)
    return one[:at] + one[at + 2 : at + 4] + one[at : at + 2] + one[at + 4 :]


def _another_length(one: bytes, _other: bytes, chance: random.Random) -> bytes:
    """A head that is in order, but for a length that takes what follows for its body."""
    head = one[2:4] + chance.randrange(MOST + 40).to_bytes(2, "little")
    return _MARK + head + (crc32(head) & 0xFFFF).to_bytes(2, "little") + one[8:]


def _nonsense(_one: bytes, _other: bytes, chance: random.Random) -> bytes:
    return _MARK + chance.randbytes(chance.randrange(24)).replace(b"\xf5", b"\0")


_FAULTS: tuple[Callable[[bytes, bytes, random.Random], bytes], ...] = (
    _flipped,
    _lost,
    _doubled,
    _cut,
    _crossed,
    _swapped,
    _another_length,
    _nonsense,
)
