"""The tablet's settings."""

from tablet import messages as M
from tablet import settings as S
from tablet.languages import LANGUAGES
from tablet.naming import edit_device_name
from tablet.screens.value import ValueScreen

_TEXTS = (
    M.SET_LANGUAGE,
    M.SET_FLIP,
    M.SET_LIGHT,
    M.SET_DIM,
    M.SET_REPEAT,
    M.SET_SETTLE,
    M.SET_OPPONENTS,
)
_FLAGS = (S.FLIP, S.OPPONENTS)


class Settings(ValueScreen):
    """The settings, then the tablet's name."""

    def __init__(self, app: "App") -> None:
        ValueScreen.__init__(self, app)
        # Only what this board has.
        self._shown: list[int] = []
        for i in range(S.COUNT + 1):
            lacks_light = i in (S.LIGHT, S.DIM_MINUTES) and not app.board.has_light
            if not lacks_light and (i != S.FLIP or app.board.has_flip):
                self._shown.append(i)

    def count(self) -> int:
        """A page for each setting, and one for the name."""
        return len(self._shown)

    def heading(self) -> bytes:
        """What this is."""
        return self.app.text(M.SETTINGS)

    def about(self, i: int) -> bytes:
        """The setting."""
        i = self._shown[i]
        return self.app.text(M.SET_NAME if i == S.COUNT else _TEXTS[i])

    def get(self, i: int) -> int:
        """Its value."""
        i = self._shown[i]
        return 0 if i == S.COUNT else self.app.settings.get(i)

    def put(self, i: int, value: int) -> None:
        """The value that it had, to be felt at once."""
        self.app.settings.set(self._shown[i], value)
        self.app.apply_settings()

    def words(self, i: int, value: int) -> "bytes | None":
        """A language by its own name, yes or no; nothing dims after no minutes."""
        i = self._shown[i]
        if i == S.COUNT:
            return self.app.name
        if i == S.LANGUAGE:
            return LANGUAGES[value][1]
        if i in _FLAGS:
            return self.app.text(M.YES if value else M.NO)
        return self.app.text(M.NO) if i == S.DIM_MINUTES and not value else None

    def act(self, i: int) -> bool:
        """The name is entered on a screen of its own."""
        if self._shown[i] == S.COUNT:
            edit_device_name(self.app)
            return True
        return False

    def change(self, i: int, direction: int, coarse: bool) -> None:
        """One step, to be seen at once."""
        if self.app.settings.step(self._shown[i], direction):
            self.app.apply_settings()

    def changed(self) -> None:
        """Keep it."""
        self.app.save_settings()

    def back(self) -> None:
        """Back to the menu."""
        self.app.go("menu")
