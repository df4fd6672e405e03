"""How a deal is set up, and the draw for partners and the first dealer.

Nothing here allocates or draws by chance: the cards that were drawn are entered, or the caller
draws numbers and `card` names them.
"""

from array import array

from canasta import cards as C
from canasta import params as P
from canasta.rules import Rules

MAX_PLAYERS = 6

# Suits as they rank in the draw, clubs the lowest (S1:L16). 0: the suit was not entered.
NO_SUIT = 0
CLUBS = 1
DIAMONDS = 2
HEARTS = 3
SPADES = 4


class Setup:
    """What the table does before a deal; `fill` works it out.

    `players`, `packs`, `jokers`; `cards` in all; `dealt` and `foot` to each player; `stock` what
    is left, the up-card among it; `draw` and `discard` in a turn; `talon` and `talon_next` extra
    cards for the side that opens first and second; `upcard`, `red_threes`, `ends` the choices of
    those parameters; `dealer`, `first` (who plays first) and `next_dealer` as seats.
    """

    def __init__(self) -> None:
        self.players = 0
        self.packs = 0
        self.jokers = 0
        self.cards = 0
        self.dealt = 0
        self.foot = 0
        self.stock = 0
        self.draw = 0
        self.discard = 1
        self.talon = 0
        self.talon_next = 0
        self.upcard = 0
        self.red_threes = 0
        self.ends = 0
        self.dealer = 0
        self.first = 0
        self.next_dealer = 0

    def fill(self, ruleset: Rules, dealer: int) -> None:
        """Work out the deal that the player on seat `dealer` deals.

        Play and deal go clockwise, to the next seat (S0:L33, S1:L18, S2:L9).
        """
        r = ruleset.r
        self.players = r[P.SIDES] * r[P.SEATS]
        self.packs = r[P.PACKS]
        self.jokers = r[P.JOKERS]
        self.cards = 52 * r[P.PACKS] + r[P.JOKERS]
        self.dealt = r[P.DEALT]
        self.foot = r[P.FOOT]
        self.stock = self.cards - self.players * (self.dealt + self.foot)
        self.draw = r[P.DRAW]
        self.talon = r[P.TALON]
        self.talon_next = r[P.TALON_NEXT]
        self.upcard = r[P.UPCARD]
        self.red_threes = r[P.RED_THREE_PLAY]
        self.ends = r[P.DEAL_ENDS]
        self.dealer = dealer
        self.first = (dealer + 1) % self.players
        self.next_dealer = self.first


def card(number: int, jokers: int) -> int:
    """The card that a number from 0 up names: its rank, and its suit times 16 on top.

    The first `jokers` numbers are jokers, then come the packs, one card after the other.
    """
    if number < jokers:
        return C.JOKER
    number = (number - jokers) % 52
    return number // 4 + 1 + 16 * (number % 4 + 1)


class Draw:
    """The draw for partners and the first dealer (S0:L30, S1:L16-18).

    `put` each player's card; while `again` is not 0 the players in it draw once more; then `settle`
    gives `seat` by player and `dealer` as a seat.
    """

    def __init__(self) -> None:
        self.rank = array("b", bytes(MAX_PLAYERS))
        self.suit = array("b", bytes(MAX_PLAYERS))
        self.seat = array("b", bytes(MAX_PLAYERS))
        self.players = 0
        self.dealer = 0

    def begin(self, players: int) -> None:
        """Start a draw of so many players (2 to 6)."""
        self.players = players
        for i in range(MAX_PLAYERS):
            self.rank[i] = -1
            self.suit[i] = NO_SUIT

    def put(self, player: int, rank: int, suit: int) -> None:
        """A player drew a card: a rank of `cards` (the three is any three) and a suit."""
        self.rank[player] = rank
        self.suit[player] = suit

    def again(self) -> int:
        """Bit mask of the players who must draw (again).

        A joker or a card equal to another's does not count (S1:L16); nor does the same rank when a
        suit is missing.
        """
        mask = 0
        for i in range(self.players):
            if self.rank[i] <= C.JOKER:
                mask |= 1 << i
            for k in range(i):
                if self.rank[i] == self.rank[k] and self._same_suit(i, k):
                    mask |= 1 << i | 1 << k
        return mask

    def _same_suit(self, i: int, k: int) -> bool:
        one = self.suit[i]
        other = self.suit[k]
        return one == other or one == NO_SUIT or other == NO_SUIT

    def _place(self, player: int) -> int:
        """How many drew a higher card: ace high, then king down to two (S1:L16)."""
        place = 0
        for i in range(self.players):
            if i != player and self._value(i) > self._value(player):
                place += 1
        return place

    def _value(self, player: int) -> int:
        rank = self.rank[player]
        return 8 * (C.KING + 1 if rank == C.ACE else rank) + self.suit[player]

    def settle(self, ruleset: Rules) -> None:
        """Seats and dealer, once nobody has to draw again.

        The highest cards are one side, the next ones another, partners opposite (S0:L30,
        S1:L16). Who plays for himself keeps his place. The highest card deals (S0:L30), or plays
        first, so the player on his right deals (S1:L16-18).
        """
        r = ruleset.r
        for player in range(self.players):
            place = self._place(player)
            if r[P.SEATS] == 1:
                self.seat[player] = player
            else:
                # Side s has the seats s, s + sides and so on.
                self.seat[player] = place // r[P.SEATS] + r[P.SIDES] * (place % r[P.SEATS])
            if place == 0:
                self.dealer = self.seat[player]
        if r[P.DEALER] == P.DEALER_RIGHT_OF_HIGHEST:
            self.dealer = (self.dealer - 1) % self.players
