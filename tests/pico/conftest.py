"""Runs of the emulated Pico: made beside all other tests, once for all processes of them."""

import contextlib
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "shared"))

import making
import runs

_LOG = "log.txt"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Whoever is the first of the processes of pytest-xdist to come here has the runs made."""
    image = _image()
    if image is None or not any(
        name in item.fixturenames
        for item in session.items
        if isinstance(item, pytest.Function)
        for name in _FIXTURES
    ):
        return
    with contextlib.suppress(FileExistsError):
        folder = _folder(session.config)
        folder.mkdir()
        # The process that pytest-xdist starts the others from lives until the last test is over.
        wanting = os.getppid() if _is_worker(session.config) else os.getpid()
        command = [sys.executable, making.__file__, str(image), str(folder), str(wanting)]
        with (folder / _LOG).open("wb") as log:
            subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def _is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


def _folder(config: pytest.Config) -> Path:
    """Where the runs of this call of pytest are, for all its processes."""
    factory: pytest.TempPathFactory = config._tmp_path_factory  # type: ignore[attr-defined]
    base = factory.getbasetemp()
    return (base.parent if _is_worker(config) else base) / "pico-runs"


def _image() -> Path | None:
    named = os.environ.get("PICO_UF2")
    return Path(named) if named and Path(named).is_file() else None


@pytest.fixture(scope="session")
def pico_image() -> Path:
    """MicroPython for the Pico as a UF2 file, from the environment variable PICO_UF2."""
    image = _image()
    if image:
        return image
    named = os.environ.get("PICO_UF2")
    reason = (
        f"PICO_UF2 names {named}, which is no file"
        if named
        else "PICO_UF2 names no image of MicroPython for the Pico (RPI_PICO-….uf2)"
    )
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _fixture(name: str) -> Callable[..., runs.Run]:
    @pytest.fixture(scope="session", name=f"{name}_run")
    def run(pico_image: Path, request: pytest.FixtureRequest) -> runs.Run:
        folder = _folder(request.config)
        file = making.made(folder, name)
        deadline = time.monotonic() + _WAIT_S
        while not file.exists():
            # Looked at once more, since the last run comes just before the end of all.
            over = (folder / making.OVER).exists() and not file.exists()
            if over or time.monotonic() > deadline:
                pytest.fail(f"no run {name!r}: {(folder / _LOG).read_text()}")
            time.sleep(0.2)
        return pickle.loads(file.read_bytes())

    return run


_WAIT_S = 1200
"""All runs take a few minutes on two cores."""

drivers_run = _fixture("drivers")
lost_run = _fixture("lost")
cable_run = _fixture("cable")
display_run = _fixture("display")
memory_run = _fixture("memory")
starts_run = _fixture("starts")
oled_run = _fixture("oled")
core_run = _fixture("core")
_FIXTURES = {f"{run.__name__}_run" for run in making.RUNS}
