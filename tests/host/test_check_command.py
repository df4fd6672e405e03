"""`meldpad check` as a program."""

import json
import subprocess
import sys

import pytest

from canasta import judge, melds, names
from meldpad import verdicts
from meldpad.reasons import _MELD


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldpad", "check", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def answer(code: int, *args: str) -> dict:
    """The JSON verdict; `code` is the exit code that must come with it."""
    done = run(*args, "--json")
    assert done.returncode == code, done
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_the_example_of_the_contract():
    """15 + 40 = 55; 1510 points need 90 (S0:L7)."""
    found = answer(1, "opening", "--score", "1510", "555", "KK2")
    assert found.pop("sentence") == "55 points do not open, 90 are needed"
    assert found == {"ok": False, "reason": "below_minimum", "points": 55, "needed": 90}


def test_meld():
    assert answer(0, "meld", "KK2")["reason"] == "meld"
    found = answer(0, "meld", "KKKKK22", "--rules", "samba")
    assert (found["reason"], found["kind"], found["points"]) == ("canasta", "mixed", 90)
    assert answer(1, "meld", "333")["reason"] == "black_threes_going_out"
    assert answer(0, "meld", "333", "--going-out")["reason"] == "meld"
    found = answer(1, "meld", "KKKKKKKK", "--add", "2", "--rules", "hand-and-foot")
    assert found["reason"] == "closed_wilds"
    found = answer(0, "meld", "KKKKKKK", "--rules", "hand-and-foot", "--sides", "3")
    assert found["kind"] == "natural"


def test_opening():
    assert answer(0, "opening", "KKK", "AA2", "--top", "K")["reason"] == "opens"
    found = answer(1, "opening", "AAA", "--rules", "hand-and-foot", "--round", "2")
    assert (found["points"], found["needed"]) == (60, 90)
    found = answer(0, "opening", "AAA", "--rules", "romanian", "--top", "A")
    assert found["warning"]["id"] == "pile_before_opening"
    assert "S1:L43" in found["warning"]["sentence"]
    assert answer(0, "opening", "444", "--score", "-5")["needed"] == 15


def test_house_rules():
    """1510 points stand in the third band of the classic preset (S0:L7); a house asks 50 there."""
    found = answer(0, "opening", "--score", "1510", "555", "KK2", "--house", "opening=[15,50,50]")
    assert (found["points"], found["needed"]) == (55, 50)
    two = ("out", "--canastas", "natural=1", "--house", "out_canastas=2")
    assert answer(1, *two)["needed"] == 2


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("foo=1", "--house foo: the rules have no parameter of this id"),
        ("x", '--house: "x" must be ID=VALUE'),
        ("opening=abc", "--house opening: takes a list"),
        ("opening=[7]", "--house opening: must be a multiple of 5"),
        ("sides=3", "--house sides: belongs to the table; --sides chooses it"),
        ("target=", '--house: "target=" must have one value'),
    ],
)
def test_a_house_rule_that_is_none(setting: str, reason: str):
    done = run("out", "--house", setting)
    assert (done.returncode, done.stderr) == (2, f"meldpad: {reason}\n")
    assert done.stdout == ""


def test_out():
    found = answer(0, "out", "--canastas", "natural=1,mixed=1")
    assert (found["canastas"], found["needed"]) == (2, 1)
    assert answer(1, "out")["reason"] == "too_few_canastas"
    three = ("--rules", "hand-and-foot", "--canastas", "natural=1,mixed=2")
    assert answer(0, "out", *three)["note"] == "ask_partner"
    assert answer(1, "out", *three, "--leave", "none")["reason"] == "ask_partner"
    assert answer(1, "out", *three, "--leave", "no")["reason"] == "partner_said_no"
    assert answer(0, "out", *three, "--leave", "yes")["must"] is True
    assert answer(1, "out", *three, "--no-feet")["reason"] == "feet_not_picked_up"


def test_pile():
    assert answer(0, "pile", "--top", "K", "--hand", "KK", "--opened", "--frozen") == {
        "ok": True,
        "reason": "natural_pair",
        "have": 2,
        "needed": 2,
        "sentence": "the pile may be taken with a natural pair",
    }
    assert answer(1, "pile", "--top", "K", "--hand", "K2")["reason"] == "needs_pair"
    assert answer(0, "pile", "--top", "K", "--hand", "K2", "--opened")["reason"] == "card_and_wild"
    found = answer(0, "pile", "--top", "K", "--hand", "5", "--meld", "KKK")
    assert found["reason"] == "add_to_meld"
    found = answer(1, "pile", "--top", "K", "--hand", "5", "--meld", "KKK", "--pile", "1")
    assert found["reason"] == "one_card"


def test_plain_words():
    done = run("opening", "--score", "1510", "555", "KK2")
    assert done.returncode == 1
    assert done.stdout == "no: 55 points do not open, 90 are needed (below_minimum)\n"
    done = run("meld", "KKKK222", "--rules", "romanian")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "yes: a canasta (mixed) of 100 card points (canasta)"
    assert done.stdout.splitlines()[1].startswith("The texts contradict each other: S1:L27")


BAD = [
    (("meld", "KK1"), 'CARDS: "1" is no card'),
    (("meld", "KKK", "--rules", "nothing"), '--rules: no preset "nothing"'),
    (("meld", "KKK", "--sides", "5"), "--sides: classic is not played with 5 sides"),
    (("meld",), ""),
    (("opening", "KKK", "--top", "KK"), '--top: "KK" is no card'),
    (("opening", "KKK", "--score", "many"), ""),
    (("out", "--canastas", "samba=1"), '--canastas: no kind "samba"; there are natural, mixed'),
    (("out", "--canastas", "natural"), '--canastas: "natural" must be KIND=N'),
    (("out", "--canastas", "natural=-1"), '--canastas: "natural=-1" must be KIND=N'),
    (("out", "--leave", "perhaps"), "--leave: must be yes, no or none"),
    (("pile", "--hand", "KK"), ""),
    (("pile", "--top", "K", "--hand", "KKK", "--held", "2"), "--held: fewer cards than"),
]


@pytest.mark.parametrize(("args", "message"), BAD, ids=range(len(BAD)))
def test_bad_input(args, message):
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("meldpad: " + message)
    assert len(done.stderr.splitlines()) == 1


def test_every_reason_and_warning_has_words():
    for i in range(1, len(names.REASONS)):
        assert (i in verdicts._SENTENCES) != (i in _MELD), names.REASONS[i]
    for i in range(1, len(names.WARNINGS)):
        assert verdicts._WARNINGS[i]
    assert judge.MELD == melds.CLOSED_WILDS + 1
