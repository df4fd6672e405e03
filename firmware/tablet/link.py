"""The tablet's end of the cable.

Answers requests, one frame a pass, and never waits (docs/protocol.md).
"""

import hashlib
import io
import sys
from time import ticks_diff

from canasta import frames as F
from canasta import records
from tablet import VERSION
from tablet.consent import Consent

_BODY_LIMIT = 128
"""No request is longer."""
_BYTES_A_PASS = 64
_PATIENCE_S = 2
"""A frame whose bytes stop for longer was cut off; its rest will not come any more."""

_TRACE_LIMIT = 500
_CTRL_C = 3
_WAKING = (-1, 13, _CTRL_C)
"""What a Ctrl-C that is meant comes behind: a frame or a rest, a carriage return, another one.
Behind anything else it may be of a frame whose mark was damaged."""
_REST_MS = 500

_CHANGES = (F.CLOCK, F.ERASE, F.RENAME)
"""Requests that change the tablet."""


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
        self._hash: "Any" = None
        self._hash_end = 0
        self._heard = 0
        self._before = -1
        self._byte_at = board.ticks()
        self.consent = Consent()
        """What a PC wants and somebody here is to allow."""
        self.uptime = 0
        self.stop = False
        """Set when somebody wants MicroPython's prompt."""
        self._trace = b""

    def poll(self) -> None:
        """Take in what came and send at most one frame."""
        now = self._board.ticks()
        for _ in range(_BYTES_A_PASS):
            byte = self._board.cable_read()
            if byte < 0:
                break
            if ticks_diff(now, self._byte_at) > _REST_MS:
                self._before = -1
            self._byte_at = now
            if self._reader.inside() and self.uptime - self._heard > _PATIENCE_S:
                self._reader.give_up()
            self._heard = self.uptime
            if byte == _CTRL_C and self._before in _WAKING and not self._reader.inside():
                self.stop = True
                return
            self._before = byte
            event = self._reader.feed(byte)
            while event:
                # Noise is somebody's text or a modem manager's chatter; a tablet has no use for it.
                if event == F.FRAME:
                    self._before = -1
                    self._frame()
                event = self._reader.again()
        if self._send_left:
            self._send_data()
        elif self._hash:
            self._go_on_hashing()
        self.consent.tick(self.uptime)

    def busy(self) -> bool:
        """Whether the next pass goes on with an answer."""
        return self._send_left > 0 or self._hash is not None

    def give_up(self) -> None:
        """Forget what was under way."""
        self._reader.give_up()
        self._send_left = 0
        self._hash = None

    def trace(self, error: Exception) -> None:
        """Tell of a fault of the program: now, and to the next PC that says HELLO."""
        text: "Any" = io.BytesIO()
        sys.print_exception(error, text)
        self._trace = text.getvalue()[:_TRACE_LIMIT]
        self._text(self._trace)

    def _text(self, text: bytes) -> None:
        """Text between the frames: the tablet's log."""
        self._board.cable_write(bytearray(text), len(text))

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
        elif kind == F.DIGEST:
            self._digest()
        elif kind in _CHANGES:
            self._change(kind)
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
        # Up to protocol 2 a PC says the bare number.
        self._byte(min(F.PROTOCOL, self._reader.buf[F.HEAD] & 15))
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
        self._byte(store.state())
        self._finish(F.TABLET, self._reader.request)
        if self._trace:
            self._text(self._trace)
            self._trace = b""

    def _epoch_fits(self, at: int = 0) -> bool:
        for i in range(4):
            if self._reader.buf[F.HEAD + at + i] != self._store.epoch[i]:
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
            self._hash = None
            self._send_seq = self._number(4)
            self._send_left = max(1, self._reader.buf[F.HEAD + 8])
            self._send_request = self._reader.request

    def _send_data(self) -> None:
        store = self._store
        start = F.HEAD + 8
        count = self._read(start)
        if count < 0:
            return
        if count:
            self._send_seq = store.next_seq()
        self._begin()
        self._raw(store.epoch)
        self._fixed(self._send_seq, 4)
        self._size = start + count
        self._finish(F.DATA, self._send_request)
        self._send_left = self._send_left - 1 if count else 0

    def _read(self, start: int) -> int:
        """Put the next records into the answer; how many bytes, -1 when the flash fails, which is
        then the answer.
        """
        try:
            limit = F.HEAD + F.MAX_BODY - start
            return self._store.read(self._send_seq, self._out, start, limit)
        except OSError:
            self.give_up()
            self._begin()
            self._byte(F.ERR_FLASH)
            self._finish(F.ERROR, self._send_request)
            return -1

    def _accept(self) -> None:
        if self._reader.length < 8:
            self._error(F.ERR_BODY)
        elif not self._epoch_fits():
            self._error(F.ERR_EPOCH)
        elif self._number(4) > self._store.last:
            self._error(F.ERR_RANGE)
        else:
            try:
                self._store.accept(self._number(4), self._day())
            except OSError:
                self._error(F.ERR_FLASH)
                return
            self._begin()
            self._raw(self._store.epoch)
            self._fixed(self._store.accepted, 4)
            self._finish(F.ACCEPTED, self._reader.request)

    def _day(self) -> bytes:
        """The day of an ACCEPT; none from a PC that does not say it, or says nonsense."""
        at = F.HEAD + 8
        buf = self._reader.buf
        if self._reader.length < 12 or not 2000 <= buf[at] | buf[at + 1] << 8 <= 2199:
            return b""
        if not (0 < buf[at + 2] < 13 and 0 < buf[at + 3] < 32):
            return b""
        return bytes(buf[at : at + 4])

    # The digest

    def _digest(self) -> None:
        if self._reader.length < 8:
            self._error(F.ERR_BODY)
        elif not self._epoch_fits():
            self._error(F.ERR_EPOCH)
        elif not self._store.first <= self._number(4) <= self._store.last:
            self._error(F.ERR_RANGE)
        else:
            self._send_left = 0
            self._send_seq = self._store.first
            self._send_request = self._reader.request
            self._hash_end = self._number(4)
            self._hash = hashlib.sha256()

    def _go_on_hashing(self) -> None:
        """Some records a pass, so that the keys are looked at in between."""
        store = self._store
        count = 0
        if self._send_seq <= self._hash_end:
            count = self._read(F.HEAD)
        if count < 0:
            return
        if count:
            self._hash.update(memoryview(self._out)[F.HEAD : F.HEAD + self._upto_end(count)])
            self._send_seq = store.next_seq()
            return
        self._begin()
        self._raw(store.epoch)
        self._fixed(self._hash_end, 4)
        self._raw(self._hash.digest())
        self._hash = None
        self._finish(F.DIGESTED, self._send_request)

    def _upto_end(self, count: int) -> int:
        """How many of `count` bytes of records are of those to be hashed."""
        seq = self._send_seq
        if self._store.next_seq() - 1 <= self._hash_end:
            return count
        at = F.HEAD
        while at < F.HEAD + count and seq <= self._hash_end:
            size = records.size(self._out, at)
            if size == 0:
                return count
            at += size
            seq += 1
        return at - F.HEAD

    # What somebody at the tablet has to allow

    def _change(self, kind: int) -> None:
        reader = self._reader
        if reader.length < F.TOKEN_SIZE:
            self._error(F.ERR_BODY)
            return
        body = bytes(memoryview(reader.buf)[F.HEAD : F.HEAD + reader.length])
        token = body[: F.TOKEN_SIZE]
        body = body[F.TOKEN_SIZE :]
        consent = self.consent
        if not consent.again(kind, token, self.uptime):
            code = self._change_fits(kind, body)
            if code:
                self._error(code)
                return
            consent.begin(kind, token, body, self.uptime)
        self._begin()
        self._byte(consent.state)
        self._byte(consent.left(self.uptime))
        self._raw(self._store.epoch)
        self._finish(F.CONSENT, reader.request)

    def _change_fits(self, kind: int, body: bytes) -> int:
        """0, or why nobody is asked about this."""
        if self.consent.open():
            return F.ERR_BUSY
        if kind == F.CLOCK:
            return 0 if records.is_clock(body) else F.ERR_BODY
        if kind == F.RENAME:
            return 0 if 0 < len(body) <= records.NAME_LIMIT else F.ERR_BODY
        if len(body) < 8:
            return F.ERR_BODY
        if not self._epoch_fits(F.TOKEN_SIZE):
            return F.ERR_EPOCH
        return 0 if self._number(F.TOKEN_SIZE + 4) == self._store.last else F.ERR_RANGE
