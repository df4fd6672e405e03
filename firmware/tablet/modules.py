"""Modules that are needed for a while only."""

import sys


def forget(path: str, data: bool = False) -> None:
    """Take a module out of memory once nothing else holds it.

    One of data alone is emptied as well: a number somewhere in memory that only looks like its
    address would keep all of it otherwise.
    """
    module = sys.modules.get(path)
    if module is None:
        return
    # A dictionary of MicroPython's keeps the value of what was removed until its place is taken.
    sys.modules[path] = None  # pyright: ignore[reportArgumentType]
    del sys.modules[path]
    package, _, name = path.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], name):
        setattr(sys.modules[package], name, None)
        delattr(sys.modules[package], name)
    if data:
        module.__dict__.clear()
