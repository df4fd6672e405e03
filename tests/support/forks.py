"""Processes that are cheap to start, since what they need is loaded already."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.context import ForkProcess
from typing import Any


def started(target: Callable[..., None], args: tuple[Any, ...]) -> ForkProcess:
    """A process that runs `target`.

    Forked from the test's own process: a fork server, started in the middle of a long run of
    tests, was found gone at times.
    """
    process = multiprocessing.get_context("fork").Process(target=target, args=args)
    process.start()
    return process
