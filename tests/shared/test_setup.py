"""The set-up of a deal and the draw for partners, read from the rule text."""

import compact
import onmicro
import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta import cards as C
from canasta import presets, setup

# preset, table, packs, cards, dealt, foot, stock, draw
DEALS = [
    # S0:L31: 108 cards, eleven each, 64 left
    ("classic", (2, 2), 2, 108, 11, 0, 64, 1),
    # S0:L39-40: fifteen each, draw two
    ("classic-2", (2, 1), 2, 108, 15, 0, 78, 2),
    # S0:L42: thirteen each; S0:L43: draw two with a lone player
    ("classic-3", (3, 1), 2, 108, 13, 0, 69, 1),
    ("classic-3-lone", (3, 1), 2, 108, 13, 0, 69, 2),
    ("romanian", (2, 2), 2, 108, 11, 0, 64, 1),
    ("popular", (2, 2), 2, 108, 11, 0, 64, 1),
    ("counter", (2, 2), 2, 108, 11, 0, 64, 1),
    ("counter", (6, 1), 2, 108, 11, 0, 42, 1),
    # S4:L8-11: four packs for three or four players, six for six; 13 and 13
    ("hand-and-foot", (2, 2), 4, 216, 13, 13, 112, 2),
    ("hand-and-foot", (3, 1), 4, 216, 13, 13, 138, 2),
    ("hand-and-foot", (3, 2), 6, 324, 13, 13, 168, 2),
    ("samba", (2, 2), 3, 162, 15, 0, 102, 2),
    ("modern-american", (2, 2), 2, 108, 13, 0, 56, 1),
]


@pytest.mark.parametrize(("id", "table", "packs", "cards", "dealt", "foot", "stock", "draw"), DEALS)
def test_deal(id, table, packs, cards, dealt, foot, stock, draw):
    found = setup.Setup()
    found.fill(compact.preset(id, table), 0)
    assert (found.packs, found.cards, found.dealt) == (packs, cards, dealt)
    assert (found.foot, found.stock, found.draw) == (foot, stock, draw)
    assert found.discard == 1


def test_every_table_has_cards_enough():
    for id in presets.IDS:
        for table in presets.module(id).TABLES:
            found = setup.Setup()
            found.fill(compact.preset(id, table), 0)
            assert found.stock > found.players, (id, table)


def test_play_and_deal_go_clockwise():
    """S0:L33, S1:L18, S2:L9."""
    found = setup.Setup()
    found.fill(compact.preset("classic"), 3)
    assert (found.dealer, found.first, found.next_dealer) == (3, 0, 0)
    found.fill(compact.preset("classic-3"), 0)
    assert (found.first, found.next_dealer) == (1, 1)


def draw(id, *drawn, table=None):
    """A draw of cards written as `KS` (king of spades) or `K`."""
    found = setup.Draw()
    found.begin(len(drawn))
    for player, text in enumerate(drawn):
        suit = " CDHS".index(text[1]) if len(text) > 1 else setup.NO_SUIT
        found.put(player, C.RANKS.index(text[0]), suit)
    mask = found.again()
    if mask:
        return mask
    found.settle(compact.preset(id, table))
    return list(found.seat[: len(drawn)]), found.dealer


def test_partners_by_the_draw():
    """S0:L30: the two highest against the two lowest, the highest deals. Partners sit opposite."""
    # K 5 A 9: players 2 and 0 are partners, 3 and 1 the others
    assert draw("classic", "K", "5", "A", "9") == ([2, 3, 0, 1], 0)


def test_highest_plays_first():
    """S1:L16-18: ace high, two low; the dealer sits to the right of the highest."""
    assert draw("romanian", "K", "2", "A", "3") == ([2, 3, 0, 1], 3)


def test_suits_break_a_tie():
    """S1:L16: spades, hearts, diamonds, clubs."""
    assert draw("romanian", "KC", "KS", "KD", "KH") == ([3, 0, 1, 2], 3)


def test_equal_cards_and_jokers_draw_again():
    """S1:L16."""
    assert draw("classic", "K", "5", "A", "K") == 0b1001
    assert draw("classic", "KS", "5H", "AS", "KS") == 0b1001
    assert draw("classic", "X", "5", "A", "K") == 0b0001
    assert draw("classic", "KS", "5H", "AS", "K") == 0b1001
    found = setup.Draw()
    found.begin(3)
    assert found.again() == 0b111


def test_each_for_himself_keeps_his_place():
    assert draw("classic-3", "9", "K", "4") == ([0, 1, 2], 1)
    assert draw("classic-2", "9", "T") == ([0, 1], 1)


def test_three_teams():
    """The two highest, the next two, the two lowest."""
    found = draw("counter", "A", "K", "Q", "J", "T", "9", table=(3, 2))
    assert isinstance(found, tuple)
    seats, dealer = found
    assert [seat % 3 for seat in seats] == [0, 0, 1, 1, 2, 2]
    assert sorted(seats) == list(range(6))
    assert dealer == 0


@given(st.permutations(range(54)), st.sampled_from(sorted(presets.IDS)))
def test_any_draw_seats_everybody_once(numbers, id):
    table = presets.module(id).TABLES[0]
    players = table[0] * table[1]
    found = setup.Draw()
    found.begin(players)
    for player, number in enumerate(numbers[:players]):
        card = setup.card(number, 2)
        found.put(player, card % 16, card // 16)
    # One pack has no two equal cards: only jokers draw again.
    jokers = sum(1 << p for p, number in enumerate(numbers[:players]) if number < 2)
    assert found.again() == jokers
    if not jokers:
        found.settle(compact.preset(id))
        assert sorted(found.seat[:players]) == list(range(players))
        assert 0 <= found.dealer < players


def test_cards_by_number():
    """Jokers first, then four suits of each rank; a second pack repeats the first."""
    cards = [setup.card(n, 4) for n in range(108)]
    assert cards[:4] == [C.JOKER] * 4
    assert len(set(cards[4:56])) == 52
    assert cards[4:56] == cards[56:]
    assert {card % 16 for card in cards} == set(range(14))
    assert {card // 16 for card in cards[4:]} == {1, 2, 3, 4}


def test_nothing_is_allocated():
    given = compact.packed_rules(compact.preset("romanian")).hex()
    assert onmicro.run("setup_locked.py", given + "\n") == "2 3 0 1 3 64\n"
