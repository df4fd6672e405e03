"""The file system in a flash that is switched off."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from littlefs import LittleFS

BLOCK = 4096


@contextmanager
def opened(flash: Path) -> Iterator[LittleFS]:
    """Its files, to be looked at and changed."""
    data = bytearray(flash.read_bytes())
    system = LittleFS(
        block_size=BLOCK,
        block_count=len(data) // BLOCK,
        read_size=256,
        prog_size=32,
        cache_size=1024,
        lookahead_size=32,
        mount=False,
    )
    system.context.buffer = data
    system.mount()
    yield system
    system.unmount()
    flash.write_bytes(bytes(system.context.buffer))


def remove(flash: Path, *paths: str) -> None:
    """Take files away."""
    with opened(flash) as system:
        for path in paths:
            system.remove(path)


def segments(flash: Path) -> list[str]:
    """Paths of the log's segments."""
    with opened(flash) as system:
        return [f"log/{name}" for name in sorted(system.listdir("log")) if name.isdigit()]


def fill_up(flash: Path, left: int) -> None:
    """A file that leaves about so many bytes."""
    with opened(flash) as system:
        free = (system.block_count - system.used_block_count) * BLOCK - left
        with system.open("ballast", "wb") as file:
            file.write(bytes(free))
