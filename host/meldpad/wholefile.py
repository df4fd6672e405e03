"""Writing a file whole or not at all."""

import contextlib
import errno
import os
import secrets
from pathlib import Path

from meldpad.errors import DeviceError, InputError

_NAMED_WRONG = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, in place of the one that is there only when the new one is complete.

    Raises InputError for a place that cannot be, DeviceError when the disk does not take it;
    whatever was there is as it was then.
    """
    try:
        # What a link points to is replaced, and the link stays.
        target = path.resolve()
        if target.exists() and not target.is_file():
            # A device, a pipe; for a folder this fails.
            target.write_bytes(data)
        else:
            _replace(target, data)
    except (OSError, RuntimeError, ValueError) as error:
        code = getattr(error, "errno", None)
        reason = getattr(error, "strerror", None) or error
        if code is None or code in _NAMED_WRONG:
            raise InputError(f"{path}: {reason}") from error
        raise DeviceError(f"{path} cannot be written: {reason}; nothing was changed") from error


def _replace(target: Path, data: bytes) -> None:
    unfinished = target.with_name(f".meldpad-{secrets.token_hex(4)}")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            # A disk may notice only now that it is full.
            os.fsync(file.fileno())
        unfinished.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise
