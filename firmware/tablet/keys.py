"""From key masks that bounce to key events in a queue. Nothing here allocates."""

from time import ticks_diff

import hal

POLL_MS = 10
"""How often `poll` looks at the keys."""

# Kinds of events
TAP = 0
REPEAT = 1
LONG = 2

_FIRST_REPEAT_MS = 350
_SLOW_REPEATS = 4
"""After so many repeats they come twice as fast."""
_LONG_MS = 500
_QUEUE = 16
_REPEATING = hal.UP | hal.DOWN


class Keys:
    """A queue of events. Up and down come when pressed and repeat while held, faster after a while;
    ok and back come when let go, or as LONG while held.

    A key has changed once `settle` looks in a row agree, and at once where the board knows of a
    press in a time in which nobody could look. `repeat` milliseconds lie between repeats.
    """

    def __init__(self, board: hal.Board) -> None:
        self._board = board
        self.settle = 2
        self.repeat = 100
        self._repeats = bytearray(4)
        self._down = 0
        self._count = bytearray(4)
        self._since = [0, 0, 0, 0]
        self._spent = 0
        self._queue = bytearray(_QUEUE)
        self._head = 0
        self._size = 0
        self._last = board.ticks() - POLL_MS
        # A key that is down at the start is stuck or was held on purpose; it counts once let go.
        self._ignored = board.keys()

    def stuck(self) -> int:
        """Mask of the keys that have been down since the start; they are ignored until let go."""
        return self._ignored

    def down(self) -> int:
        """Mask of the keys that are down now, as they settled."""
        return self._down

    def pop(self) -> int:
        """The next event, `key | kind << 4`, or 0."""
        if self._size == 0:
            return 0
        event = self._queue[self._head]
        self._head = (self._head + 1) % _QUEUE
        self._size -= 1
        return event

    def drop(self) -> None:
        """Forget the presses that were meant for another screen."""
        self._size = 0
        self._board.pressed()
        for i in range(4):
            self._count[i] = 0

    def poll(self) -> None:
        """Look at the keys when it is time again."""
        now = self._board.ticks()
        gap = ticks_diff(now, self._last)
        if gap < POLL_MS:
            return
        self._last = now
        mask = self._board.keys()
        pressed = self._board.pressed()
        self._ignored &= mask
        mask &= ~self._ignored
        if gap > self.settle * POLL_MS:
            self._unseen(pressed & ~self._ignored & ~self._down, mask, now)
        for i in range(4):
            key = hal.KEYS[i]
            if (mask & key) == (self._down & key):
                self._count[i] = 0
                if mask & key:
                    self._held(i, key, now)
                continue
            self._count[i] += 1
            if self._count[i] >= self.settle:
                self._count[i] = 0
                self._down ^= key
                self._edge(i, key, now)

    def _unseen(self, pressed: int, mask: int, now: int) -> None:
        """What was pressed while nobody looked for longer than a key takes to settle, as in an
        erase of the flash or the loading of a screen. It is down at once, and let go once settled.
        """
        for i in range(4):
            key = hal.KEYS[i]
            # Seen down once before, it need not have gone down again.
            if pressed & key or (self._count[i] and not (self._down | mask) & key):
                self._count[i] = 0
                self._down ^= key
                self._edge(i, key, now)

    def _edge(self, i: int, key: int, now: int) -> None:
        if self._down & key:
            self._since[i] = now
            self._spent &= ~key
            self._repeats[i] = 0
            if key & _REPEATING:
                self._push(key)
        elif not key & _REPEATING and not self._spent & key:
            self._push(key)

    def _held(self, i: int, key: int, now: int) -> None:
        held = ticks_diff(now, self._since[i])
        if key & _REPEATING:
            wait = self.repeat if self._spent & key else _FIRST_REPEAT_MS
            if self._repeats[i] >= _SLOW_REPEATS:
                wait //= 2
            if held >= wait:
                self._since[i] = now
                self._spent |= key
                if self._repeats[i] < _SLOW_REPEATS:
                    self._repeats[i] += 1
                # A repeat that finds the queue busy would only run on after the key is let go.
                if self._size == 0:
                    self._push(key | REPEAT << 4)
        elif held >= _LONG_MS and not self._spent & key:
            self._spent |= key
            self._push(key | LONG << 4)

    def _push(self, event: int) -> None:
        if self._size < _QUEUE:
            self._queue[(self._head + self._size) % _QUEUE] = event
            self._size += 1
