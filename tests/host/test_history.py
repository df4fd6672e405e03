"""`meldpad history` and `meldpad show`, as a person and as a program read them."""

import json
import os
import re
import subprocess
import sys

import pytest
from support.database import take
from support.log import LEFT_60, ONE_NATURAL_OUT, worked_example

from canasta import names
from canasta import params as P
from meldpad import sentences, words
from meldpad.db.ingest import Source


def split_lines(text: str) -> list[list[str]]:
    """The words of every line that has any."""
    return [line.split() for line in text.splitlines() if line.strip()]


def said(line: str) -> list[str]:
    return line.split()


def test_no_database_yet(meldpad, tmp_path):
    db = tmp_path / "none" / "history.sqlite"
    done = meldpad("history", db=db)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert "no matches yet" in done.stderr
    assert not db.parent.exists()
    done = meldpad("history", "--json", db=db)
    assert (done.returncode, json.loads(done.stdout)) == (1, [])


def test_a_seat_without_a_name_is_not_listed(meldpad, database, db_file, log):
    log.begin(players=("", "No", " ", ""))
    take(database, log)
    done = meldpad("show", "1", db=db_file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Players by seat: 2 No\n" in done.stdout


def test_no_match_yet(meldpad, database, db_file):
    assert meldpad("history", db=db_file).returncode == 1


def test_the_table(meldpad, database, db_file, log):
    worked_example(log)
    log.begin(("Nord-Sud", "Est-Ouest"), rules={P.TARGET: 500})
    log.deal(ONE_NATURAL_OUT, LEFT_60)
    log.begin()
    log.end()
    take(database, log)
    done = meldpad("history", db=db_file)
    assert (done.returncode, done.stderr) == (0, "")
    head, rule, *rows = split_lines(done.stdout)
    assert head == ["Match", "Date", "Rules", "Side", "Total", "Deals", "State", "Tablet"]
    assert set("".join(rule)) == {"─"}
    # Nothing fixes the tablet's start in time; the log came on that day.
    date = ["by", "2024-02-29", "classic"]
    assert rows == [
        ["1", *date, "A", "900", "2", "in", "play", "Oak"],
        ["B", "940"],
        ["2", *date, "Nord-Sud", "800", "1", "Nord-Sud", "won", "Oak"],
        ["Est-Ouest", "-60"],
        ["3", *date, "A", "0", "0", "abandoned", "Oak"],
        ["B", "0"],
    ]


def test_long_names_stay_within_80_columns(meldpad, database, db_file, log):
    name = "The Honourable Society of Sevens"
    log.begin((name, name[::-1]), (name,) * 4)
    first = log.deal({"melded": 600, "canastas.natural": 1, "out": 1}, {"in_hand": 60})
    log.correct(first, {"melded": 650, "canastas.natural": 1, "out": 1}, {"in_hand": 60})
    log.deal({"out": 1}, {})
    take(database, log, Source(b"\x01" * 8, b"\xaa" * 4, name, "1"))
    for command in (["history"], ["show", "1"]):
        done = meldpad(*command, db=db_file)
        assert done.returncode == 0
        assert max(map(len, done.stdout.splitlines())) <= 80
        assert "Honourable" in done.stdout


def test_what_was_not_taken_in_is_said(meldpad, database, db_file, log):
    log.begin()
    log.deal({"out": 1}, {})
    log.raws.append(b"?" * 30)
    log.next += 1
    take(database, log)
    lines = meldpad("history", db=db_file).stdout.splitlines()
    assert "Match 1: 1 record could not be taken in; meldpad show 1 says why." in lines
    assert any(line.startswith("Tablet Oak, record 3: The record is damaged") for line in lines)
    text = " ".join(meldpad("show", "1", db=db_file).stdout.split())
    assert text.endswith(
        "Not taken in, record 2: The side went out without the canastas that the rules ask for."
    )


def test_the_table_for_programs(meldpad, database, db_file, log):
    worked_example(log)
    take(database, log)
    done = meldpad("history", "--json", db=db_file)
    assert json.loads(done.stdout) == [
        {
            "match": 1,
            "date": "2024-02-29T12:00:00Z",
            # Its fifth record was written four minutes later, and received at noon.
            "date_from": None,
            "date_to": "2024-02-29T11:56:00Z",
            "rules": "classic",
            "sides": [
                {"name": "A", "total": 900, "winner": False},
                {"name": "B", "total": 940, "winner": False},
            ],
            "deals": 2,
            "state": "open",
            "winners": [],
            "tablet": {"id": "01" * 8, "epoch": "aa" * 4, "name": "Oak"},
            "not_taken": 0,
        }
    ]


def test_show_the_worked_example(meldpad, database, db_file, log):
    """The corrected value is there, and that it was undone."""
    worked_example(log)
    take(database, log)
    done = meldpad("show", "1", db=db_file)
    assert (done.returncode, done.stderr) == (0, "")
    assert split_lines(done.stdout) == [
        ["Match", "1:", "A", "against", "B"],
        ["by", "2024-02-29,", "tablet", "Oak", "(" + "01" * 8 + ")"],
        ["Rules:", "classic"],
        ["Deal", "1,", "dealt", "by", "seat", "1", "A", "B"],
        ["melded", "200"],
        ["natural", "canastas", "500"],
        ["going", "out", "100"],
        ["left", "in", "hand", "-60"],
        ["points", "800", "-60"],
        ["total", "800", "-60"],
        ["needed", "to", "open", "50", "50"],
        said("record 2 entered: A 800, B -60; counts start 1, 0:01:00"),
        said("record 4 corrected: A 850, B -60; undone by record 5 start 1, 0:03:00"),
        said("A: melded 250, was 200"),
        said("record 5 record 4 undone start 1, 0:04:00"),
        ["Deal", "2,", "dealt", "by", "seat", "2", "A", "B"],
        ["melded", "100", "300"],
        ["mixed", "canastas", "600"],
        ["going", "out", "100"],
        ["points", "100", "1000"],
        ["total", "900", "940"],
        ["needed", "to", "open", "50", "15"],
        said("After 2 deals: A 900, B 940; in play"),
        said("Needed to open the next deal: A 50, B 50"),
    ]


def test_show_the_worked_example_for_programs(meldpad, database, db_file, log):
    worked_example(log)
    take(database, log)
    shown = json.loads(meldpad("show", "1", "--json", db=db_file).stdout)
    assert (shown["match"], shown["rules"], shown["house"]) == (1, "classic", {})
    assert (shown["players"], shown["first_dealer"], shown["state"]) == ([], 0, "open")
    assert shown["sides"] == [
        {"name": "A", "total": 900, "winner": False, "before": 0, "opening": 50},
        {"name": "B", "total": 940, "winner": False, "before": 0, "opening": 50},
    ]
    first, second = shown["deals"]
    assert first["sides"] == [
        {
            "fields": {"melded": 200, "out": 1, "canastas.natural": 1},
            "lines": [
                {"id": "melded", "points": 200},
                {"id": "natural", "points": 500},
                {"id": "out", "points": 100},
            ],
            "points": 800,
            "total": 800,
            "opening": 50,
        },
        {
            "fields": {"in_hand": 60},
            "lines": [{"id": "in_hand", "points": -60}],
            "points": -60,
            "total": -60,
            "opening": 50,
        },
    ]
    assert (first["number"], first["record"], first["dealer"], first["lone"]) == (1, 2, 0, None)
    steps = [
        (step["record"], step["kind"], step["state"], step["names"], step["undone_by"])
        for step in first["steps"]
    ]
    assert steps == [
        (2, "entered", "counts", None, None),
        (4, "corrected", "void", 2, 5),
        (5, "undone", "done", 4, None),
    ]
    corrected = first["steps"][1]
    assert corrected["sides"][0]["fields"]["melded"] == 250
    assert [side["points"] for side in corrected["sides"]] == [850, -60]
    # The test's log writes a record a minute, the correction as the fourth.
    assert (corrected["boot"], corrected["uptime"]) == (1, 180)
    assert corrected["received"] == "2024-02-29T12:00:00Z"
    assert [side["opening"] for side in second["sides"]] == [50, 15]
    assert [len(second["steps"]), shown["endings"], shown["refused"]] == [1, [], []]


def test_show_a_deal_that_was_undone_and_one_that_was_brought_back(meldpad, database, db_file, log):
    log.begin(("North", "South"), ("Ann", "Bob", "Cid", "Dot"), dealer=3)
    gone = log.deal({"melded": 100}, {})
    log.undo(gone)
    back = log.deal({"melded": 50}, {"melded": 60})
    undo = log.undo(back)
    log.undo(undo)
    take(database, log)
    shown = json.loads(meldpad("show", "1", "--json", db=db_file).stdout)
    undone, counts = shown["deals"]
    assert (undone["number"], undone["sides"], undone["steps"][0]["state"]) == (None, [], "void")
    assert (counts["number"], counts["dealer"]) == (1, 3)
    assert [step["state"] for step in counts["steps"]] == ["counts", "void", "done"]
    text = meldpad("show", "1", db=db_file).stdout
    assert "Undone deal 1" in text
    assert "Deal 1, dealt by Dot" in text
    assert "record 4 undone; undone by record 6" in re.sub(r"\s+", " ", text)


def test_show_says_what_differs_from_the_preset(meldpad, database, db_file, log):
    log.begin(rules={P.TARGET: 10000, P.TIE: P.SHARED_WIN})
    take(database, log)
    done = meldpad("show", "1", db=db_file)
    assert "Rules: classic, but target 10000, tie shared" in done.stdout.splitlines()
    shown = json.loads(meldpad("show", "1", "--json", db=db_file).stdout)
    assert shown["house"] == {"target": 10000, "tie": "shared"}


def test_show_for_programs_gives_the_bytes_of_what_was_refused(meldpad, database, db_file, log):
    log.begin()
    log.deal({"melded": 33}, {})
    take(database, log)
    (item,) = json.loads(meldpad("show", "1", "--json", db=db_file).stdout)["refused"]
    assert item["bytes"] == log.raws[1].hex()
    assert (item["record"], item["reason"]) == (2, "no_multiple_of_5")
    assert item["text"] == "Points must be a multiple of 5."


def test_no_such_match(meldpad, database, db_file):
    done = meldpad("show", "7", db=db_file)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "meldpad: there is no match 7; `meldpad history` lists them\n"


@pytest.mark.parametrize("number", ["one", "1.5", ""])
def test_a_match_is_a_number(meldpad, database, db_file, number):
    done = meldpad("show", number, db=db_file)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_name_that_looks_like_markup_is_only_a_name(meldpad, database, db_file, log):
    log.begin(("[bold]A[/bold]", ":smile:"))
    take(database, log)
    text = meldpad("show", "1", db=db_file).stdout
    assert "[bold]A[/bold] against :smile:" in text


def test_output_that_can_show_little(database, db_file, log):
    log.begin(("Zoë", "Łukasz"))
    log.deal({"melded": 50}, {})
    take(database, log)
    done = subprocess.run(
        [sys.executable, "-m", "meldpad", "history", "--db", str(db_file)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii:replace"},
        check=False,
    )
    assert done.returncode == 0
    assert b"Zo?" in done.stdout


def test_every_reason_has_a_sentence_of_its_own():
    said = [sentences.sentence(id) for id in names.ERRORS]
    assert len(set(said)) == len(names.ERRORS)
    assert not any(sentence.startswith("Refused:") for sentence in said)


def test_every_line_of_a_score_has_words():
    assert all(words.line(id) != "" for id in names.LINES)
    assert words.field("canastas.wild_twos") == "canastas of seven twos"
    assert words.field("incomplete.aces_in_hand") == "incomplete aces in hand"
