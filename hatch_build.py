"""Puts the firmware's files into the wheel.

An editable install reads them from the clone instead.
"""

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FirmwareHook(BuildHookInterface):
    """Adds `firmware/` as `meldpad/_firmware` to a standard wheel."""

    def initialize(self, version: str, build_data: dict) -> None:
        """Called by the builder; `version` is "standard" or "editable"."""
        if self.target_name == "wheel" and version == "standard":
            build_data["force_include"]["firmware"] = "meldpad/_firmware"
