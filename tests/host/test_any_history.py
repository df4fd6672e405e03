"""Whatever was played, and in whatever parts it comes: the totals are those of the deals that
count.

The expected total comes from a stack of versions for each deal, without the core.
"""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from support.database import NOON, OAK, dump
from support.log import Log

from canasta import params as P
from meldpad.db import derive, query
from meldpad.db.engine import open_database
from meldpad.db.ingest import ingest
from meldpad.db.split import Run
from meldpad.paths import database_place


class Play:
    """A match in the simplest terms: a stack of versions for each deal, as melded points."""

    def __init__(self) -> None:
        self.log = Log()
        self.log.begin(rules={P.TARGET: 30000})
        self.deals: list[list[tuple[int, int]]] = []

    def deal(self, points: int) -> None:
        seq = self.log.deal({"melded": points}, {})
        self.deals.append([(seq, points)])

    def correct(self, which: int, points: int) -> None:
        live = [versions for versions in self.deals if versions]
        if live:
            versions = live[which % len(live)]
            seq = self.log.correct(versions[0][0], {"melded": points}, {})
            versions.append((seq, points))

    def undo(self, which: int) -> None:
        """The last version of a deal is void; a deal without versions does not count."""
        live = [versions for versions in self.deals if versions]
        if live:
            seq, _ = live[which % len(live)].pop()
            self.log.undo(seq)

    def total(self) -> int:
        return sum(versions[-1][1] for versions in self.deals if versions)


_POINTS = st.integers(3, 60).map(lambda n: n * 5)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), _POINTS),
        st.tuples(st.just("correct"), st.integers(0, 9), _POINTS),
        st.tuples(st.just("undo"), st.integers(0, 9)),
    ),
    max_size=30,
)


@settings(max_examples=25)
@given(steps=_STEPS, cuts=st.lists(st.integers(1, 30), max_size=3))
def test_any_match_in_any_parts(tmp_path_factory, steps, cuts):
    play = Play()
    for name, *values in steps:
        getattr(play, name)(*values)
    log = play.log
    folder = tmp_path_factory.mktemp("any")
    database = open_database(database_place(str(folder / "history.sqlite")))
    bounds = sorted({1, log.next, *(cut for cut in cuts if cut < log.next)})
    for first, after in pairwise(bounds):
        taken = ingest(database, OAK, [Run(first, after, log.raw(first, after - 1))], NOON)
        assert taken.refused == []
    (match,) = query.matches(database)
    assert match.sides[0].total == play.total()
    assert match.deals == sum(bool(versions) for versions in play.deals)
    before = dump(database)
    with database.write() as session:
        derive.rebuild(session)
    assert dump(database) == before
    database.close()
