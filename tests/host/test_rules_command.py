"""`meldpad rules list` and `meldpad rules show`."""

import json
import subprocess
import sys

import pytest

from canasta import presets, schema
from meldpad import rulesheet
from meldpad.labels import CHOICES, GROUPS


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meldpad", "rules", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_list_names_every_preset():
    rows = json.loads(run("list", "--json").stdout)
    assert [row["id"] for row in rows] == list(presets.IDS)
    assert rows[0]["tables"] == [{"sides": 2, "seats": 2}]
    plain = run("list").stdout
    assert all(id in plain for id in presets.IDS)


@pytest.mark.parametrize("id", presets.IDS)
def test_sheet_has_every_parameter_with_a_source(id):
    sheet = rulesheet.sheet(id)
    assert [row["id"] for row in sheet["parameters"]] == [param.id for param in schema.PARAMS]
    for row in sheet["parameters"]:
        assert row["source"]
        assert row["unit"]
        if row["unit"] == "choice":
            values = row["value"] if isinstance(row["value"], list) else [row["value"]]
            assert set(values) <= set(row["choices"])
        elif row["unit"] != "yes/no":
            values = row["value"] if isinstance(row["value"], list) else [row["value"]]
            assert all(value == 0 or row["low"] <= value <= row["high"] for value in values)


def test_classic_says_what_the_text_says():
    done = run("show", "classic", "--json")
    rows = {row["id"]: row for row in json.loads(done.stdout)["parameters"]}
    assert rows["target"] == {
        "id": "target",
        "unit": "points",
        "value": 5000,
        "length": 1,
        "low": 0,
        "high": 30000,
        "source": "S0:L37",
    }
    assert rows["opening"]["value"] == [50, 90, 120]
    assert rows["tie"]["value"] == "extra_deal"
    assert rows["tie"]["choices"] == ["extra_deal", "shared"]
    assert rows["foot"]["source"] == rulesheet.UNSET


def test_every_band_has_a_minimum():
    """In Brazilian Canasta a canasta opens at 7000 and 9000, without a number (RG)."""
    rows = {row["id"]: row["value"] for row in rulesheet.sheet("brazilian")["parameters"]}
    assert rows["opening_from"] == [0, 1500, 3000, 7000, 8000, 9000]
    assert rows["opening"] == [50, 90, 120, 0, 200, 0]
    assert rows["opening_needs"][3:] == ["canasta", "canasta", "natural_canasta"]


def test_plain_sheet_is_words_and_not_ids():
    text = run("show", "classic").stdout
    assert "Going out concealed, in all" in text
    assert "200 points" in text
    assert "S0:L4, D2" in text
    assert "_" not in text


@pytest.mark.parametrize("id", presets.IDS)
def test_every_value_of_a_preset_has_words(id):
    """Nothing that a preset sets falls among the others at the end of its sheet."""
    for table in presets.module(id).TABLES:
        headings = [
            heading for heading, _ in rulesheet.groups(rulesheet.sheet(id, table)["parameters"])
        ]
        assert "Others" not in headings


def test_words_exist_for_what_exists():
    ids = [param.id for param in schema.PARAMS]
    for _, rows in GROUPS:
        for pattern, words in rows:
            if pattern.endswith("*"):
                assert any(id.startswith(pattern[:-1]) for id in ids)
                assert "{}" in words
            else:
                assert pattern in ids
    known = {choice for param in schema.PARAMS for choice in param.choices()}
    assert set(CHOICES) <= known


def test_unknown_preset_and_table():
    done = run("show", "nonsense")
    assert done.returncode == 2
    assert done.stderr.startswith("meldpad: no preset 'nonsense'")
    done = run("show", "classic", "--sides", "5")
    assert done.returncode == 2
    assert done.stderr == "meldpad: classic is played by 2 sides of 2\n"
