"""How commands open the database."""

import sys

from meldpad.db.engine import Database, open_database
from meldpad.db.updated import take_up, waiting
from meldpad.errors import DeviceError
from meldpad.paths import Place


def open_history(place: Place, to_look: bool = False) -> Database:
    """Open the database, take up what an older program could not read, and say so.

    Whoever opens it `to_look` sees what is there also where nothing can be written now. Raises
    DeviceError as `open_database` does.
    """
    database = open_database(place)
    if not waiting(database):
        return database
    try:
        taken = take_up(database)
    except DeviceError as error:
        if not to_look:
            raise
        _say(f"what an older Meldpad could not read cannot be taken in now: {error}")
        return database
    if taken:
        what = "1 record is" if taken == 1 else f"{taken} records are"
        _say(f"{what} taken in now that an older Meldpad could not read")
    return database


def _say(text: str) -> None:
    print(f"meldpad: {text}", file=sys.stderr)
