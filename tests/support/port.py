"""A tablet's port without a tablet, for what one may send: stands in for pyserial's."""

from canasta import frames


class Port:
    """Hears whole frames of a PC; a subclass answers them in `_answer` with `_send`."""

    def __init__(self) -> None:
        self._reader = frames.Reader()
        self._waiting = b""

    @property
    def in_waiting(self) -> int:
        return len(self._waiting)

    def read(self, count: int) -> bytes:
        data, self._waiting = self._waiting[:count], self._waiting[count:]
        return data

    def write(self, data: bytes) -> None:
        reader = self._reader
        for byte in data:
            event = reader.feed(byte)
            while event:
                if event == frames.FRAME:
                    body = reader.buf[frames.HEAD : frames.HEAD + reader.length]
                    self._answer(reader.kind, bytes(body))
                event = reader.again()

    def close(self) -> None:
        pass

    def _answer(self, kind: int, body: bytes) -> None:
        """Hear a request: a type of frame and its body."""
        raise NotImplementedError

    def _send(self, kind: int, body: bytes) -> None:
        """Answer the request with a frame."""
        buffer = bytearray(frames.HEAD) + body + bytes(4)
        size = frames.seal(buffer, kind, self._reader.request, len(body))
        self._pass(bytes(buffer[:size]))

    def _pass(self, data: bytes) -> None:
        self._waiting += data
