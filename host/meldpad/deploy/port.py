"""The port of the board that the firmware goes to."""

from meldpad.errors import DeviceError
from meldpad.link import ports


def find(port: str | None = None) -> str:
    """The port that was named, or that of the only board on USB.

    Raises DeviceError when there is none, or more than one.
    """
    named = ports.named_port(port)
    if named:
        return named
    # A simulated tablet runs the sources as they are.
    found = ports.usb()
    if not found:
        raise DeviceError(
            "no board found; plug one in that runs MicroPython (`meldpad uf2` writes what goes on "
            "a new one), or name its port with --port"
        )
    if len(found) > 1:
        which = ", ".join(f"{board.path} ({board.what})" for board in found)
        raise DeviceError(f"there is more than one board; choose with --port: {which}")
    return found[0].path
