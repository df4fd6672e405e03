"""Copying everything new from a tablet into the database."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone

from canasta import errors as E
from canasta import frames, records
from meldpad import identity
from meldpad.db.dating import Anchor
from meldpad.db.engine import Database
from meldpad.db.ingest import Held, Source, Taken, held, ingest
from meldpad.db.renumbered import known_as
from meldpad.db.seen import namesakes, note
from meldpad.db.split import Run
from meldpad.errors import DeviceError
from meldpad.link.client import Client, NewLogError
from meldpad.link.messages import TabletInfo

_DAYS = 3
"""The protocol since which a tablet notes the day of an ACCEPT."""

Progress = Callable[[int, int], None]
"""Hears how many of how many new records have come so far."""

BATCH = 4 << 20
"""Bytes that go into one transaction at most. More than the whole flash of a usual tablet, so that
a cable that comes off leaves the database as it was; a larger log goes in step by step.
"""


@dataclass
class Report:
    """What a sync did."""

    tablet: TabletInfo
    path: str
    new_tablet: bool
    """Nothing ever came from the tablet before."""
    new_log: bool
    """The tablet is known, but it has begun a new log."""
    known_as: bytes | None = None
    """The epoch of the log in the database that came under another epoch now."""
    taken: Taken = field(default_factory=Taken)
    told: bool = True
    """Whether the tablet knows what is in the database."""
    unread: tuple[int, int] | None = None
    """First and last sequence number of records that the tablet has and cannot read."""
    log: list[str] = field(default_factory=list)
    """Lines that the tablet printed meanwhile."""
    namesakes: list[str] = field(default_factory=list)
    """Hardware numbers, in hex, of other tablets in the database that have the same name."""
    now: datetime = datetime.min
    """What this computer's clock said when the tablet answered, in UTC."""


def utc_now() -> datetime:
    """This moment."""
    return datetime.now(timezone.utc)


def sync(
    client: Client,
    database: Database,
    progress: Progress | None = None,
    batch: int = BATCH,
    clock: Callable[[], datetime] = utc_now,
) -> Report:
    """Copy everything new from the tablet into the database, then tell the tablet.

    Doing it again changes nothing. The tablet is told once, at the end: each time costs it a write
    to its flash, and if the cable comes off before, the next sync tells it. `batch`: bytes of one
    transaction; `clock`: this computer's. Raises DeviceError when the tablet or the database fails,
    or when the tablet's log is not the one that the database holds a part of; what was committed
    before stays.
    """
    try:
        return _Sync(client, database, progress, batch, clock).run()
    except NewLogError:
        # It was erased between HELLO and GET, which cannot happen twice in a row.
        return _Sync(client, database, progress, batch, clock).run()


class _Sync:
    def __init__(
        self,
        client: Client,
        database: Database,
        progress: Progress | None,
        batch: int,
        clock: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._database = database
        self._progress = progress
        self._batch = batch
        self._clock = clock
        self._runs: list[Run] = []
        self._bytes = 0

    def run(self) -> Report:
        info = self._client.hello()
        now = self._clock()
        before = held(self._database, info.device, info.epoch)
        report = Report(
            tablet=info,
            path=self._client.path,
            new_tablet=not before.known_device,
            new_log=before.known_device and not before.known_log and info.last > 0,
            now=now,
        )
        report.taken.last = before.last
        identity.check(self._client, self._database, info, before)
        upto = self._fetch(info, before, report)
        self._commit(info, report)
        if upto < info.last:
            report.unread = (upto + 1, info.last)
        self._tell(info, report)
        if not report.taken.records:
            epoch = report.known_as or info.epoch
            seen = _seen(info, report)
            report.taken.doubted += note(self._database, info.device, epoch, seen)
        report.namesakes = namesakes(self._database, info.device, info.name)
        # The tablet says it at each HELLO.
        lines = dict.fromkeys(self._client.text.splitlines())
        report.log = [line for line in lines if line.strip()]
        return report

    def _fetch(self, info: TabletInfo, before: Held, report: Report) -> int:
        """Get all new records; the last sequence number that the tablet had an answer for."""
        upto = before.last
        if info.last == 0:
            return upto
        # The last undamaged record held is asked for again, which shows whether it is still the
        # same log. Damaged ones behind it may come again with it, and are known then.
        overlap = 0 < info.first <= before.sound
        start = before.sound if overlap else max(before.last + 1, info.first)
        if start > before.last + 1:
            # Another PC has taken these, and the tablet has dropped them since.
            self._add(Run(before.last + 1, start, b""))
        for run in self._client.records(info, start):
            upto = run.next - 1
            if overlap:
                overlap = False
                run = _without_overlap(run, before, info)
            self._add(run)
            if self._progress:
                total = max(info.last, upto) - before.last
                self._progress(max(0, upto - before.last), max(0, total))
            if self._bytes >= self._batch:
                self._commit(info, report)
        return upto

    def _add(self, run: Run) -> None:
        if run.next > run.first:
            self._runs.append(run)
            self._bytes += len(run.raw)

    def _commit(self, info: TabletInfo, report: Report) -> None:
        if not self._runs:
            return
        renumbered = info.state & frames.STATE_RENUMBERED
        if renumbered and report.new_log and report.known_as is None:
            report.known_as = known_as(self._database, info.device, self._runs)
            report.new_log = report.known_as is None
        epoch = report.known_as or info.epoch
        source = Source(info.device, epoch, info.name, info.firmware)
        taken = ingest(self._database, source, self._runs, report.now, _seen(info, report))
        self._runs, self._bytes = [], 0
        so_far = report.taken
        so_far.records += taken.records
        so_far.deals += taken.deals
        so_far.matches = sorted({*so_far.matches, *taken.matches})
        so_far.refused += taken.refused
        so_far.missing += taken.missing
        so_far.last = taken.last
        so_far.doubted += taken.doubted

    def _tell(self, info: TabletInfo, report: Report) -> None:
        """ACCEPT what is in the database, unless the tablet knows, also of the day."""
        # Behind the last record that the tablet counts there can be a damaged one.
        upto = min(report.taken.last, info.last)
        days = info.protocol >= _DAYS and upto > 0
        if upto < info.accepted or (upto == info.accepted and not days):
            return
        try:
            self._client.accept(info.epoch, upto, report.now.astimezone().date())
        except DeviceError:
            # Everything is in the database; the next sync will tell it.
            report.told = False


def _seen(info: TabletInfo, report: Report) -> Anchor:
    return Anchor(info.last, info.boot, info.uptime, report.now)


def _without_overlap(run: Run, before: Held, info: TabletInfo) -> Run:
    """A run without its first record, which the database holds.

    Raises DeviceError when it is another one. A damaged one says nothing, and stays in the run.
    """
    if records.check(run.raw, 0, len(run.raw)) != E.OK:
        return run
    size = records.size(run.raw, 0)
    if run.raw[:size] not in before.raws:
        raise identity.another(info, before.sound)
    return Run(run.first + 1, run.next, run.raw[size:])
