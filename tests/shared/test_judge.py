"""The rule checks, each expectation read from the rule text named beside it."""

import compact
import onmicro
import pytest

from canasta import cards as C
from canasta import judge, names, presets, rules
from canasta import params as P


def cards(text):
    counts = C.counts()
    assert C.read(text, counts) == -1
    return counts


def told(verdict):
    """Reason, numbers and warning of a verdict, by their ids."""
    warning = names.WARNINGS[verdict.warning] if verdict.warning else None
    return names.REASONS[verdict.reason], verdict.points, verdict.needed, warning


def meld(id, text, going_out=False, table=None):
    verdict = judge.Verdict()
    ok = judge.meld(compact.preset(id, table), cards(text), going_out, verdict)
    assert ok == verdict.ok
    kind = None if verdict.kind < 0 else names.KINDS[verdict.kind]
    return ok, told(verdict), kind


MELDS = [
    # S0:L2, L6: three or more of a rank, two natural, at most three wild
    ("classic", "KK2", True, "meld", 40, None),
    ("classic", "KK", False, "too_few_cards", 2, None),
    ("classic", "K22", False, "too_few_naturals", 1, None),
    ("classic", "KK22X", True, "meld", 110, None),
    ("classic", "KKK222X", False, "too_many_wilds", 4, None),
    ("classic", "22X", False, "only_wilds", 0, None),
    ("classic", "KKQ", False, "several_ranks", 2, None),
    ("classic", "456", False, "several_ranks", 3, None),
    ("classic", "KKKKKKK", True, "canasta", 70, "natural"),
    ("classic", "KKKK222", True, "canasta", 100, "mixed"),
    ("classic", "333", False, "black_threes_going_out", 0, None),
    # S1:L27 against S1:L29
    ("romanian", "KKKKK22", True, "canasta", 90, "mixed"),
    ("romanian", "KKKK222", True, "canasta", 100, "mixed"),
    ("popular", "KK2", True, "meld", 40, None),
    # S4:L13-23
    ("hand-and-foot", "KKKKKKK", True, "meld", 70, None),
    ("hand-and-foot", "KKKKKKKK", True, "canasta", 80, "natural"),
    ("hand-and-foot", "KKKKK222", True, "canasta", 110, "mixed"),
    ("hand-and-foot", "KK22", False, "wilds_outnumber", 2, None),
    ("hand-and-foot", "333", False, "no_black_threes", 0, None),
    # the variants
    ("samba", "456", True, "meld", 15, None),
    ("samba", "456789T", True, "canasta", 50, "sequence"),
    ("samba", "4568", False, "several_ranks", 4, None),
    ("samba", "JQKA", True, "meld", 50, None),
    ("samba", "KQA2", False, "several_ranks", 3, None),
    ("samba", "KK222", False, "too_many_wilds", 3, None),
    ("bolivia", "22X", True, "meld", 90, None),
    ("bolivia", "22222XX", True, "canasta", 200, "wild"),
    ("modern-american", "AAAAAAA", True, "canasta", 140, "aces"),
    ("modern-american", "AAAAA22", True, "canasta", 140, "mixed"),
    ("modern-american", "7777777", True, "canasta", 35, "sevens"),
    ("modern-american", "7772", False, "pure_rank", 0, None),
    ("modern-american", "KKKKKKKK", False, "too_many_cards", 8, None),
    ("modern-american", "2222222", True, "canasta", 140, "wild_twos"),
    ("modern-american", "222XXXX", True, "canasta", 260, "wild_jokers"),
    ("italian", "222", True, "meld", 60, None),
    ("italian", "XXX", False, "only_wilds", 0, None),
    ("uruguay", "2222XXX", True, "canasta", 230, "wild"),
]


@pytest.mark.parametrize(("id", "text", "ok", "reason", "number", "kind"), MELDS)
def test_meld(id, text, ok, reason, number, kind):
    found_ok, (found_reason, found_number, _, _), found_kind = meld(id, text)
    assert (found_ok, found_reason, found_number, found_kind) == (ok, reason, number, kind)


def test_black_threes_when_going_out():
    """S0:L6, S1:L27: alone, and only in the turn of going out."""
    assert meld("classic", "333", True)[0]
    assert meld("classic", "3332", True)[1][0] == "black_threes_alone"
    assert meld("romanian", "3333", True)[0]


def test_three_players_have_smaller_canastas():
    """S4:L21, S4-c."""
    assert meld("hand-and-foot", "KKKKKKK", False, (3, 1))[2] == "natural"
    assert meld("hand-and-foot", "KKKK222", False, (3, 1))[2] == "mixed"


def test_warnings_of_melds():
    """S1-a: 2:1 is asked in one line only; S2-a: one wild card in one line only."""
    assert meld("romanian", "KKKK22")[1][3] is None
    assert meld("romanian", "KKKK222")[1][3] == "two_naturals_each"
    assert meld("romanian", "KK2")[1][3] is None
    assert meld("popular", "KK2")[1][3] is None
    assert meld("popular", "KKK22")[1][3] == "one_wild"
    assert meld("classic", "KKKK222")[1][3] is None


def add(id, to, more):
    verdict = judge.Verdict()
    table = cards(to)
    judge.add(compact.preset(id), table, cards(more), False, verdict)
    assert table == cards(to)
    return verdict.ok, names.REASONS[verdict.reason]


def test_adding():
    """S4:L19: naturals to a closed canasta, no wild cards; S1:L29: at most three wild ones."""
    assert add("hand-and-foot", "KKKKKKKK", "K") == (True, "canasta")
    assert add("hand-and-foot", "KKKKKKKK", "2") == (False, "closed_wilds")
    assert add("hand-and-foot", "KKKKKKK", "2") == (True, "canasta")
    assert add("classic", "KKKKKKK", "2") == (True, "canasta")
    assert add("classic", "KKKK222", "X") == (False, "too_many_wilds")
    assert add("classic", "KKK", "Q") == (False, "several_ranks")
    assert add("samba", "4567", "8") == (True, "meld")


def opening(id, laid, total=0, round_index=0, top=None, concealed=False):
    verdict = judge.Verdict()
    card = judge.NO_CARD if top is None else C.RANKS.index(top)
    melds = [cards(text) for text in laid.split()]
    judge.opening(compact.preset(id), melds, total, round_index, card, concealed, verdict)
    return (verdict.ok, *told(verdict))


OPENINGS = [
    # S0:L7 and S0-b: the sum of all melds of the turn; 15 + 40 = 55
    ("classic", "555 KK2", 1510, (False, "below_minimum", 55, 90, None)),
    ("classic", "555 KK2", 1495, (True, "opens", 55, 50, None)),
    ("classic", "444", -5, (True, "opens", 15, 15, None)),
    ("classic", "444", 0, (False, "below_minimum", 15, 50, None)),
    ("classic", "AAA AA2", 3000, (True, "opens", 120, 120, None)),
    ("classic", "AAA QQ2", 3000, (False, "below_minimum", 100, 120, None)),
    ("classic", "KK", 0, (False, "too_few_cards", 2, 3, None)),
    ("modern-american", "KKK AA22", 0, (False, "below_minimum", 110, 125, None)),
    ("modern-american", "AAX KKX", 0, (False, "needs_clean_meld", 160, 125, None)),
    ("modern-american", "AAX KKK 555", 0, (True, "opens", 135, 125, None)),
    ("modern-american", "AAX KKK 555", 3000, (False, "below_minimum", 135, 155, None)),
    ("italian", "AAA", 0, (True, "opens", 60, 50, None)),
    ("italian", "AA2", 0, (False, "no_wilds_in_opening", 1, 0, None)),
    ("brazilian", "AAA AAAA", 7000, (False, "needs_canasta", 140, 0, None)),
    ("brazilian", "KKKKK22", 7000, (True, "opens", 90, 0, None)),
    ("brazilian", "KKKKK22", 8000, (False, "below_minimum", 90, 200, None)),
    ("brazilian", "KKKKKXX AAX", 8000, (True, "opens", 240, 200, None)),
    ("brazilian", "KKKKKXX AAX", 9000, (False, "needs_natural_canasta", 240, 0, None)),
    ("brazilian", "KKKKKKK", 9000, (True, "opens", 70, 0, None)),
]


@pytest.mark.parametrize(("id", "laid", "total", "expected"), OPENINGS)
def test_opening(id, laid, total, expected):
    assert opening(id, laid, total) == expected


def test_opening_by_round():
    """S4:L25-33, S4-f: the round alone counts."""
    assert opening("hand-and-foot", "AAA", -500, 0)[:4] == (True, "opens", 60, 50)
    assert opening("hand-and-foot", "AAA", -500, 1)[:4] == (False, "below_minimum", 60, 90)
    assert opening("hand-and-foot", "AAA KKK QQQ", 0, 2)[:4] == (True, "opens", 120, 120)
    assert opening("hand-and-foot", "AAA KKK QQQ", 0, 3)[:4] == (False, "below_minimum", 120, 150)


def test_opening_with_the_top_discard():
    """S0:L6-7: a pair out of the hand, and the top card counts."""
    assert opening("classic", "KKK AA2", 0, 0, "K") == (True, "opens", 90, 50, None)
    assert opening("classic", "KK2", 0, 0, "K")[1] == "needs_pair"
    assert opening("classic", "AAA", 0, 0, "K")[1] == "top_not_in_meld"
    # Modern American: the top discard does not count, 60 + 70 + 30 less 20
    found = opening("modern-american", "AAA QQX KKK", 0, 0, "A")
    assert found[:4] == (True, "opens", 140, 125)
    # S4:L41 and Brazilian Canasta: not before the opening
    assert opening("hand-and-foot", "AAA", 0, 0, "A")[1] == "opened_before"
    assert opening("brazilian", "AAA", 0, 0, "A")[1] == "opened_before"
    # S1:L39 lets the card count, S1:L43 forbids the pile
    assert opening("romanian", "AAA", 0, 0, "A") == (True, "opens", 60, 50, "pile_before_opening")


def test_opening_concealed():
    """S1:L59 asks for the minimum, others do not (S1-d): never a refusal, a warning."""
    assert opening("romanian", "444", 0, 0, None, True) == (
        True,
        "opens",
        15,
        50,
        "concealed_minimum",
    )
    assert opening("romanian", "AAA", 0, 0, None, True)[4] is None


def out(id, canastas, leave=judge.SAID_YES, feet=True, discard=True):
    counts = judge.kind_counts()
    for kind, number in canastas.items():
        counts[names.KINDS.index(kind)] = number
    verdict = judge.Verdict()
    judge.out(compact.preset(id), counts, leave, feet, discard, verdict)
    return (verdict.ok, *told(verdict))


OUTS = [
    # S0:L6, L41, L44; S4:L57
    ("classic", {}, (False, "too_few_canastas", 0, 1, None)),
    ("classic", {"mixed": 1}, (True, "may_go_out", 1, 1, None)),
    ("classic-2", {"mixed": 1}, (False, "too_few_canastas", 1, 2, None)),
    ("classic-2", {"mixed": 1, "natural": 1}, (True, "may_go_out", 2, 2, None)),
    ("classic-3", {"natural": 1}, (True, "may_go_out", 1, 1, None)),
    ("classic-3-lone", {"natural": 1}, (False, "too_few_canastas", 1, 2, None)),
    ("hand-and-foot", {"natural": 1, "mixed": 2}, (True, "may_go_out", 3, 3, "feet")),
    ("hand-and-foot", {"natural": 3}, (False, "kind_missing", 0, 2, None)),
    ("hand-and-foot", {"mixed": 3}, (False, "kind_missing", 0, 1, None)),
    ("bolivia", {"natural": 2}, (False, "kind_missing", 0, 1, None)),
    ("bolivia", {"natural": 1, "sequence": 1}, (True, "may_go_out", 2, 2, None)),
    ("brazilian", {"wild": 1, "mixed": 1}, (True, "may_go_out", 2, 2, None)),
    ("italian", {"wild_twos": 1, "natural": 1}, (False, "too_few_canastas", 1, 2, None)),
    ("modern-american", {"aces": 1, "wild": 1}, (True, "may_go_out", 2, 2, None)),
]


@pytest.mark.parametrize(("id", "canastas", "expected"), OUTS)
def test_out(id, canastas, expected):
    assert out(id, canastas) == expected


def test_leave_to_go_out():
    """S0:L28: may ask, the answer binds; S4:L59: must ask; alone there is nobody to ask."""
    one = {"natural": 1}
    assert out("classic", one, judge.NOT_ASKED)[:2] == (True, "may_go_out")
    assert out("classic", one, judge.SAID_NO)[:2] == (False, "partner_said_no")
    three = {"natural": 1, "mixed": 2}
    assert out("hand-and-foot", three, judge.NOT_ASKED)[:2] == (False, "ask_partner")
    assert out("hand-and-foot", three, judge.SAID_NO)[:2] == (False, "partner_said_no")
    assert out("classic-3", one, judge.SAID_NO)[:2] == (True, "may_go_out")


def test_a_yes_binds():
    """S0:L28: who was told yes has to go out."""
    verdict = judge.Verdict()
    counts = judge.kind_counts()
    counts[0] = 1
    judge.out(compact.preset("classic"), counts, judge.SAID_YES, True, True, verdict)
    assert verdict.must
    judge.out(compact.preset("classic"), counts, judge.NOT_ASKED, True, True, verdict)
    assert not verdict.must


def test_feet_and_discard():
    """S4:L61-63; Modern American needs a discard."""
    three = {"natural": 1, "mixed": 2}
    assert out("hand-and-foot", three, feet=False)[1] == "feet_not_picked_up"
    assert out("hand-and-foot", three, discard=False)[1] == "may_go_out"
    assert out("modern-american", {"natural": 2}, discard=False)[1] == "needs_discard"
    assert out("classic", {"natural": 1}, discard=False)[1] == "may_go_out"


def pile(id, top, hand="", melds="", **more):
    table = judge.Table()
    table.top = C.RANKS.index(top)
    table.hand = cards(hand)
    table.held = more.pop("held", len(hand))
    table.melds = [cards(text) for text in melds.split()]
    table.opened = more.pop("opened", bool(melds))
    table.earlier = more.pop("earlier", table.opened)
    table.pile = more.pop("pile", 20)
    table.frozen = more.pop("frozen", False)
    table.stock_empty = more.pop("stock_empty", False)
    assert not more
    verdict = judge.Verdict()
    judge.pile(compact.preset(id), table, verdict)
    return verdict.ok, names.REASONS[verdict.reason]


def test_pile_before_opening():
    """S0:L6: only with two equal cards."""
    assert pile("classic", "K", "KK5") == (True, "natural_pair")
    assert pile("classic", "K", "K25") == (False, "needs_pair")
    assert pile("classic", "K", "55") == (False, "needs_pair")


def test_pile_after_opening():
    """S0:L6, S1:L50-55: a pair, one equal and a wild card, or adding to a meld."""
    assert pile("classic", "K", "KK", opened=True) == (True, "natural_pair")
    assert pile("classic", "K", "K25", opened=True) == (True, "card_and_wild")
    assert pile("classic", "K", "KX5", opened=True) == (True, "card_and_wild")
    assert pile("classic", "K", "22", opened=True) == (False, "no_match")
    assert pile("classic", "K", "55", "KKK") == (True, "add_to_meld")
    assert pile("classic", "K", "55", "QQQ 888") == (False, "no_match")


def test_frozen_pile():
    """S0:L6, S1:L44-49: a natural pair and nothing else."""
    assert pile("classic", "K", "KK", "QQQ", frozen=True) == (True, "natural_pair")
    assert pile("classic", "K", "K2", "QQQ", frozen=True) == (False, "frozen")
    assert pile("classic", "K", "55", "KKK", frozen=True) == (False, "frozen")
    assert pile("uruguay", "K", "K2", "QQQ") == (False, "frozen")
    assert pile("italian", "K", "KK", "QQQ") == (True, "natural_pair")


def test_what_lies_on_top():
    """S0:L5: nobody takes a black three, a two or a joker."""
    for id in presets.IDS:
        assert pile(id, "3", "33", "KKK") == (False, "top_black_three")
        assert pile(id, "2", "22", "KKK") == (False, "top_wild")
        assert pile(id, "X", "XX", "KKK") == (False, "top_wild")


def test_one_card_against_one_card():
    """S0:L6, S1:L58; S0:L35: but it is compulsory once the stock is empty."""
    assert pile("classic", "K", "5", "KKK", pile=1) == (False, "one_card")
    assert pile("classic", "K", "5", "KKK", pile=2) == (True, "add_to_meld")
    assert pile("classic", "K", "5", "KKK", pile=1, stock_empty=True) == (True, "add_to_meld")


def test_empty_stock():
    """S0:L35: adding to a meld is compulsory; a new meld is disputed."""
    table = judge.Table()
    table.top = C.KING
    table.hand = cards("KK")
    table.melds = [cards("KKK")]
    table.opened = table.earlier = table.stock_empty = True
    verdict = judge.Verdict()
    assert judge.pile(compact.preset("classic"), table, verdict)
    assert (verdict.must, verdict.warning) == (True, judge.STOCK_END)
    table.melds = [cards("QQQ")]
    assert judge.pile(compact.preset("classic"), table, verdict)
    assert (verdict.must, verdict.warning) == (False, judge.STOCK_END)


def test_eight_cards_of_hand_and_foot():
    """S4:L35-43: eight cards, a natural pair, opened in an earlier turn, at most four laid."""
    id = "hand-and-foot"
    assert pile(id, "K", "KK", "QQQ") == (True, "natural_pair")
    assert pile(id, "K", "KK", "QQQ", pile=8) == (True, "natural_pair")
    assert pile(id, "K", "KK", "QQQ", pile=7) == (False, "pile_too_small")
    assert pile(id, "K", "K2", "QQQ") == (False, "frozen")
    assert pile(id, "K", "KK", "QQQ", earlier=False) == (False, "opened_before")
    assert pile(id, "K", "KK") == (False, "opened_before")
    assert pile(id, "K", "KK", "KKKK") == (True, "natural_pair")
    # "3 rois et 2 jokers": five on the table
    assert pile(id, "K", "KK", "KKK22") == (False, "too_many_on_table")


def test_pile_of_samba():
    """BIC-CA: a pair, or adding to a meld that is no canasta; not one card and a wild one."""
    assert pile("samba", "K", "K2", "QQQ") == (False, "no_match")
    assert pile("samba", "K", "5", "KKK", held=3) == (True, "add_to_meld")
    assert pile("samba", "K", "55", "KKKKKKK") == (False, "no_match")
    assert pile("samba", "8", "55", "4567") == (True, "add_to_meld")


def test_pile_disputed():
    """S1:L43 against S1:L39."""
    table = judge.Table()
    table.top = C.KING
    table.hand = cards("KK")
    verdict = judge.Verdict()
    assert judge.pile(compact.preset("romanian"), table, verdict)
    assert verdict.warning == judge.PILE_BEFORE_OPENING


def test_needs_only_by_score():
    ruleset = compact.preset("brazilian")
    assert rules.opening_needs(ruleset, -5) == P.NEEDS_POINTS
    assert rules.opening_needs(ruleset, 9500) == P.NEEDS_NATURAL_CANASTA


def test_numbers_have_their_ids():
    for i, id in enumerate(names.REASONS):
        name = id.upper()
        if i == 0:
            continue
        found = [getattr(module, name, None) for module in (judge, judge.melds)]
        assert i in found, id
    for i, id in enumerate(names.WARNINGS[1:], 1):
        assert getattr(judge, id.upper()) == i


def test_nothing_is_allocated():
    """The tablet asks the same functions: every check, for every preset, with the heap locked."""
    given = [
        compact.packed_rules(compact.preset(id, table)).hex()
        for id in presets.IDS
        for table in presets.module(id).TABLES
    ]
    printed = onmicro.run("judge_locked.py", "\n".join(given) + "\n").splitlines()
    assert printed == ["ok"] * len(given)
