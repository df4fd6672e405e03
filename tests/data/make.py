"""Writes what this program writes, so that later ones can be tested with it:

    PYTHONPATH=tests:firmware .venv/bin/python tests/data/make.py 3

makes the folder `tests/data/3`. Do that in the commit that raises a version, before or after it, as
long as the code that writes the new version is in use. A folder that is there is never written
again: what tablets and computers hold does not change either.

- `log.bin`: the records of three matches one after the other, made by the core;
- `flash.gz`: the flash of a tablet with these records, German, with a deal that is half entered,
  from version 3 on after a sync;
- `database.gz`: the database into which they were synced;
- `cable.bin`: what the tablet sends for HELLO, GET from 1 on and ACCEPT.

The records and their totals are those of `tests/test_old_versions.py`, worked out by hand.
"""

import gzip
import os
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

from support.cable import Cable
from support.flash import fill
from support.log import LEFT_60, ONE_NATURAL_OUT, Log, worked_example
from support.table import Table

import canasta
from canasta import frames, records
from meldpad.db.engine import open_database
from meldpad.db.ingest import Source, ingest
from meldpad.db.split import Run
from meldpad.firmware import firmware_folder
from meldpad.link import messages
from meldpad.paths import database_place
from meldpad.simulator.process import micropython

_HERE = Path(__file__).parent
_DEVICE = "4d656c6470616421"
_EPOCH = "a1b2c3d4"
_NOON = datetime(2024, 2, 29, 12, 0, tzinfo=timezone.utc)
_LEAP_DAY = bytes((2024 & 255, 2024 >> 8, 2, 29))
_GERMAN = 4
_SETTINGS = f"""
import vfs
from boards.pages import LITTLEFS
from boards.sim import Flash
import sys
from tablet import settings
vfs.mount(vfs.VfsLfs2(Flash(sys.argv[1]), **LITTLEFS), "/flash")
kept = settings.Settings("/flash/settings")
for _ in range({_GERMAN}):
    kept.step(settings.LANGUAGE, 1)
kept.save()
vfs.umount("/flash")
"""


def _log() -> Log:
    log = Log()
    # Abandoned at 800 and -60.
    log.begin(sides=("Nord-Sud", "Est-Ouest"), players=("Ana", "Ben", "Cid", "Dora"))
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.end()
    if hasattr(records, "TIME"):
        _time(log)
    # A long one, over more than one file of the tablet: 20 and 15 a deal.
    log.begin(sides=("Ünal", "Żaneta"), dealer=1)
    for _ in range(120):
        log.deal({"melded": 20}, {"melded": 15})
    # 900 and 940, with a correction that was undone.
    worked_example(log)
    return log


def _time(log: Log) -> None:
    """A TIME record, which belongs to no match: noon of 29 February 2024 in UTC."""
    match, log.match = log.match, 0
    clock = _LEAP_DAY + bytes((12, 0, 0, 0))
    log._write(records.TIME, lambda: records.put_time(log._cursor, log.uptime, clock))
    log.match = match


def _play(flash: Path) -> None:
    """German, and a deal half entered."""
    program = flash.with_suffix(".py")
    program.write_text(_SETTINGS)
    path = os.pathsep.join((str(firmware_folder()), str(Path(canasta.__file__).parent.parent)))
    subprocess.run(
        [micropython(), str(program), str(flash)],
        env={**os.environ, "MICROPYPATH": path},
        check=True,
    )
    with Table("128x64", flash) as table:
        table.play("ok up*2 wait:6000")
        table.stop()


def _talk(flash: Path, last: int) -> bytes:
    """The bytes that the tablet sends."""
    with Table("128x64", flash) as table, Cable(table.tablet.port) as cable:
        epoch = bytes.fromhex(_EPOCH)
        sent = _frame(*cable.ask(frames.HELLO, messages.hello("make")))
        seq = 1
        while seq <= last:
            answer = cable.ask(frames.GET, epoch + seq.to_bytes(4, "little") + b"\x01")
            sent += _frame(*answer)
            seq = int.from_bytes(answer.body[4:8], "little")
        noted = epoch + last.to_bytes(4, "little")
        if frames.PROTOCOL >= 3:
            noted += _LEAP_DAY
        sent += _frame(*cable.ask(frames.ACCEPT, noted))
        table.stop()
    return sent


def _frame(kind: int, request: int, body: bytes) -> bytes:
    buffer = bytearray(frames.HEAD) + body + bytes(4)
    return bytes(buffer[: frames.seal(buffer, kind, request, len(body))])


def _database(file: Path, log: Log) -> None:
    database = open_database(database_place(str(file)))
    source = Source(bytes.fromhex(_DEVICE), bytes.fromhex(_EPOCH), "Oak", "0.1.0")
    ingest(database, source, [Run(1, log.next, log.raw())], _NOON)
    database.close()


def _pack(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def main() -> None:
    """See the top."""
    folder = _HERE / sys.argv[1]
    if folder.exists():
        sys.exit(f"{folder} is there; files of a released format are never written again")
    work = folder.with_suffix(".new")
    work.mkdir()
    log = _log()
    flash = fill(work / "flash", log, _DEVICE, _EPOCH)
    _play(flash)
    _database(work / "database", log)
    sent = _talk(flash, len(log.raws))
    made = {
        "log.bin": log.raw(),
        "flash.gz": _pack(flash.read_bytes()),
        "database.gz": _pack((work / "database").read_bytes()),
        "cable.bin": sent,
    }
    for path in work.iterdir():
        path.unlink()
    for name, data in made.items():
        (work / name).write_bytes(data)
    work.rename(folder)


if __name__ == "__main__":
    main()
