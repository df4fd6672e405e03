"""`meldpad score` as a program: what goes in, what comes out, and what bad input gets."""

import json
import os
import subprocess
import sys

import pytest

from meldpad import scorefile
from meldpad.errors import InputError

GOOD = {"rules": "classic", "sides": [{}, {}], "deals": []}


def run(data: bytes | str, *args: str) -> subprocess.CompletedProcess[bytes]:
    """The program with `data` on standard input."""
    data = data.encode() if isinstance(data, str) else data
    command = [sys.executable, "-m", "meldpad", "score", *args]
    return subprocess.run(command, input=data, capture_output=True, timeout=60)


def refused(data: bytes | str) -> str:
    """The one line that bad input gets, without the time that a new process takes."""
    with pytest.raises(InputError) as caught:
        scorefile.answers(data.encode() if isinstance(data, str) else data)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


def refused_by_program(data: bytes | str) -> str:
    """The one line on standard error that bad input gets, with exit code 2 and nothing printed."""
    done = run(data)
    assert done.returncode == 2, done
    assert done.stdout == b""
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1, lines
    return lines[0].removeprefix("meldpad: ")


def deal(side: dict, other: dict | None = None, **more) -> str:
    """A match of `GOOD` with one deal."""
    return json.dumps({**GOOD, "deals": [{"sides": [side, other or {}]}], **more})


def test_contract_example(tmp_path):
    match = """{"rules": "classic",
     "house": {"concealed_total": 300},
     "sides": [{"name": "Nord-Sud"}, {"name": "Est-Ouest"}],
     "deals": [{"sides": [
       {"melded": 420, "in_hand": 35, "canastas": {"natural": 1, "mixed": 1}, "red_threes": 2,
        "out": true},
       {"melds": ["QQQQ", "552"], "hand": "A43", "red_threes": 1}]}]}"""
    file = tmp_path / "match.json"
    file.write_text(match)
    done = run(b"", str(file))
    assert done.returncode == 0
    # 1485 is worked out in the rule sheet; 40 + 30 melded, 100, less 20 + 5 + 5 in the hand is 140.
    assert done.stdout.decode() == (
        '{"rules": "classic", "deals": [{"sides": [{"lines": [{"id": "melded", "points": 420}, '
        '{"id": "natural", "points": 500}, {"id": "mixed", "points": 300}, '
        '{"id": "red_threes", "points": 200}, {"id": "out", "points": 100}, '
        '{"id": "in_hand", "points": -35}], "points": 1485, "total": 1485}, '
        '{"lines": [{"id": "melded", "points": 70}, {"id": "red_threes", "points": 100}, '
        '{"id": "in_hand", "points": -30}], "points": 140, "total": 140}], "opening": [50, 50]}], '
        '"opening": [50, 50], "finished": false, "winners": []}\n'
    )


def test_json_lines_answer_in_order():
    first = json.loads(deal({"melded": 50}))
    second = json.loads(deal({}, {"melded": 80}))
    done = run(f"{json.dumps(first)}\n\n{json.dumps(second)}\r\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["deals"][0]["sides"][0]["total"] for a in answers] == [50, 0]
    assert [a["deals"][0]["sides"][1]["total"] for a in answers] == [0, 80]


def test_byte_order_mark_is_no_text():
    assert run(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).returncode == 0


def test_closed_output_is_no_failure():
    """A reader that leaves early, as `head` does."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "meldpad", "score"]
    many = "\n".join([json.dumps(GOOD)] * 3000).encode()
    done = subprocess.run(command, input=many, stdout=write, stderr=subprocess.PIPE, timeout=60)
    os.close(write)
    assert b"Traceback" not in done.stderr


def test_missing_file():
    done = run(b"", "no-such-file.json")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("meldpad: no-such-file.json: ")


BAD = {
    # what is no JSON
    "": "no match in the input",
    "hello": "line 1, column 1: not JSON",
    "{": "line 1, column 2: not JSON",
    '{"rules": "classic"} {"rules": "classic"}': "line 1: not JSON: more text after the value",
    '{"rules": "classic", "deals": [NaN]}': "line 1: not JSON: NaN is no JSON",
    '\n{"rules": "classic",\n "deals": [}': "line 3, column 12: not JSON",
    "[" * 100_000: "line 1: nested too deeply",
    # shapes
    "[]": "must be an object",
    "3": "must be an object",
    "{}": 'needs "rules"',
    '{"rules": 5}': "rules: must be a string",
    '{"rules": "canasta"}': 'rules: no preset "canasta"',
    '{"rules": "classic", "rules": "classic"}': '"rules" occurs twice',
    '{"rules": "classic", "colour": 1}': 'unknown field "colour"',
    '{"rules": "classic", "sides": [{}]}': "sides: classic is played with 2 of 2",
    '{"rules": "classic", "sides": {}}': "sides: must be a list",
    '{"rules": "classic", "sides": [{"name": 3}, {}]}': "sides[0].name: must be a string",
    '{"rules": "classic", "sides": [{"before": 3}, {}]}': "sides[0].before: must be a multiple",
    '{"rules": "classic", "sides": [{"before": 1e9}, {}]}': "sides[0].before: must be a whole",
    '{"rules": "classic", "sides": [{}, {"before": 2000000}]}': "sides[1].before: must be from",
    '{"rules": "classic", "deals": {}}': "deals: must be a list",
    '{"rules": "classic", "deals": [{}]}': 'deals[0]: needs "sides"',
    '{"rules": "classic", "deals": [{"sides": [{}]}]}': "deals[0].sides: must have one entry",
    '{"rules": "classic", "deals": [{"sides": [{}, {}], "lone": 0}]}': "deals[0].lone: these rules",
    # the house's parameters
    '{"rules": "classic", "house": {"nothing": 1}}': "house.nothing: the rules have no parameter",
    '{"rules": "classic", "house": {"\\u2028\\n": 1}}': 'house["\ufffd\ufffd"]: the rules',
    '{"rules": "classic", "house": {"target": 5001}}': "house.target: must be a multiple of 5",
    '{"rules": "classic", "house": {"target": -5}}': "house.target: must be from 0",
    '{"rules": "classic", "house": {"target": true}}': "house.target: must be a whole number",
    '{"rules": "classic", "house": {"target": [5000]}}': "house.target: takes one value",
    '{"rules": "classic", "house": {"tie": "coin"}}': "house.tie: must be one of",
    '{"rules": "classic", "house": {"tie": {}}}': "house.tie: must be one of",
    '{"rules": "classic", "house": {"opening": 50}}': "house.opening: takes a list",
    '{"rules": "classic", "house": {"opening": ["a"]}}': "house.opening: must be a whole number",
    '{"rules": "classic", "house": {"seats": 1}}': "house.seats: classic is played with 2 of 2",
    '{"rules": "classic", "house": {"sides": 2}}': "house.sides: is taken from the list of sides",
    '{"rules": "classic", "house": {"lone": true}}': "house.lone: a lone player needs",
    '{"rules": "classic", "house": {"opening_from": [0, 100, 50]}}': "house.opening_from: must",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_bad_input(text):
    assert refused(text).startswith(BAD[text])


SIDE = "deals[0].sides[0]"
BAD_SIDE = [
    ({"melded": "70"}, "melded: must be a whole number"),
    ({"melded": True}, "melded: must be a whole number"),
    ({"melded": 70.5}, "melded: must be a whole number"),
    ({"melded": None}, "melded: must be a whole number"),
    ({"melded": -70}, "melded: must not be negative"),
    ({"melded": 72}, "melded: must be a multiple of 5"),
    ({"melded": 10}, "melded: no cards add up to 10 points"),
    ({"melded": 10**30}, "melded: must be from 0"),
    ({"melded": 3000}, "melded: more card points at the table"),
    ({"in_hand": 33}, "in_hand: must be a multiple of 5"),
    ({"colour": 1}, 'unknown field "colour"'),
    ({"black_threes": 1}, "black_threes: these rules do not know this field"),
    ({"red_threes_left": 0}, "red_threes_left: these rules do not know this field"),
    ({"special": "straight"}, "special: these rules do not know this field"),
    ({"incomplete": ["aces"]}, "incomplete: these rules do not know this field"),
    ({"extra": {"exact": 1}}, "extra: these rules do not know this field"),
    ({"canastas": {"samba": 1}}, "canastas.samba: these rules know only natural, mixed"),
    ({"canastas": {"wild": 1}}, "canastas.wild: these rules know only natural, mixed"),
    ({"melded": 70, "canastas": {"natural": -1}}, "canastas.natural: must not be negative"),
    ({"canastas": [1]}, "canastas: must be an object"),
    ({"canastas": {"natural": 1}}, "canastas.natural: the points melded are too few"),
    ({"melded": 70, "canastas": {"natural": 2, "mixed": 1}}, "canastas.mixed: the points melded"),
    ({"red_threes": 5}, "red_threes: more red threes at the table"),
    ({"red_threes": 3, "undeclared_red_threes": 2}, "undeclared_red_threes: more red threes"),
    ({"out": "yes"}, "out: must be true or false"),
    ({"out": 1}, "out: must be true or false"),
    ({"melded": 200, "out": True}, "out: going out needs 1 canasta"),
    ({"melded": 70, "canastas": {"natural": 1}, "concealed": True}, "concealed: going out"),
    ({"melded": 70, "opened": False}, "opened: points were melded"),
    ({"adjust": 100}, "adjust: must be a list"),
    ({"adjust": [100]}, "adjust[0]: must be an object"),
    ({"adjust": [{"points": 100}, {"points": 3}]}, "adjust[1].points: must be a multiple of 5"),
    ({"adjust": [{"reason": "x"}]}, 'adjust[0]: needs "points"'),
    ({"adjust": [{"points": 5, "reason": 5}]}, "adjust[0].reason: must be a string"),
    ({"adjust": [{"points": 20000}] * 2}, "adjust: must add up to"),
    ({"melds": ["KKK"], "melded": 30}, "melded: follows from the cards"),
    ({"melds": ["KKK"], "canastas": {}}, "canastas: follows from the cards"),
    ({"hand": "K", "in_hand": 10}, "in_hand: follows from the cards"),
    ({"melds": "KKK"}, "melds: must be a list"),
    ({"melds": [["K"]]}, "melds[0]: must be a string"),
    ({"melds": ["KK1"]}, 'melds[0]: "1" is no card'),
    ({"melds": ["KKk"]}, 'melds[0]: "k" is no card'),
    ({"melds": ["AAA", "KK"]}, "melds[1]: a meld has at least 3 cards"),
    ({"melds": ["KKKX22X"]}, "melds[0]: 4 wild cards in a meld, at most 3"),
    ({"melds": ["K22"]}, "melds[0]: 1 natural cards in it, at least 2"),
    ({"melds": ["22X"]}, "melds[0]: wild cards alone are no meld"),
    ({"melds": ["KKQ"]}, "melds[0]: cards of 2 ranks are no meld"),
    ({"melds": ["456"]}, "melds[0]: cards of 3 ranks are no meld"),
    ({"melds": ["333"]}, "melds[0]: black threes are melded only when going out"),
    ({"melds": ["7777777", "332"], "out": True}, "melds[1]: black threes are melded without wild"),
    ({"melds": ["KKKKKKKKK"]}, "melds: 9 cards K at the table, the packs hold 8"),
    ({"hand": "XXXXX"}, "hand: 5 cards X at the table, the packs hold 4"),
    ({"hand": "K" * 300}, "hand: too many cards"),
    ({"hand": "\n"}, 'hand: "�" is no card'),
]


@pytest.mark.parametrize(("side", "message"), BAD_SIDE, ids=range(len(BAD_SIDE)))
def test_bad_side(side, message):
    found = refused(deal(side))
    assert found.startswith(f"{SIDE}.{message}") or found.startswith(f"{SIDE}: {message}")


def test_two_sides_out():
    out = {"melded": 70, "canastas": {"natural": 1}, "out": True}
    assert (
        refused_by_program(deal(out, out)) == "deals[0].sides[1].out: only one side can end a deal"
    )


def test_red_threes_of_both_sides():
    found = refused(deal({"melded": 50, "red_threes": 2}, {"red_threes": 3}))
    assert (
        found == "deals[0].sides[1].red_threes: more red threes at the table than the packs hold, 4"
    )


def test_card_points_of_both_sides():
    """Two packs hold 1180 points.

    Eight each of A and 2 (320), of six high ranks (480) and four low ones (160), four black threes
    (20) and four jokers (200).
    """
    assert run(deal({"melded": 1000}, {"in_hand": 180})).returncode == 0
    found = refused(deal({"melded": 1000}, {"in_hand": 185}))
    assert found.startswith("deals[0].sides[1].melded: more card points at the table")


def test_cards_of_both_sides():
    found = refused(deal({"melds": ["KKKK"]}, {"hand": "KKKKK"}))
    assert found == "deals[0].sides[1].hand: 9 cards K at the table, the packs hold 8"


def test_deal_after_the_end():
    match = json.loads(deal({"melded": 100}))
    match["sides"] = [{"before": 4900}, {}]
    match["deals"] *= 2
    assert refused(json.dumps(match)) == "deals[1]: the match was over after deal 1"


def test_line_is_named_in_json_lines_and_nothing_is_printed():
    good = deal({"melded": 50})
    bad = deal({"melded": 52})
    message = refused_by_program(f"{good}\n\n{bad}\n{good}\n")
    assert message == "line 3: deals[0].sides[0].melded: must be a multiple of 5"


def test_not_utf_8():
    assert refused_by_program(b'{"rules":\n "cl\xe4ssic"}') == "line 2: not UTF-8"


def test_infinite_number():
    assert refused('{"rules": "classic", "house": {"target": 1e400}}').startswith(
        "house.target: must"
    )
