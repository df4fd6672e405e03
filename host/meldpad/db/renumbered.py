"""A log that comes under another epoch than the one it is known by.

A tablet whose log has lost its number makes up another one. Its records are those that the
database has already, and must not be taken for a second evening of the same deals.
"""

from collections.abc import Iterable

from sqlalchemy import select

from meldpad.db import models
from meldpad.db.engine import Database
from meldpad.db.ingest import held
from meldpad.db.split import Run, split

_FEWEST = 2
"""Records that must be held of a log before its last one tells it apart from a new one."""


def known_as(database: Database, device: bytes, runs: Iterable[Run]) -> bytes | None:
    """The epoch of the log of this tablet whose last record stands in `runs` under the same
    number, byte by byte; None when the records are of a log that is new. It holds the boot number,
    the seconds since that start and the deal, so two logs do not agree in it by chance.
    """
    with database.read() as session:
        epochs = session.scalars(
            select(models.Log.epoch).where(models.Log.device_id == device.hex())
        ).all()
    logs = [
        (bytes.fromhex(epoch), held(database, device, bytes.fromhex(epoch))) for epoch in epochs
    ]
    wanted = {log.sound: (epoch, log.raws) for epoch, log in logs if log.sound >= _FEWEST}
    for run in runs:
        for piece in split(run):
            epoch, raws = wanted.get(piece.seq, (None, ()))
            if epoch is not None and piece.raw in raws:
                return epoch
    return None
