"""Runs of the emulated Pico, made side by side while the tests wait for the first of them."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[1] / "shared"))

import bare
import measure
import runs

_RUNS = (
    *(runs.cable, runs.display, measure.memory, runs.oled),
    *(runs.core, bare.drivers, bare.lost),
)
"""The longest first."""


_HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them go to one process of pytest-xdist, since each would make the runs for itself."""
    for item in items:
        if _HERE in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("pico"))


@pytest.fixture(scope="session")
def pico_image() -> Path:
    """MicroPython for the Pico as a UF2 file, from the environment variable PICO_UF2."""
    named = os.environ.get("PICO_UF2")
    if named and Path(named).is_file():
        return Path(named)
    reason = (
        f"PICO_UF2 names {named}, which is no file"
        if named
        else "PICO_UF2 names no image of MicroPython for the Pico (RPI_PICO-….uf2)"
    )
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def pico_runs(
    pico_image: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Future[runs.Run]]]:
    """All runs by name, each as soon as it is over."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=context) as pool:
        yield {
            go.__name__: pool.submit(
                runs.record, go, pico_image, tmp_path_factory.mktemp(go.__name__)
            )
            for go in _RUNS
        }
        pool.shutdown(cancel_futures=True)


def _fixture(name: str) -> Callable[..., runs.Run]:
    @pytest.fixture(scope="session", name=f"{name}_run")
    def run(pico_runs: dict[str, Future[runs.Run]]) -> runs.Run:
        return pico_runs[name].result()

    return run


drivers_run = _fixture("drivers")
lost_run = _fixture("lost")
cable_run = _fixture("cable")
display_run = _fixture("display")
memory_run = _fixture("memory")
oled_run = _fixture("oled")
core_run = _fixture("core")
