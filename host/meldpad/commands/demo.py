"""`meldpad demo`: what `make run` runs."""

import sys
from pathlib import Path

import typer


def _demo(
    folder: Path = typer.Option(
        Path("var"), help="Folder for the simulated tablet's flash and the database."
    ),
) -> None:
    """Play on a simulated tablet; every confirmed deal goes over the cable into a database.

    In a terminal you play; otherwise a script does, and prints what happens.
    """
    from meldpad import demo

    if sys.stdin.isatty() and sys.stdout.isatty():
        demo.playable(folder / "play")
    else:
        demo.scripted(folder / "demo")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(_demo)
