"""Talking to one tablet over its serial port (docs/protocol.md)."""

import secrets
import time
from collections.abc import Callable, Iterator
from datetime import date

from canasta import errors as E
from canasta import frames, records
from meldpad import __version__
from meldpad.db.split import Run
from meldpad.errors import DeviceError
from meldpad.link import messages
from meldpad.link.wire import FlashError, NewLogError, NotATabletError, Timing, Wire

__all__ = ["Client", "FlashError", "NewLogError", "NotATabletError", "Timing"]

_WINDOW = 32
"""DATA frames asked for at once: about 64 KB, so that waiting for answers costs nothing."""

_HASHED = 2000
"""Records that a slow tablet hashes in a second."""

_REPLUG = "unplug it, plug it in again, and repeat"


class Client(Wire):
    """A tablet at an open port. Made by `open`; a context manager.

    All methods raise DeviceError, with what to do, when the port vanishes, or the tablet stops
    answering or answers nonsense.
    """

    def hello(self) -> messages.TabletInfo:
        """Ask who is there. Raises NotATabletError when nobody answers as a Meldpad does."""
        body = messages.hello(f"meldpad {__version__}")
        for _ in range(self._timing.tries):
            request = self._send(frames.HELLO, body)
            frame = self._answer(request, frames.TABLET, self._timing.hello)
            if frame is None:
                continue
            try:
                info = messages.tablet(frame.body)
            except messages.BodyError:
                continue
            if info.protocol > frames.PROTOCOL:
                raise DeviceError(
                    f"the tablet at {self.path} speaks protocol {info.protocol}, this program up "
                    f"to {frames.PROTOCOL}; update it (pip install --upgrade meldpad)"
                )
            return info
        raise NotATabletError(self._no_tablet())

    def records(self, info: messages.TabletInfo, first: int) -> Iterator[Run]:
        """All records from sequence number `first` on that the tablet told of in `info`, in order.

        Whatever is lost on the way is asked for again. The runs follow on without a gap; where
        the tablet has no record for a number, the run has none. They end early when the tablet
        cannot read its log further. Raises NewLogError when the log is another one by now.
        """
        due = first
        failures = 0
        window = _WINDOW
        while failures < self._timing.tries:
            request = self._send(frames.GET, messages.get(info.epoch, due, window))
            complete = False
            for number in range(window):
                data = self._data(request, info, due)
                if data is None:
                    # Lost, cut short or damaged.
                    break
                following = data.next if not data.raw else _first_seq(data.raw)
                # When frames get lost, the next one begins too late. Only in an answer of a
                # single frame is it sure that the tablet has nothing before.
                if following != due and not (window == 1 and number == 0):
                    window = 1
                    break
                if not data.raw:
                    return
                run, sound = _run(data, due, info.last)
                yield run
                due = run.next
                # What was written since HELLO comes with the next sync.
                if not sound or due > info.last:
                    return
                failures = 0
            else:
                complete = True
                window = _WINDOW
            failures += not complete
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def accept(self, epoch: bytes, seq: int, day: date) -> int:
        """Tell the tablet that everything up to `seq` is in a committed database since this day.

        Up to where it has taken note.
        """
        for _ in range(self._timing.tries):
            request = self._send(frames.ACCEPT, messages.accept(epoch, seq, day))
            frame = self._answer(request, frames.ACCEPTED, self._timing.answer)
            if frame is None:
                continue
            try:
                known, upto = messages.accepted(frame.body)
            except messages.BodyError:
                continue
            if known == epoch:
                return upto
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def digest(self, info: messages.TabletInfo, upto: int) -> bytes:
        """SHA-256 over all records up to `upto`, as the tablet's log holds them.

        Only for a tablet of protocol 2 or later. Raises NewLogError when the log is another one
        by now.
        """
        body = messages.digest(info.epoch, upto)
        seconds = self._timing.answer + upto / _HASHED
        for _ in range(self._timing.tries):
            frame = self._answer(self._send(frames.DIGEST, body), frames.DIGESTED, seconds)
            if frame is None:
                continue
            try:
                epoch, number, found = messages.digested(frame.body)
            except messages.BodyError:
                continue
            if (epoch, number) == (info.epoch, upto):
                return found
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def change(
        self, info: messages.TabletInfo, kind: int, body: Callable[[bytes], bytes]
    ) -> messages.Consent:
        """Ask for a change (CLOCK, ERASE, RENAME) and wait until somebody at the tablet has said
        yes or no, or until the question has lapsed; what became of it.

        `body` makes the message's body around the token of the request, anew each time. Raises
        NewLogError when the log is another one by now.
        """
        if info.protocol < 2:
            raise DeviceError(
                f"the firmware of the tablet {info.name} is too old for this; put the new one on "
                "it (meldpad deploy)"
            )
        token = secrets.token_bytes(frames.TOKEN_SIZE)
        failures = 0
        self._busy = False
        while failures < self._timing.tries:
            request = self._send(kind, body(token))
            frame = self._answer(request, frames.CONSENT, self._timing.answer)
            failures += 1
            if frame is None:
                continue
            try:
                answer = messages.consent(frame.body)
            except messages.BodyError:
                continue
            if answer.state != frames.ASKED:
                return answer
            failures = 0
            time.sleep(self._timing.ask)
        if self._busy:
            raise DeviceError(
                f"the tablet at {self.path} is asking something else; answer that, and repeat"
            )
        raise DeviceError(f"the tablet at {self.path} stopped answering; {_REPLUG}")

    def _data(self, request: int, info: messages.TabletInfo, due: int) -> messages.Data | None:
        """The next DATA frame that is no repeat of an earlier one, None when none comes."""
        while frame := self._answer(request, frames.DATA, self._timing.answer):
            try:
                data = messages.data(frame.body)
            except messages.BodyError:
                return None
            if data.epoch != info.epoch:
                return None
            if not data.raw or _first_seq(data.raw, due) >= due:
                return data
        return None


def _first_seq(raw: bytes, otherwise: int = 0) -> int:
    """Sequence number of the record that bytes begin with, `otherwise` when it is damaged."""
    if records.check(raw, 0, len(raw)) != E.OK:
        return otherwise
    return records.seq(raw, 0)


def _run(data: messages.Data, due: int, last: int) -> tuple[Run, bool]:
    """The bytes as a run from `due` on, and whether its end is sure.

    Damage can reach the number that the tablet says comes next.
    """
    after = due
    at = 0
    while at < len(data.raw) and records.check(data.raw, at, len(data.raw) - at) == E.OK:
        after = records.seq(data.raw, at) + 1
        at += records.size(data.raw, at)
    if max(due + 1, after) <= data.next <= max(last + 1, after):
        return Run(due, data.next, data.raw), True
    return Run(due, max(due + 1, after), data.raw), False
