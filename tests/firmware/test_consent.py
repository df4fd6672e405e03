"""What a PC wants changed: asked on the tablet, allowed by a key, and never instead of an entry."""

import textwrap
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest
from support.cable import Cable, hello, records_from
from support.languages import LANGUAGES, sections_of
from support.table import HAND_60, START, Table, side
from support.texts import T

from canasta import frames as F
from canasta import records

# 2026-11-30 18:45:12, an hour ahead of UTC: zigzag 120, in seven bits 120, 0 (docs/records.md)
CLOCK = bytes((0xEA, 0x07, 11, 30, 18, 45, 12, 0x78))
NAME = "Chêne".encode()


class Desk:
    """A tablet with its cable."""

    def __init__(self, table: Table, cable: Cable) -> None:
        self.table = table
        self.cable = cable

    def want(self, kind: int, body: bytes, token: bytes = b"tokn") -> int:
        """Send a request, again or for the first time; the state that the tablet answers."""
        answer = self.cable.ask(kind, token + body)
        assert answer.kind == F.CONSENT, answer
        return answer.body[0]

    def error(self, kind: int, body: bytes, token: bytes = b"tokn") -> int:
        answer = self.cable.ask(kind, token + body)
        assert answer.kind == F.ERROR, answer
        return answer.body[0]

    def waiting(self, kind: int, body: bytes, seconds: int) -> int:
        """As a PC that asks again and again for so long; the state at the end."""
        state = self.want(kind, body)
        for _ in range(seconds):
            self.table.play("wait:1000")
            state = self.want(kind, body)
        return state

    def erasing(self) -> bytes:
        """Body of an ERASE of the log as it is."""
        epoch, _, last, _ = hello(self.cable)
        return epoch + last.to_bytes(4, "little")

    def erase(self) -> None:
        """Have the log erased, though no PC has all of it."""
        erase = self.erasing()
        self.waiting(F.ERASE, erase, 4)
        self.table.play("down wait:600 up")
        assert self.want(F.ERASE, erase) == F.DONE

    def records(self) -> list[bytes]:
        epoch, first, _, _ = hello(self.cable)
        return records_from(self.cable, epoch, first or 1)


@pytest.fixture
def desk(table: Table) -> Iterator[Desk]:
    table.play(START)
    with Cable(table.tablet.port) as cable:
        yield Desk(table, cable)


def asked(table: Table, text: str) -> bool:
    """Whether the display shows this question."""
    shown = " ".join(table.see().rows)
    return " ".join(text.split()) in " ".join(shown.split())


# The clock


def test_the_clock_is_noted_once_somebody_says_so(desk: Desk) -> None:
    assert desk.waiting(F.CLOCK, CLOCK, 4) == F.ASKED
    assert asked(desk.table, f"{T.PC_CLOCK} 2026-11-30 18:45")
    desk.table.play("down")
    assert desk.want(F.CLOCK, CLOCK) == F.DONE
    match, time = desk.records()
    assert records.kind(match, 0) == records.MATCH
    assert (records.kind(time, 0), records.match(time, 0)) == (records.TIME, 0)
    # The uptime at which it came, then the clock as it came.
    assert time[records.HEADER + 4 : -4] == CLOCK
    said = int.from_bytes(time[records.HEADER : records.HEADER + 4], "little")
    assert 2 <= records.uptime(time, 0) - said <= 6
    # Asking again notes nothing more.
    assert desk.want(F.CLOCK, CLOCK) == F.DONE
    desk.table.play("wait:4000")
    assert len(desk.records()) == 2
    assert desk.table.restart().totals == (0, 0)


def test_nothing_is_noted_without_a_key(desk: Desk) -> None:
    assert desk.waiting(F.CLOCK, CLOCK, 62) == F.LAPSED
    assert not asked(desk.table, T.PC_CLOCK)
    assert desk.table.see().totals == (0, 0)
    assert len(desk.records()) == 1


def test_back_refuses(desk: Desk) -> None:
    desk.waiting(F.CLOCK, CLOCK, 4)
    desk.table.play("back")
    assert desk.want(F.CLOCK, CLOCK) == F.REFUSED
    assert desk.table.see().totals == (0, 0)
    assert len(desk.records()) == 1
    # Another request is another question.
    assert desk.want(F.CLOCK, CLOCK, b"next") == F.ASKED
    assert desk.error(F.CLOCK, CLOCK, b"more") == F.ERR_BUSY


@pytest.mark.parametrize("key", ["up", "ok", "ok:800", "back:800", "down:800"])
def test_other_keys_are_no_answer(desk: Desk, key: str) -> None:
    desk.waiting(F.CLOCK, CLOCK, 4)
    # Down held is pressed once, which counts.
    desk.table.play(key if key != "down:800" else "up")
    assert desk.want(F.CLOCK, CLOCK) == F.ASKED
    # It is locked for a moment after a wrong key.
    desk.table.play("up down")
    assert desk.want(F.CLOCK, CLOCK) == F.ASKED
    desk.table.play("wait:600 down")
    assert desk.want(F.CLOCK, CLOCK) == F.DONE


def test_a_pc_that_does_not_wait_is_not_answered(desk: Desk) -> None:
    assert desk.waiting(F.CLOCK, CLOCK, 4) == F.ASKED
    desk.table.play("wait:8000")
    assert not asked(desk.table, T.PC_CLOCK)
    assert desk.want(F.CLOCK, CLOCK) == F.LAPSED


@pytest.mark.parametrize(
    "clock",
    [
        CLOCK[:7],
        bytes(8),
        CLOCK[:2] + b"\x0d" + CLOCK[3:],
        b"\x98\x08" + CLOCK[2:],
        b"\xcf\x07" + CLOCK[2:],
        CLOCK[:4] + b"\x18" + CLOCK[5:],
        CLOCK[:7] + b"\x80\x80\x01",
        CLOCK + b"\0",
    ],
)
def test_nobody_is_asked_about_nonsense(desk: Desk, clock: bytes) -> None:
    assert desk.error(F.CLOCK, clock) == F.ERR_BODY


# While a deal is entered


def test_a_deal_being_entered_is_not_touched(desk: Desk) -> None:
    table = desk.table
    before = table.play("ok ok up*3 ok up")
    assert desk.want(F.CLOCK, CLOCK) == F.ASKED
    # Whoever goes on entering is not asked.
    for _ in range(5):
        table.play("wait:500 down up")
        assert desk.want(F.CLOCK, CLOCK) == F.ASKED
        assert not asked(table, T.PC_CLOCK)
    assert table.see().rows == before.rows
    assert desk.waiting(F.CLOCK, CLOCK, 4) == F.ASKED
    assert asked(table, T.PC_CLOCK)
    table.play("down")
    assert desk.want(F.CLOCK, CLOCK) == F.DONE
    table.play("wait:5000")
    assert table.see().rows == before.rows


def test_a_half_entered_deal_is_kept_over_a_time_record(desk: Desk) -> None:
    table = desk.table
    table.deal_1()
    # Two natural canastas, then a rest: the copy is in flash.
    before = table.play("ok up*2 wait:3000")
    assert before.title.split()[:2] == ["A", "+1000"]
    desk.waiting(F.CLOCK, CLOCK, 4)
    table.play("down")
    assert desk.want(F.CLOCK, CLOCK) == F.DONE
    # No rest after it: only what was in flash before can come back.
    assert table.restart().title == before.title


def test_a_question_of_the_tablet_is_not_covered(desk: Desk) -> None:
    table = desk.table
    before = table.play(f"ok {side(natural=1, melded=200)} {HAND_60} wait:600")
    assert desk.waiting(F.CLOCK, CLOCK, 4) == F.ASKED
    assert table.see().rows == before.rows
    table.recap()
    assert not asked(table, T.PC_CLOCK)
    table.play("wait:600 up")
    assert desk.waiting(F.CLOCK, CLOCK, 4) == F.ASKED
    assert asked(table, T.PC_CLOCK)


# The name


def test_a_name_from_the_pc(desk: Desk) -> None:
    assert desk.waiting(F.RENAME, NAME, 4) == F.ASKED
    assert asked(desk.table, f"{T.PC_RENAME} Chêne")
    desk.table.play("down")
    assert desk.want(F.RENAME, NAME) == F.DONE
    assert desk.table.play("back").title == "Chêne"
    desk.table.restart()
    assert desk.table.play("back").title == "Chêne"


def test_names_that_are_none(desk: Desk) -> None:
    assert desk.error(F.RENAME, b"") == F.ERR_BODY
    assert desk.error(F.RENAME, b"x" * 33) == F.ERR_BODY


# Erasing


def test_erasing_what_a_pc_has(desk: Desk) -> None:
    desk.table.deal_1()
    epoch = hello(desk.cable)[0]
    desk.cable.ask(F.ACCEPT, epoch + b"\x02\0\0\0\xea\x07\x0b\x1e")
    erase = desk.erasing()
    assert desk.waiting(F.ERASE, erase, 4) == F.ASKED
    assert asked(desk.table, f"{T.PC_ERASE} 2")
    assert len(desk.records()) == 2
    desk.table.play("down")
    assert desk.want(F.ERASE, erase) == F.DONE
    other, first, last, accepted = hello(desk.cable)
    assert other != epoch
    assert (first, last, accepted) == (0, 0, 0)
    assert desk.table.see().chosen == T.NEW_MATCH
    # The day of the last sync has gone with what was synced.
    desk.table.choose(T.ABOUT)
    assert f"{T.LAST_SYNC} -" in desk.table.play("down*4")
    assert desk.table.play("back").chosen == T.NEW_MATCH
    # The old log's request is of no log any more.
    assert desk.error(F.ERASE, erase, b"next") == F.ERR_EPOCH
    # It goes on as ever, and is the same after a restart.
    desk.table.play("ok")
    desk.table.choose(T.START)
    desk.table.deal_1()
    assert [records.seq(raw, 0) for raw in desk.records()] == [1, 2]
    assert desk.table.restart().totals == (800, -60)
    with Cable(desk.table.tablet.port) as cable:
        assert hello(cable) == (other, 1, 2, 0)


def test_erasing_what_no_pc_has_is_asked_twice(desk: Desk) -> None:
    desk.table.deal_1()
    desk.table.deal_2()
    epoch = hello(desk.cable)[0]
    desk.cable.ask(F.ACCEPT, epoch + b"\x01\0\0\0")
    erase = desk.erasing()
    desk.waiting(F.ERASE, erase, 4)
    desk.table.play("down")
    assert asked(desk.table, f"{T.PC_ERASE_NEW} 2")
    # The same key again is no answer, and what is on no PC is still there.
    desk.table.play("wait:600 down down")
    assert desk.want(F.ERASE, erase) == F.ASKED
    assert len(desk.records()) == 3
    desk.table.play("wait:600 up")
    assert desk.want(F.ERASE, erase) == F.DONE
    assert desk.records() == []


def test_the_second_question_can_be_refused(desk: Desk) -> None:
    erase = desk.erasing()
    desk.waiting(F.ERASE, erase, 4)
    desk.table.play("down wait:600 back")
    assert desk.want(F.ERASE, erase) == F.REFUSED
    assert len(desk.records()) == 1
    assert desk.table.see().totals == (0, 0)


def test_a_log_that_has_grown_is_another(desk: Desk) -> None:
    erase = desk.erasing()
    desk.table.deal_1()
    assert desk.error(F.ERASE, erase) == F.ERR_RANGE
    assert desk.error(F.ERASE, erase[:7]) == F.ERR_BODY


def test_a_half_entered_deal_does_not_come_back_into_a_new_log(desk: Desk) -> None:
    """The first match of the new log has the number that the old one's had."""
    table = desk.table
    table.play("ok up*2 wait:3000")
    desk.erase()
    table.play("ok")
    table.choose(T.START)
    assert table.restart().totals == (0, 0)


def test_a_deal_that_was_put_aside_does_not_come_back_either(desk: Desk) -> None:
    table = desk.table
    table.deal_1()
    table.play(f"ok {side(natural=2, out=1, melded=150)} wait:2500")
    table.out_of_entry()
    # A correction puts the half-entered deal aside.
    table.play("up ok ok up wait:3000")
    desk.erase()
    table.play("ok")
    table.choose(T.START)
    table.deal_1()
    assert table.restart().totals == (800, -60)


# The words

_LONGEST = {
    "PC_CLOCK": "2026-11-30 18:45",
    "PC_RENAME": "W" * 21,
    "PC_ERASE": "99999",
    "PC_ERASE_NEW": "99999",
}
"""What stands behind each question, on a line of its own if need be."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_leaves_room_for_the_keys(language: str) -> None:
    """The small display has five rows of 21 characters: the title's, the question's, the keys'."""
    texts = sections_of(language)["paragraphs"]
    for name, value in _LONGEST.items():
        lines = textwrap.wrap(f"{texts[name]} {value}", 21)
        assert len(lines) <= 2, lines


# The digest


def digest(cable: Cable, epoch: bytes, upto: int) -> bytes:
    answer = cable.ask(F.DIGEST, epoch + upto.to_bytes(4, "little"))
    assert (answer.kind, answer.body[:8]) == (F.DIGESTED, epoch + upto.to_bytes(4, "little"))
    return answer.body[8:]


def test_the_digest_is_that_of_the_records(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play(START)
    for _ in range(20):
        table.deal(side(melded=100), side())
        table.deal(side(melded=50), side())
    with Cable(table.tablet.port) as cable:
        epoch, _, last, _ = hello(cable)
        raws = records_from(cable, epoch, 1)
        assert len(raws) == last == 41
        for upto in (1, 2, 20, 40, 41):
            assert digest(cable, epoch, upto) == sha256(b"".join(raws[:upto])).digest()
        for body, code in (
            (epoch + bytes(4), F.ERR_RANGE),
            (epoch + b"\x2a\0\0\0", F.ERR_RANGE),
            (epoch[::-1] + b"\x01\0\0\0", F.ERR_EPOCH),
            (epoch + bytes(3), F.ERR_BODY),
        ):
            answer = cable.ask(F.DIGEST, body)
            assert (answer.kind, answer.body) == (F.ERROR, bytes([code]))
