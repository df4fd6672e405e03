"""Whatever comes in, `meldpad score` answers or refuses in one line; it never falls over."""

import copy
import json

import vectorfile
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scoring import answers_or_refuses

from canasta import names, schema

VECTORS = vectorfile.read_all()
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.integers(-10, 100)
    | st.integers(-200, 3000).map(lambda n: n * 5)
    | st.floats(allow_nan=False)
    | st.sampled_from(
        ["natural", "special", "aces", "KKK", "XX2", "straight", "lone", "\u2028", ""]
    )
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=2)
    ),
    max_leaves=5,
)
KEYS = st.sampled_from(
    ["melded", "in_hand", "canastas", "melds", "hand", "out", "concealed", "opened", "special"]
    + ["incomplete", "extra", "adjust", "red_threes", "black_threes", "red_threes_left", "lone"]
    + ["undeclared_red_threes", "sides", "deals", "house", "rules", "name", "before", "seats"]
    + [*names.KINDS, *(param.id for param in schema.PARAMS)]
)


def _places(value, path=()):
    """The paths of all values inside a JSON value."""
    yield path
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, item in inner:
        yield from _places(item, (*path, key))


def _parent(value, path):
    for key in path:
        value = value[key]
    return value


@st.composite
def _changed(draw):
    """A vector's input with something replaced, added or taken away, a few times."""
    value = copy.deepcopy(draw(st.sampled_from(VECTORS))["input"])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(_places(value))))
        target = _parent(value, path)
        if isinstance(target, dict) and draw(st.booleans()):
            target[draw(KEYS)] = draw(VALUES)
        elif path and draw(st.integers(0, 3)) == 0:
            del _parent(value, path[:-1])[path[-1]]
        elif path:
            _parent(value, path[:-1])[path[-1]] = draw(VALUES)
        else:
            return draw(VALUES)
    return value


@settings(max_examples=300)
@given(_changed())
def test_changed_input(value):
    answers_or_refuses(json.dumps(value).encode())


@settings(max_examples=150)
@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_bytes(data):
    answers_or_refuses(data)


@settings(max_examples=150)
@given(st.data())
def test_damaged_text(data):
    text = bytearray(json.dumps(data.draw(st.sampled_from(VECTORS))["input"]).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    answers_or_refuses(bytes(text))
