"""The wheel built from the clone, in an empty environment elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from meldpad.deploy import uf2

_ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the wheel and what it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    _run(folder, [*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(_ROOT)])
    _run(folder, [sys.executable, "-m", "venv", str(folder / "venv")])
    python = folder / "venv" / "bin" / "python"
    (wheel,) = folder.glob("meldpad-*.whl")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    _run(folder, [*pip, "install", "--quiet", str(wheel)])
    return python


def _run(folder: Path, command: list[str]) -> str:
    """What a command prints that is run outside the clone and knows nothing of it."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "MICROPYPATH", "MICROPYTHON")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_comes_from_the_clone(python: Path, tmp_path: Path) -> None:
    code = "import canasta, meldpad; print(canasta.__file__); print(meldpad.__file__)"
    for path in _run(tmp_path, [str(python), "-c", code]).split():
        assert Path(path).is_relative_to(python.parents[1])
    code = "import sys; print('\\n'.join(sys.path))"
    assert str(_ROOT) not in _run(tmp_path, [str(python), "-c", code])


def test_it_plays_on_the_simulator(python: Path, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("ok ok ok shot:score")
    meldpad = str(python.with_name("meldpad"))
    files = ["--script", "script", "--shots", "shots", "--flash", "flash"]
    assert "serial port: /dev/" in _run(tmp_path, [meldpad, "sim", *files])
    with Image.open(tmp_path / "shots" / "score.png") as picture:
        assert picture.size == (320, 240)
        assert len(picture.getcolors() or ()) > 2


def test_it_writes_a_uf2(python: Path, tmp_path: Path, pico_image: Path) -> None:
    meldpad = str(python.with_name("meldpad"))
    words = ["uf2", "--board", "pico-display", "--image", str(pico_image), "-o", "meldpad.uf2"]
    assert "Meldpad" in _run(tmp_path, [meldpad, *words])
    written = uf2.read((tmp_path / "meldpad.uf2").read_bytes())
    assert written.version == uf2.read(pico_image.read_bytes()).version
    assert b"tablet.screens." in (tmp_path / "meldpad.uf2").read_bytes()
