"""`meldpad clock`, `rename` and `erase`: what somebody at the tablet has to allow."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from meldpad.commands.options import DB, PORT
from meldpad.errors import DeviceError, InputError, RefusedError

if TYPE_CHECKING:
    from meldpad.link.client import Client
    from meldpad.link.messages import TabletInfo
    from meldpad.sync import Report


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("clock")(_clock)
    app.command("rename")(_rename)
    app.command("erase")(_erase)


def _clock(port: str | None = PORT) -> None:
    """Note this computer's time in the tablet's log, so that its matches get exact dates."""
    from datetime import datetime

    from canasta import frames
    from meldpad.link import messages

    info = _changed(
        port,
        frames.CLOCK,
        lambda token: messages.clock(token, datetime.now().astimezone()),
        f"note the time {datetime.now():%H:%M}",
    )
    typer.echo(f"{info.name} has noted the time; the next sync dates its records by it.")


def _rename(
    name: str = typer.Argument(..., metavar="NAME", help="The tablet's new name."),
    port: str | None = PORT,
) -> None:
    """Give the tablet another name."""
    from canasta import frames, records
    from meldpad.link import messages

    name = name.strip()
    if not name or not name.isprintable():
        raise InputError("NAME: a name has letters, digits and signs, and no control characters")
    size = len(name.encode())
    if size > records.NAME_LIMIT:
        raise InputError(f"NAME: {size} bytes are too long, {records.NAME_LIMIT} are the most")
    info = _changed(
        port, frames.RENAME, lambda token: messages.rename(token, name), f"call it {name}"
    )
    typer.echo(f"The tablet {info.name} ({info.device.hex()}) is called {name} now.")


def _erase(
    port: str | None = PORT,
    db: str | None = DB,
    no_sync: bool = typer.Option(False, "--no-sync", help="Do not copy what is new first."),
) -> None:
    """Copy everything new, then erase the tablet's log; the database keeps what it has."""
    from canasta import frames
    from meldpad.link import messages
    from meldpad.link.client import NewLogError
    from meldpad.link.find import connect

    with connect(port) as client:
        report = None if no_sync else _sync(client, db)
        info = client.hello()
        if info.last == 0:
            typer.echo(f"The log of {info.name} is empty.")
            return
        try:
            _ask(
                client,
                info,
                frames.ERASE,
                lambda token: messages.erase(token, info.epoch, info.last),
                f"erase its log{_again(info, report)}",
            )
        except NewLogError:
            # It was switched off and on after it had done so, and knows nothing of it any more.
            if client.hello().last:
                raise
    typer.echo(f"Erased: {info.name} begins a new log. The database keeps what came from the old.")


def _again(info: "TabletInfo", report: "Report | None") -> str:
    """That the tablet asks twice, where it does, and why."""
    known = max(info.accepted, info.first - 1)
    if info.last <= known:
        return ""
    # On the log of a newer firmware the tablet does not note what a PC has.
    committed = report.taken.last if report and report.tablet.epoch == info.epoch else 0
    kept = info.last - max(known, committed)
    why = f"for {_count(kept)} on no PC" if kept > 0 else "as it cannot note what came over"
    return f"; it asks again, {why}, and takes the up key for that"


def _sync(client: "Client", db: str | None) -> "Report":
    """Copy everything new, and say so. Raises DeviceError when not everything came."""
    from meldpad.commands.opened import open_history
    from meldpad.commands.sync import report_lines
    from meldpad.paths import database_place
    from meldpad.sync import sync

    report = sync(client, open_history(database_place(db)))
    for line in report_lines(report):
        typer.echo(line)
    if report.unread or not report.told:
        raise DeviceError(
            "not everything came over, so nothing was erased; repeat, or use --no-sync to erase "
            "without copying"
        )
    return report


def _changed(
    port: str | None, kind: int, body: Callable[[bytes], bytes], what: str
) -> "TabletInfo":
    """Have the tablet changed by one request; which tablet it was, as it was before."""
    from meldpad.link.find import connect

    with connect(port) as client:
        info = client.hello()
        _ask(client, info, kind, body, what)
    return info


def _ask(
    client: "Client", info: "TabletInfo", kind: int, body: Callable[[bytes], bytes], what: str
) -> None:
    """Say what to press, and wait for it. Raises RefusedError when nobody allows it."""
    from canasta import frames

    print(
        f"On the tablet {info.name}: once its keys have rested it asks. "
        f"Press the down key there to {what}; the back key refuses.",
        file=sys.stderr,
        flush=True,
    )
    state = client.change(info, kind, body).state
    if state == frames.REFUSED:
        raise RefusedError(f"{info.name} refused; nothing was changed")
    if state == frames.LAPSED:
        raise RefusedError(f"nobody answered on {info.name}; nothing was changed")
    if state == frames.FAILED:
        raise DeviceError(
            f"{info.name} could not save it: its memory is full or fails; see its screen"
        )


def _count(number: int) -> str:
    return "1 record that is" if number == 1 else f"{number} records that are"
