"""Failures that a person can do something about, with the exit codes of the command line."""

NOT_SO = 1
"""The thing asked for is not so: a check says no, nothing was found."""
BAD_INPUT = 2
"""Bad input or usage; the message names the place in the input."""
DEVICE = 3
"""The device or the database failed; nothing was lost."""


class MeldpadError(Exception):
    """Ends the program with one line on standard error and an exit code."""

    code = BAD_INPUT


class InputError(MeldpadError):
    """Bad input: the message names the place and the reason."""


class DeviceError(MeldpadError):
    """A device, port or database failed: the message says what to do."""

    code = DEVICE


class NotFoundError(MeldpadError):
    """Nothing there of what was asked for."""

    code = NOT_SO


class RefusedError(MeldpadError):
    """Somebody said no, or nobody said yes."""

    code = NOT_SO
