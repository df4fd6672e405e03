"""`meldpad history` and `meldpad show`."""

import json
from typing import TYPE_CHECKING

import typer

from meldpad.commands.options import DB
from meldpad.errors import NotFoundError

if TYPE_CHECKING:
    from meldpad.db.engine import Database

_JSON = typer.Option(False, "--json", help="Print JSON for other programs.")
_NO_MATCHES = "there are no matches yet; `meldpad sync` copies them from a tablet"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("history")(_history)
    app.command("show")(_show)


def _open(db: str | None) -> "Database | None":
    """The database, None when there is none; looking something up makes no file."""
    from meldpad.commands.opened import open_history
    from meldpad.db.engine import exists
    from meldpad.paths import database_place

    place = database_place(db)
    return open_history(place, to_look=True) if exists(place) else None


def _history(db: str | None = DB, as_json: bool = _JSON) -> None:
    """The matches in the database, the newest last."""
    from meldpad import history
    from meldpad.db import query

    database = _open(db)
    summaries = query.matches(database) if database else []
    if as_json:
        typer.echo(json.dumps(history.history_json(summaries), indent=2))
    if database is None or not summaries:
        raise NotFoundError(_NO_MATCHES)
    if not as_json:
        history.print_history(history.console(), summaries, query.loose(database))


def _show(
    match: int = typer.Argument(
        ..., metavar="MATCH", help="The match's number in `meldpad history`."
    ),
    db: str | None = DB,
    as_json: bool = _JSON,
) -> None:
    """One match whole: its rules, every deal with its working, corrections and undos."""
    from meldpad import history
    from meldpad.db import query

    database = _open(db)
    detail = query.match(database, match) if database else None
    if detail is None:
        raise NotFoundError(f"there is no match {match}; `meldpad history` lists them")
    if as_json:
        typer.echo(json.dumps(history.match_json(detail), indent=2))
    else:
        history.print_match(history.console(), detail)
