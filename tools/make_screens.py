"""Makes every picture of the tablet: `python tools/make_screens.py`, by keys alone.

Nothing is drawn by hand: each picture is what the simulated tablet shows after its keys. Writes
the golden pictures of tests/goldens, the contact sheets docs/screens.png and docs/screens-XX.png,
and the README's pictures in docs/img. Look at them before they are committed.
"""

import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

_ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(_ROOT / "tests"))

from goldens import scenes, states  # noqa: E402

from meldpad.simulator.player import Player  # noqa: E402
from meldpad.simulator.script import parse  # noqa: E402

_BOARDS = ("320x240", "128x64")
_GAP = 8
_TITLE = 14

# In the README: name of the picture and of the screen.
_README = {
    "score": "score-2",
    "entry": "entry-melded",
    "recap": "recap-open",
    "deal": "deal-corrected",
    "history": "history-corrected",
    "setup": "setup",
}


def _shots(board: str, language: int, folder: Path) -> list[Path]:
    """Play all chains; the pictures in the order of the scenes."""
    names = []
    for chain in scenes.CHAINS:
        script = scenes.keys(chain, language)
        names += [word[5:] for word in script.split() if word.startswith("shot:")]
        with tempfile.TemporaryDirectory() as flash:
            file = Path(flash) / "tablet.flash"
            with Player(file, board, folder) as player:
                states.run(script, lambda keys, to=player: to.run(parse(keys)), player, file)
    return [folder / f"{name}.png" for name in names]


def _sheet(large: list[Path], small: list[Path]) -> Image.Image:
    """Both displays side by side, each pair with its name."""
    first, second = Image.open(large[0]).size, Image.open(small[0]).size
    width = first[0] + second[0] + 3 * _GAP
    height = first[1] + _TITLE + _GAP
    rows = -(-len(large) // 3)
    sheet = Image.new("RGB", (3 * width, rows * height), (70, 70, 70))
    draw = ImageDraw.Draw(sheet)
    for i, (one, other) in enumerate(zip(large, small, strict=True)):
        x, y = i % 3 * width, i // 3 * height
        draw.text((x + _GAP, y + 1), one.stem, fill=(255, 255, 255))
        sheet.paste(Image.open(one), (x + _GAP, y + _TITLE))
        sheet.paste(Image.open(other), (x + first[0] + 2 * _GAP, y + _TITLE))
    return sheet.quantize(16)


def main() -> None:
    """Write everything; languages may be named, to make only their contact sheets."""
    wanted = sys.argv[1:] or list(scenes.LANGUAGES)
    for number, language in enumerate(scenes.LANGUAGES):
        if language not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = {}
            for board in _BOARDS:
                found[board] = _shots(board, number, Path(folder) / board)
            suffix = "" if number == 0 else f"-{language}"
            path = _ROOT / "docs" / f"screens{suffix}.png"
            _sheet(found["320x240"], found["128x64"]).save(path, optimize=True)
            print(path)
            if number == 0:
                _keep(found)


def _keep(found: dict[str, list[Path]]) -> None:
    """The English pictures are the goldens, and some stand in the README."""
    for board, paths in found.items():
        folder = _ROOT / "tests" / "goldens" / board
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()
        for path in paths:
            Image.open(path).quantize(8).save(folder / path.name, optimize=True)
    images = _ROOT / "docs" / "img"
    for name, screen in _README.items():
        for board, suffix, scale in (("320x240", "", 1), ("128x64", "-small", 2)):
            picture = Image.open(_ROOT / "tests" / "goldens" / board / f"{screen}.png")
            size = (picture.width * scale, picture.height * scale)
            picture.resize(size, Image.Resampling.NEAREST).save(images / f"{name}{suffix}.png")


if __name__ == "__main__":
    main()
