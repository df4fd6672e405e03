"""The first thing that a new tablet asks: which language it shall speak."""

from tablet import canvas as C
from tablet import codepage
from tablet import settings as S
from tablet.languages import LANGUAGES
from tablet.screens import ListScreen


class Languages(ListScreen):
    """A row for each language by its own name; ok takes it and goes on to the welcome."""

    def __init__(self, app: "App") -> None:
        ListScreen.__init__(self, app)
        self.at = app.settings.get(S.LANGUAGE)

    def count(self) -> int:
        """A row for each language."""
        return len(LANGUAGES)

    def title(self, c: C.Canvas, x: int, y: int) -> None:
        """The tablet's name, and the key that takes a row: words would be of one language."""
        x = c.text(x, y, self.app.name, C.TITLE)
        c.letter(x + c.char, y, codepage.DOT, C.TITLE)

    def row(self, c: C.Canvas, i: int, x: int, y: int, style: int) -> None:
        """One language."""
        c.text(x, y, LANGUAGES[i][1], style)

    def chosen(self, i: int) -> None:
        """Speak it from now on."""
        app = self.app
        app.settings.set(S.LANGUAGE, i)
        app.apply_settings()
        if app.save_settings("setup"):
            app.welcome()
