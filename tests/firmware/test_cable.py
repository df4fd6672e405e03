"""The tablet's end of the cable: what a sync needs, byte by byte, and how Ctrl-C gets in."""

import contextlib
import time
from collections.abc import Callable

import pytest
from support.cable import Cable, frame, hello, records_from
from support.table import START, Table
from support.texts import T

from canasta import frames as F
from canasta import records
from meldpad.errors import DeviceError


def _ended(table: Table) -> bool:
    """Whether the firmware leaves its loop within two seconds, as for MicroPython's prompt."""
    for _ in range(200):
        if not table.tablet.running():
            return True
        with contextlib.suppress(DeviceError):
            table.tablet.advance(10)
        time.sleep(0.01)
    return False


def test_hello_get_accept(tablet: Callable[..., Table]) -> None:
    table = tablet()
    table.play(START)
    table.deal_1()
    with Cable(table.tablet.port) as cable:
        epoch, first, last, accepted = hello(cable)
        assert (first, last, accepted) == (1, 2, 0)
        raws = records_from(cable, epoch, 1)
        assert [records.kind(raw, 0) for raw in raws] == [records.MATCH, records.DEAL]
        assert [records.check(raw, 0, len(raw)) for raw in raws] == [0, 0]
        answer = cable.ask(F.ACCEPT, epoch + b"\x02\0\0\0")
        assert (answer.kind, answer.body) == (F.ACCEPTED, epoch + b"\x02\0\0\0")
        assert hello(cable)[3] == 2
    table.restart()
    with Cable(table.tablet.port) as cable:
        assert hello(cable) == (epoch, 1, 2, 2)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"\xea\x07\x0b\x1e", "2026-11-30"),
        (b"\xd0\x07\x02\x01\x55", "2000-02-01"),
        (b"", "-"),
        (b"\xea\x07\x0d\x01", "-"),
        (b"\xea\x07\x0b\x00", "-"),
        (b"\xcf\x07\x0b\x1e", "-"),
    ],
    ids=["a day", "more than a day", "an older PC", "month 13", "day 0", "1999"],
)
def test_the_day_of_the_last_sync(table: Table, said: bytes, shown: str) -> None:
    """As the PC says it; it is there after a restart."""
    table.play(START)
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        assert cable.ask(F.ACCEPT, epoch + b"\x01\0\0\0" + said).kind == F.ACCEPTED
    for _ in range(2):
        table.play("back")
        table.choose(T.ABOUT)
        assert f"{T.LAST_SYNC} {shown}" in table.play("down*4")
        table.restart()


def test_a_later_sync_of_nothing_new_has_a_day_too(table: Table) -> None:
    table.play(START)
    with Cable(table.tablet.port) as cable:
        accept = hello(cable)[0] + b"\x01\0\0\0"
        for said, shown in (
            (b"\xea\x07\x0b\x1e", "2026-11-30"),
            (b"\xea\x07\x0c\x01", "2026-12-01"),
            # An older PC says none, and takes none away.
            (b"", "2026-12-01"),
        ):
            assert cable.ask(F.ACCEPT, accept + said).kind == F.ACCEPTED
            table.play("back")
            table.choose(T.ABOUT)
            assert f"{T.LAST_SYNC} {shown}" in table.play("down*4")
            table.play("back back")


@pytest.mark.parametrize("at", ["type", "request", "length", "body"])
def test_ctrl_c_inside_a_frame_is_data(tablet: Callable[..., Table], at: str) -> None:
    table = tablet("128x64")
    table.play(START)
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        kind, body, request = {
            "type": (F.ACCEPT, epoch + b"\0\0\0\0", 1),
            "request": (F.HELLO, b"\x01\0", 3),
            "length": (F.HELLO, b"\x01\x01x", 1),
            "body": (F.HELLO, b"\x01\x04\x03\x03\x03\x03", 1),
        }[at]
        answer = cable.ask(kind, body, request)
        assert answer.kind in (F.TABLET, F.ACCEPTED)
        assert answer.request == request
        assert table.tablet.running()


@pytest.mark.parametrize("before", [b"", b"\r", b"ls\r", frame(F.HELLO, b"\x01\0")])
def test_ctrl_c_outside_a_frame_leads_to_the_prompt(
    tablet: Callable[..., Table], before: bytes
) -> None:
    table = tablet("128x64")
    with Cable(table.tablet.port) as cable:
        cable.send(before + b"\x03")
        assert _ended(table)


def test_ctrl_c_in_a_frame_without_its_mark_is_no_wish(tablet: Callable[..., Table]) -> None:
    """An ACCEPT of three records has a 03 in its body."""
    table = tablet("128x64")
    table.play(START)
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        whole = frame(F.ACCEPT, epoch + b"\x03\0\0\0", 3)
        for damaged in (whole[1:], b"\x75" + whole[1:], whole[2:], whole[:1] + whole[2:]):
            cable.send(damaged)
            table.play("wait:100")
        assert hello(cable)[0] == epoch
        table.play("wait:600")
        cable.send(b"\x03")
        assert _ended(table)


@pytest.mark.parametrize("cut", [3, 10])
def test_a_frame_that_was_cut_off_locks_nobody_out(tablet: Callable[..., Table], cut: int) -> None:
    table = tablet("128x64")
    with Cable(table.tablet.port) as cable:
        cable.send(frame(F.HELLO, b"\x01\x50" + bytes(80))[:cut])
        table.play("wait:1000")
        # It may still go on.
        cable.send(b"\x03")
        table.play("wait:4000")
        assert table.tablet.running()
        # Whoever comes now begins anew.
        cable.send(b"\x03")
        assert _ended(table)


def test_each_request_is_answered_after_chatter(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play(START)
    with Cable(table.tablet.port) as cable:
        cable.send(b"AT\r\nAT+GCAP\r\n\xf5\xad\xf5" + frame(F.HELLO, b"\x01\0", 7)[:9])
        # The head of a frame without its end swallows a little of what follows, not all.
        for request in range(20, 60):
            cable.send(frame(F.HELLO, b"\x01\0", request))
        assert cable.answer().kind == F.TABLET
        while cable.answer().request != 59:
            pass


def test_bad_requests_are_refused(tablet: Callable[..., Table]) -> None:
    table = tablet("128x64")
    table.play(START)
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        other = bytes([epoch[0] ^ 1]) + epoch[1:]
        for kind, body, code in (
            (0x7F, b"", F.ERR_UNKNOWN_TYPE),
            (F.HELLO, b"", F.ERR_BODY),
            (F.GET, epoch + b"\x01\0\0\0", F.ERR_BODY),
            (F.GET, other + b"\x01\0\0\0\x01", F.ERR_EPOCH),
            (F.GET, epoch + b"\0\0\0\0\x01", F.ERR_RANGE),
            (F.ACCEPT, epoch + b"\x02\0\0", F.ERR_BODY),
            (F.ACCEPT, other + b"\x01\0\0\0", F.ERR_EPOCH),
            (F.ACCEPT, epoch + b"\x02\0\0\0", F.ERR_RANGE),
        ):
            answer = cable.ask(kind, body)
            assert (answer.kind, answer.body) == (F.ERROR, bytes([code])), (kind, body)
        assert hello(cable)[1:] == (1, 1, 0)


def test_what_is_saved_after_a_sync_comes_with_the_next(tablet: Callable[..., Table]) -> None:
    """The log's tail begins anew every few records; a sync may end at any of them."""
    table = tablet("128x64")
    table.play(START)
    with Cable(table.tablet.port) as cable:
        epoch = hello(cable)[0]
        have = 0
        for deals in range(1, 31):
            if deals % 2:
                table.deal_1()
            else:
                table.deal_2()
            if deals % 10 == 0:
                # 4500 and 4700: go on in another match before this one is won.
                table.play("back")
                table.choose(T.NEW_MATCH)
                table.choose(T.START)
            last = hello(cable)[2]
            raws = records_from(cable, epoch, have + 1)
            assert [records.seq(raw, 0) for raw in raws] == list(range(have + 1, last + 1))
            assert len(raws) >= 1
            have = last
