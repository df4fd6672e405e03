"""Flash files of tablets that have played a lot already."""

import os
import subprocess
from pathlib import Path

import canasta
from meldpad.firmware import firmware_folder
from meldpad.simulator.process import micropython
from support.log import Log

DEVICE = "0102030405060708"
EPOCH = "a1b2c3d4"


def fill(flash: Path, log: Log, device: str = DEVICE, epoch: str = EPOCH) -> Path:
    """Make a flash file that holds the log, written by the firmware's store; its path."""
    raw = flash.with_suffix(".records")
    raw.write_bytes(log.raw())
    path = os.pathsep.join((str(firmware_folder()), str(Path(canasta.__file__).parent.parent)))
    script = Path(__file__).with_name("fill_flash.py")
    subprocess.run(
        [micropython(), "-X", "heapsize=8m", str(script), str(flash), device, epoch, str(raw)],
        env={**os.environ, "MICROPYPATH": path},
        check=True,
    )
    return flash
