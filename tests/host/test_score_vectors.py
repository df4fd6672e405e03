"""Every vector, through the program's own way from JSON to JSON."""

import json

import pytest
import vectorfile

from canasta import presets
from meldpad import scorefile

VECTORS = vectorfile.read_all()
SEEDS = (
    "classic",
    "classic-2",
    "classic-3",
    "classic-3-lone",
    "romanian",
    "popular",
    "counter",
    "hand-and-foot",
)


@pytest.mark.parametrize("vector", VECTORS, ids=vectorfile.ids(VECTORS))
def test_vector(vector):
    answer = scorefile.answers(json.dumps(vector["input"]).encode())
    # As text, so that the order of the keys counts too.
    assert [json.dumps(one) for one in answer] == [json.dumps(vector["output"])]


@pytest.mark.parametrize("preset", presets.IDS)
def test_enough_vectors(preset):
    vectors = vectorfile.read(preset)
    assert len(vectors) >= (25 if preset in SEEDS else 12)
    assert len({vector["id"] for vector in vectors}) == len(vectors)
    assert all(len(vector["source"]) > 20 for vector in vectors)


def test_lines_of_a_vector_add_up():
    """A slip of the pen in a vector is found without our scorer."""
    for vector in VECTORS:
        totals = [side.get("before", 0) for side in vector["input"]["sides"]]
        for deal in vector["output"]["deals"]:
            for i, side in enumerate(deal["sides"]):
                assert sum(line["points"] for line in side["lines"]) == side["points"], vector["id"]
                totals[i] += side["points"]
                assert side["total"] == totals[i], vector["id"]
