"""What the next deal will be like. Not in the score's module, which is loaded at every start."""

from canasta import params as P
from tablet import messages as M
from tablet.screens import PageScreen


class NextDeal(PageScreen):
    """Who deals, how many cards, what opens and what going out needs."""

    def enter(self) -> None:
        """Put the page together."""
        PageScreen.enter(self)
        app = self.app
        match = app.match
        r = match.rules.r
        self.clear(app.text(M.NEXT_DEAL))
        self.say(app.text(M.DEALER), app.table.seat_text(match.dealer()))
        cards = b"%d" % r[P.DEALT]
        if r[P.FOOT]:
            cards += b"+%d" % r[P.FOOT]
        self.say(app.text(M.CARDS_EACH), cards)
        for side in range(match.sides):
            self._say_opening(app.table.names[side], match.opening(side), match.opening_needs(side))
        self.say(app.text(M.OUT_NEEDS), b"%d" % r[P.OUT_CANASTAS])
        for kind in range(P.N_KINDS):
            if r[P.OUT_KIND + kind]:
                self.say(app.kind_text(kind), b"%d" % r[P.OUT_KIND + kind])

    def _say_opening(self, name: bytes, opening: int, needs: int) -> None:
        app = self.app
        label = app.text(M.OPENS)
        if not needs:
            self.say(name, label + b" %d" % opening)
            return
        word = app.text(M.CANASTA if needs == P.NEEDS_CANASTA else M.NATURAL_CANASTA)
        if opening:
            label += b" %d" % opening
        self.say(name + b" " + label, word)

    def back(self) -> None:
        """Back to the score."""
        self.app.home()
