"""Whether a tablet's log is the one of which the database holds a part.

Its id and epoch say so, but a flash that was copied has the same: an older copy of it may be put
back, or a second tablet made from it. Mixing the two would lose one of their histories.
"""

from hashlib import sha256

from canasta import errors as E
from canasta import records
from meldpad.db.engine import Database
from meldpad.db.ingest import Held, known
from meldpad.db.split import split
from meldpad.errors import DeviceError
from meldpad.link.client import Client
from meldpad.link.messages import TabletInfo

_WHAT_TO_DO = (
    "Nothing was copied. To keep what only this one holds, sync it into another database (--db); "
    "`meldpad erase --no-sync` then gives it a log of its own"
)


def check(client: Client, database: Database, info: TabletInfo, held: Held) -> None:
    """Compare the log with what the database holds of it, by a digest over all the records.

    Raises DeviceError, with what to do, when it is another one. A tablet of protocol 1 has no
    digest; of its log the last record held is compared, as of every one.
    """
    upto = min(held.sound, info.last)
    if info.protocol > 1 and 0 < info.first <= upto:
        _compare(client, database, info, upto)
    if held.sound > info.last:
        raise DeviceError(
            f"the tablet {info.name} ({info.device.hex()}) holds records up to {info.last}, but "
            f"{held.sound} of the same log are in the database: its memory was set back to an "
            f"older copy, or two tablets share this id. {_WHAT_TO_DO}"
        )


def another(info: TabletInfo, seq: int) -> DeviceError:
    """What to say when the record with a sequence number is not the one in the database."""
    return DeviceError(
        f"record {seq} of the tablet {info.name} ({info.device.hex()}) is not the one in the "
        "database: two tablets share this id, or its memory was set back to an older copy and "
        f"written on. {_WHAT_TO_DO}"
    )


def _compare(client: Client, database: Database, info: TabletInfo, upto: int) -> None:
    ours = known(database, info.device, info.epoch, info.first, upto)
    mine = sha256()
    for seq in sorted(ours):
        for raw in ours[seq]:
            mine.update(raw)
    if client.digest(info, upto) == mine.digest():
        return
    # Damage that came later makes another digest as well; only a sound record tells.
    for run in client.records(info, info.first):
        for piece in split(run):
            if piece.seq > upto:
                return
            if not _sound(piece.raw):
                continue
            sound = {raw for raw in ours.get(piece.seq, ()) if _sound(raw)}
            if sound and piece.raw not in sound:
                raise another(info, piece.seq)


def _sound(raw: bytes) -> bool:
    return records.check(raw, 0, len(raw)) == E.OK
