"""Fixtures for all tests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.table import BOARDS, Table


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
