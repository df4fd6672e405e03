"""The tablet with its rare methods in modules of their own, as it is put on a board, plays like the
one from the sources.
"""

import ast
from pathlib import Path

import pytest
from support.cable import Cable, hello
from support.table import Table

from canasta import frames as F
from meldpad.deploy import build
from meldpad.deploy.far import FAR, split
from meldpad.firmware import firmware_folder
from meldpad.simulator import process


@pytest.fixture
def taken_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The firmware's folder as a board gets it, but as sources."""
    firmware = firmware_folder()
    sources = {}
    for path in sorted(firmware.rglob("*.py")):
        name = path.relative_to(firmware).as_posix()
        if not name.startswith(("typings/", "stubs/")):
            sources[name] = path.read_text(encoding="utf-8")
    folder = tmp_path / "firmware"
    files = build.texts(sources)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(process, "firmware_folder", lambda: folder)
    return folder


def test_every_method_has_moved(taken_apart: Path) -> None:
    for module, (_, methods) in FAR.items():
        package, _, name = module.rpartition(".")
        folder = taken_apart / package
        near = (folder / f"{name}.py").read_text(encoding="utf-8")
        far = (folder / f"far_{name}.py").read_text(encoding="utf-8")
        for method in methods:
            assert f"    def {method}(" in far, method
            assert f"    def {method}(" not in near, method


def test_no_base_has_a_method_of_that_name() -> None:
    """Python would find the base's, and never look elsewhere."""
    classes = {
        node.name: node
        for path in (firmware_folder() / "tablet").glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    derived = 0
    for kind, methods in FAR.values():
        for base in classes[kind].bases:
            derived += 1
            owner = classes[ast.unparse(base).rpartition(".")[2]]
            names = {node.name for node in owner.body if isinstance(node, ast.FunctionDef)}
            assert not names & set(methods), kind
    # The app's and the store's.
    assert derived == 2


def test_a_method_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FAR, "tablet.draft", ("Draft", ("forget", "remember")))
    with pytest.raises(ValueError, match="no method remember"):
        split({"tablet.draft": "class Draft:\n    def forget(self): pass\n"})


def test_it_plays(taken_apart: Path, tmp_path: Path) -> None:
    """A match of two deals, the score's totals by S0:L9, names, undo, a restart, a match again."""
    with Table("320x240", tmp_path / "flash") as table:
        table.play("ok ok ok")
        table.deal_1()
        assert table.see().totals == (800, -60)
        table.deal_2()
        assert table.see().totals == (900, 940)
        table.restart()
        assert table.see().totals == (900, 940)
        with Cable(table.tablet.port) as cable:
            epoch, first, last, accepted = hello(cable)
            assert (first, last, accepted) == (1, 3, 0)
            assert cable.ask(F.DIGEST, epoch + b"\x03\0\0\0").kind == F.DIGESTED
            assert cable.ask(F.ACCEPT, epoch + b"\x03\0\0\0").kind == F.ACCEPTED
            assert hello(cable) == (epoch, 1, 3, 3)
