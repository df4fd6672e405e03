"""What the rules of play say about a move: a verdict with its reason and the numbers behind it.

None of this is ever scored (D10). Nothing here allocates, so the tablet asks the same functions.
"""

from array import array

from canasta import cards as C
from canasta import kinds as K
from canasta import melds, rules
from canasta import params as P

# Reasons beside those of `melds`. `names.REASONS` has the ids of both in order. Append-only.
MELD = 13
CANASTA = 14
OPENS = 15
BELOW_MINIMUM = 16
NEEDS_CANASTA = 17
NEEDS_NATURAL_CANASTA = 18
NEEDS_CLEAN_MELD = 19
NO_WILDS_IN_OPENING = 20
NOTHING_MELDED = 21
TOP_NOT_IN_MELD = 22
NEEDS_PAIR = 23
OPENED_BEFORE = 24
MAY_GO_OUT = 25
TOO_FEW_CANASTAS = 26
KIND_MISSING = 27
PARTNER_SAID_NO = 28
ASK_PARTNER = 29
FEET_NOT_PICKED_UP = 30
NEEDS_DISCARD = 31
NATURAL_PAIR = 32
CARD_AND_WILD = 33
ADD_TO_MELD = 34
TOP_WILD = 35
TOP_BLACK_THREE = 36
FROZEN = 37
NO_MATCH = 38
ONE_CARD = 39
PILE_TOO_SMALL = 40
TOO_MANY_ON_TABLE = 41

# Warnings, with ids in `names.WARNINGS`. Append-only.
NO_WARNING = 0
TWO_NATURALS_EACH = 1
ONE_WILD = 2
PILE_BEFORE_OPENING = 3
CONCEALED_MINIMUM = 4
STOCK_END = 5
FEET = 6

# The partner's answer when somebody asks whether to go out
NOT_ASKED = 0
SAID_YES = 1
SAID_NO = 2

NO_CARD = -1


class Verdict:
    """What a check found.

    `ok`, `reason` and `warning` as numbers; `kind` a canasta kind or kinds.NO_CANASTA; `points`
    and `needed` the two numbers behind the reason, whatever they count; `place` the meld that is
    to blame, from 0; `must`: the move is not only allowed but compulsory.
    """

    def __init__(self) -> None:
        self.meld = melds.Meld()
        self.clear()

    def clear(self) -> None:
        """Back to an empty verdict."""
        self.ok = False
        self.reason = melds.FINE
        self.warning = NO_WARNING
        self.kind = K.NO_CANASTA
        self.points = 0
        self.needed = 0
        self.place = 0
        self.must = False

    def say(self, ok: bool, reason: int, points: int, needed: int) -> bool:
        """Set the answer; `ok`."""
        self.ok = ok
        self.reason = reason
        self.points = points
        self.needed = needed
        return ok


class Table:
    """What a player who wants the discard pile has in front of him.

    `top`: rank of the top discard; `hand`: counts of his cards; `melds`: a list of counts, his
    side's melds; `opened`: his side has opened, `earlier`: in an earlier turn; `frozen`: by a
    wild card (or by a black three where that freezes); `pile`: cards in the pile, `held`: cards
    in his hand; `stock_empty`: nothing left to draw.
    """

    def __init__(self) -> None:
        self.top = C.FOUR
        self.hand = C.counts()
        self.melds: list[bytearray] = []
        self.opened = False
        self.earlier = False
        self.frozen = False
        self.pile = 2
        self.held = 2
        self.stock_empty = False


def meld(ruleset: rules.Rules, cards: bytearray, going_out: bool, verdict: Verdict) -> bool:
    """May these cards be melded, and what are they? S0:L2, L6; S1:L27; S4:L13-23."""
    verdict.clear()
    look = verdict.meld
    if melds.look(ruleset, cards, going_out, look):
        return verdict.say(False, look.reason, look.have, look.need)
    verdict.kind = look.kind
    _dispute_wilds(ruleset, look, verdict)
    reason = MELD if look.kind == K.NO_CANASTA else CANASTA
    return verdict.say(True, reason, look.points, 0)


def _dispute_wilds(ruleset: rules.Rules, look: melds.Meld, verdict: Verdict) -> None:
    """S1:L27 asks two natural cards for each wild one, S2:L9 allows one (S1-a, S2-a)."""
    naturals = look.size - look.wilds
    how = ruleset.r[P.DISPUTED_WILDS]
    if how == P.WILDS_TWO_EACH and naturals and naturals < 2 * look.wilds:
        verdict.warning = TWO_NATURALS_EACH
    elif how == P.WILDS_ONE and naturals and look.wilds > 1:
        verdict.warning = ONE_WILD


def add(
    ruleset: rules.Rules, cards: bytearray, added: bytearray, going_out: bool, verdict: Verdict
) -> bool:
    """May the cards `added` go to a meld on the table? S1:L29; S4:L19.

    `cards` comes back as it was.
    """
    verdict.clear()
    look = verdict.meld
    if melds.look(ruleset, cards, going_out, look):
        return verdict.say(False, look.reason, look.have, look.need)
    closed = look.size >= ruleset.r[P.CANASTA_SIZE]
    wilds = added[C.JOKER] + added[C.TWO]
    if closed and wilds and not ruleset.r[P.CLOSED_WILDS]:
        return verdict.say(False, melds.CLOSED_WILDS, wilds, 0)
    for rank in range(C.N_RANKS):
        cards[rank] += added[rank]
    meld(ruleset, cards, going_out, verdict)
    for rank in range(C.N_RANKS):
        cards[rank] -= added[rank]
    return verdict.ok


def opening(
    ruleset: rules.Rules,
    laid: list[bytearray],
    total: int,
    round_index: int,
    top: int,
    concealed: bool,
    verdict: Verdict,
) -> bool:
    """Do the melds of one turn open? S0:L7, S0-b; S1:L35-39; S4:L25-33.

    `laid`: a list of counts, one for each meld; `total`: the side's total before the deal;
    `round_index` counts the deals from 0; `top`: rank of a card among them that comes from the
    pile, or NO_CARD; `concealed`: the player goes out with them in one turn.
    """
    verdict.clear()
    r = ruleset.r
    look = verdict.meld
    points = 0
    clean = False
    canastas = 0
    naturals = 0
    top_seen = False
    top_pair = False
    place = 0
    for cards in laid:
        verdict.place = place
        place += 1
        if melds.look(ruleset, cards, concealed, look):
            return verdict.say(False, look.reason, look.have, look.need)
        _dispute_wilds(ruleset, look, verdict)
        if look.wilds and r[P.OPENING_PURE]:
            return verdict.say(False, NO_WILDS_IN_OPENING, look.wilds, 0)
        points += look.points
        clean = clean or look.wilds == 0
        if look.kind != K.NO_CANASTA:
            canastas += 1
            if look.wilds == 0:
                naturals += 1
        if top != NO_CARD and cards[top]:
            top_seen = True
            # Besides the card from the pile, two equal ones out of the hand.
            top_pair = top_pair or cards[top] > 2
    verdict.place = 0
    if place == 0:
        return verdict.say(False, NOTHING_MELDED, 0, 0)
    if top != NO_CARD:
        if r[P.PILE_OPENED_BEFORE]:
            return verdict.say(False, OPENED_BEFORE, 0, 0)
        if not top_seen:
            return verdict.say(False, TOP_NOT_IN_MELD, 0, 0)
        if not top_pair:
            return verdict.say(False, NEEDS_PAIR, 0, 0)
        if r[P.DISPUTED_PILE]:
            verdict.warning = PILE_BEFORE_OPENING
        if not r[P.OPENING_TOP_DISCARD]:
            points -= C.value(ruleset, top)
    needed = rules.opening(ruleset, total, round_index)
    if points < needed:
        if concealed and r[P.DISPUTED_CONCEALED]:
            verdict.warning = CONCEALED_MINIMUM
            return verdict.say(True, OPENS, points, needed)
        return verdict.say(False, BELOW_MINIMUM, points, needed)
    needs = rules.opening_needs(ruleset, total)
    if needs == P.NEEDS_CANASTA and canastas == 0:
        return verdict.say(False, NEEDS_CANASTA, points, needed)
    if needs == P.NEEDS_NATURAL_CANASTA and naturals == 0:
        return verdict.say(False, NEEDS_NATURAL_CANASTA, points, needed)
    if r[P.OPENING_CLEAN] and not clean:
        return verdict.say(False, NEEDS_CLEAN_MELD, points, needed)
    return verdict.say(True, OPENS, points, needed)


def out(
    ruleset: rules.Rules,
    canastas: "array[int]",
    leave: int,
    feet: bool,
    discard: bool,
    verdict: Verdict,
) -> bool:
    """May this side go out? S0:L6, L13, L28, L41; S1:L58; S4:L57-63.

    `canastas`: a count for each kind, those of this turn too; `leave`: the partner's answer;
    `feet`: all partners have picked up their feet; `discard`: a card is left for the discard.
    """
    verdict.clear()
    r = ruleset.r
    count = 0
    for kind in range(P.N_KINDS):
        if not (r[P.OUT_NO_WILD] and kind in K.WILD_KINDS):
            count += canastas[kind]
    if count < r[P.OUT_CANASTAS]:
        return verdict.say(False, TOO_FEW_CANASTAS, count, r[P.OUT_CANASTAS])
    for kind in range(P.N_KINDS):
        if canastas[kind] < r[P.OUT_KIND + kind]:
            verdict.kind = kind
            return verdict.say(False, KIND_MISSING, canastas[kind], r[P.OUT_KIND + kind])
    if r[P.OUT_FEET] and not feet:
        return verdict.say(False, FEET_NOT_PICKED_UP, 0, 0)
    if r[P.OUT_LEAVE] != P.LEAVE_NEVER and leave == SAID_NO:
        return verdict.say(False, PARTNER_SAID_NO, 0, 0)
    if r[P.OUT_LEAVE] == P.LEAVE_MUST_ASK and leave == NOT_ASKED:
        return verdict.say(False, ASK_PARTNER, 0, 0)
    if r[P.OUT_DISCARD] and not discard:
        return verdict.say(False, NEEDS_DISCARD, 0, 0)
    if r[P.DISPUTED_FEET]:
        verdict.warning = FEET
    # Whoever asked and was told yes has to go out (S0:L28).
    verdict.must = r[P.OUT_LEAVE] != P.LEAVE_NEVER and leave == SAID_YES
    return verdict.say(True, MAY_GO_OUT, count, r[P.OUT_CANASTAS])


def kind_counts() -> "array[int]":
    """A count for each canasta kind, for `out`."""
    return array("b", bytes(P.N_KINDS))


def pile(ruleset: rules.Rules, table: Table, verdict: Verdict) -> bool:
    """May the discard pile be taken, and with what? S0:L5-6, L35; S1:L42-56; S4:L35-43."""
    verdict.clear()
    r = ruleset.r
    top = table.top
    if top == C.JOKER or top == C.TWO:
        return verdict.say(False, TOP_WILD, 0, 0)
    if top == C.BLACK_THREE:
        return verdict.say(False, TOP_BLACK_THREE, 0, 0)
    if table.pile < r[P.PILE_TAKE]:
        return verdict.say(False, PILE_TOO_SMALL, table.pile, r[P.PILE_TAKE])
    if r[P.PILE_OPENED_BEFORE] and not table.earlier:
        return verdict.say(False, OPENED_BEFORE, 0, 0)
    if r[P.PILE_MAX_MELD]:
        most = _most_of(table, top)
        if most > r[P.PILE_MAX_MELD]:
            return verdict.say(False, TOO_MANY_ON_TABLE, most, r[P.PILE_MAX_MELD])
    if table.held == 1 and table.pile == 1 and not table.stock_empty:
        return verdict.say(False, ONE_CARD, 1, 1)
    if not table.opened and r[P.DISPUTED_PILE]:
        verdict.warning = PILE_BEFORE_OPENING
    frozen = table.frozen or r[P.PILE_ALWAYS_FROZEN]
    fits = not frozen and table.opened and _fits(ruleset, table, verdict)
    if table.stock_empty and r[P.DISPUTED_STOCK_END]:
        verdict.warning = STOCK_END
        verdict.must = fits
    if fits and verdict.must:
        return verdict.say(True, ADD_TO_MELD, 0, 0)
    equal = table.hand[top]
    if equal >= 2:
        return verdict.say(True, NATURAL_PAIR, equal, 2)
    if frozen:
        return verdict.say(False, FROZEN, equal, 2)
    if not table.opened:
        return verdict.say(False, NEEDS_PAIR, equal, 2)
    if equal and table.hand[C.JOKER] + table.hand[C.TWO] and not r[P.PILE_NO_WILD]:
        return verdict.say(True, CARD_AND_WILD, 0, 0)
    if fits:
        return verdict.say(True, ADD_TO_MELD, 0, 0)
    return verdict.say(False, NO_MATCH, equal, 2)


def _most_of(table: Table, rank: int) -> int:
    """Cards of the largest meld of a rank on the table, wild cards included (S4:L43)."""
    most = 0
    for cards in table.melds:
        if cards[rank]:
            size = 0
            for i in range(C.N_RANKS):
                size += cards[i]
            if size > most:
                most = size
    return most


def _fits(ruleset: rules.Rules, table: Table, verdict: Verdict) -> bool:
    """Whether the top discard can be added to a meld of the side; sets `place`."""
    look = verdict.meld
    size = ruleset.r[P.CANASTA_SIZE]
    place = 0
    for cards in table.melds:
        # A meld of wild cards alone would become another meld.
        own = melds.look(ruleset, cards, True, look) == melds.FINE and look.size > look.wilds
        if own and not (ruleset.r[P.PILE_OPEN_MELD] and look.size >= size):
            cards[table.top] += 1
            good = melds.look(ruleset, cards, True, look) == melds.FINE
            cards[table.top] -= 1
            if good:
                verdict.place = place
                return True
        place += 1
    return False
