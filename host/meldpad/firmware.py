"""Where the firmware's files are, and for which boards there are some."""

from pathlib import Path

import meldpad
from meldpad.errors import DeviceError


def firmware_folder() -> Path:
    """The firmware's files: beside the host's in a clone, inside the package in a wheel."""
    package = Path(meldpad.__file__).parent
    for folder in (package / "_firmware", package.parent.parent / "firmware"):
        if (folder / "main.py").exists():
            return folder
    raise DeviceError("the firmware's files are missing: install meldpad again")


def boards_in(folder: Path) -> list[str]:
    """The boards that firmware in a folder can be put on, by the names a person types."""
    names = []
    for path in sorted((folder / "boards").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\nclass Board(" in text and "boards.sim" not in text:
            names.append(path.stem.replace("_", "-"))
    return names
