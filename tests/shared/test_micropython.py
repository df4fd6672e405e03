"""The core on MicroPython: the same scores as the vectors say, and no allocation on the way."""

import compact
import onmicro
import vectorfile

from canasta import deal as D
from canasta import names, presets, rules, score
from canasta import params as P

VECTORS = vectorfile.read_all()


def test_vectors():
    given = [compact.vector_line(vector) for vector in VECTORS]
    printed = onmicro.run("score_vectors.py", "\n".join(given) + "\n").splitlines()
    assert len(printed) == len(VECTORS)
    for vector, found in zip(VECTORS, printed, strict=True):
        assert found == compact.vector_answer(vector), vector["id"]


def _history(ruleset: rules.Rules) -> list[bytes]:
    """Deals, a correction, undos and an end of one match."""
    log = compact.Log(ruleset)
    deal = D.Deal()
    deal.set(0, D.MELDED, 420)
    deal.set(0, D.IN_HAND, 35)
    deal.set(1, D.MELDED, 60)
    first = log.deal(deal)
    deal.set(0, D.MELDED, 30)
    log.deal(deal)
    correction = log.correct(first, deal)
    undo = log.undo(correction)
    log.undo(undo)
    log.undo(first + 1)
    log.end()
    return log.records


def test_nothing_is_allocated():
    given = []
    for id in presets.IDS:
        own = [v["input"] for v in VECTORS if v["input"]["rules"] == id]
        for match in own:
            ruleset, deals = compact.deals(match)
            parts = [str(ruleset.r[P.SIDES]), compact.packed_rules(ruleset).hex()]
            given.append(" ".join(parts + [deal.hex() for deal in deals]))
    given.append(" ".join(["fold"] + [r.hex() for r in _history(compact.preset("classic"))]))
    printed = onmicro.run("no_allocation.py", "\n".join(given) + "\n").splitlines()
    assert printed == ["ok"] * len(given)


def test_the_lock_finds_an_allocation(tmp_path):
    """The test above could not fail if the lock of this MicroPython did nothing."""
    script = tmp_path / "allocates.py"
    script.write_text(
        "import micropython\nmicropython.heap_lock()\ntry:\n    [1, 2]\n    found = 0\n"
        "except MemoryError:\n    found = 1\nmicropython.heap_unlock()\nprint(found)\n"
    )
    assert onmicro.run(str(script)) == "1\n"


def test_lines_have_a_name_each():
    assert len(names.LINES) == score.N_LINES - 1
