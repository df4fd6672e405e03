"""Words for the ids of `canasta.names`, as they stand in tables for people."""

_LINES = {
    "melded": "melded",
    "natural": "natural canastas",
    "mixed": "mixed canastas",
    "sequence": "sequence canastas",
    "wild": "wild canastas",
    "wild_twos": "canastas of seven twos",
    "wild_jokers": "canastas with four jokers",
    "aces": "canastas of aces",
    "sevens": "canastas of sevens",
    "mixed_twos": "mixed canastas of twos",
    "red_threes": "red threes",
    "black_threes": "black threes",
    "out": "going out",
    "concealed": "going out concealed",
    "in_hand": "left in hand",
    "no_meld": "nothing melded",
    "undeclared_red_threes": "undeclared red threes",
    "red_threes_left": "red threes left",
    "special": "special hand",
    "incomplete": "incomplete canastas",
    "extra": "extra bonus",
    "net": "net result",
    "adjust": "adjustment",
}

_FIELDS = {
    "opened": "opened",
    "reason": "reason of the adjustment",
    "mode": "way of entry",
}


def line(id: str) -> str:
    """A line of the working; the id itself for one without words."""
    return _LINES.get(id, id.replace("_", " "))


def field(id: str) -> str:
    """Something entered for a side; the id in words when it has none of its own."""
    group, _, rest = id.partition(".")
    if group == "canastas":
        return line(rest)
    if rest:
        return f"{group} {rest.replace('_', ' ')}"
    return _FIELDS.get(id) or line(id)


def side(name: str, index: int) -> str:
    """A side's name; its number, from 1, when it has none."""
    return name.strip() or f"Side {index + 1}"
