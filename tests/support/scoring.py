"""What must hold of any score file, whatever is in it."""

from meldpad import scorefile
from meldpad.errors import InputError


def answers_or_refuses(data: bytes) -> None:
    """Answers that add up, or one printable line."""
    try:
        found = scorefile.answers(data)
    except InputError as error:
        message = str(error)
        assert message
        assert message.isprintable(), message
        return
    for match in found:
        for deal in match["deals"]:
            for side in deal["sides"]:
                assert sum(line["points"] for line in side["lines"]) == side["points"]
