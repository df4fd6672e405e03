"""Who plays: names of sides, players and the tablet, chosen or entered with the keys."""

from tablet import canvas, codepage
from tablet import messages as M


def edit_name(app: "App", number: int, player: bool) -> None:
    """Choose or enter the name of a side, or of the player on a seat, for the match to be."""
    back = "players" if player else "setup"
    if player:
        title = app.table.seat_text_of(app.table.prepare_template().names, [], number)
    else:
        title = app.rule_text("ASK", "side") + b" %d" % (number + 1)

    def done(name: bytes) -> None:
        _take(app, number, player, name)

    known = known_names(app)
    if not known:
        app.screen("name").begin(title, done, back)
        app.go("name")
        return
    app.screen("pick").begin(title, known, done, back)
    app.go("pick")


def _take(app: "App", number: int, player: bool, name: bytes) -> None:
    template = app.table.prepare_template()
    if not player:
        template.names[number] = name
        return
    while len(template.players) < template.rules.seats():
        seat = len(template.players)
        template.players.append(app.table.seat_text_of(template.names, [], seat))
    template.players[number] = name


def edit_device_name(app: "App") -> None:
    """Enter another name for the tablet."""
    if app.store.newer and app.table.closed("settings"):
        return
    app.screen("name").begin(app.text(M.NEW_NAME), lambda name: rename(app, name), "settings")
    app.go("name")


def rename(app: "App", name: bytes) -> None:
    """Give the tablet another name (in the code page)."""
    try:
        app.rename(codepage.decode(name).encode())
    except OSError:
        app.flash(M.NOT_SAVED)


def known_names(app: "App") -> list[bytes]:
    """Names of the newest matches, each once."""
    found: list[bytes] = []
    for start in app.store.matches(12):
        _preset, sides, players = app.store.match_names(start)
        for name in sides + players:
            text = canvas.fit(name, 12)
            if text not in found:
                found.append(text)
    return found
