"""`meldpad deploy`."""

import sys
from typing import TYPE_CHECKING

import typer

from meldpad.commands.options import BOARD

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("deploy")(_deploy)


def _deploy(
    board: str = BOARD,
    port: str | None = typer.Option(
        None,
        "--port",
        metavar="PORT",
        help="The board's serial port; without it MELDPAD_PORT, else the only board there is.",
    ),
    force: bool = typer.Option(
        False,
        "--force",
        help="Replace also a program that is no Meldpad, or the firmware of another board.",
    ),
) -> int:
    """Put the firmware on a board, or bring it up to date; matches and settings stay."""
    from meldpad.deploy.build import build
    from meldpad.deploy.deploy import deploy
    from meldpad.deploy.port import find

    place = find(port)
    firmware = build(board)
    with _Bar() as bar:
        report = deploy(firmware, place, bar.say, bar.step, force=force)
    tablet = report.tablet
    typer.echo(
        f"{tablet.name} at {place} runs Meldpad {tablet.firmware} ({tablet.build}): "
        f"{len(report.copied)} files copied, {len(report.removed)} removed, "
        f"{_records(tablet.first, tablet.last)} in its log."
    )
    return 0


def _records(first: int, last: int) -> str:
    count = last - first + 1 if last else 0
    return f"{count} record{'' if count == 1 else 's'}"


class _Bar:
    """Progress on standard error: a bar in a terminal, lines elsewhere. A context manager."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def say(self, text: str) -> None:
        """Tell what happens now."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
        print(text, file=sys.stderr, flush=True)

    def step(self, done: int, total: int) -> None:
        """Tell that so many of the files are there."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        console = Console(stderr=True)
        if not console.is_terminal:
            if done == 0:
                print(f"Copying {total} files ...", file=sys.stderr, flush=True)
            return
        if self._progress is None:
            columns = (TextColumn("Copying files"), BarColumn(), MofNCompleteColumn())
            self._progress = Progress(*columns, console=console, transient=True)
            self._task = self._progress.add_task("", total=total)
            self._progress.start()
        assert self._task is not None
        self._progress.update(self._task, completed=done)
