"""What the database notes of a tablet itself: when it was seen, and who else has its name."""

from sqlalchemy import select

from meldpad.db import dating, models
from meldpad.db.dating import Anchor
from meldpad.db.engine import Database
from meldpad.db.ingest import find_log


def namesakes(database: Database, device: bytes, name: str) -> list[str]:
    """Hardware numbers, in hex, of the other tablets that have this name."""
    with database.read() as session:
        found = session.scalars(
            select(models.Device.id)
            .where(models.Device.name == name, models.Device.id != device.hex())
            .order_by(models.Device.id)
        )
        return list(found)


def note(database: Database, device: bytes, epoch: bytes, seen: Anchor) -> list[Anchor]:
    """Note the clocks at a HELLO after which nothing new came; `dating.note`.

    Nothing is written for a log of which the database holds no record. Raises DeviceError when the
    database fails.
    """
    with database.write() as session:
        log = find_log(session, device, epoch)
        return dating.note(session, log.id, seen) if log else []
