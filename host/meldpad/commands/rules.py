"""`meldpad rules`: the presets and their parameters."""

import json

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from canasta import presets
from meldpad import rulesheet
from meldpad.errors import InputError

_WORDS = 42
_VALUE = 23
"""Widths of the sheet's columns, so that all groups line up on a terminal of 80."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(no_args_is_help=True, help="The rules: presets and their parameters.")
    group.command("list")(list_presets)
    group.command("show")(show)
    app.add_typer(group, name="rules")


def _players(table: dict[str, int]) -> str:
    sides, seats = table["sides"], table["seats"]
    return f"{sides} players" if seats == 1 else f"{sides} sides of {seats}"


def list_presets(as_json: bool = typer.Option(False, "--json", help="For programs.")) -> None:
    """List the presets."""
    rows = [rulesheet.overview(id) for id in presets.IDS]
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table("preset", "what it is", "played by", box=None, pad_edge=False)
    for row in rows:
        table.add_row(row["id"], row["title"], ", ".join(_players(t) for t in row["tables"]))
    Console().print(table)


def show(
    id: str = typer.Argument(help="Id of a preset."),
    as_json: bool = typer.Option(False, "--json", help="Every parameter, for programs."),
    sides: int | None = typer.Option(None, help="For this number of sides."),
    seats: int | None = typer.Option(None, help="For this number of players on a side."),
) -> None:
    """Print the rules of a preset."""
    if id not in presets.IDS:
        raise InputError(f"no preset {id!r}; there are {', '.join(presets.IDS)}")
    sheet = rulesheet.sheet(id, _table(id, sides, seats))
    if as_json:
        print(json.dumps(sheet, indent=2))
        return
    console = Console()
    console.print(f"[bold]{sheet['title']}[/bold]  ({id}, {_players(sheet['table'])})")
    for heading, rows in rulesheet.groups(sheet["parameters"]):
        console.print()
        table = Table(box=None, pad_edge=False)
        table.add_column(heading, width=_WORDS, overflow="fold")
        table.add_column("", width=_VALUE, overflow="fold")
        table.add_column("source", overflow="fold")
        for words, value, source in rows:
            table.add_row(escape(words), escape(value), escape(source))
        console.print(table)
    console.print()
    console.print("[dim]What the sources are is in docs/rules.md.[/dim]")


def _table(id: str, sides: int | None, seats: int | None) -> tuple[int, int]:
    for table in presets.module(id).TABLES:
        if sides in (None, table[0]) and seats in (None, table[1]):
            return table
    raise InputError(f"{id} is played by {', '.join(_players(t) for t in rulesheet.tables(id))}")
