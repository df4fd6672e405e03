"""A file system image as MicroPython on a Pico makes it: littlefs 2 with its own geometry."""

from littlefs import LittleFS, LittleFSError

BLOCK = 4096
"""Bytes of a block that is erased at once."""

# What `VfsLfs2(bdev, progsize=256)` in the port's _boot.py uses.
_PROGRAM = 256
_READ = 32
_CACHE = 4 * _PROGRAM
_LOOKAHEAD = 32


class NoRoomError(Exception):
    """A file system that is too small for its files."""


def make(files: dict[str, bytes], size: int) -> bytes:
    """A file system of `size` bytes with these files, folders made as needed.

    Raises NoRoomError.
    """
    try:
        return _make(files, size)
    except LittleFSError as error:
        # Without two blocks there is no place for the root, and littlefs calls that invalid.
        if error.code in (LittleFSError.Error.LFS_ERR_NOSPC, LittleFSError.Error.LFS_ERR_INVAL):
            raise NoRoomError from error
        raise


def _make(files: dict[str, bytes], size: int) -> bytes:
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
