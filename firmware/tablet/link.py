"""The tablet's end of the cable.

Answers requests, one frame a pass, and never waits (docs/protocol.md).
"""

from canasta import frames as F
from tablet import VERSION

_BODY_LIMIT = 128
"""No request is longer."""
_BYTES_A_PASS = 64
_PATIENCE_S = 2
"""A frame whose bytes stop for longer was cut off; its rest will not come any more."""

_CTRL_C = 3


class Link:
    """Call `poll` in every pass of the app loop."""

    def __init__(self, board: "Board", store: "Store") -> None:
        self._board = board
        self._store = store
        self._reader = F.Reader(_BODY_LIMIT)
        self._out = store.buf
        self._size = 0
        self._send_seq = 0
        self._send_left = 0
        self._send_request = 0
        self._heard = 0
        self.uptime = 0
        self.stop = False
        """Set when somebody wants MicroPython's prompt."""

    def poll(self) -> None:
        """Take in what came and send at most one frame."""
        for _ in range(_BYTES_A_PASS):
            byte = self._board.cable_read()
            if byte < 0:
                break
            if self._reader.inside() and self.uptime - self._heard > _PATIENCE_S:
                self._reader.give_up()
            self._heard = self.uptime
            if byte == _CTRL_C and not self._reader.inside():
                self.stop = True
                return
            event = self._reader.feed(byte)
            while event:
                # Noise is somebody's text or a modem manager's chatter; a tablet has no use for it.
                if event == F.FRAME:
                    self._frame()
                event = self._reader.again()
        if self._send_left:
            self._send_data()

    def _frame(self) -> None:
        kind = self._reader.kind
        if not self._store.epoch:
            # The flash could not be read, so there is neither an id nor a log.
            self._error(F.ERR_FLASH)
        elif kind == F.HELLO:
            self._hello()
        elif kind == F.GET:
            self._get()
        elif kind == F.ACCEPT:
            self._accept()
        else:
            self._error(F.ERR_UNKNOWN_TYPE)

    def _begin(self) -> None:
        self._size = F.HEAD

    def _byte(self, value: int) -> None:
        self._out[self._size] = value & 255
        self._size += 1

    def _fixed(self, value: int, size: int) -> None:
        for _ in range(size):
            self._byte(value)
            value >>= 8

    def _raw(self, data: bytes) -> None:
        for byte in data:
            self._byte(byte)

    def _string(self, data: bytes) -> None:
        self._byte(len(data))
        self._raw(data)

    def _finish(self, kind: int, request: int) -> None:
        count = F.seal(self._out, kind, request, self._size - F.HEAD)
        self._board.cable_write(self._out, count)

    def _error(self, code: int) -> None:
        self._begin()
        self._byte(code)
        self._finish(F.ERROR, self._reader.request)

    def _hello(self) -> None:
        if self._reader.length < 1:
            self._error(F.ERR_BODY)
            return
        store = self._store
        self._begin()
        self._byte(min(F.PROTOCOL, self._reader.buf[F.HEAD]))
        self._raw(store.id)
        self._raw(store.epoch)
        self._fixed(store.first, 4)
        self._fixed(store.last, 4)
        self._fixed(store.accepted, 4)
        self._fixed(store.boot, 2)
        self._fixed(self.uptime, 4)
        self._string(VERSION.encode())
        self._string(store.name)
        self._string(store.build())
        self._finish(F.TABLET, self._reader.request)

    def _epoch_fits(self) -> bool:
        for i in range(4):
            if self._reader.buf[F.HEAD + i] != self._store.epoch[i]:
                return False
        return True

    def _number(self, at: int) -> int:
        buf = self._reader.buf
        at += F.HEAD
        return buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | buf[at + 3] << 24

    def _get(self) -> None:
        if self._reader.length < 9:
            self._error(F.ERR_BODY)
        elif not self._epoch_fits():
            self._error(F.ERR_EPOCH)
        elif self._number(4) == 0:
            self._error(F.ERR_RANGE)
        else:
            self._send_seq = self._number(4)
            self._send_left = max(1, self._reader.buf[F.HEAD + 8])
            self._send_request = self._reader.request

    def _send_data(self) -> None:
        store = self._store
        start = F.HEAD + 8
        try:
            count = store.read(self._send_seq, self._out, start, F.MAX_BODY - 8)
        except OSError:
            self._send_left = 0
            self._begin()
            self._byte(F.ERR_FLASH)
            self._finish(F.ERROR, self._send_request)
            return
        if count:
            self._send_seq = store.next_seq()
        self._begin()
        self._raw(store.epoch)
        self._fixed(self._send_seq, 4)
        self._size = start + count
        self._finish(F.DATA, self._send_request)
        self._send_left = self._send_left - 1 if count else 0

    def _accept(self) -> None:
        if self._reader.length < 8:
            self._error(F.ERR_BODY)
        elif not self._epoch_fits():
            self._error(F.ERR_EPOCH)
        elif self._number(4) > self._store.last:
            self._error(F.ERR_RANGE)
        else:
            try:
                self._store.accept(self._number(4))
            except OSError:
                self._error(F.ERR_FLASH)
                return
            self._begin()
            self._raw(self._store.epoch)
            self._fixed(self._store.accepted, 4)
            self._finish(F.ACCEPTED, self._reader.request)
