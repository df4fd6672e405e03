"""Syncing over a cable that is watched, and logs to sync."""

from canasta import frames
from meldpad.db.engine import Database
from meldpad.link.client import Client, Timing
from meldpad.sync import Report, sync
from support.log import LEFT_60, ONE_NATURAL_OUT, TWO_MIXED_OUT, Log
from support.relay import Relay

QUICK = Timing(hello=0.5, answer=0.5, tries=4)


def run(port: str, database: Database, **options) -> Report:
    with Client.open(port, QUICK) as client:
        return sync(client, database, **options)


def one_deal() -> Log:
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    return log


def another_deal() -> Log:
    log = Log()
    log.begin()
    log.deal({"melded": 100}, TWO_MIXED_OUT)
    return log


def many_deals(matches: int = 40, deals: int = 20) -> Log:
    """A log of several windows of frames."""
    log = Log()
    for _ in range(matches):
        log.begin()
        for _ in range(deals):
            log.deal({"melded": 50, "in_hand": 5}, {"melded": 60})
    return log


def requests(relay: Relay) -> list[int]:
    """The types of the frames that the PC has sent."""
    return [kind for kind, _ in frames_sent(relay)]


def frames_sent(relay: Relay) -> list[tuple[int, bytes]]:
    """Type and body of every frame that the PC has sent."""
    reader = frames.Reader()
    sent: list[tuple[int, bytes]] = []
    for byte in relay.sent:
        event = reader.feed(byte)
        while event:
            if event == frames.FRAME:
                body = reader.buf[frames.HEAD : frames.HEAD + reader.length]
                sent.append((reader.kind, bytes(body)))
            event = reader.again()
    return sent
