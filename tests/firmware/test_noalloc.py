"""Key presses, drawing, scoring and folding allocate nothing (`micro/noalloc.py`)."""

from pathlib import Path

import pytest
from support import micro


@pytest.mark.parametrize("display", ["320", "128"])
def test_nothing_is_allocated(display: str) -> None:
    script = Path(__file__).parent / "micro" / "noalloc.py"
    assert micro.run(script, display, heap="4m").endswith("\ndone\n")
