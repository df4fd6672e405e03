"""Methods that a tablet needs now and then only, put into modules of their own before compiling.

Compiled code lies in the tablet's memory, and a quarter of that of the app and what it works with
is for what happens once in an evening. Each class named here loses these methods; it finds them
by `__getattr__` in another module, which `tablet.modules.far` loads when one of them is called
and `tidy` forgets after the start and once the keys rest. In the sources, and so in the simulator,
they stand in their classes. A method that a base class has as well cannot go: Python would find
that one.
"""

import ast
from collections.abc import Mapping

FAR: dict[str, tuple[str, tuple[str, ...]]] = {
    "tablet.app": (
        "App",
        (
            "_first_screen",
            "_speak",
            "_recover",
            "_start",
            "accepted",
            "apply_settings",
            "device_id",
            "end_consent",
            "rename",
            "save_settings",
            "synced",
            "welcome",
        ),
    ),
    "tablet.table": (
        "Table",
        (
            "_end",
            "_leave_correction",
            "abandon",
            "correct",
            "erase",
            "finish",
            "list_matches",
            "load_last",
            "look_into",
            "note_time",
            "open_match",
            "prepare_template",
            "start_match",
            "take_up",
            "undo",
        ),
    ),
    "tablet.log": (
        "Log",
        (
            "_listed",
            "_number",
            "_open_log",
            "_open_segments",
            "_open_tail",
            "_scan",
            "_scan_moved",
            "_try",
            "latest_match",
            "load",
            "load_some",
            "older_matches",
        ),
    ),
    "tablet.store": (
        "Store",
        (
            "_meta_of",
            "_new_meta",
            "_open_accepted",
            "_open_end",
            "_open_meta",
            "_put_back_meta",
            "_settle_meta",
            "_sweep",
            "_write_meta",
            "accept",
            "build",
            "erase",
            "gone",
            "on_table",
            "open",
            "open_again",
            "put_on_table",
            "rename",
            "state",
        ),
    ),
    "tablet.link": (
        "Link",
        (
            "_accept",
            "_change",
            "_change_fits",
            "_day",
            "_digest",
            "_go_on_hashing",
            "_hello",
            "_upto_end",
        ),
    ),
    "tablet.draft": ("Draft", ("forget", "load", "put_aside", "take_up")),
}
"""For each module its class, and that class's methods that leave it."""


def split(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources (by dotted module name) with those methods in modules of their own."""
    result = dict(sources)
    for name, (kind, methods) in FAR.items():
        if name in sources:
            result[name], result[far_name(name)] = _split(name, sources[name], kind, methods)
    return result


def far_name(module: str) -> str:
    """The module that a module's far methods go to."""
    package, _, name = module.rpartition(".")
    return f"{package}.far_{name}"


def _split(name: str, source: str, kind: str, methods: tuple[str, ...]) -> tuple[str, str]:
    tree = ast.parse(source)
    owner = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind)
    moved = [
        node for node in owner.body if isinstance(node, ast.FunctionDef) and node.name in methods
    ]
    lacking = set(methods) - {node.name for node in moved}
    if lacking:
        raise ValueError(f"{name}: no method {', '.join(sorted(lacking))}")
    owner.body = [node for node in owner.body if node not in moved]
    where = repr(far_name(name))
    base = _base(owner)
    if base:
        # One of the two is asked alone; the base's own finder is never reached.
        where = f"{far_name(base)!r} if name in {FAR[base][1]!r} else {where}"
    finder = f"def __getattr__(self, name):\n    return far({where}, self, name)"
    owner.body += ast.parse(finder).body
    used = {node.id for item in moved for node in ast.walk(item) if isinstance(node, ast.Name)}
    imports: list[ast.stmt] = []
    own: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias for alias in node.names if (alias.asname or alias.name) in used]
            if names:
                imports.append(_with(node, names))
        else:
            own += sorted(_bound(node) & used)
    if own:
        imports.append(ast.ImportFrom(name, [ast.alias(each) for each in own], 0))
    # In a class there as well, so that a method's name covers nothing, as `open` would.
    home = ast.parse("class Far:\n    pass").body[0]
    assert isinstance(home, ast.ClassDef)
    home.body = [*moved]
    far = ast.Module([*imports, home], [])
    # After what stands first in a module, its text.
    at = 1 if ast.get_docstring(tree) is not None else 0
    tree.body.insert(at, ast.ImportFrom("tablet.modules", [ast.alias("far")], 0))
    return _text(tree), _text(far)


def _base(owner: ast.ClassDef) -> str:
    """The module of a class's base, if that loses methods as well."""
    bases = {ast.unparse(base).rpartition(".")[2] for base in owner.bases}
    return next((module for module, (kind, _) in FAR.items() if kind in bases), "")


def _text(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _with(node: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.Import(names)
    return ast.ImportFrom(node.module, names, node.level)


def _bound(node: ast.stmt) -> set[str]:
    """What a statement at the top of a module binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
