"""Puts the firmware's files into the wheel.

An editable install reads them from the clone instead.
"""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_LEFT_OUT = ("stubs", "typings", "pyrightconfig.json", "__pycache__")


class FirmwareHook(BuildHookInterface):
    """Adds `firmware/` as `meldpad/_firmware` to a standard wheel."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Called by the builder; `version` is "standard" or "editable"."""
        if self.target_name == "wheel" and version == "standard":
            for entry in sorted(Path(self.root, "firmware").iterdir()):
                if entry.name not in _LEFT_OUT:
                    build_data["force_include"][str(entry)] = f"meldpad/_firmware/{entry.name}"
