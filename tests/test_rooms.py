"""Who may import whom: the rooms of the house keep to themselves (docs/architecture.md).

The files are read, not run, so that what would be imported later inside a function counts too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_HOST = {"meldpad"}
_FIRMWARE = {"boards", "hal", "main", "tablet"}
_TYPES = {"typing", "dataclasses", "enum", "__future__"}
"""What MicroPython does not have."""
_PINS = {"machine", "rp2", "vfs", "select", "termios", "uos", "umachine", "_thread"}
"""What touches hardware; only boards do."""


def names_in(source: str) -> set[str]:
    """Every module that the source imports and every `module.name` that it takes from one.

    `import a.b` gives a and a.b; `from a import b` and `a.b` of an imported a give a and a.b;
    `__import__("a." + x)` gives a and `a.*`.
    """
    tree = ast.parse(source)
    found: set[str] = set()
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules.add(alias.asname or alias.name.split(".")[0])
                found |= {alias.name.split(".")[0], alias.name}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found |= {base.split(".")[0] or base, base}
            found |= {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and _called(node) in ("__import__", "import_module"):
            found |= _dynamic(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in modules:
                found.add(f"{node.value.id}.{node.attr}")
    return found


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _dynamic(node: ast.Call) -> set[str]:
    """What a call imports, as far as its text says: at least where the name begins."""
    name = node.args[0]
    while isinstance(name, ast.BinOp):
        name = name.left
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        base = name.value.split(".")[0]
        return {base, f"{base}.*" if name.value.endswith(".") else name.value}
    return {"*"}


def _files(room: str) -> Iterator[tuple[str, set[str]]]:
    """Each file of a room, by its path, with what it imports."""
    folder = _ROOT / room
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    for path in paths:
        if "typings" not in path.parts and "_firmware" not in path.parts:
            yield str(path.relative_to(_ROOT)), names_in(path.read_text(encoding="utf-8"))


def _modules(names: set[str]) -> set[str]:
    return {name for name in names if "." not in name.strip(".")}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os", {"os"}),
        ("import a.b as c\nc.d", {"a", "a.b", "c.d"}),
        ("def f():\n    from x.y import z", {"x", "x.y", "x.y.z"}),
        ("from . import z", {".", "..z"}),
        ("import sys\nsys.stdin.read()", {"sys", "sys.stdin"}),
        ("from sys import stdin", {"sys", "sys.stdin"}),
        ("__import__('boards.' + name)", {"boards", "boards.*"}),
        ("importlib.import_module('tablet.link')", {"tablet", "tablet.link"}),
        ("__import__(name)", {"*"}),
        ("sys = 1\nsys.stdin", set()),
    ],
)
def test_imports_are_found(source: str, found: set[str]) -> None:
    assert names_in(source) == found


def test_every_room_is_there() -> None:
    for room in ("shared/canasta", "firmware/tablet/screens", "firmware/boards", "host/meldpad"):
        assert len(list(_files(room))) >= 3, room


def test_the_core_is_pure() -> None:
    for path, names in _files("shared/canasta"):
        # Which interpreter runs it is a constant, no input.
        if {name for name in names if name.startswith("sys")} == {"sys", "sys.implementation"}:
            names -= {"sys"}
        # The presets come by their ids from a list in the same module.
        names -= {"*"} if path == "shared/canasta/presets/__init__.py" else set()
        assert _modules(names) <= {"canasta", "array", "binascii"}, path


def test_no_file_for_micropython_imports_what_it_lacks() -> None:
    for room in ("shared", "firmware"):
        for path, names in _files(room):
            assert not names & _TYPES, path


def test_the_firmware_knows_nothing_of_the_host() -> None:
    for path, names in _files("firmware"):
        assert not names & _HOST, path


def test_the_host_knows_nothing_of_the_firmware() -> None:
    for path, names in _files("host"):
        assert not _modules(names) & _FIRMWARE, path


def test_only_boards_touch_hardware() -> None:
    for room in ("firmware/tablet", "firmware/main.py", "firmware/start.py", "firmware/hal.py"):
        for path, names in _files(room):
            assert not names & _PINS, path
            assert not names & {"sys.stdin", "sys.stdout", "os.urandom", "time.sleep_ms"}, path
            assert not {name for name in names if name.startswith("boards")} or (
                path == "firmware/start.py"
            ), path


_FILES = {f"firmware/tablet/{name}.py" for name in ("log", "store", "pieces", "draft", "settings")}
"""What keeps something in flash."""


def test_only_what_keeps_something_touches_files() -> None:
    for path, names in _files("firmware/tablet"):
        if path not in _FILES:
            assert "os" not in names, path
        source = (_ROOT / path).read_text(encoding="utf-8")
        opens = [
            node
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "open"
        ]
        assert bool(opens) == (path in _FILES), path


def test_screens_know_neither_pins_nor_files_nor_the_cable() -> None:
    for path, names in _files("firmware/tablet/screens"):
        assert _modules(names) <= {"array", "canasta", "hal", "tablet"}, path
        for module in ("link", "store", "app", "settings.Settings", "draft.Draft"):
            assert not {name for name in names if name.startswith(f"tablet.{module}")}, path


def test_fonts_and_languages_are_data() -> None:
    for room in ("firmware/tablet/fonts", "firmware/tablet/lang"):
        for path, names in _files(room):
            assert names == set(), path
