"""Does what a PC wanted and somebody at the tablet has allowed. Loaded only for that."""

from canasta import frames as F
from tablet import messages as M


def do(app: "App") -> None:
    """Do it; the consent's state tells the PC, a short message the table."""
    consent = app.link.consent
    try:
        if consent.kind == F.CLOCK:
            app.table.note_time(consent.since, consent.body)
        elif consent.kind == F.RENAME:
            app.rename(consent.body)
        else:
            app.table.erase()
    except OSError:
        consent.state = F.FAILED
        app.flash(M.NOT_SAVED)
    else:
        consent.state = F.DONE
        app.flash(M.SAVED)
