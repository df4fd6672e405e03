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


_far: list[str] = []


def far(path: str, owner: "Any", name: str) -> "Any":
    """A method of `owner` that a deploy has put into the module `path`. Raises AttributeError when
    there is none.
    """
    module = __import__(path, None, None, ("Far",))
    if path not in _far:
        _far.append(path)
    method = getattr(module.Far, name)
    return lambda *args: method(owner, *args)


def tidy() -> bool:
    """Forget the modules that `far` has loaded; whether there were any."""
    found = bool(_far)
    while _far:
        forget(_far.pop())
    return found
