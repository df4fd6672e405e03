"""The question whether a PC may change something. It lies over whatever screen is active.

Down allows it, as with a doubt about a deal; erasing records that no PC has is asked once more and
answered by up, so that one key pressed again and again does not do it.
"""

from canasta import frames as F
from tablet import canvas
from tablet import messages as M
from tablet.screens.notice import Ask


class Question(Ask):
    """Asks about the app's open request, and does what was allowed."""

    def __init__(self, app: "App") -> None:
        Ask.__init__(self, app)
        self._ask_first()

    def _ask_first(self) -> None:
        app = self.app
        consent = app.link.consent
        if consent.kind == F.CLOCK:
            text = app.text(M.PC_CLOCK) + b" " + _clock(consent.body)
        elif consent.kind == F.RENAME:
            text = app.text(M.PC_RENAME) + b" " + canvas.fit(consent.body, app.canvas.cols)
        else:
            text = app.text(M.PC_ERASE) + b" %d" % app.records()
        yes = self._ask_again if consent.kind == F.ERASE and app.unsynced() else self._allow
        title = app.text(M.FROM_PC)
        self.ask(title, text, (M.DO_IT, M.KEEP), True, yes, self._refuse)

    def _ask_again(self) -> None:
        app = self.app
        title = app.text(M.FROM_PC)
        text = app.text(M.PC_ERASE_NEW) + b" %d" % app.unsynced()
        self.ask(title, text, (M.DO_IT, M.KEEP), False, self._allow, self._refuse)
        app.redraw()

    def tick(self) -> None:
        """Unlock; go away when the question has lapsed."""
        Ask.tick(self)
        if not self.app.link.consent.open():
            self.app.end_consent(False)

    def _allow(self) -> None:
        self.app.end_consent(True)

    def _refuse(self) -> None:
        self.app.link.consent.state = F.REFUSED
        self.app.end_consent(False)


def _clock(body: bytes) -> bytes:
    """A clock as date and time."""
    year = body[0] | body[1] << 8
    return b"%d-%02d-%02d %02d:%02d" % (year, body[2], body[3], body[4], body[5])
