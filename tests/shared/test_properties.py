"""What holds for every deal, record and frame, tried on many made up by hypothesis."""

from array import array

import compact
from hypothesis import given, settings
from hypothesis import strategies as st

from canasta import cards, check, frames, kinds, melds, presets, records, rules, schema, score
from canasta import deal as D
from canasta import errors as E
from canasta import params as P
from canasta.cursor import Cursor
from canasta.match import Match

RULES = {
    (id, table): compact.preset(id, table)
    for id in presets.IDS
    for table in presets.module(id).TABLES
}
tables = st.sampled_from(sorted(RULES))


@st.composite
def sides(draw, ruleset, out=False):
    """Fields of one side that `ruleset` can hold together; the sides may still clash."""
    fields: dict[int, int] = {}
    r = ruleset.r
    if not out and check.knows(ruleset, D.SPECIAL) and draw(st.integers(0, 9)) == 0:
        fields[D.ADJUST] = 5 * draw(st.integers(-100, 100))
        return fields
    needed = 0
    for kind in ruleset.kinds:
        count = draw(st.integers(0, 2))
        if out:
            count = max(count, r[P.OUT_KIND + kind], r[P.OUT_CANASTAS] if kind < 2 else 0)
        fields[D.KIND + kind] = count
        # Dearer than the dearest cheapest canasta, so that any number of them fits.
        needed += count * 200
    extra = draw(st.sampled_from([0, 15, 20, 65, 120]))
    fields[D.MELDED] = needed + extra
    fields[D.IN_HAND] = 5 * draw(st.integers(0, 20))
    fields[D.ADJUST] = 5 * draw(st.integers(-100, 100))
    for field in (D.RED_THREES, D.BLACK_THREES, D.UNDECLARED, D.RED_LEFT):
        if check.knows(ruleset, field):
            fields[field] = draw(st.integers(0, 1))
    for i in ruleset.incomplete:
        fields[D.INCOMPLETE + i] = draw(st.integers(0, 1))
    if out:
        fields[D.OUT] = draw(st.integers(1, 2 if r[P.CONCEALED_TOTAL] else 1))
    return fields


@st.composite
def deals(draw, ruleset):
    """A deal that the checks let through."""
    deal = D.Deal()
    count = ruleset.r[P.SIDES]
    out = draw(st.integers(-1, count - 1))
    for side in range(count):
        for field, value in draw(sides(ruleset, side == out)).items():
            deal.set(side, field, value)
    if ruleset.r[P.LONE]:
        deal.lone = draw(st.integers(0, count))
    if check.check_deal(ruleset, deal) != E.OK:
        # Too many points or threes for the packs: keep the side that is out, empty the others.
        for side in range(count):
            if side != out:
                for field in range(D.N_FIELDS):
                    deal.set(side, field, 0)
    if check.check_deal(ruleset, deal) != E.OK:
        deal.clear()
    return deal


def scored(ruleset, deal, round_index=0):
    lines = score.lines_buffer(D.MAX_SIDES)
    score.score_deal(ruleset, deal, round_index, lines)
    return lines


def of_side(lines, side):
    return list(lines[side * score.N_LINES : (side + 1) * score.N_LINES])


@given(st.data(), tables, st.integers(0, 9))
def test_lines_add_up_to_points(data, table, round_index):
    ruleset = RULES[table]
    lines = scored(ruleset, data.draw(deals(ruleset)), round_index)
    for side in range(ruleset.r[P.SIDES]):
        of = of_side(lines, side)
        assert sum(of[: score.L_POINTS]) == of[score.L_POINTS]


@given(st.data(), tables)
def test_scoring_leaves_nothing_of_the_deal_before(data, table):
    ruleset = RULES[table]
    first, second = data.draw(deals(ruleset)), data.draw(deals(ruleset))
    lines = score.lines_buffer(D.MAX_SIDES)
    score.score_deal(ruleset, first, 0, lines)
    score.score_deal(ruleset, second, 0, lines)
    assert lines == scored(ruleset, second)


@given(st.data(), tables)
def test_order_of_sides_does_not_matter(data, table):
    ruleset = RULES[table]
    count = ruleset.r[P.SIDES]
    deal = data.draw(deals(ruleset))
    order = data.draw(st.permutations(range(count)))
    turned = D.Deal()
    for to, side in enumerate(order):
        for field in range(D.N_FIELDS):
            turned.set(to, field, deal.get(side, field))
        if deal.lone == side + 1:
            turned.lone = to + 1
    assert check.check_deal(ruleset, turned) == E.OK
    lines, other = scored(ruleset, deal), scored(ruleset, turned)
    for to, side in enumerate(order):
        assert of_side(other, to) == of_side(lines, side)


@given(st.data(), tables)
def test_partners_of_a_pair_get_the_same(data, table):
    """S0:L10; but adjustments are a player's own, and by Bicycle's rules red threes too."""
    ruleset = RULES[table]
    deal = data.draw(deals(ruleset))
    if not deal.lone:
        return
    lines = scored(ruleset, deal)
    pair = [of_side(lines, s) for s in range(3) if s != deal.lone - 1]
    for of in pair:
        of[score.L_POINTS] -= of[score.L_ADJUST]
        of[score.L_ADJUST] = 0
    if ruleset.r[P.RED_THREE_OWNER] == P.OWNER_PLAYER:
        for of in pair:
            of[score.L_POINTS] -= of[score.L_RED_THREES]
            of[score.L_RED_THREES] = 0
    assert pair[0] == pair[1]


@given(st.data(), tables)
def test_deal_packs_and_unpacks(data, table):
    ruleset = RULES[table]
    count = ruleset.r[P.SIDES]
    deal = data.draw(deals(ruleset))
    packed = compact.packed_deal(deal, count)
    other = D.Deal()
    assert other.take(Cursor(packed), count)
    assert other.v[: D.N_FIELDS * count] == deal.v[: D.N_FIELDS * count]
    assert other.lone == deal.lone
    assert compact.packed_deal(other, count) == packed


@given(st.data(), st.sampled_from(schema.PARAMS))
def test_ruleset_packs_and_unpacks(data, param):
    """Any parameter at any value of its range, beside a whole preset."""
    ruleset = compact.preset("classic")
    step = 5 if param.unit == schema.POINTS else 1
    numbers = st.integers(-(-param.low // step), param.high // step).map(lambda n: n * step)
    for i in range(param.at, param.at + param.length):
        ruleset.r[i] = data.draw(numbers)
    if not 2 <= ruleset.r[P.SIDES] <= 6:
        return
    packed = compact.packed_rules(ruleset)
    other = rules.Rules()
    assert other.unpack(Cursor(packed))
    assert other.r == ruleset.r
    value = schema.get_value(ruleset, param)
    schema.set_value(other, param, value)
    assert other.r == ruleset.r


@given(st.binary(max_size=80))
def test_any_bytes_as_a_ruleset(data):
    """Unpacking refuses or takes; what it takes packs to the same rules again."""
    ruleset = rules.Rules()
    if ruleset.unpack(Cursor(data)):
        other = rules.Rules()
        assert other.unpack(Cursor(compact.packed_rules(ruleset)))
        assert other.r == ruleset.r


def state(match):
    """Everything that a screen or a table can ask of a match."""
    count = match.entries
    return (
        list(match.totals[: match.sides]),
        match.deals,
        match.slots,
        match.winners,
        match.ended,
        [match.current(slot) for slot in range(match.slots)],
        list(match.seqs[:count]),
        bytes(match.kinds[:count]),
        bytes(match.void[:count]),
        [match.points[i * D.MAX_SIDES + s] for i in range(count) for s in range(match.sides)],
    )


def score_of(match):
    return list(match.totals[: match.sides]), match.deals, match.winners, match.ended


def folded(log):
    match = Match()
    for record in log.records:
        assert records.check(record, 0, len(record)) == E.OK
        assert match.fold(record, 0) == E.OK
    return match


@st.composite
def logs(draw, ruleset):
    """A match of deals, corrections and undos, all of which fold."""
    log = compact.Log(ruleset)
    match = folded(log)
    for _ in range(draw(st.integers(0, 12))):
        action = draw(st.sampled_from(["deal", "deal", "deal", "correct", "undo"]))
        open_slots = [s for s in range(match.slots) if match.current(s) >= 0]
        valid = [i for i in range(match.entries) if not match.void[i]]
        if action == "correct" and open_slots:
            entry = match.current(draw(st.sampled_from(open_slots)))
            log.correct(match.seqs[entry], draw(deals(ruleset)))
        elif action == "undo" and valid:
            log.undo(match.seqs[draw(st.sampled_from(valid))])
        elif not match.finished():
            log.deal(draw(deals(ruleset)))
        else:
            continue
        assert match.fold(log.records[-1], 0) == E.OK
    return log


@settings(max_examples=25)
@given(st.data(), tables)
def test_points_add_up_to_totals(data, table):
    match = folded(data.draw(logs(RULES[table])))
    for side in range(match.sides):
        total = match.before[side]
        for slot in range(match.slots):
            entry = match.current(slot)
            if entry >= 0:
                total += match.points[entry * D.MAX_SIDES + side]
        assert match.totals[side] == total


@settings(max_examples=25)
@given(st.data(), tables)
def test_undo_restores_the_state(data, table):
    ruleset = RULES[table]
    log = data.draw(logs(ruleset))
    match = folded(log)
    before = score_of(match)
    if match.finished():
        return
    current = [match.current(s) for s in range(match.slots) if match.current(s) >= 0]
    if current and data.draw(st.booleans()):
        target = log.correct(match.seqs[data.draw(st.sampled_from(current))], D.Deal())
    else:
        target = log.deal(data.draw(deals(ruleset)))
    assert match.fold(log.records[-1], 0) == E.OK
    after = score_of(match)
    undo = log.undo(target)
    assert match.fold(log.records[-1], 0) == E.OK
    assert score_of(match) == before
    log.undo(undo)
    assert match.fold(log.records[-1], 0) == E.OK
    assert score_of(match) == after


@settings(max_examples=25)
@given(st.data(), tables)
def test_folding_step_by_step_or_again_is_the_same(data, table):
    """The state after each record equals the state of a fresh fold of all records so far, and a
    Match that held another match before holds nothing of it.
    """
    log = data.draw(logs(RULES[table]))
    used = folded(data.draw(logs(RULES[data.draw(tables)])))
    for record in log.records:
        assert used.fold(record, 0) == E.OK
    assert state(used) == state(folded(log))


@settings(max_examples=60)
@given(st.data(), tables)
def test_mutated_records_change_nothing_or_fold(data, table):
    """A record with changed bytes and a CRC that fits: refused without a trace, or taken."""
    log = data.draw(logs(RULES[table]))
    match = folded(log)
    record = bytearray(data.draw(st.sampled_from(log.records)))
    record[4:8] = log.seq.to_bytes(4, "little")
    for _ in range(data.draw(st.integers(1, 4))):
        record[data.draw(st.integers(2, len(record) - 5))] = data.draw(st.integers(0, 255))
    if record[2] == records.MATCH:
        return
    before = state(match)
    entries = match.entries
    code = match.fold(record, 0)
    if code != E.OK:
        assert state(match) == before
    else:
        assert match.entries == entries + 1
    # Whatever happened, the match goes on as a fresh fold of what was taken.
    taken = folded(log)
    if code == E.OK:
        assert taken.fold(record, 0) == E.OK
    assert state(match) == state(taken)


@given(st.binary(max_size=120))
def test_any_bytes_as_a_record(data):
    if len(data) >= records.OVERHEAD and records.check(data, 0, len(data)) == E.OK:
        raise AssertionError("random bytes with a fitting CRC")


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=300))),
    st.lists(st.binary(max_size=40)),
    st.integers(1, 64),
)
def test_frames_are_found_between_noise(messages, noises, chunk):
    """Every frame that was sent whole is found in order; nothing is invented; noise is kept."""
    stream = bytearray()
    noise = bytearray()
    for i, (kind, request, body) in enumerate(messages):
        # Noise that holds a mark could swallow the beginning of a frame; that has its own test.
        piece = (noises[i] if i < len(noises) else b"").replace(b"\xf5", b".")
        noise += piece
        stream += piece
        buffer = bytearray(len(body) + frames.OVERHEAD)
        buffer[frames.HEAD : frames.HEAD + len(body)] = body
        size = frames.seal(buffer, kind, request, len(body))
        stream += buffer[:size]
    found, kept = _read_frames(bytes(stream), chunk)
    assert found == messages
    assert kept == bytes(noise)


def _read_frames(stream, chunk):
    reader = frames.Reader()
    found = []
    kept = bytearray()
    at = 0
    while at < len(stream):
        count = min(reader.want(), len(stream) - at, chunk)
        what = reader.put(stream, at, count)
        at += count
        while what != frames.NOTHING:
            if what == frames.FRAME:
                body = bytes(reader.buf[frames.HEAD : frames.HEAD + reader.length])
                found.append((reader.kind, reader.request, body))
            else:
                kept.append(reader.noise)
            what = reader.again()
    return found, bytes(kept)


@settings(max_examples=60)
@given(
    st.lists(st.binary(min_size=1, max_size=60), min_size=1, max_size=5),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=6),
    st.binary(max_size=30),
)
def test_damaged_frames_are_never_invented(bodies, damages, tail):
    """After bytes were changed only frames that were sent are found, in order, and every frame
    that no damage touched, once enough follows for the reader to be sure.
    """
    frame_list = []
    for i, body in enumerate(bodies):
        buffer = bytearray(len(body) + frames.OVERHEAD)
        buffer[frames.HEAD : frames.HEAD + len(body)] = body
        frames.seal(buffer, i, i, len(body))
        frame_list.append(bytes(buffer))
    stream = bytearray(b"".join(frame_list))
    for at, value in damages:
        stream[at % len(stream)] = value
    intact = []
    at = 0
    for i, frame in enumerate(frame_list):
        if stream[at : at + len(frame)] == frame:
            intact.append((i, i, bodies[i]))
        at += len(frame)
    # A damaged header may claim the longest body: give the reader enough to get past it.
    flood = bytes(frames.MAX_BODY + frames.OVERHEAD)
    found, _ = _read_frames(bytes(stream) + tail.replace(b"\xf5", b".") + flood, 7)
    assert found == intact


CARDS = st.text(alphabet=cards.RANKS, max_size=14)


@given(CARDS, tables)
def test_points_of_cards(text, table):
    ruleset = RULES[table]
    counts = cards.counts()
    assert cards.read(text, counts) == -1
    assert sum(counts) == len(text)
    single = cards.counts()
    total = 0
    for card in text:
        cards.read(card, single)
        total += cards.points(ruleset, single)
    assert cards.points(ruleset, counts) == total


@given(CARDS, tables, st.booleans())
def test_looking_at_a_meld_is_the_same_in_any_order(text, table, going_out):
    """The order of its cards does not matter, a canasta has the size of one, and looking leaves
    the cards as they were.
    """
    ruleset = RULES[table]
    counts, other = cards.counts(), cards.counts()
    cards.read(text, counts)
    cards.read(text[::-1], other)
    look, again = melds.Meld(), melds.Meld()
    melds.look(ruleset, counts, going_out, look)
    melds.look(ruleset, other, going_out, again)
    assert vars(look) == vars(again)
    assert counts == other
    if look.reason == melds.FINE and look.kind != kinds.NO_CANASTA:
        assert look.size >= ruleset.r[P.CANASTA_SIZE]
        # The fewest points that the checks think a canasta of this kind can hold are no more.
        assert look.points >= check.canasta_points(ruleset, look.kind)


@given(tables, st.lists(st.integers(-2000, 9000).map(lambda n: n * 5), min_size=6, max_size=6))
def test_winners_have_the_highest_total(table, totals):
    ruleset = RULES[table]
    mask = rules.winners(ruleset, array("i", totals), 3)
    own = totals[: ruleset.r[P.SIDES]]
    for side, total in enumerate(own):
        if mask >> side & 1:
            assert total == max(own)
