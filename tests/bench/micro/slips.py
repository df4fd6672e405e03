"""A table whose fingers slip and that never looks: how many wrong numbers does the tablet take?

Argument: number of deals. Random deals (seeded) are entered by their keys in key events; each
press slips with 1 %: it is left out, comes twice, or hits a neighbouring key. Whatever comes then
is not looked at: the table goes on with its keys. Printed: deals, deals saved, fields of those;
point fields that are wrong by a factor of 5 or more (a number where there is none, or none where
there is one, counts too) and counts of canastas and red threes that are (there one more or less
than none is no factor); any other wrong count.
"""

import random
import sys

import ram  # pyright: ignore[reportMissingImports]
from framebuf import MONO_VLSB  # pyright: ignore[reportMissingImports]

import hal
from canasta import deal as D
from tablet import keys
from tablet.app import App

_SLIP = 100
_PRESS_MS = 280
_THINK_MS = 1350
"""As in bench_entry: a table thinks before it gives points and before it saves."""
_NEIGHBOURS = {
    hal.UP: (hal.DOWN,),
    hal.DOWN: (hal.UP, hal.OK),
    hal.OK: (hal.DOWN, hal.BACK),
    hal.BACK: (hal.OK,),
}
_FIELDS = (D.MELDED, D.IN_HAND, D.RED_THREES, D.OUT, D.KIND, D.KIND + 1)


class Board(hal.Board):
    """A small tablet without a cable."""

    width = 128
    height = 64
    format = MONO_VLSB
    root = "/flash/"

    def __init__(self):
        self.buf = bytearray(1024)
        self.now = 0

    def mount(self):
        ram.mount(ram.Ram(2000), fresh=True)
        return hal.FRESH

    def unique(self, size):
        return bytes(size)

    def random(self, size):
        return bytes(size)

    def ticks(self):
        return self.now

    def keys(self):
        return 0

    def show(self, top, bottom):
        pass

    def cable_read(self):
        return -1


class Table:
    """Presses keys, sometimes wrong ones."""

    def __init__(self):
        self.board = Board()
        self.app = App(self.board)
        self.app.start()
        self.slips = False

    def press(self, key, how=keys.TAP):
        """One press; while slips are on, one in a hundred goes wrong."""
        times = 1
        if self.slips and random.randrange(_SLIP) == 0:
            slip = random.randrange(3)
            if slip == 0:
                return
            if slip == 1:
                times = 2
            else:
                near = _NEIGHBOURS[key]
                key = near[random.randrange(len(near))]
                if key == hal.BACK or (how == keys.LONG and key != hal.OK):
                    how = keys.TAP
        for _ in range(times):
            self.app.event(key | how << 4)
            self.wait(_PRESS_MS)

    def wait(self, ms):
        """Time passes."""
        self.board.now += ms
        self.app.step()

    def ladder(self, value):
        """Hold up to the round number nearest to a value, then tap the rest."""
        if value <= 0:
            return
        self.wait(_THINK_MS)
        coarse = 50 if 40 <= value < 75 else (value + 50) // 100 * 100
        if coarse:
            # A slip hits the whole hold: it is missed or hits down; held twice it only goes on.
            if not (self.slips and random.randrange(_SLIP) == 0 and random.randrange(3)):
                self.app.event(hal.UP)
                reached = 0
                while reached < coarse:
                    self.app.event(hal.UP | (keys.REPEAT << 4))
                    reached = 50 if reached == 0 else 100 if reached == 50 else reached + 100
                self.app.step()
        rest = value - coarse
        for _ in range(abs(rest) // 5):
            self.press(hal.UP if rest > 0 else hal.DOWN)

    def enter(self, deal):
        """The keys of a deal, as somebody presses them who reads from a sheet."""
        press = self.press
        press(hal.OK)
        out_given = False
        for side in (0, 1):
            for kind in (D.KIND, D.KIND + 1):
                for _ in range(deal[side][kind]):
                    press(hal.UP)
                press(hal.OK)
            if not out_given:
                for _ in range(deal[side][D.OUT]):
                    press(hal.UP)
                press(hal.OK)
                out_given = deal[side][D.OUT] > 0
            for _ in range(deal[side][D.RED_THREES]):
                press(hal.UP)
            press(hal.OK)
            self.ladder(deal[side][D.MELDED])
            if deal[side][D.IN_HAND]:
                press(hal.OK)
                self.ladder(deal[side][D.IN_HAND])
                press(hal.OK)
            else:
                press(hal.OK, keys.LONG)
        self.wait(_THINK_MS)
        press(hal.UP)


def random_deal():
    """A deal as tables have them: one side out, both have melded."""
    out = random.randrange(2)
    deal = []
    reds = random.randrange(5)
    for side in (0, 1):
        fields: dict[int, int] = dict.fromkeys(_FIELDS, 0)
        canastas = random.randrange(1, 4) if side == out else random.randrange(3)
        for _ in range(canastas):
            fields[D.KIND + random.randrange(2)] += 1
        fields[D.OUT] = 1 if side == out else 0
        fields[D.RED_THREES] = reds // 2 if side else reds - reds // 2
        fields[D.MELDED] = 5 * random.randrange(20 * canastas + 10, 24 * canastas + 40)
        fields[D.IN_HAND] = 0 if side == out else 5 * random.randrange(1, 40)
        deal.append(fields)
    return deal


_POINTS = (D.MELDED, D.IN_HAND)


def far(field, wanted, got):
    """Whether a number is wrong by a factor of 5 or more."""
    if field not in _POINTS:
        # From none to one and back is one more or less; points have no such neighbours.
        wanted = max(wanted, 1)
        got = max(got, 1)
    low = min(wanted, got)
    high = max(wanted, got)
    return high > 0 and high >= 5 * low


def main():
    """See the top."""
    random.seed(1)
    deals = int(sys.argv[1])
    table = Table()
    app = table.app
    saved = fields = wrong = other = 0
    for _ in range(deals):
        # A match of its own for each deal, far from its end.
        table.slips = False
        fresh(table)
        deal = random_deal()
        table.slips = True
        table.enter(deal)
        table.slips = False
        if app.match.deals == 1:
            saved += 1
            app.match.load(0, app.match.deal)
            for side in (0, 1):
                for field in _FIELDS:
                    fields += 1
                    got = app.match.deal.get(side, field)
                    if far(field, deal[side][field], got):
                        wrong += 1
                    elif got != deal[side][field]:
                        other += 1
    print(deals, saved, fields, wrong, other)


def fresh(table):
    """A new match of classic Canasta, whatever is on the screen."""
    from tablet.template import Template

    app = table.app
    app.draft.close()
    app.draft.ways[0] = app.draft.ways[1] = 0
    template = Template()
    template.load("classic", 0)
    app.table.start_match(template)


main()
