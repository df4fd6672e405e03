"""Processes that are cheap to start, since what they need is loaded already."""

import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.context import ForkServerProcess
from typing import Any

_PRELOAD = ("meldpad.sync", "meldpad.db.engine", "alembic.command")
_TRIES = 5


def started(
    target: Callable[..., None], args: tuple[Any, ...], also: Sequence[str] = ()
) -> ForkServerProcess:
    """A process that runs `target`; `also` names modules that it needs."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_PRELOAD, *also])
    for left in range(_TRIES - 1, -1, -1):
        process = context.Process(target=target, args=args)
        try:
            process.start()
        except BrokenPipeError:
            # The server that it is forked from went away before; the next start begins another.
            if not left:
                raise
            time.sleep(0.2)
        else:
            return process
    raise AssertionError
