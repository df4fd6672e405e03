"""A file system image as MicroPython on a Pico makes it: littlefs 2 with its own geometry."""

from littlefs import LittleFS

BLOCK = 4096
"""Bytes of a block that is erased at once."""

# What `VfsLfs2(bdev, progsize=256)` in the port's _boot.py uses.
_PROGRAM = 256
_READ = 32
_CACHE = 4 * _PROGRAM
_LOOKAHEAD = 32


def make(files: dict[str, bytes], size: int) -> bytes:
    """A file system of `size` bytes with these files, folders made as needed."""
    system = LittleFS(
        block_size=BLOCK,
        block_count=size // BLOCK,
        prog_size=_PROGRAM,
        read_size=_READ,
        cache_size=_CACHE,
        lookahead_size=_LOOKAHEAD,
    )
    for path in sorted(files):
        folder, _, _ = path.rpartition("/")
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(files[path])
    return bytes(system.context.buffer)
