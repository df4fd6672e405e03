"""What fuzzing found, each as a test of its own. Append only."""

import base64

import pytest
import targets
from support.log import LEFT_60, ONE_NATURAL_OUT, Log

from canasta import errors as E
from canasta import names
from meldpad.db.fold import Folder

FOUND = {
    # A MATCH record among those of another match left the PC with no match and half of its rules.
    "a second beginning": (
        "records",
        "AYwAAQEBAAAAAQAAAAEAAAAAgAdjbGFzc2ljAAIAAAFBAUIAABIEBAAECBYAAgJkKCgUCgoGBgQVBwICDggAAgIg"
        "AQIjAZBOJwLIAZADMAIeAj0C6AfYBGoCwhfwLnEDZLQB8AGCBMgBkAPYBMAMjwTHAY8D1wS/DLYE5wfPD7cXnx/M"
        "AgICAAB3cQk8IwEBAQEBAQEBAQEBAQEBAQEBAQEAAgECAAAAAQAAAAEAPAAAAAACA2dnZ2dnZ2dnZ2dnZ2cAkCMG"
        "Ag0CAQF4H94xjA==",
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_found(what: str) -> None:
    parser, data = FOUND[what]
    targets.PARSERS[parser](base64.b64decode(data))


def test_a_second_beginning_changes_nothing() -> None:
    log = Log()
    log.begin()
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    folder = Folder()
    for raw in log.raws:
        assert folder.add(raw) is None
    forged = bytearray(log.raws[0])
    forged[4] = 3
    assert folder.add(bytes(forged)) == names.ERRORS[E.WRONG_MATCH]
    match = folder.result()
    assert (match.start, match.totals, match.names) == (1, [800, -60], ["A", "B"])
