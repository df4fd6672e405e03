"""Options that several commands have."""

import typer

from meldpad.errors import InputError, MeldpadError
from meldpad.firmware import boards_in, firmware_folder


def _known_board(name: str | None) -> str:
    """A board that there is. Asked before anything is plugged in, opened or compiled."""
    names = boards_in(firmware_folder())
    if not name:
        raise InputError(f"--board is missing: one of {', '.join(names)}")
    if name not in names:
        raise InputError(f"--board: no board {name!r}, one of {', '.join(names)}")
    return name


def _boards() -> str:
    try:
        return ", ".join(boards_in(firmware_folder()))
    except (MeldpadError, OSError):
        # Said when the command runs.
        return "none found"


PORT = typer.Option(
    None,
    "--port",
    metavar="PORT",
    help="The tablet's serial port; without it MELDPAD_PORT, else the tablet is found.",
)
DB = typer.Option(
    None,
    "--db",
    metavar="PATH_OR_URL",
    help="The database; without it MELDPAD_DB, else the file in your data folder.",
)
BOARD = typer.Option(
    None,
    "--board",
    metavar="BOARD",
    callback=_known_board,
    help=f"Which board the firmware is for: {_boards()}. Always needed.",
)
