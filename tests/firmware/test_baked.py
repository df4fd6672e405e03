"""What the tablet knows of presets and parameters is what the core knows."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from canasta import presets, rules, schema
from canasta.cursor import Cursor
from tablet import parameters
from tablet.presets import IDS

_ROOT = Path(__file__).resolve().parents[2]


def test_the_modules_are_up_to_date() -> None:
    tool = [sys.executable, str(_ROOT / "tools" / "make_rules.py"), "--check"]
    assert subprocess.run(tool, capture_output=True, text=True).stderr == ""


def _tables(id: str) -> tuple:
    return importlib.import_module(f"tablet.presets.{id.replace('-', '_')}").TABLES


def test_the_presets_are_offered_in_their_order() -> None:
    assert IDS == presets.IDS


@pytest.mark.parametrize("id", presets.IDS)
def test_a_preset_has_the_same_tables_and_rules(id: str) -> None:
    assert tuple(table for table, _ in _tables(id)) == presets.module(id).TABLES
    for table, packed in _tables(id):
        wanted, found = rules.Rules(), rules.Rules()
        presets.load(id, wanted, table)
        assert found.unpack(Cursor(packed))
        assert found.r == wanted.r


def test_the_parameters_are_the_same() -> None:
    assert len(schema.PARAMS) == parameters.COUNT
    for number, wanted in enumerate(schema.PARAMS):
        found = parameters.Param(number)
        assert found.id == wanted.id
        assert (found.at, found.length) == (wanted.at, wanted.length)
        assert (parameters.at(number), parameters.length(number)) == (wanted.at, wanted.length)
        assert (found.low, found.high) == (wanted.low, wanted.high)
        assert tuple(found.choices) == wanted.choices()
        assert found.yes_no == (wanted.unit == schema.YES_NO)
        assert found.points == (wanted.unit == schema.POINTS)
        assert parameters.decides(number) == wanted.by


def test_parameters_are_found_by_id_and_by_its_beginning() -> None:
    ids = [param.id for param in schema.PARAMS]
    for name in ("sides", "talon_next", "opening", "go_out"):
        assert parameters.numbers(name) == [ids.index(name)]
    for name in ("bonus_", "special_", "out_"):
        wanted = [i for i, id in enumerate(ids) if id.startswith(name)]
        assert parameters.numbers(name) == wanted
    assert parameters.numbers("side") == []
