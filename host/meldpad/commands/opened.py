"""How commands open the database."""

import sys

from meldpad.db.engine import Database, open_database
from meldpad.db.updated import take_up
from meldpad.paths import Place


def open_history(place: Place) -> Database:
    """Open the database, take up what an older program could not read, and say so.

    Raises DeviceError as `open_database` does.
    """
    database = open_database(place)
    taken = take_up(database)
    if taken:
        what = "1 record is" if taken == 1 else f"{taken} records are"
        print(f"meldpad: {what} taken in now that an older Meldpad could not read", file=sys.stderr)
    return database
