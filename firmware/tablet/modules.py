"""Modules that are needed for a while only."""

import sys


def forget(path: str) -> None:
    """Take a module out of memory once nothing else holds it."""
    module = sys.modules.pop(path, None)
    if module is None:
        return
    package, _, name = path.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], name):
        delattr(sys.modules[package], name)
