"""Positions, ids and sizes: what must stay in step, and what must never move."""

import compact
import pytest

from canasta import deal as D
from canasta import errors, kinds, melds, names, presets, records, rules, schema, score
from canasta import params as P
from canasta.cursor import Cursor


def _all_tables():
    return [(id, table) for id in presets.IDS for table in presets.module(id).TABLES]


def test_every_position_has_one_parameter():
    covered = [0] * P.SIZE
    for param in schema.PARAMS:
        for i in range(param.at, param.at + param.length):
            covered[i] += 1
    room = set()
    for first, used, size in (
        (P.OUT_KIND, len(names.KINDS), P.N_KINDS),
        (P.BONUS, len(names.KINDS), P.N_KINDS),
        (P.INCOMPLETE, len(names.INCOMPLETE), P.N_INCOMPLETE),
        (P.SPECIAL, len(names.SPECIAL), P.N_SPECIAL),
        (P.EXTRA, len(names.EXTRA), P.N_EXTRA),
    ):
        room.update(range(first + used, first + size))
    for i in range(P.SIZE):
        assert covered[i] == (0 if i in room else 1), i


def test_more_parameters_or_fields_are_a_newer_version():
    """A program of before takes a position that it does not know for damage, unless the version of
    the record says that it is too old.
    """
    size = {1: 212}
    fields = {1: 37}
    assert size[records._NEWEST[records.MATCH]] == P.SIZE
    for kind in (records.DEAL, records.CORRECT):
        assert fields[records._NEWEST[kind]] == D.N_FIELDS


def test_ids_are_unique():
    ids = [param.id for param in schema.PARAMS]
    assert len(set(ids)) == len(ids)
    for tuple_of_ids in (names.KINDS, names.FIELDS, names.LINES, names.ERRORS, names.REASONS):
        assert len(set(tuple_of_ids)) == len(tuple_of_ids)


def test_positions_fit_a_byte():
    assert P.SIZE <= 256


def test_positions_that_records_hold_never_move():
    """A sample of the list as it was when the first match was stored."""
    assert (P.SIDES, P.VALUE_JOKER, P.CANASTA_SIZE, P.TARGET, P.GO_OUT) == (0, 9, 23, 35, 39)
    assert (P.OUT_KIND, P.BONUS, P.INCOMPLETE, P.SPECIAL, P.EXTRA) == (51, 61, 71, 79, 95)
    assert (P.GO_OUT_BY_ROUND, P.OPENING_FROM, P.OPENING, P.OPENING_NEEDS) == (101, 105, 113, 121)
    assert (P.RED_PLUS, P.RED_MINUS, P.BLACK_PLUS, P.BLACK_MINUS) == (129, 142, 155, 168)
    assert (P.UNDECLARED, P.PURE_SEVENS) == (181, 194)
    assert (D.MELDED, D.IN_HAND, D.RED_THREES, D.OUT, D.OPENED) == (0, 1, 2, 6, 7)
    assert (D.ADJUST, D.NET, D.KIND, D.INCOMPLETE, D.EXTRA, D.N_FIELDS) == (9, 12, 13, 23, 31, 37)


def _numbers(module, leave_out=()):
    """Names of a module's upper-case integers, by number."""
    found = {}
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, int) and name not in leave_out:
            assert value not in found, name
            found[value] = name.lower()
    return found


def test_errors_have_their_ids():
    assert _numbers(errors) == dict(enumerate(names.ERRORS))


def test_reasons_and_kinds_have_their_ids():
    for i, id in enumerate(names.KINDS):
        assert getattr(kinds, id.upper()) == i
    ids = ("FINE",) + tuple(id.upper() for id in names.REASONS[1:])
    for i, id in enumerate(ids):
        if hasattr(melds, id):
            assert getattr(melds, id) == i


def test_fields_have_their_ids():
    assert len(names.FIELDS) <= D.N_FIELDS
    assert names.FIELDS[D.UNDECLARED] == "undeclared_red_threes"
    assert names.FIELDS[D.RED_LEFT] == "red_threes_left"
    assert names.FIELDS[D.KIND] == "canastas.natural"
    assert names.FIELDS[D.INCOMPLETE] == "incomplete.aces"
    assert names.FIELDS[D.EXTRA] == "extra.exact"
    for name in ("MELDED", "IN_HAND", "RED_THREES", "BLACK_THREES", "OUT", "OPENED", "ADJUST"):
        assert names.FIELDS[getattr(D, name)] == name.lower()


def test_lines_have_their_ids():
    assert names.LINES[score.L_KIND : score.L_KIND + len(names.KINDS)] == names.KINDS
    for name in ("MELDED", "RED_THREES", "OUT", "CONCEALED", "NO_MELD", "SPECIAL", "INCOMPLETE"):
        assert names.LINES[getattr(score, "L_" + name)] == name.lower()
    assert names.LINES[score.L_UNDECLARED] == "undeclared_red_threes"
    assert names.LINES[score.L_RED_LEFT] == "red_threes_left"
    assert score.L_POINTS == len(names.LINES) == score.N_LINES - 1


@pytest.mark.parametrize(("id", "table"), _all_tables())
def test_preset(id, table):
    ruleset = compact.preset(id, table)
    packed = compact.packed_rules(ruleset)
    assert len(packed) <= rules.MAX_PACKED
    other = rules.Rules()
    assert other.unpack(Cursor(packed))
    assert other.r == ruleset.r
    assert (ruleset.r[P.SIDES], ruleset.r[P.SEATS]) == table
    for name, value, source in presets.rows(id, table):
        param = schema.find(name)
        assert param is not None
        assert source, name
        found = schema.get_value(ruleset, param)
        if isinstance(value, tuple):
            assert isinstance(found, list)
            found = (tuple(found) + (0,) * len(value))[: len(value)]
        assert found == value, name


def test_unknown_preset_and_table():
    with pytest.raises(KeyError):
        presets.module("nonsense")
    with pytest.raises(ValueError, match="not played"):
        presets.rows("classic", (5, 1))


@pytest.mark.parametrize(
    ("id", "value", "reason"),
    [
        ("target", "5000", "whole number"),
        ("target", 5001, "multiple of 5"),
        ("target", 40000, "from 0 to 30000"),
        ("lone", 1, "true or false"),
        ("tie", 0, "one of extra_deal, shared"),
        ("target", [5000], "one value"),
        ("opening", 50, "takes a list"),
        ("opening", [50] * 9, "at most 8"),
        ("rounds", 21, "from 0 to 20"),
    ],
)
def test_values_that_do_not_fit(id, value, reason):
    param = schema.find(id)
    assert param is not None
    ruleset = compact.preset("classic")
    before = ruleset.r[:]
    with pytest.raises(ValueError, match=reason):
        schema.set_value(ruleset, param, value)
    assert ruleset.r == before
