"""Options that several commands have."""

import typer

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
