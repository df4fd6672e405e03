"""Every screen pixel by pixel, on both displays; a change is shown as old, new and difference."""

from pathlib import Path

import pytest
from goldens import scenes, states
from PIL import Image, ImageChops

from meldpad.simulator.player import Player
from meldpad.simulator.script import parse

_GOLDENS = Path(__file__).parent.parent / "goldens"
_CHANGED = Path(__file__).parent.parent.parent / "build" / "goldens"

# The tablet's id and the free space differ from tablet to tablet.
_VARYING = ("about",)


@pytest.mark.parametrize("board", ["320x240", "128x64"])
@pytest.mark.parametrize("chain", scenes.CHAINS)
def test_screens_are_as_they_were_looked_at(chain: str, board: str, tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    flash = tmp_path / "tablet.flash"
    with Player(flash, board, shots) as player:
        states.run(scenes.keys(chain), lambda keys: player.run(parse(keys)), player, flash)
    taken = sorted(shots.glob("*.png"))
    assert taken
    changed = [shot.stem for shot in taken if not _same(shot, board)]
    assert not changed, f"see {_CHANGED / board}; if it is meant: python tools/make_screens.py"


def test_every_golden_is_still_made() -> None:
    made = {
        word.removeprefix("shot:")
        for chain in scenes.CHAINS
        for word in scenes.keys(chain).split()
        if word.startswith("shot:")
    }
    for board in ("320x240", "128x64"):
        assert {path.stem for path in (_GOLDENS / board).glob("*.png")} == made


def _same(shot: Path, board: str) -> bool:
    golden = _GOLDENS / board / shot.name
    new = Image.open(shot).convert("RGB")
    if shot.stem in _VARYING:
        return golden.exists() and Image.open(golden).size == new.size
    old = Image.open(golden).convert("RGB") if golden.exists() else Image.new("RGB", new.size)
    difference = ImageChops.difference(old, new)
    if golden.exists() and difference.getbbox() is None:
        return True
    sheet = Image.new("RGB", (3 * new.width + 16, new.height), (128, 128, 128))
    for place, picture in enumerate((old, new, difference)):
        sheet.paste(picture, (place * (new.width + 8), 0))
    (_CHANGED / board).mkdir(parents=True, exist_ok=True)
    sheet.save(_CHANGED / board / shot.name)
    return False
