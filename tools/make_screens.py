"""Makes the README's pictures of the tablet: `python tools/make_screens.py`, by keys alone.

Nothing is drawn by hand: each picture is what the simulated tablet shows after its keys.
"""

import tempfile
from pathlib import Path

from meldpad.demo import SCENES
from meldpad.simulator.player import Player
from meldpad.simulator.script import parse

_FOLDER = Path(__file__).parent.parent / "docs" / "img"

_SHOTS = (
    ("setup", "ok"),
    ("score", " ".join(keys for _, keys in SCENES[:3]) + " wait:5000"),
    ("entry", " ".join(keys for _, keys in SCENES[:2]) + " wait:5000 ok*5 up:460"),
    ("recap", " ".join(keys for _, keys in SCENES[:3]).rsplit("wait:600", 1)[0] + " wait:600"),
    ("history", " ".join(keys for _, keys in SCENES[:4]) + " up"),
    ("deal", " ".join(keys for _, keys in SCENES[:5]) + " up*2 ok"),
)
"""Name of the picture, and the keys from a blank tablet to it."""

_BOARDS = (("320x240", "", 1), ("128x64", "-small", 2))


def main() -> None:
    """Write every picture for both displays."""
    for board, suffix, scale in _BOARDS:
        for name, keys in _SHOTS:
            with tempfile.TemporaryDirectory() as folder:
                flash = Path(folder) / "tablet.flash"
                with Player(flash, board, _FOLDER, scale) as player:
                    player.run(parse(keys))
                    print(player.shot(name + suffix))


if __name__ == "__main__":
    main()
