"""What the database notes of a tablet itself: when it was seen, and who else has its name."""

from datetime import timedelta

from sqlalchemy import insert, select

from meldpad.db import dating, models
from meldpad.db.dating import Anchor
from meldpad.db.engine import Database
from meldpad.db.ingest import find_log

_AGAIN = timedelta(minutes=1)
"""So soon after another one an anchor is worth nothing, unless it says something else."""
_SAME = timedelta(seconds=5)


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
    """Note the clocks at a HELLO; the times of the log that cannot be right now beside the others,
    and of which that was not known before.

    Nothing is written for a log that the database holds no record of, or when the moment says
    nothing that another one shortly before did not say. Raises DeviceError when the database fails.
    """
    with database.write() as session:
        log = find_log(session, device, epoch)
        if log is None:
            return []
        last = session.scalar(
            select(models.Anchor)
            .where(models.Anchor.log_id == log.id)
            .order_by(models.Anchor.id.desc())
            .limit(1)
        )
        if last is not None and not _says_more(last, seen):
            return []
        before = dating.timeline(session, log.id).doubted
        session.execute(
            insert(models.Anchor).values(
                log_id=log.id, last_seq=seen.last, boot=seen.boot, uptime=seen.uptime, at=seen.at
            )
        )
        after = dating.timeline(session, log.id).doubted
        return [anchor for anchor in after if anchor not in before]


def _says_more(last: models.Anchor, seen: Anchor) -> bool:
    if (last.last_seq, last.boot) != (seen.last, seen.boot):
        return True
    passed = seen.at - last.at
    apart = passed - timedelta(seconds=seen.uptime - last.uptime)
    return not timedelta() <= passed < _AGAIN or abs(apart) > _SAME
