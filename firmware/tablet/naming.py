"""Who plays: names of sides, players and the tablet, chosen or entered with the keys."""

from canasta import records
from tablet import canvas, codepage, log
from tablet import messages as M
from tablet.template import letter_of, stands_in

_FILES = 3
"""Of the log, that are looked through before names are offered; others while they are read."""
_MOST = 40
"""So many names are offered at most."""


def edit_name(app: "App", number: int, player: bool) -> None:
    """Choose or enter the name of a side, or of the player on a seat, for the match to be."""
    back = "players" if player else "setup"
    template = app.table.prepare_template()
    if player:
        title = app.table.seat_text_of(template.names, [], number)
    else:
        title = app.rule_text("ASK", "side") + b" %d" % (number + 1)

    def done(name: bytes) -> bool:
        return _take(app, number, player, name)

    names = template.names
    known = KnownNames(app, [] if player else [name for name in names if name != names[number]])
    more = True
    for _ in range(_FILES):
        more = more and known.more()
    if not known.names and not more:
        app.screen("name").begin(title, done, back)
        app.go("name")
        return
    app.screen("pick").begin(title, known.names, done, back, known.more if more else None)
    app.go("pick")


def _take(app: "App", number: int, player: bool, name: bytes) -> bool:
    """Whether the name is taken: no two sides have the same."""
    template = app.table.prepare_template()
    if player:
        while len(template.players) < template.rules.seats():
            template.players.append(b"")
        template.players[number] = name
    elif name in template.names and template.names[number] != name:
        app.flash(M.NAME_TAKEN)
        return False
    else:
        template.names[number] = name
    return True


def edit_device_name(app: "App") -> None:
    """Enter another name for the tablet."""
    if app.store.newer and app.table.closed("settings"):
        return

    def done(name: bytes) -> bool:
        rename(app, name)
        return True

    app.screen("name").begin(app.text(M.NEW_NAME), done, "settings")
    app.go("name")


def rename(app: "App", name: bytes) -> None:
    """Give the tablet another name (in the code page)."""
    try:
        app.rename(codepage.decode(name).encode())
    except OSError:
        app.flash(M.NOT_SAVED)


class KnownNames:
    """Names of earlier matches, each once, those of the newest match first.

    `without`: names that are not offered.
    """

    def __init__(self, app: "App", without: list[bytes]) -> None:
        self._store = app.store
        self._without = without
        self._before = log.HIGHEST
        self.names: list[bytes] = []

    def more(self) -> bool:
        """Add those of one file of the log; whether to ask again."""
        found: "list[tuple[list[bytes], list[bytes]]]" = []

        def take(buf: bytearray, at: int) -> None:
            if records.readable(buf, at):
                return
            _preset, sides, players = records.match_names(buf, at)
            found.append(
                (
                    [canvas.fit(name) for name in sides],
                    [canvas.fit(name) for name in players],
                )
            )

        self._before = self._store.older_matches(self._before, take)
        while found:
            sides, players = found.pop()
            for i in range(len(sides)):
                if sides[i] != letter_of(i):
                    self._add(sides[i])
            for i in range(len(players)):
                if not stands_in(players[i], sides, i):
                    self._add(players[i])
        return self._before > 0 and len(self.names) < _MOST

    def _add(self, name: bytes) -> None:
        if name and name not in self.names and name not in self._without:
            self.names.append(name)
