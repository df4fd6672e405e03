"""`meldpad uf2`."""

from pathlib import Path

import typer

from meldpad.commands.options import BOARD
from meldpad.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("uf2")(_uf2)


def _uf2(
    board: str = BOARD,
    image: Path = typer.Option(
        ..., "--image", metavar="FILE", help="MicroPython for the Pico, from micropython.org."
    ),
    out: Path = typer.Option(
        Path("meldpad.uf2"), "-o", "--output", metavar="FILE", help="The file to write."
    ),
) -> int:
    """Write one file that is dragged onto a Pico: MicroPython and the firmware."""
    from meldpad.deploy import build, uf2
    from meldpad.deploy import image as images
    from meldpad.deploy.version import refuse_old
    from meldpad.wholefile import write_whole

    try:
        micropython = uf2.read(image.read_bytes())
    except OSError as error:
        raise InputError(f"{image}: {error.strerror or error}") from error
    except uf2.Uf2Error as error:
        raise InputError(
            f"{image} {error}; take the .uf2 for your Pico from micropython.org/download"
        ) from error
    refuse_old(micropython.version, str(image))
    firmware = build.build(board)
    try:
        system = images.make(firmware.files, micropython.files[1])
    except images.NoRoomError as error:
        raise InputError(
            f"{image} keeps {micropython.files[1] // 1024} KB for files, and the firmware needs "
            "more; take another MicroPython for your Pico"
        ) from error
    data = uf2.write(micropython, system)
    write_whole(out, data)
    chip = uf2.FAMILIES[micropython.family]
    typer.echo(
        f"{out}: MicroPython {micropython.version} and Meldpad {firmware.digest} for {board}, "
        f"{chip}, {len(data) // 1024} KB."
    )
    typer.echo(
        "Hold BOOTSEL, plug the Pico in, and copy the file onto the drive that appears. It "
        "replaces everything on the Pico: sync a used tablet first, its history is gone "
        "afterwards (`meldpad deploy` keeps it)."
    )
    return 0
