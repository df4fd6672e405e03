"""Fixtures for all tests."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support.table import BOARDS, Table

# The machine that runs the tests may be busy; nothing here is about time. Every run on a desk tries
# other examples; in CI they are always the same, so that a red run can be repeated.
settings.register_profile(
    "meldpad",
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("meldpad")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device", metavar="PORT", help="a tablet on the desk for tests/link/test_desk.py"
    )


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> str:
    """Each of the simulated boards."""
    return request.param


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Makes simulated tablets: `tablet(board, flash)`. Without a flash file it is a new one."""
    with ExitStack() as stack:

        def make(board: str = "320x240", flash: Path | None = None) -> Table:
            return stack.enter_context(Table(board, flash or tmp_path / f"{board}.flash"))

        yield make


@pytest.fixture
def table(board: str, tablet: Callable[..., Table]) -> Table:
    """A new tablet of each board."""
    return tablet(board)
