"""Bakes what the tablet needs to know of presets and parameters: `python tools/make_rules.py`,
`--check` to only compare.

`canasta.presets` and `canasta.schema` are written for people and programs that change them. The
tablet would take a tenth of a second and 30 KB to load them when a match is set up, so
`firmware/tablet/presets` has the same as packed rulesets, and `parameter_rows.py` as bytes.
"""

from pathlib import Path

from baked import bake

from canasta import presets, schema
from canasta.cursor import Cursor
from canasta.rules import MAX_PACKED, Rules

_TABLET = Path(__file__).parent.parent / "firmware" / "tablet"
_MADE = "Made by tools/make_rules.py."
_WIDTH = 96

_UNITS = (schema.POINTS, schema.YES_NO)
"""Units with a number of their own, from 1 on; choices follow, and all others are 0."""


def _packed(preset: str, table: tuple[int, int]) -> bytes:
    rules = Rules()
    presets.load(preset, rules, table)
    buf = bytearray(MAX_PACKED)
    cursor = Cursor(buf)
    rules.pack(cursor)
    return bytes(buf[: cursor.pos])


def _literal(data: bytes, indent: str) -> list[str]:
    """A long bytes literal, a line for so many bytes as fit."""
    room = _WIDTH - len(indent)
    lines, line = [], ""
    for value in data:
        piece = chr(value) if 32 <= value < 127 and chr(value) not in '"\\' else f"\\x{value:02x}"
        if len(line) + len(piece) > room:
            lines.append(line)
            line = ""
        line += piece
    lines.append(line)
    return [f'{indent}b"{line}"' for line in lines]


def _index() -> str:
    """The module that names the presets."""
    lines = [f'"""The presets as packed rulesets, a module each. {_MADE}', ""]
    lines += ["`TABLES` of such a module has, for each table (sides, seats a side), the usual one"]
    lines += ["first, its rules.", '"""', "", "IDS = ("]
    lines += [f'    "{id}",' for id in presets.IDS]
    lines += [")", ""]
    return "\n".join(lines)


def _preset(id: str) -> str:
    lines = [f'"""The preset {id} as packed rulesets. {_MADE}"""', "", "TABLES = ("]
    for sides, seats in presets.module(id).TABLES:
        lines += ["    (", f"        ({sides}, {seats}),"]
        data = _literal(_packed(id, (sides, seats)), " " * 8)
        data[-1] += ","
        lines += [*data, "    ),"]
    lines += [")", ""]
    return "\n".join(lines)


def _parameters() -> str:
    choices: list[tuple[str, ...]] = []
    rows = bytearray()
    start = 1
    for param in schema.PARAMS:
        unit = 0
        if param.choices():
            if param.choices() not in choices:
                choices.append(param.choices())
            unit = 1 + len(_UNITS) + choices.index(param.choices())
        elif param.unit in _UNITS:
            unit = 1 + _UNITS.index(str(param.unit))
        rows += bytes((param.at, param.length, unit))
        rows += param.low.to_bytes(2, "little", signed=True)
        rows += param.high.to_bytes(2, "little", signed=True)
        rows += start.to_bytes(2, "little")
        rows.append(param.by)
        start += len(param.id) + 1
    lines = [f'"""The parameters of a ruleset as bytes. {_MADE}"""', "", "IDS = (", '    b"\\n"']
    lines += [f'    b"{param.id}\\n"' for param in schema.PARAMS]
    lines += [")", "ROWS = ("]
    lines += [*_literal(bytes(rows), "    "), ")"]
    lines += ['"""Of each place, length, unit, lowest and highest value and where its id begins']
    lines += ['(2 bytes each), and the place that says whether it is in force."""', ""]
    lines += ["CHOICES = ("]
    lines += [f'    "{" ".join(ids)}",' for ids in choices]
    lines += [")", '"""The ids of the values of each choice."""', ""]
    return "\n".join(lines)


def outputs() -> dict[Path, str]:
    """Every module to be written, by its path."""
    files = {
        _TABLET / "parameter_rows.py": _parameters(),
        _TABLET / "presets" / "__init__.py": _index(),
    }
    for id in presets.IDS:
        files[_TABLET / "presets" / f"{id.replace('-', '_')}.py"] = _preset(id)
    return files


def main() -> None:
    """Write the modules, or say which of them is not up to date."""
    bake("tools/make_rules.py", (__doc__ or "").splitlines()[0], outputs())


if __name__ == "__main__":
    main()
