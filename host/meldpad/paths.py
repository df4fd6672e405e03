"""Where things are: the database of the match history, and the folder that running programs share.

The place of the database is, in this order: what `--db` says, the environment's `MELDPAD_DB`, the
user's data folder.
"""

import os
import warnings
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from meldpad.errors import InputError

DB_VARIABLE = "MELDPAD_DB"
"""Environment variable that names the database when `--db` does not."""

_FILE = "history.sqlite"
_BACKENDS = ("sqlite",)


@dataclass(frozen=True)
class Place:
    """Where a database is.

    `url` is for SQLAlchemy; `file` is the SQLite file, None when the database is no file; `label`
    is what a person reads, without a password.
    """

    url: URL
    file: Path | None
    label: str


def database_place(option: str | None = None) -> Place:
    """The database that `option` names, a path or an SQLAlchemy URL, or that is used without it.

    Raises InputError for a URL that is none, or of a kind of database that Meldpad cannot use.
    """
    source, text = "--db", option
    if not text:
        source, text = DB_VARIABLE, os.environ.get(DB_VARIABLE)
    if not text:
        return _file_place(platformdirs.user_data_path("meldpad", appauthor=False) / _FILE)
    if "://" not in text:
        return _file_place(Path(text).expanduser())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InputError(f"{source}: this is no database URL") from None
    if url.get_backend_name() not in _BACKENDS:
        raise InputError(
            f"{source}: Meldpad cannot use a {url.get_backend_name()} database, "
            f"only {', '.join(_BACKENDS)}"
        )
    label = url.render_as_string(hide_password=True)
    if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
        return Place(url, Path(url.database), label)
    return Place(url, None, label)


def runtime_folder(make: bool = False) -> Path:
    """The folder in which running programs of this user leave notes for each other.

    It may not exist, unless it is to be made. Raises OSError when it cannot be made.
    """
    with warnings.catch_warnings():
        # Without a login session platformdirs falls back to a temporary folder, which will do.
        warnings.simplefilter("ignore")
        return platformdirs.user_runtime_path("meldpad", appauthor=False, ensure_exists=make)


def _file_place(file: Path) -> Place:
    return Place(URL.create("sqlite", database=str(file)), file, str(file))
