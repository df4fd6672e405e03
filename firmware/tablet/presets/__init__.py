"""The presets as packed rulesets, a module each. Made by tools/make_rules.py.

`TABLES` of such a module has, for each table (sides, seats a side), the usual one
first, its rules.
"""

IDS = (
    "classic",
    "classic-2",
    "classic-3",
    "classic-3-lone",
    "romanian",
    "popular",
    "counter",
    "hand-and-foot",
    "cutthroat",
    "modern-american",
    "samba",
    "bolivia",
    "brazilian",
    "italian",
    "uruguay",
    "hand-and-foot-us",
)
