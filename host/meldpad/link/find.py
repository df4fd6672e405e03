"""Finding the tablet: the port that was named, or whichever answers."""

from meldpad.errors import DeviceError
from meldpad.link import messages, ports
from meldpad.link.client import Client, Timing


def connect(port: str | None = None, timing: Timing | None = None) -> Client:
    """The tablet at `port`, at the port in the environment, or the only one that answers.

    It has answered once; the caller closes it. Raises DeviceError when there is none, or more
    than one.
    """
    named = ports.named_port(port)
    if named:
        client = Client.open(named, timing)
        try:
            client.hello()
        except BaseException:
            client.close()
            raise
        return client
    candidates = ports.candidates()
    if not candidates:
        raise DeviceError(
            "no tablet found; plug one in, start `meldpad sim`, or name its port with --port"
        )
    found: list[tuple[Client, messages.TabletInfo]] = []
    failures: list[DeviceError] = []
    for candidate in candidates:
        try:
            client = Client.open(candidate.path, timing)
        except DeviceError as error:
            failures.append(error)
            continue
        try:
            found.append((client, client.hello()))
        except DeviceError as error:
            client.close()
            failures.append(error)
    if len(found) == 1:
        return found[0][0]
    for client, _ in found:
        client.close()
    if found:
        which = ", ".join(f"{client.path} ({info.name})" for client, info in found)
        raise DeviceError(f"there is more than one tablet; choose with --port: {which}")
    if len(failures) == 1:
        raise failures[0]
    tried = ", ".join(candidate.path for candidate in candidates)
    raise DeviceError(f"no tablet answers at {tried}; name its port with --port")
