"""The presets: one module each, data alone.

A preset module has `ID`; `BASE`, the id of the preset whose values it takes over, or None;
`TABLES`, the (sides, seats a side) it can be played with, the usual one first; `VALUES`, rows of
(parameter id, value, source) in the units of `schema`; and `BY_TABLE`, rows of ((sides, seats),
parameter id, value, source) for what differs by the number of players. A source names a seed line
(`S0:L9`), a decision (`D2`) or a public text.
"""

from canasta.rules import Rules

IDS = (
    "classic",
    "classic-2",
    "classic-3",
    "classic-3-lone",
    "romanian",
    "popular",
    "counter",
    "hand-and-foot",
    "cutthroat",
    "modern-american",
    "samba",
    "bolivia",
    "brazilian",
    "italian",
    "uruguay",
    "hand-and-foot-us",
)
"""All presets, in the order in which they are offered. Append-only."""


TYPE_CHECKING = False
"""Type checkers take it for true; neither interpreter ever runs what stands below it."""

if TYPE_CHECKING:

    class Preset:
        """What a preset module has."""

        ID: str
        BASE: "str | None"
        TABLES: "tuple[tuple[int, int], ...]"
        VALUES: "tuple[tuple[str, object, str], ...]"
        BY_TABLE: "tuple[tuple[tuple[int, int], str, object, str], ...]"


def module(id: str) -> "Preset":
    """The module of a preset. Raises KeyError for an id that does not exist."""
    if id not in IDS:
        raise KeyError(id)
    name = "canasta.presets." + id.replace("-", "_")
    # Every preset module has what `Preset` says, which tests/shared sees to.
    return __import__(name, None, None, ("ID",))  # pyright: ignore[reportReturnType]


def rows(id: str, table: "tuple[int, int] | None" = None) -> "list[tuple[str, object, str]]":
    """Every value of a preset for a table (sides, seats), the usual one when None.

    A list of (parameter id, value, source) in which each parameter stands once. Raises KeyError
    for an unknown preset, ValueError for a table the preset is not played with.
    """
    preset = module(id)
    if table is None:
        table = preset.TABLES[0]
    if table not in preset.TABLES:
        raise ValueError("not played with %d sides of %d" % table)
    merged: "dict[str, tuple[object, str]]" = {}
    _collect(preset, table, merged)
    merged["sides"] = (table[0], merged.get("sides", (0, ""))[1])
    merged["seats"] = (table[1], merged.get("seats", (0, ""))[1])
    return [(name, value[0], value[1]) for name, value in merged.items()]


def _collect(
    preset: "Preset", table: tuple[int, int], merged: "dict[str, tuple[object, str]]"
) -> None:
    if preset.BASE:
        _collect(module(preset.BASE), table, merged)
    for name, value, source in preset.VALUES:
        merged[name] = (value, source)
    for only, name, value, source in preset.BY_TABLE:
        if only == table:
            merged[name] = (value, source)


def load(id: str, rules: Rules, table: "tuple[int, int] | None" = None) -> None:
    """Fill `rules` with a preset.

    Raises as `rows`, and ValueError when a value does not fit its parameter.
    """
    from canasta import schema

    for i in range(len(rules.r)):
        rules.r[i] = 0
    for name, value, _source in rows(id, table):
        param = schema.find(name)
        if param is None:
            raise ValueError(name)
        schema.set_value(rules, param, value)
    rules.prepare()
