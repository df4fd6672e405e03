"""The core as a tablet carries it scores like the vectors, on the Pico."""

import compact
import vectorfile
from runs import VECTORS, Run


def test_vectors(core_run: Run) -> None:
    vectors = [vector for id in VECTORS for vector in vectorfile.read(id)]
    printed = core_run["vectors"]
    assert len(printed) == len(vectors) >= 50
    for vector, found in zip(vectors, printed, strict=True):
        assert found == compact.vector_answer(vector), vector["id"]
