"""What a PC wants changed and only somebody at the tablet may allow (docs/protocol.md).

The link takes the request, the app asks with a screen of its own, and the PC asks for the outcome
by sending the same request again: its token tells that it is the same.
"""

from canasta import frames as F

_LAPSE_S = 60
_SILENCE_S = 5
"""A PC that has not asked for so long does not wait for the answer any more."""


class Consent:
    """The request that came last: its `kind`, a type of frame, 0 for none; its `body` behind the
    token; `since`, the uptime in seconds when it came; and its `state`, as in a CONSENT body.
    """

    def __init__(self) -> None:
        self.kind = 0
        self.token = b""
        self.body = b""
        self.since = 0
        self.state = 0
        self._heard = 0

    def open(self) -> bool:
        """Whether somebody at the tablet is to be asked."""
        return self.state == F.ASKED

    def again(self, kind: int, token: bytes, now: int) -> bool:
        """Whether this is the request that came last; `now` is the uptime."""
        if kind != self.kind or token != self.token:
            return False
        self._heard = now
        return True

    def begin(self, kind: int, token: bytes, body: bytes, now: int) -> None:
        """Take a new request."""
        self.kind = kind
        self.token = token
        self.body = body
        self.since = now
        self.state = F.ASKED
        self._heard = now

    def left(self, now: int) -> int:
        """Seconds until the question lapses."""
        return max(0, _LAPSE_S - (now - self.since))

    def tick(self, now: int) -> None:
        """Let a question lapse that nobody answers, or whose answer nobody waits for."""
        if self.open() and (not self.left(now) or now - self._heard > _SILENCE_S):
            self.state = F.LAPSED
