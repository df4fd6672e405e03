"""Something at a serial port that is not the firmware: silent, talking nonsense, or newer."""

import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from canasta import frames

EPOCH = b"\xe1\xe2\xe3\xe4"
# Protocol 1, id, epoch, first 1, last 3, accepted 2, boot 7, uptime 65, "1.0", "Oak"
TABLET = (
    b"\x01"
    + b"IDIDIDID"
    + EPOCH
    + b"\x01\0\0\0\x03\0\0\0\x02\0\0\0\x07\0\x41\0\0\0"
    + b"\x031.0\x03Oak"
)


def frame(kind: int, request: int, body: bytes) -> bytes:
    buffer = bytearray(frames.HEAD) + body + bytes(4)
    frames.seal(buffer, kind, request, len(body))
    return bytes(buffer)


Reply = Callable[[bytes], bytes | None]
"""What a device answers to bytes; None: its cable comes off."""


@contextmanager
def device(reply: Reply) -> Iterator[str]:
    """Something at a serial port; the port's path."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    wake, stop = os.pipe()

    def serve() -> None:
        while True:
            ready, _, _ = select.select([master, wake], [], [])
            if wake in ready:
                break
            answer = reply(os.read(master, 4096))
            if answer is None:
                break
            os.write(master, answer)
        os.close(slave)
        os.close(master)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.write(stop, b"x")
        thread.join()
        os.close(wake)
        os.close(stop)


def answering(body: bytes, kind: int = frames.TABLET) -> Reply:
    """A device that answers every request with this frame."""

    def reply(data: bytes) -> bytes:
        return frame(kind, data[3], body)

    return reply
