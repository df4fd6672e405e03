"""What every released version wrote is read by today's: logs, flashes, databases, the cable.

The folders of `tests/data` are written by `tests/data/make.py`, each by the program of its time;
its docstring says how to add one. The totals are worked out by hand.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from support import disk
from support.cable import Cable, records_from
from support.database import dump, stored
from support.port import Port
from support.syncing import run
from support.table import Table

import meldpad.db.engine
from canasta import errors as E
from canasta import frames, records
from meldpad.db import derive, query
from meldpad.db.engine import Database, open_database
from meldpad.firmware import firmware_folder
from meldpad.history import match_json
from meldpad.link.client import Client, Timing
from meldpad.paths import database_place
from meldpad.sync import sync
from tablet import draft, settings, store

_TESTS = Path(__file__).parent
_DATA = _TESTS / "data"
_VERSIONS = sorted((path.name for path in _DATA.iterdir() if path.is_dir()), key=int)

# 500 for a natural canasta, 200 melded, 100 for going out; 60 left in the hand, nothing melded
# (S0:L9, L36). Then 120 deals of 20 and 15. Then 800 and -60 again, 100 and 1000; a correction of
# the first of them to 850 was undone.
_TOTALS = [[800, -60], [120 * 20, 120 * 15], [900, 940]]
_STATES = ["abandoned", "open", "open"]
_NAMES = [["Nord-Sud", "Est-Ouest"], ["Ünal", "Żaneta"], ["A", "B"]]


@pytest.fixture(params=_VERSIONS)
def folder(request: pytest.FixtureRequest) -> Path:
    """What one version wrote."""
    return _DATA / request.param


@pytest.fixture
def database(folder: Path, tmp_path: Path) -> Iterator[Database]:
    """Its database, opened by today's program."""
    file = tmp_path / "history.sqlite"
    file.write_bytes(gzip.decompress((folder / "database.gz").read_bytes()))
    opened = open_database(database_place(str(file)))
    yield opened
    opened.close()


@pytest.fixture
def flash(folder: Path, tmp_path: Path) -> Path:
    """Its tablet's flash."""
    file = tmp_path / "flash"
    file.write_bytes(gzip.decompress((folder / "flash.gz").read_bytes()))
    return file


def _log(folder: Path) -> list[bytes]:
    """The records of its log."""
    raw = (folder / "log.bin").read_bytes()
    found: list[bytes] = []
    while raw:
        found.append(raw[: records.size(raw, 0)])
        raw = raw[len(found[-1]) :]
    return found


def _is_right(database: Database) -> None:
    matches = query.matches(database)
    assert [[side.total for side in match.sides] for match in matches] == _TOTALS
    assert [match.state for match in matches] == _STATES
    assert [[side.name for side in match.sides] for match in matches] == _NAMES
    assert query.loose(database) == []
    for match in matches:
        detail = query.match(database, match.number)
        assert detail is not None
        match_json(detail)


def test_a_log(folder: Path) -> None:
    for raw in _log(folder):
        assert records.check(raw, 0, len(raw)) == E.OK
        assert records.readable(raw, 0) == E.OK


def test_a_database(database: Database, folder: Path) -> None:
    assert stored(database) == _log(folder)
    _is_right(database)
    before = dump(database)
    with database.write() as session:
        derive.rebuild(session)
    assert dump(database) == before


def test_a_tablet(
    flash: Path, folder: Path, tablet: Callable[..., Table], database: Database, tmp_path: Path
) -> None:
    """An update of the firmware, then the match goes on; a sync brings only what is new."""
    table = tablet("128x64", flash)
    if not table.see().totals:
        table.out_of_entry()
    seen = table.see()
    assert seen.totals == (900, 940)
    # German, which is in its settings; the third deal waits half entered.
    assert seen.title.endswith("● Runde fortsetzen")
    other = open_database(database_place(str(tmp_path / "other.sqlite")))
    report = run(table.tablet.port, other)
    assert report.taken.records == len(_log(folder))
    _is_right(other)
    other.close()
    assert run(table.tablet.port, database).taken.records == 0
    table.stop()
    # Today's files beside the old ones.
    table.start()
    with disk.opened(flash) as system:
        assert "meta" in system.listdir("log")


def test_a_deal_goes_on(flash: Path, tablet: Callable[..., Table], database: Database) -> None:
    """A half-entered deal is there."""
    table = tablet("128x64", flash)
    assert "Echt 2" in table.see()
    assert table.out_of_entry().totals == (900, 940)


def test_the_cable(folder: Path, tmp_path: Path) -> None:
    """Today's PC reads what its tablet sends."""
    sent = (folder / "cable.bin").read_bytes()
    database = open_database(database_place(str(tmp_path / "history.sqlite")))
    port = _Replay(sent)
    client = Client(port, "a port", Timing(0.1, 0.1, 2, 0))  # pyright: ignore[reportArgumentType]
    sync(client, database)
    assert stored(database) == _log(folder)
    _is_right(database)
    database.close()


class _Replay(Port):
    """A tablet that says what another one has said, whatever request it is an answer to."""

    def __init__(self, sent: bytes) -> None:
        Port.__init__(self)
        self._answers: dict[int, list[bytes]] = {}
        reader = frames.Reader()
        for byte in sent:
            if reader.feed(byte) == frames.FRAME:
                body = bytes(reader.buf[frames.HEAD : frames.HEAD + reader.length])
                self._answers.setdefault(reader.kind, []).append(body)

    def _answer(self, kind: int, body: bytes) -> None:
        answers = {frames.HELLO: frames.TABLET, frames.ACCEPT: frames.ACCEPTED}
        said = answers.get(kind, frames.DATA)
        bodies = self._answers[said]
        if said == frames.DATA:
            # As today's tablet sends a whole window, with an empty one at the end.
            bodies = [*bodies, bodies[-1][:8]]
        for each in bodies:
            self._send(said, each)


# Every version has a file


def _revisions() -> set[str]:
    config = Config()
    migrations = Path(meldpad.db.engine.__file__).parent / "migrations"
    config.set_main_option("script_location", str(migrations))
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    return {script.revision for script in scripts}


def _written(tmp_path: Path) -> dict[str, set[object]]:
    """The versions of everything in `tests/data`."""
    found: dict[str, set[object]] = {}
    for number in _VERSIONS:
        folder = _DATA / number
        for raw in _log(folder):
            found.setdefault("record kinds", set()).add((records.kind(raw, 0), raw[3]))
        place = tmp_path / "file"
        place.write_bytes(gzip.decompress((folder / "database.gz").read_bytes()))
        with sqlite3.connect(place) as connection:
            ((revision,),) = connection.execute("SELECT version_num FROM alembic_version")
        found.setdefault("database", set()).add(revision)
        place.write_bytes(gzip.decompress((folder / "flash.gz").read_bytes()))
        with disk.opened(place) as system:
            for name in ("meta", "settings", "draft"):
                with system.open(name, "rb") as file:
                    found.setdefault(name, set()).add(file.read()[0])
        found.setdefault("protocol", set()).add((folder / "cable.bin").read_bytes()[frames.HEAD])
        place.unlink()
    return found


def _up_to(version: int) -> set[object]:
    return set(range(1, version + 1))


def test_every_version_has_a_file(tmp_path: Path) -> None:
    wanted: dict[str, set[object]] = {
        "record kinds": {
            (kind, version)
            for kind, newest in enumerate(records._NEWEST)
            for version in range(1, newest + 1)
        },
        "database": set(_revisions()),
        "meta": _up_to(store._META_VERSION),
        "settings": _up_to(settings._VERSION),
        "draft": _up_to(draft._VERSION),
        "protocol": _up_to(frames.PROTOCOL),
    }
    written = _written(tmp_path)
    for what, versions in wanted.items():
        missing = versions - written[what]
        assert not missing, (
            f"{what}: nothing in tests/data was written by version {sorted(map(str, missing))}; "
            "tests/data/make.py says how to add it"
        )


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        (records, "_NEWEST", (*records._NEWEST, 1)),
        (records, "_NEWEST", (0, 2, *records._NEWEST[2:])),
        (store, "_META_VERSION", store._META_VERSION + 1),
        (settings, "_VERSION", settings._VERSION + 1),
        (draft, "_VERSION", draft._VERSION + 1),
        (frames, "PROTOCOL", frames.PROTOCOL + 1),
    ],
    ids=["a kind", "a kind's version", "meta", "settings", "draft", "protocol"],
)
def test_a_new_version_without_a_file_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: object, name: str, value: object
) -> None:
    monkeypatch.setattr(where, name, value)
    with pytest.raises(AssertionError, match="was written by version"):
        test_every_version_has_a_file(tmp_path)


def test_a_migration_without_a_file_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known = _revisions()
    monkeypatch.setitem(globals(), "_revisions", lambda: {*known, "9999"})
    with pytest.raises(AssertionError, match="9999"):
        test_every_version_has_a_file(tmp_path)


def test_what_was_written_is_not_written_again() -> None:
    """The generator leaves the folders alone that are there."""
    before = {path: path.read_bytes() for path in _DATA.rglob("*") if path.is_file()}
    done = subprocess.run(
        [sys.executable, str(_DATA / "make.py"), _VERSIONS[0]],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (_TESTS, firmware_folder())))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "never written again" in done.stderr
    assert {path: path.read_bytes() for path in _DATA.rglob("*") if path.is_file()} == before


def test_an_old_pc(flash: Path, tablet: Callable[..., Table], folder: Path) -> None:
    """Today's tablet answers it as a tablet of its time did, with fields at the end."""
    old = (folder / "cable.bin").read_bytes()
    table = tablet("128x64", flash)
    with Cable(table.tablet.port) as cable:
        version = old[frames.HEAD]
        said = version if version < 3 else frames.DIGIT | version
        answer = cable.ask(frames.HELLO, bytes((said,)) + b"\x03old")
        assert answer.body[0] == old[frames.HEAD]
        # Id, epoch, first and last record.
        assert answer.body[1:21] == old[frames.HEAD + 1 : frames.HEAD + 21]
        assert records_from(cable, answer.body[9:13], 1) == _log(folder)
