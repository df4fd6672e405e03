"""A tablet on the emulated Pico that is played like the simulated one: by key presses, and by
reading its display.
"""

from pathlib import Path

from displays import Ssd1306, St7789
from emulator import Pico
from support.reader import Seen, read
from support.texts import T

from meldpad.simulator.screen import GS4_HMSB, MONO_VLSB, Screen

_PALETTE = {0x0000: 0, 0xFFFF: 1, 0xB596: 2, 0x014F: 3, 0xFEE0: 4}
"""16 bits of red, green and blue to the value of a pixel: black, white, (176, 176, 176),
(0, 40, 120), (255, 220, 0), each cut to 5, 6 and 5 bits."""

KEYS = {
    "pico-display": {"up": 14, "down": 15, "ok": 12, "back": 13},
    "pico-oled": {"up": 15, "down": 14, "ok": 13, "back": 12},
}

_BOUNCES_MS = (0.4, 0.7, 0.3, 1.1, 0.6, 0.5)
"""How long a button's contact stays closed, open, closed and so on before it settles."""
_PRESS_MS = 45
_LONG_MS = 700
_SETTLE_MS = 26
"""After an edge it takes two or three looks of 10 ms until the tablet believes it."""
_SAMPLES = 14
_IDLE_SAMPLES = 12
"""A tablet that has nothing to do sleeps, but for a look at its keys every 10 ms."""
_BUSY_MS = 3000
_REST_MS = 400
_BOOT_MS = 4000


class PicoTable:
    """A Pico with its display and buttons, switched on. `flash` is what its flash holds."""

    def __init__(
        self,
        board: str,
        image: Path,
        flash: bytes | None = None,
        keys: dict[str, int] | None = None,
    ) -> None:
        self.board = board
        self.display = St7789() if board == "pico-display" else Ssd1306()
        self.pico = Pico(image, flash, [self.display], keys or KEYS[board])

    def boot(self) -> float:
        """Wait for the first whole picture; milliseconds from power-on to its last pixel."""
        everything = 320 * 240 if self.board == "pico-display" else 1024 + 8 * 128
        # The OLED's driver clears it, and only pages that are not blank follow.
        self.pico.until(lambda: self.display.written >= everything or self._shows(), _BOOT_MS, 5)
        self.calm()
        return self.display.last_us / 1000

    def _shows(self) -> bool:
        return self.board == "pico-oled" and any(self.display.memory)

    def calm(self) -> None:
        """Wait until the tablet has dealt with what came last, and sleeps."""
        self.pico.run(_SETTLE_MS)
        asleep: list[bool] = []
        for _ in range(_BUSY_MS):
            self.pico.run(1)
            asleep.append(self.pico.asleep)
            if sum(asleep[-_SAMPLES:]) >= _IDLE_SAMPLES:
                return
        raise TimeoutError("the tablet never comes to rest")

    def tap(self, *names: str) -> float:
        """Press and release keys one after the other, with contacts that bounce. Milliseconds from
        the last one's first contact (up, down) or its being let go (ok, back) to the last pixel
        that changed.
        """
        took = 0.0
        for name in names:
            edge = self._down(name)
            self.pico.run(_PRESS_MS)
            up = self._up(name)
            self.calm()
            took = self.display.last_us / 1000 - (edge if name in ("up", "down") else up)
        return took

    def hold(self, name: str, ms: float = _LONG_MS) -> None:
        """Hold a key down for so long."""
        self._down(name)
        self.pico.run(ms)
        self._up(name)
        self.calm()

    def hold_until(self, name: str, text: str) -> None:
        """Hold a key until a text can be read in the chosen row."""
        self._down(name)
        for _ in range(200):
            last = self.display.last_us
            self.pico.until(lambda: self.display.last_us > last, _BUSY_MS, 5)  # noqa: B023
            self.pico.run(12)
            if f" {text} " in f" {self._chosen()} ":
                break
        self._up(name)
        self.calm()

    def _chosen(self) -> str:
        """The text of the chosen row; none while that row is only half drawn."""
        try:
            return self.see().chosen
        except AssertionError:
            return ""

    def _down(self, name: str) -> float:
        """Close a contact; when it first closed, in milliseconds."""
        edge = self.pico.us / 1000
        for i, ms in enumerate(_BOUNCES_MS):
            (self.pico.release if i % 2 else self.pico.press)(name)
            self.pico.run(ms)
        self.pico.press(name)
        return edge

    def _up(self, name: str) -> float:
        edge = self.pico.us / 1000
        for i, ms in enumerate(_BOUNCES_MS):
            (self.pico.press if i % 2 else self.pico.release)(name)
            self.pico.run(ms)
        self.pico.release(name)
        return edge

    def screen(self) -> Screen:
        """What the display shows, as the simulator has it. Fails for a colour that is none."""
        if self.board == "pico-oled":
            screen = Screen(128, 64, MONO_VLSB)
            for y in range(64):
                for x in range(128):
                    if self.display.pixel(x, y):
                        screen.data[y // 8 * 128 + x] |= 1 << y % 8
            return screen
        screen = Screen(320, 240, GS4_HMSB)
        for y in range(240):
            for x in range(0, 320, 2):
                left = _PALETTE[self.display.pixel(x, y)]
                right = _PALETTE[self.display.pixel(x + 1, y)]
                screen.data[(y * 320 + x) // 2] = left << 4 | right
        return screen

    def see(self) -> Seen:
        """What can be read there."""
        return read(self.screen())

    # Whole deals, as tests/support/table.py plays them on the simulator

    def rest(self) -> None:
        """Leave the keys alone until the tablet has loaded what it thinks comes next."""
        self.pico.run(_REST_MS)
        self.calm()

    def start_match(self) -> None:
        """From a new tablet's first question to the score, with the usual names and target."""
        self.tap("ok", "ok", "ok")

    def deal_1(self) -> None:
        """A: a natural canasta, 200 melded, out; B: nothing melded, 60 left in the hand."""
        self.tap("ok", "up", "ok", "ok", "up", "ok", "ok")
        self.hold_until("up", "200")
        self.hold("ok")
        self.tap("ok", "ok", "ok", "ok")
        self.hold_until("up", "50")
        self.tap("up", "up")
        self.hold("ok")
        self.save()

    def deal_2(self) -> None:
        """A: 100 melded; B: two mixed canastas, 300 melded, out."""
        self.tap("ok", "ok", "ok", "ok", "ok")
        self.hold_until("up", "100")
        self.hold("ok")
        self.tap("ok", "up", "up", "ok", "up", "ok", "ok")
        self.hold_until("up", "300")
        self.hold("ok")
        self.save()

    def save(self) -> None:
        """Say yes to whatever is asked until the recap is there, and save."""
        for _ in range(4):
            self.pico.run(600)
            seen = self.see()
            if f"▲ {T.SAVE}" in seen:
                self.tap("up")
                return
            self.tap("up" if f"▲ {T.YES}" in seen or f"▲ {T.DO_IT}" in seen else "down")
        raise AssertionError(f"no recap in:\n{self.see()}")
