"""The bare end of the cable: single frames and single bytes, without the PC's client."""

import os
import select
import tty
from typing import NamedTuple

from canasta import frames as F


class Answer(NamedTuple):
    """A frame from the tablet."""

    kind: int
    request: int
    body: bytes


class Cable:
    """One end of a tablet's cable. A context manager; `port` is the path of the serial port."""

    def __init__(self, port: str) -> None:
        self._file = os.open(port, os.O_RDWR | os.O_NOCTTY)
        # A real serial port would echo.
        tty.setraw(self._file)
        self._reader = F.Reader()
        self._waiting: list[Answer] = []
        self.noise = b""

    def __enter__(self) -> "Cable":
        return self

    def __exit__(self, *raised: object) -> None:
        os.close(self._file)

    def send(self, data: bytes) -> None:
        """Bytes as they are."""
        os.write(self._file, data)

    def ask(self, kind: int, body: bytes, request: int = 1) -> Answer:
        """Send a frame and wait for the next one that comes back."""
        self.send(frame(kind, body, request))
        return self.answer()

    def answer(self, seconds: float = 10) -> Answer:
        """The next frame. Fails when none comes."""
        while not self._waiting:
            ready, _, _ = select.select([self._file], [], [], seconds)
            assert ready, "the tablet does not answer"
            data = os.read(self._file, 4096)
            assert data, "the tablet has stopped"
            for byte in data:
                event = self._reader.feed(byte)
                while event:
                    self._take(event)
                    event = self._reader.again()
        return self._waiting.pop(0)

    def _take(self, event: int) -> None:
        reader = self._reader
        if event == F.FRAME:
            body = bytes(reader.buf[F.HEAD : F.HEAD + reader.length])
            self._waiting.append(Answer(reader.kind, reader.request, body))
        else:
            self.noise += bytes([reader.noise])


def frame(kind: int, body: bytes, request: int = 1) -> bytes:
    """A whole frame."""
    buf = bytearray(F.HEAD) + body + bytes(4)
    return bytes(buf[: F.seal(buf, kind, request, len(body))])


def hello(cable: Cable) -> tuple[bytes, int, int, int]:
    """HELLO; the log's epoch, first and last sequence number, and what was accepted."""
    answer = cable.ask(F.HELLO, b"\x01\x04test")
    assert answer.kind == F.TABLET
    numbers = [int.from_bytes(answer.body[at : at + 4], "little") for at in (13, 17, 21)]
    return answer.body[9:13], numbers[0], numbers[1], numbers[2]


def records_from(cable: Cable, epoch: bytes, seq: int) -> list[bytes]:
    """GET until nothing comes any more: every record from `seq` on."""
    found: list[bytes] = []
    while True:
        answer = cable.ask(F.GET, epoch + seq.to_bytes(4, "little") + b"\x01")
        assert answer.kind == F.DATA, answer
        body = answer.body[8:]
        if not body:
            return found
        while body:
            size = body[0] | body[1] << 8
            found.append(body[:size])
            body = body[size:]
        seq = int.from_bytes(answer.body[4:8], "little")
