"""Number constants of the firmware written where they are used, before it is compiled.

MicroPython keeps every module constant as a dictionary entry under an interned name, about 30
bytes each, and looks it up at every use. The firmware has hundreds of them (`P.TARGET`,
`M.SAVED`). Here each use of one becomes its number, and a constant that nothing names any more
goes; a module that had nothing else is then not imported either. The names stay in the sources.

Only what is certain is folded: a name in capitals, bound once, at the top of its module, to a
whole number. Whatever else mentions the name (a string, an import that stays, a shadowing local)
keeps it.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


@dataclass
class _Module:
    """One source: its tree, and what its top level binds."""

    tree: ast.Module
    numbers: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    """Local name to the module it stands for."""
    taken: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Local name to the (module, name) it was imported from."""


def fold(sources: Mapping[str, str]) -> dict[str, str]:
    """The sources (by dotted module name) with their number constants folded.

    Raises SyntaxError for a source that does not parse.
    """
    modules = {name: _Module(ast.parse(text, name)) for name, text in sources.items()}
    for module in modules.values():
        _read_imports(module, modules)
    # A constant may be made from another module's, so go on until nothing new is found.
    found = True
    while found:
        found = False
        for module in modules.values():
            found = _read_numbers(module, modules) or found
    for module in modules.values():
        _Replace(module, modules).visit(module.tree)
    _drop(modules)
    for module in modules.values():
        ast.fix_missing_locations(module.tree)
    return {name: ast.unparse(module.tree) + "\n" for name, module in modules.items()}


def _read_imports(module: _Module, modules: Mapping[str, _Module]) -> None:
    for node in module.tree.body:
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name in modules and (item.asname or "." not in item.name):
                    module.aliases[item.asname or item.name] = item.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for item in node.names:
                local = item.asname or item.name
                if f"{node.module}.{item.name}" in modules:
                    module.aliases[local] = f"{node.module}.{item.name}"
                elif node.module in modules:
                    module.taken[local] = (node.module, item.name)


def _read_numbers(module: _Module, modules: Mapping[str, _Module]) -> bool:
    """Take in constants whose value can be said by now; whether there was a new one."""
    bound = _bindings(module.tree)
    found = False
    for node in module.tree.body:
        target = _constant_target(node)
        if target is None or target in module.numbers or bound.get(target) != 1:
            continue
        assert isinstance(node, ast.Assign)
        value = _value(node.value, module, modules)
        if value is not None:
            module.numbers[target] = value
            found = True
    return found


def _constant_target(node: ast.stmt) -> str | None:
    """The name that a statement like `NAME = ...` binds."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id.isupper():
            return target.id
    return None


def _bindings(tree: ast.Module) -> dict[str, int]:
    """How often each name is bound anywhere in a module, a local of the same name included."""
    counts: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            counts[node.id] = counts.get(node.id, 0) + 1
        elif isinstance(node, ast.Global):
            for name in node.names:
                counts[name] = counts.get(name, 0) + 2
    return counts


def _value(node: ast.expr, module: _Module, modules: Mapping[str, _Module]) -> int | None:
    """What an expression of numbers comes to, None for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, module, modules)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left = _value(node.left, module, modules)
        right = _value(node.right, module, modules)
        if left is None or right is None or (right == 0 and isinstance(node.op, ast.FloorDiv)):
            return None
        return _BINARY[type(node.op)](left, right)
    return _lookup(node, module, modules)


def _lookup(node: ast.expr, module: _Module, modules: Mapping[str, _Module]) -> int | None:
    """The number that a name or `module.NAME` stands for, None when it stands for none."""
    if isinstance(node, ast.Name):
        if node.id in module.numbers:
            return module.numbers[node.id]
        if node.id in module.taken:
            owner, name = module.taken[node.id]
            return modules[owner].numbers.get(name)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = module.aliases.get(node.value.id)
        if owner is not None:
            return modules[owner].numbers.get(node.attr)
    return None


class _Replace(ast.NodeTransformer):
    """Puts numbers in the place of the names that stand for them."""

    def __init__(self, module: _Module, modules: Mapping[str, _Module]) -> None:
        self._module = module
        self._modules = modules
        self._hidden: list[set[str]] = []

    def _scope(self, node: ast.AST) -> ast.AST:
        self._hidden.append(_locals(node))
        self.generic_visit(node)
        self._hidden.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _scope
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _scope
    visit_ClassDef = _scope

    def _number(self, node: ast.expr, base: str) -> ast.expr:
        if any(base in hidden for hidden in self._hidden):
            return node
        value = _lookup(node, self._module, self._modules)
        if value is None:
            return node
        return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._number(node, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            number = self._number(node, node.value.id)
            if number is not node:
                return number
        return self.generic_visit(node)


def _locals(scope: ast.AST) -> set[str]:
    """Names that a function, class or comprehension binds itself."""
    names: set[str] = set()
    if isinstance(scope, _Function):
        arguments = scope.args
        for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            names.add(item.arg)
        for item in (arguments.vararg, arguments.kwarg):
            if item:
                names.add(item.arg)
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update(item.asname or item.name.split(".")[0] for item in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        if not isinstance(node, _SCOPES):
            waiting.extend(ast.iter_child_nodes(node))
    return names


def _drop(modules: Mapping[str, _Module]) -> None:
    """Take out what nothing mentions any more: constants, then imports of them."""
    anywhere, inside = _mentions(modules)
    for name, module in modules.items():
        kept = inside[name] if _is_closed(name, modules) else anywhere | inside[name]
        module.numbers = {key: value for key, value in module.numbers.items() if key not in kept}
        module.tree.body = [
            node for node in module.tree.body if _constant_target(node) not in module.numbers
        ]
        _drop_strings(module)
    empty = {name for name, module in modules.items() if not module.tree.body}
    for module in modules.values():
        _drop_imports(module, modules, empty)


def _is_closed(name: str, modules: Mapping[str, _Module]) -> bool:
    """Whether a module of numbers alone is only ever seen in `module.NAME`, so that no attribute of
    something else can be one of its names.
    """
    own = modules[name]
    if any(
        _constant_target(node) not in own.numbers and not isinstance(node, ast.Expr)
        for node in own.tree.body
    ):
        return False
    if not any(name in module.aliases.values() for module in modules.values()):
        # Nobody is seen to import it, so somebody may by a name that was put together.
        return False
    package, _, last = name.rpartition(".")
    for module in modules.values():
        locals_of = {local for local, owner in module.aliases.items() if owner == name}
        bases: set[int] = set()
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                bases.add(id(node.value))
                if node.attr == last:
                    return False
            elif isinstance(node, ast.Constant) and node.value in (name, last):
                return False
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and node.id in locals_of and id(node) not in bases:
                return False
            # An import that is not at the top is none of `aliases`.
            if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in module.tree.body:
                origin = node.module if isinstance(node, ast.ImportFrom) else None
                if any(
                    item.name == name or (origin, item.name) == (package, last)
                    for item in node.names
                ):
                    return False
    return True


def _mentions(modules: Mapping[str, _Module]) -> tuple[set[str], dict[str, set[str]]]:
    """The names that are still read: those that may mean any module's, and each module's own."""
    anywhere: set[str] = set()
    inside: dict[str, set[str]] = {name: set() for name in modules}
    for name, module in modules.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                inside[name].add(node.id)
                if node.id in module.taken:
                    owner, original = module.taken[node.id]
                    inside[owner].add(original)
            elif isinstance(node, ast.Attribute):
                base = node.value.id if isinstance(node.value, ast.Name) else ""
                if base in module.aliases:
                    inside[module.aliases[base]].add(node.attr)
                elif base != "self":
                    anywhere.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                anywhere.add(node.value)
    return anywhere, inside


def _drop_imports(module: _Module, modules: Mapping[str, _Module], empty: set[str]) -> None:
    body: list[ast.stmt] = []
    for node in module.tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [
                item
                for item in node.names
                if not _is_spent(item.asname or item.name, module, modules, empty)
            ]
            if not node.names:
                continue
        body.append(node)
    module.tree.body = body


def _is_spent(local: str, module: _Module, modules: Mapping[str, _Module], empty: set[str]) -> bool:
    """Whether an import brought only what has been folded."""
    if any(
        isinstance(node, ast.Name) and node.id == local and isinstance(node.ctx, ast.Load)
        for node in ast.walk(module.tree)
    ):
        return False
    if local in module.aliases:
        return module.aliases[local] in empty
    if local in module.taken:
        owner, name = module.taken[local]
        return name in modules[owner].numbers
    return False


def _drop_strings(module: _Module) -> None:
    """Texts that document what has gone would otherwise stand alone in the module."""
    module.tree.body = [
        node
        for node in module.tree.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
