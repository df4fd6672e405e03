"""`meldpad sync`."""

import json
import sys
import threading
from typing import TYPE_CHECKING, Any

import typer

from meldpad.commands.options import DB, PORT
from meldpad.errors import DEVICE
from meldpad.plain import plain
from meldpad.states import states

if TYPE_CHECKING:
    from rich.progress import Progress

    from meldpad.db.ingest import Kept
    from meldpad.sync import Report

_PATIENCE = 1.0
"""Seconds after which a sync shows its progress."""
_FEW = 5
"""Refusals that are listed one by one."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sync")(_sync)


def _sync(
    port: str | None = PORT,
    db: str | None = DB,
    as_json: bool = typer.Option(False, "--json", help="Print JSON for other programs."),
) -> int:
    """Copy everything new from a tablet into the database."""
    from meldpad.commands.opened import open_history
    from meldpad.link.find import connect
    from meldpad.paths import database_place
    from meldpad.sync import sync

    place = database_place(db)
    with connect(port) as client:
        database = open_history(place)
        with _Bar() as bar:
            report = sync(client, database, bar.update)
    for line in report.log:
        print(f"tablet: {plain(line)}", file=sys.stderr)
    if as_json:
        typer.echo(json.dumps(report_json(report), indent=2))
    else:
        for line in report_lines(report):
            typer.echo(line)
    if report.unread:
        print(f"meldpad: {_unread(report)}", file=sys.stderr)
        return DEVICE
    return 0


def report_lines(report: "Report") -> list[str]:
    """What a sync did, for people: a line or two, and one for each thing that was refused."""
    from meldpad.history import local, refusal

    taken = report.taken
    name = report.tablet.name
    if not taken.records:
        came = "nothing new"
    else:
        came = f"{_count(taken.records, 'new record')}, {_count(taken.deals, 'new deal')}"
        numbers = ", ".join(map(str, taken.matches))
        if numbers:
            came += f", in match{'es' if len(taken.matches) > 1 else ''} {numbers}"
    lines = [f"Tablet {name} ({report.tablet.device.hex()}): {came}."]
    if report.new_log:
        lines.append(f"{name} has a new log; what came from it before stays in the database.")
    for state in states(report.tablet.state):
        after = f"; {state.synced}" if state.synced else ""
        lines.append(f"{state.sentence.format(name)}{after}.")
    if report.known_as:
        lines.append("The database knows its records already, and has none of them twice.")
    for kept in (taken.missing + taken.refused)[:_FEW]:
        lines.append(f"Not taken in{_of_match(kept)}, {refusal(kept.seq, kept.last, kept.reason)}")
    rest = len(taken.missing) + len(taken.refused) - _FEW
    if rest > 0:
        lines.append(f"Not taken in: {rest} more.")
    if taken.refused:
        lines.append("The bytes of what was not taken in are kept in the database.")
    for other in report.namesakes:
        lines.append(f"Another tablet is named {name}, {other}; `meldpad rename` tells them apart.")
    for anchor in taken.doubted:
        if anchor.at == report.now:
            lines.append(
                f"This computer's clock says {local(anchor.at)}, which cannot be right beside what "
                "it or another one said before; dates follow those. Is it set?"
            )
        else:
            lines.append(
                f"A clock said {local(anchor.at)} before, which was wrong; dates follow the others."
            )
    if not report.told:
        lines.append(f"{name} does not know yet; the next sync tells it.")
    return lines


def report_json(report: "Report") -> dict[str, Any]:
    """What `meldpad sync --json` prints."""
    from meldpad.history import utc

    taken = report.taken
    return {
        "tablet": {
            "id": report.tablet.device.hex(),
            "epoch": report.tablet.epoch.hex(),
            "name": report.tablet.name,
            "firmware": report.tablet.firmware,
            "port": report.path,
        },
        "new_tablet": report.new_tablet,
        "new_log": report.new_log,
        "state": [state.id for state in states(report.tablet.state)],
        "known_as": report.known_as.hex() if report.known_as else None,
        "records": taken.records,
        "deals": taken.deals,
        "matches": taken.matches,
        "not_taken": [_kept_json(kept) for kept in taken.missing + taken.refused],
        "last": taken.last,
        "told": report.told,
        "same_name": report.namesakes,
        "wrong_clocks": [utc(anchor.at) for anchor in taken.doubted],
        "unread": list(report.unread) if report.unread else None,
        "log": report.log,
    }


def _kept_json(kept: "Kept") -> dict[str, Any]:
    from meldpad.sentences import sentence

    return {
        "record": kept.seq,
        "to": kept.last,
        "match": kept.match,
        "reason": kept.reason,
        "text": sentence(kept.reason),
    }


def _of_match(kept: "Kept") -> str:
    return f" to match {kept.match}" if kept.match else ""


def _unread(report: "Report") -> str:
    assert report.unread
    first, last = report.unread
    return (
        f"the tablet cannot read records {first} to {last} of its log, its memory is damaged; "
        "keep it as it is, nothing was dropped"
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


class _Bar:
    """Progress on standard error, once a sync has taken a while. A context manager.

    A bar in a terminal, one line elsewhere.
    """

    def __init__(self) -> None:
        # A timer, since the database can take as long as the cable and tells nothing meanwhile.
        self._timer = threading.Timer(_PATIENCE, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._counts = (0, 0)
        self._over = False
        self._progress: Progress | None = None

    def __enter__(self) -> "_Bar":
        self._timer.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._progress is not None:
                self._progress.stop()

    def update(self, done: int, total: int) -> None:
        """Hear that `done` of `total` records have come."""
        with self._lock:
            self._counts = (done, total)
            self._draw()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        console = Console(stderr=True)
        with self._lock:
            if self._over:
                return
            if not console.is_terminal:
                print("Copying records from the tablet ...", file=sys.stderr, flush=True)
                return
            self._progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                console=console,
                transient=True,
            )
            self._progress.add_task("Copying records", total=None)
            self._draw()
            self._progress.start()

    def _draw(self) -> None:
        done, total = self._counts
        if self._progress is None or not total:
            return
        what = "Copying records" if done < total else "Writing the database"
        task = self._progress.tasks[0].id
        self._progress.update(task, description=what, completed=done, total=total)
