"""Playing a key script on the simulated tablet."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from meldpad.errors import DeviceError
from meldpad.simulator.process import Tablet
from meldpad.simulator.script import Step

_STAY_MS = 50


@contextmanager
def flash_file(path: Path | None) -> Iterator[Path]:
    """The file that keeps the flash: the one that was named, or one that is gone afterwards."""
    if path is not None:
        if path.is_dir() or not path.parent.is_dir():
            raise DeviceError(f"{path}: no file for the flash can be made there")
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="meldpad-") as folder:
        yield Path(folder) / "tablet.flash"


class Player:
    """A simulated tablet in virtual time that a script can also switch off and on again.

    `shots` is the folder for pictures, enlarged `scale` times. A context manager.
    """

    def __init__(self, flash: Path, board: str, shots: Path | None = None, scale: int = 1) -> None:
        self._flash = flash
        self._board = board
        self._shots = shots
        self._scale = scale
        self.tablet = Tablet(flash, board)

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.tablet.close()

    def run(self, steps: list[Step], progress: Callable[[int], None] | None = None) -> None:
        """Carry out the steps; `progress` hears the number of those done."""
        for number, step in enumerate(steps, 1):
            self._step(step)
            if progress:
                progress(number)

    def _step(self, step: Step) -> None:
        if step.action == "tap":
            self.tablet.tap(step.name, step.count)
        elif step.action == "hold":
            self.tablet.hold(step.name, step.count)
        elif step.action == "wait":
            self.tablet.advance(step.count)
        elif step.action == "shot":
            self.shot(step.name)
        else:
            self.restart()

    def restart(self, held: tuple[str, ...] = ()) -> None:
        """Cut the power and start the tablet again, with these keys down from the start."""
        self.tablet.kill()
        self.tablet = Tablet(self._flash, self._board, held=held)

    def shot(self, name: str) -> Path | None:
        """Write the screen as a picture; where, or None without a folder."""
        if self._shots is None:
            return None
        path = self._shots / f"{name}.png"
        try:
            self._shots.mkdir(parents=True, exist_ok=True)
            self.tablet.screen.image(self._scale).save(path)
        except OSError as error:
            raise DeviceError(f"{path}: {error.strerror or error}") from error
        return path

    def stay(self) -> None:
        """Let time pass as on the wall until the program is interrupted."""
        while True:
            self.tablet.advance(_STAY_MS)
            time.sleep(_STAY_MS / 1000)
