"""Names that the firmware's annotations use and its modules do not import.

Pyright takes what stands here for built in. Annotations are quoted where they use it, since
MicroPython skips them unread: so a screen is checked against `App` without importing it, and no
annotation costs the tablet an import.
"""

from collections.abc import Callable as Callable
from collections.abc import Iterator as Iterator
from typing import Any as Any

from machine import I2C as I2C
from machine import SPI as SPI
from machine import Pin as Pin

from canasta.match import Match as Match
from canasta.rules import Rules as Rules
from hal import Board as Board
from tablet.app import App as App
from tablet.parameters import Param as Param
from tablet.store import Store as Store
from tablet.template import Template as Template
