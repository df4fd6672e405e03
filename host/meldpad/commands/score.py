"""`meldpad score`: the points of deals given as JSON."""

import json
import sys
from pathlib import Path

import typer

from meldpad import jsontext, scorefile
from meldpad.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(score)


def score(
    file: str = typer.Argument(
        "-", metavar="[FILE]", help="JSON or JSON Lines; - is standard input."
    ),
) -> None:
    """Score deals: JSON in, JSON out, one match a line.

    Nothing is printed unless all of the input is good.
    """
    for answer in scorefile.answers(_read(file)):
        print(json.dumps(answer, ensure_ascii=True))


def _read(file: str) -> bytes:
    if file == "-":
        return jsontext.read(sys.stdin.buffer, "standard input")
    try:
        with Path(file).open("rb") as opened:
            return jsontext.read(opened, file)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
