"""Whether a board may be brought to a build, asked while nothing on it has changed yet."""

import hashlib
from collections.abc import Iterable

from meldpad.deploy.build import BOARD_FILE, BUILD_FILE, MAIN, RP2, Build
from meldpad.deploy.remote import Contents, loads
from meldpad.deploy.version import OLDEST, parse
from meldpad.errors import DeviceError, RefusedError

_MARKS = (BOARD_FILE, BUILD_FILE)
_CORE = "lib/canasta/"
_INLINE = 8
"""littlefs keeps files of up to this part of a block in the directory."""
_ENTRY = 40
"""About what a file takes of the directory beside that."""
_SPARE = 4
"""Blocks that stay free, for what directories need meanwhile."""
_SHOWN = 4


def check_machine(build: Build, contents: Contents, port: str) -> None:
    """Raise DeviceError for a board that cannot run the build."""
    if build.chips and not contents.machine.endswith(build.chips):
        raise DeviceError(
            f"the board at {port} is called {contents.machine!r}, and {build.board} needs an "
            f"{' or '.join(build.chips)}; name another port with --port"
        )
    version = parse(contents.version)
    if (version and version < OLDEST) or not loads(contents):
        raise DeviceError(
            f"the board runs MicroPython {contents.version}, which does not load this firmware "
            f"(needs {OLDEST[0]}.{OLDEST[1]} or newer); `meldpad uf2` writes a file with both"
        )


def check_owner(build: Build, contents: Contents, port: str, runs: bool) -> None:
    """Raise RefusedError for a tablet of another board, or a board with somebody's program.

    `runs`: a Meldpad has answered from it.
    """
    if contents.module and is_tablet(contents) and contents.module != build.module:
        other = contents.module.replace("_", "-")
        raise RefusedError(
            f"the tablet at {port} is a {other}: deploy with --board {other}, or add --force to "
            f"make it a {build.board}"
        )
    foreign = strangers(build, contents)
    if foreign and not runs:
        shown = ", ".join(foreign[:_SHOWN]) + (", ..." if len(foreign) > _SHOWN else "")
        raise RefusedError(
            f"the board at {port} has a program that is no Meldpad, which would be lost: {shown}; "
            "name another port with --port, or add --force to replace it"
        )


def is_tablet(contents: Contents) -> bool:
    """Whether a board has a Meldpad on it, or what an interrupted deploy has left of one.

    A deploy takes `main.py` away first and brings it last, when everything else is there.
    """
    marks = [path for path in _MARKS if path in contents.sums]
    if MAIN in contents.sums:
        return len(marks) == len(_MARKS)
    return bool(marks) or any(path.startswith(_CORE) for path in contents.sums)


def strangers(build: Build, contents: Contents) -> list[str]:
    """Files where the firmware's go, on a board that is no tablet and has had no deploy."""
    if is_tablet(contents):
        return []
    return sorted(
        path
        for path, digest in contents.sums.items()
        if hashlib.sha256(build.files.get(path, b"")).hexdigest() != digest
    )


def check_room(
    build: Build, contents: Contents, copy: Iterable[str], gone: Iterable[str], folders: int
) -> None:
    """Raise DeviceError when the build does not fit beside what stays on the board.

    `gone` are paths that are removed first, then so many `folders` are made, then `copy` comes in
    its order; a file is replaced only when the new one is whole. A tablet that an earlier deploy
    has left without its `main.py` has nothing to lose.
    """
    if contents.free is None or (is_tablet(contents) and MAIN not in contents.sums):
        return
    there = {path: _blocks(size, contents.block) for path, size in contents.sizes.items()}
    free = contents.free - 2.0 * folders
    if contents.machine.endswith(RP2):
        # On littlefs MicroPython counts the blocks of a folder twice.
        free += 2 * len(set(contents.folders))
    for path in gone:
        free += there.pop(path, 0)
    least = free
    for path in copy:
        size = _blocks(len(build.files[path]), contents.block)
        least = min(least, free - size)
        free += there.get(path, 0) - size
    lacking = _SPARE - least
    if lacking > 0:
        advice = (
            "copy its matches (`meldpad sync`), erase its log (`meldpad erase`)"
            if is_tablet(contents)
            else "remove files of your own from it"
        )
        raise DeviceError(
            f"the board lacks {int(lacking * contents.block / 1024) + 1} KB for this firmware, "
            f"and nothing was changed; {advice}, and repeat"
        )


def _blocks(size: int, block: int) -> float:
    """What a file of so many bytes takes, in blocks."""
    # A directory has two blocks, and splits when half of one is full.
    if size <= block // _INLINE:
        return (size + _ENTRY) * 4 / block
    # Each block but the first begins with pointers, two on average.
    return -(-size // (block - 8)) + _ENTRY * 4 / block
