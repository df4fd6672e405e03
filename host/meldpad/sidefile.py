"""What one side made of one deal, read from JSON: by numbers or by cards."""

from canasta import cards as C
from canasta import check, kinds, melds, names
from canasta import deal as D
from canasta import params as P
from canasta.rules import Rules
from meldpad import reasons
from meldpad.place import Place, shown

POINTS_LIMIT = 20000
COUNT_LIMIT = 99

_NUMBERS = {
    "melded": D.MELDED,
    "in_hand": D.IN_HAND,
    "red_threes": D.RED_THREES,
    "black_threes": D.BLACK_THREES,
    "undeclared_red_threes": D.UNDECLARED,
    "red_threes_left": D.RED_LEFT,
}
_POINTS = (D.MELDED, D.IN_HAND)
_KNOWN = tuple(_NUMBERS) + (
    "melds",
    "hand",
    "canastas",
    "out",
    "concealed",
    "opened",
    "special",
    "incomplete",
    "extra",
    "adjust",
)
_ADJUST = ("points", "reason")
_REASON_LIMIT = 200


class Side:
    """A side's entry as it was read: where its fields stand, and its cards if it gave any."""

    def __init__(self, place: Place, fields: dict[str, Place]) -> None:
        self._place = place
        self.fields = fields
        self.melds: list[tuple[Place, bytearray]] = []
        self.cards = C.counts()

    def place(self, field: int) -> Place:
        """Where a field of the deal came from, for a complaint."""
        name = names.FIELDS[field]
        if field == D.OUT and "out" not in self.fields and "special" in self.fields:
            name = "special"
        if "melds" in self.fields and (field == D.MELDED or name.startswith("canastas.")):
            name = "melds"
        elif "hand" in self.fields and field == D.IN_HAND:
            name = "hand"
        elif name.startswith(("incomplete.", "extra.")):
            name = name.partition(".")[0]
        return self._place.sub(name)

    def add_cards(self, counts: bytearray) -> None:
        """Count cards of this side, for the check against the packs."""
        for rank in range(C.N_RANKS):
            self.cards[rank] = min(255, self.cards[rank] + counts[rank])


def read(place: Place, rules: Rules, deal: D.Deal, index: int) -> Side:
    """Put one side's entry into `deal` as side `index`."""
    fields = place.fields(_KNOWN)
    side = Side(place, fields)
    _refuse_unknown(side, rules)
    for name, field in _NUMBERS.items():
        if name in fields:
            limit = POINTS_LIMIT if field in _POINTS else COUNT_LIMIT
            deal.set(index, field, fields[name].whole(0, limit))
    _read_canastas(fields, rules, deal, index)
    _read_cards(side, rules, deal, index)
    _read_out(place, fields, rules, deal, index)
    _read_named(fields, rules, deal, index)
    if "opened" in fields:
        deal.set(index, D.OPENED, D.OPENED_YES if fields["opened"].flag() else D.OPENED_NO)
    if "adjust" in fields:
        deal.set(index, D.ADJUST, _adjust(fields["adjust"]))
    return side


def _refuse_unknown(side: Side, rules: Rules) -> None:
    """A field that the rules do not know is refused even when it says nothing."""
    for name, field in _NUMBERS.items():
        if name in side.fields and not check.knows(rules, field):
            side.fields[name].fail(reasons.UNKNOWN_FIELD)
    if "special" in side.fields and not check.knows(rules, D.SPECIAL):
        side.fields["special"].fail(reasons.UNKNOWN_FIELD)
    if "concealed" in side.fields and not rules.r[P.CONCEALED_TOTAL]:
        side.fields["concealed"].fail(reasons.UNKNOWN_FIELD)
    for name, first, count in (
        ("incomplete", D.INCOMPLETE, len(names.INCOMPLETE)),
        ("extra", D.EXTRA, len(names.EXTRA)),
    ):
        if name in side.fields:
            if not any(check.knows(rules, first + i) for i in range(count)):
                side.fields[name].fail(reasons.UNKNOWN_FIELD)


def _known(rules: Rules, first: int, ids: tuple[str, ...]) -> str:
    return ", ".join(id for i, id in enumerate(ids) if check.knows(rules, first + i))


def _field(place: Place, id: str, rules: Rules, first: int, ids: tuple[str, ...]) -> int:
    """The field of an id of a kind, a penalty or a bonus that these rules know."""
    if id not in ids or not check.knows(rules, first + ids.index(id)):
        place.fail(f"these rules know only {_known(rules, first, ids)}")
    return first + ids.index(id)


def _read_canastas(fields: dict[str, Place], rules: Rules, deal: D.Deal, index: int) -> None:
    if "canastas" not in fields:
        return
    for id, place in fields["canastas"].keys().items():
        field = _field(place, id, rules, D.KIND, names.KINDS)
        deal.set(index, field, place.whole(0, COUNT_LIMIT))


def _read_cards(side: Side, rules: Rules, deal: D.Deal, index: int) -> None:
    fields = side.fields
    if "melds" in fields:
        for other in ("melded", "canastas"):
            if other in fields:
                fields[other].fail("follows from the cards of the melds; give one or the other")
        for place in fields["melds"].items():
            counts = _cards(place)
            side.melds.append((place, counts))
            side.add_cards(counts)
    if "hand" in fields:
        if "in_hand" in fields:
            fields["in_hand"].fail("follows from the cards of the hand; give one or the other")
        counts = _cards(fields["hand"])
        side.add_cards(counts)
        points = C.held_points(rules, counts)
        if points > POINTS_LIMIT:
            fields["hand"].fail("more cards than the packs hold")
        deal.set(index, D.IN_HAND, points)


def _cards(place: Place) -> bytearray:
    counts = C.counts()
    text = place.text()
    bad = C.read(text, counts)
    if bad >= 0 and text[bad] in C.RANKS:
        place.fail("too many cards")
    if bad >= 0:
        place.fail(f"{shown(text[bad])} is no card; cards are A 2 3 4 5 6 7 8 9 T J Q K and X")
    return counts


def _read_out(
    place: Place, fields: dict[str, Place], rules: Rules, deal: D.Deal, index: int
) -> None:
    out = "out" in fields and fields["out"].flag()
    concealed = "concealed" in fields and fields["concealed"].flag()
    if concealed and not out:
        fields["concealed"].fail('going out concealed needs "out": true')
    if out:
        deal.set(index, D.OUT, D.OUT_CONCEALED if concealed else D.OUT_NORMAL)


def _read_named(fields: dict[str, Place], rules: Rules, deal: D.Deal, index: int) -> None:
    """Special hand, unfinished canastas, extra bonuses: by their ids."""
    if "special" in fields:
        id = fields["special"].text()
        known = [s for i, s in enumerate(names.SPECIAL) if rules.r[P.SPECIAL + i]]
        if id not in known:
            fields["special"].fail(f"these rules know only {', '.join(known)}")
        deal.set(index, D.SPECIAL, names.SPECIAL.index(id) + 1)
    if "incomplete" in fields:
        for place in fields["incomplete"].items():
            field = _field(place, place.text(), rules, D.INCOMPLETE, names.INCOMPLETE)
            count = deal.get(index, field)
            if count == COUNT_LIMIT:
                place.fail("too many")
            deal.set(index, field, count + 1)
    if "extra" in fields:
        for id, place in fields["extra"].keys().items():
            field = _field(place, id, rules, D.EXTRA, names.EXTRA)
            deal.set(index, field, place.whole(0, COUNT_LIMIT))


def _adjust(place: Place) -> int:
    """The sum of a list of adjustments."""
    total = 0
    for item in place.items():
        fields = item.fields(_ADJUST)
        if "points" not in fields:
            item.fail('needs "points"')
        points = fields["points"].whole(-POINTS_LIMIT, POINTS_LIMIT)
        if points % 5:
            fields["points"].fail("must be a multiple of 5")
        if "reason" in fields and len(fields["reason"].text()) > _REASON_LIMIT:
            fields["reason"].fail(f"must have at most {_REASON_LIMIT} characters")
        total += points
    if not -POINTS_LIMIT <= total <= POINTS_LIMIT:
        place.fail(f"must add up to {-POINTS_LIMIT} to {POINTS_LIMIT}")
    return total


def check_cards(rules: Rules, deal: D.Deal, sides: list[Side]) -> None:
    """Turn the cards of the melds into numbers of the deal.

    InputError for a meld that is none, and for more cards than the packs hold.
    """
    look = melds.Meld()
    for index, side in enumerate(sides):
        points = 0
        for place, counts in side.melds:
            if melds.look(rules, counts, _goes_out(deal, index, len(sides)), look):
                place.fail(reasons.meld(look))
            points += look.points
            field = D.KIND + look.kind
            if look.kind != kinds.NO_CANASTA and check.knows(rules, field):
                deal.set(index, field, deal.get(index, field) + 1)
        if points > POINTS_LIMIT:
            side.fields["melds"].fail("more cards than the packs hold")
        if side.melds:
            deal.set(index, D.MELDED, points)
    for rank in range(C.N_RANKS):
        count = 0
        for side in sides:
            count += side.cards[rank]
            if count > C.there_are(rules, rank):
                place = side.fields["melds" if side.melds else "hand"]
                there = C.there_are(rules, rank)
                place.fail(f"{count} cards {C.RANKS[rank]} at the table, the packs hold {there}")


def _goes_out(deal: D.Deal, index: int, sides: int) -> bool:
    """Whether the side goes out; a partner of the pair against a lone player counts."""
    if deal.get(index, D.OUT):
        return True
    if not deal.lone or index == deal.lone - 1:
        return False
    return any(deal.get(i, D.OUT) != 0 for i in range(sides) if i != deal.lone - 1)
