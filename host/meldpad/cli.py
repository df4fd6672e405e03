"""The command line: one typer application; every module of `commands` adds its own commands."""

import sys
from importlib import import_module

import typer

from meldpad import __version__
from meldpad.errors import BAD_INPUT, MeldpadError
from meldpad.plain import plain

_MODULES: tuple[str, ...] = (
    "demo",
    "sim",
    "sync",
    "change",
    "history",
    "score",
    "check",
    "rules",
    "deploy",
    "uf2",
    "doctor",
)
"""Modules of `meldpad.commands` with a function `register(app)`, in the order of the help text."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meldpad {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and leave."
    ),
) -> None:
    """The Canasta score tablet's program on the PC: sync, history, scores and a tablet to try."""


def build() -> typer.Typer:
    """The application with all commands."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(_root)
    for name in _MODULES:
        import_module(f"meldpad.commands.{name}").register(app)
    return app


def _complain(message: str) -> None:
    """One line on standard error, whatever a file is called or a tablet says."""
    print(f"meldpad: {plain(' '.join(message.splitlines()))}", file=sys.stderr)


def main() -> None:
    """Run the command line and exit with the codes of `errors`.

    One line on standard error for a failure.
    """
    try:
        code = build()(standalone_mode=False)
    except MeldpadError as error:
        _complain(str(error))
        sys.exit(error.code)
    except typer.TyperException as error:
        # Without arguments the help was printed, and there is no message.
        if message := error.format_message().strip():
            _complain(message)
        sys.exit(BAD_INPUT)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(code or 0)
