"""A preset as a sheet: every parameter with its value, range and source."""

from typing import Any

from canasta import presets, schema
from canasta.rules import Rules
from meldpad.labels import CHOICES, GROUPS

UNSET = "not set by the preset"
"""Source of a parameter that a preset leaves off."""

Table = tuple[int, int]


def title(id: str) -> str:
    """One line about a preset."""
    doc = presets.module(id).__doc__ or id
    return doc.strip().splitlines()[0].rstrip(".")


def tables(id: str) -> list[dict[str, int]]:
    """The tables a preset is played at, the usual one first."""
    return [{"sides": t[0], "seats": t[1]} for t in presets.module(id).TABLES]


def overview(id: str) -> dict[str, Any]:
    """What the list of presets says about one."""
    return {"id": id, "title": title(id), "base": presets.module(id).BASE, "tables": tables(id)}


def sheet(id: str, table: Table | None = None) -> dict[str, Any]:
    """A preset with every parameter. Raises as `presets.rows`."""
    rules = Rules()
    presets.load(id, rules, table)
    sources = {name: source for name, _, source in presets.rows(id, table)}
    parameters = []
    for param in schema.PARAMS:
        choices = param.choices()
        row: dict[str, Any] = {
            "id": param.id,
            "unit": "choice" if choices else param.unit,
            "value": schema.get_value(rules, param),
            "length": param.length,
        }
        if choices:
            row["choices"] = list(choices)
        else:
            row["low"] = param.low
            row["high"] = param.high
        row["source"] = sources.get(param.id, UNSET)
        parameters.append(row)
    _fill_bands({row["id"]: row for row in parameters})
    return overview(id) | {"table": tables_of(rules), "parameters": parameters}


def _fill_bands(rows: dict[str, dict[str, Any]]) -> None:
    """Give every band of the opening its minimum, also a last one that is 0 (Brazilian Canasta)."""
    bands = len(rows["opening_from"]["value"])
    if rows["opening_by"]["value"] == "score":
        missing = bands - len(rows["opening"]["value"])
        rows["opening"]["value"] += [0] * missing


def tables_of(rules: Rules) -> dict[str, int]:
    """The table of a ruleset."""
    return {"sides": rules.r[0], "seats": rules.r[1]}


def groups(parameters: list[dict[str, Any]]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The parameters that say something, in the order of a rule sheet.

    A list of (heading, rows of (words, value, source)); what is off is left out.
    """
    left = {row["id"]: row for row in parameters if row["source"] != UNSET}
    found = []
    for heading, labels in GROUPS:
        rows = []
        for pattern, words in labels:
            for id in _matching(pattern, left):
                name = id.removeprefix(pattern[:-1]).replace("_", " ")
                row = left.pop(id)
                if _says(row):
                    rows.append((words.format(name), shown(row), row["source"]))
        if rows:
            found.append((heading, rows))
    others = [(id, shown(row), row["source"]) for id, row in left.items() if _says(row)]
    if others:
        found.append(("Others", others))
    return found


def _matching(pattern: str, rows: dict[str, Any]) -> list[str]:
    if pattern.endswith("*"):
        return [id for id in rows if id.startswith(pattern[:-1])]
    return [pattern] if pattern in rows else []


def _says(row: dict[str, Any]) -> bool:
    """Whether a value is worth a line: not off, not zero."""
    value = row["value"]
    if row["id"] in ("opening_needs", "red_three_owner"):
        return value not in (["points"], "side")
    if row["unit"] == "choice" and not isinstance(value, list):
        return value != "none"
    if isinstance(value, list):
        return any(value)
    return bool(value)


def shown(row: dict[str, Any]) -> str:
    """A value in words."""
    value = row["value"]
    if isinstance(value, list):
        return ", ".join(_one(row, item) for item in _from_one(row, value))
    return _one(row, value) + _unit(row)


def _from_one(row: dict[str, Any], value: list[Any]) -> list[Any]:
    """A table by numbers of threes begins at one three."""
    return value[1:] if row["id"].startswith(("red_", "black_", "undeclared_")) else value


def _unit(row: dict[str, Any]) -> str:
    return " points" if row["unit"] == "points" else ""


def _one(row: dict[str, Any], value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return CHOICES.get(value, value.replace("_", " "))
    return str(value)
