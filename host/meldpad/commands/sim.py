"""`meldpad sim`: the simulated tablet."""

import signal
import sys
from pathlib import Path
from types import FrameType

import typer

from meldpad.errors import InputError


def sim(
    board: str | None = typer.Option(
        None, help="The display: 320x240 or 128x64. Without it, what the terminal can show."
    ),
    flash: Path | None = typer.Option(
        None, help="File that keeps the tablet's flash between runs. Without it, all is gone."
    ),
    script: Path | None = typer.Option(
        None, help="Key script to play, - for standard input (see docs/simulator.md)."
    ),
    shots: Path | None = typer.Option(None, help="Folder for the pictures of a script."),
    scale: int = typer.Option(1, min=1, max=8, help="Enlarge the pictures so many times."),
    stay: bool = typer.Option(False, help="After the script, keep the tablet running."),
) -> None:
    """Run a simulated tablet: the real firmware. In a terminal it is playable."""
    from meldpad.simulator.player import flash_file

    signal.signal(signal.SIGTERM, _terminate)
    with flash_file(flash) as path:
        if script is not None:
            _script(path, board or "320x240", _text(script), shots, scale, stay)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            _terminal(path, board)
        else:
            _headless(path, board or "320x240")


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    """kill is as good as Ctrl-C: the tablet's process must not stay behind."""
    raise KeyboardInterrupt


def _text(script: Path) -> str:
    try:
        if str(script) == "-":
            return sys.stdin.read()
        return script.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{script}: {error}") from error


def _script(flash: Path, board: str, text: str, shots: Path | None, scale: int, stay: bool) -> None:
    from meldpad.link.ports import announce
    from meldpad.simulator.player import Player
    from meldpad.simulator.script import parse

    steps = parse(text)
    with Player(flash, board, shots, scale) as player:
        print(f"serial port: {player.tablet.port}", flush=True)
        player.run(steps)
        if sys.stdout.isatty() and not shots:
            print("\n".join(player.tablet.screen.blocks()))
        if stay:
            with announce(player.tablet.port):
                player.stay()


def _headless(flash: Path, board: str) -> None:
    """Run in real time until the program is stopped."""
    from meldpad.link.ports import announce
    from meldpad.simulator.process import Tablet

    with Tablet(flash, board, virtual=False) as tablet, announce(tablet.port):
        print(f"serial port: {tablet.port}", flush=True)
        while True:
            tablet.pump(1)


def _terminal(flash: Path, board: str | None) -> None:
    from blessed import Terminal

    from meldpad.link.ports import announce
    from meldpad.simulator.process import Tablet
    from meldpad.simulator.terminal import fitting_board, play

    terminal = Terminal()
    board = board or fitting_board(terminal.width, terminal.height)
    with Tablet(flash, board, virtual=False) as tablet, announce(tablet.port):
        play(tablet, lambda: f"serial port: {tablet.port}", terminal)
        print(f"serial port was {tablet.port}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(sim)
