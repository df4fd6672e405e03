"""Any earlier deal is at most six presses away, its correction or undo included."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.reach import flash_with, presses_to
from support.table import Table


@pytest.mark.parametrize("deals", [1, 2, 6, 13, 30])
def test_any_earlier_deal_is_reached(
    tablet: Callable[..., Table], tmp_path: Path, deals: int
) -> None:
    table = tablet("128x64", flash_with(tmp_path, deals))
    found = [presses_to(table, wanted, deals) for wanted in range(1, deals + 1)]
    # One more press corrects it; or one chooses the undo.
    assert max(found) + 1 <= 6, found
