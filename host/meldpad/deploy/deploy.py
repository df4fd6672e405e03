"""Bringing a board to a build: what is missing is copied, what is stale goes, nothing else changes.

`main.py` goes first and comes last. A tablet that was interrupted in between therefore starts
nothing, stays at MicroPython's prompt, and the next deploy finishes the work. It knows such a
tablet by `board.cfg`, which is never removed and comes first to a new board.
"""

import contextlib
import hashlib
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import serial

from meldpad.deploy.build import BOARD_FILE, BUILD_FILE, MAIN, RP2, Build, is_owned
from meldpad.deploy.check import check_machine, check_owner, check_room
from meldpad.deploy.remote import Contents, Remote
from meldpad.errors import DeviceError
from meldpad.link.client import Client, NotATabletError, Timing
from meldpad.link.messages import TabletInfo

GONE = "gone"
"""The note that tells the tablet that the log which was on it is gone."""
_LAST = (BUILD_FILE, MAIN)
_RESTART = b"\r\x03\x02\x04"
"""Stop whatever runs, leave the raw prompt, start over."""


@dataclass(frozen=True)
class Patience:
    """How long to wait for an answer, and, in seconds, for the tablet to start."""

    answer: Timing = field(default_factory=lambda: Timing(hello=0.5, tries=2))
    start: float = 20.0


@dataclass(frozen=True)
class Report:
    """What a deploy did: paths copied and removed, and the tablet as it answered afterwards."""

    copied: list[str]
    removed: list[str]
    tablet: TabletInfo


@dataclass(frozen=True)
class Plan:
    """What has to happen on a board: paths to copy, stale paths to remove, folders to make."""

    copy: list[str]
    remove: list[str]
    folders: list[str]

    @property
    def empty(self) -> bool:
        """Whether the board has the build already."""
        return not self.copy and not self.remove


def plan(build: Build, contents: Contents) -> Plan:
    """How to bring a board with these contents to a build."""
    copy = [
        path
        for path, data in build.files.items()
        if contents.sums.get(path) != hashlib.sha256(data).hexdigest()
    ]
    remove = [path for path in contents.sums if is_owned(path) and path not in build.files]
    if copy or remove:
        # So that it is not taken for whole before it is.
        first = [path for path in copy if path == BOARD_FILE]
        between = [path for path in copy if path not in (BOARD_FILE, *_LAST)]
        copy = [*first, *between, *_LAST]
    wanted: list[str] = []
    for path in copy:
        parts = path.split("/")[:-1]
        for i in range(len(parts)):
            folder = "/".join(parts[: i + 1])
            if folder not in wanted and folder not in contents.folders:
                wanted.append(folder)
    return Plan(copy, remove, wanted)


def deploy(
    build: Build,
    port: str,
    say: Callable[[str], None],
    step: Callable[[int, int], None],
    patience: Patience | None = None,
    force: bool = False,
) -> Report:
    """Bring the board at `port` to a build, start it, and see that it runs.

    `say` hears what happens, `step` how many of how many files are done. `force` replaces also a
    program that is no Meldpad, or the firmware of another board; without it RefusedError is raised.
    Raises DeviceError with what to do. Until `step` is called nothing has changed on the board.
    """
    patience = patience or Patience()
    before = _ask(port, patience)
    if before and before.build == build.digest:
        say(f"{before.name} has this firmware already.")
        return Report([], [], before)
    remote = Remote(port)
    say("Looking what is on the board ...")
    try:
        contents = remote.contents()
        check_machine(build, contents, port)
        if not force:
            check_owner(build, contents, port, before is not None)
        if not contents.sums and contents.machine.endswith(RP2) and remote.had_meldpad():
            say(
                "This board had a Meldpad on it, but its file system is new: MicroPython could not "
                "read the old one. The matches that were on it are gone; what was synced is in the "
                "database."
            )
            build = replace(build, files={GONE: b"1", **build.files})
        todo = plan(build, contents)
        check_room(build, contents, todo.copy, _gone(contents, todo), len(todo.folders))
    except BaseException:
        # What ran there goes on.
        with contextlib.suppress(OSError):
            _start(port)
        raise
    if not todo.empty:
        _bring(build, remote, contents, todo, step)
    say("Starting the tablet ...")
    after = _restart(port, patience)
    if after.build != build.digest:
        raise DeviceError(
            f"the tablet at {port} started with other firmware than was copied; repeat the deploy"
        )
    if before and (before.device, before.epoch, before.last) != (
        after.device,
        after.epoch,
        after.last,
    ):
        raise DeviceError(
            f"the tablet at {port} has {after.last} records in its log and had {before.last}; "
            "sync it now, and keep it as it is"
        )
    return Report(todo.copy, todo.remove, after)


def _gone(contents: Contents, todo: Plan) -> list[str]:
    """What is removed before anything is copied, in this order."""
    present = [path for path in reversed(_LAST) if path in contents.sums]
    return present + [path for path in todo.remove if path not in present]


def _bring(
    build: Build,
    remote: Remote,
    contents: Contents,
    todo: Plan,
    step: Callable[[int, int], None],
) -> None:
    done = 0

    def count(_path: str) -> None:
        nonlocal done
        done += 1
        step(done, len(todo.copy))

    step(0, len(todo.copy))
    remote.remove(_gone(contents, todo))
    remote.make_folders(todo.folders)
    with tempfile.TemporaryDirectory(prefix="meldpad-") as folder:
        sources = {}
        for number, path in enumerate(todo.copy):
            source = Path(folder) / f"{number}"
            source.write_bytes(build.files[path])
            sources[path] = source
        remote.copy(sources, count)


def _ask(port: str, patience: Patience) -> TabletInfo | None:
    """The tablet that runs at a port, None for a board without it."""
    with Client.open(port, patience.answer) as client:
        try:
            return client.hello()
        except NotATabletError:
            return None


def _start(port: str) -> None:
    """Let a board at the prompt start over. Raises OSError."""
    with serial.Serial(port, 115200, timeout=0.2, exclusive=True) as line:
        line.write(_RESTART)
        line.flush()


def _restart(port: str, patience: Patience) -> TabletInfo:
    """Start the firmware, and wait until it answers."""
    try:
        _start(port)
    except OSError as error:
        raise DeviceError(f"the board at {port} was unplugged; plug it in and repeat") from error
    deadline = time.monotonic() + patience.start
    while True:
        try:
            with Client.open(port, patience.answer) as client:
                return client.hello()
        except DeviceError as error:
            if time.monotonic() > deadline:
                raise DeviceError(
                    f"the tablet at {port} does not start; switch it off and on, and look at it"
                ) from error
            time.sleep(0.2)
