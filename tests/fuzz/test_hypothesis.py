"""The parsers, with bytes that hypothesis makes up: any, and good ones that were damaged."""

from typing import Any

import pytest
import targets
from hypothesis import given, settings
from hypothesis import strategies as st

_SEEDS = targets.seeds()


@pytest.mark.parametrize("parser", targets.PARSERS)
@settings(max_examples=150)
@given(data=st.binary(max_size=300))
def test_any_bytes(parser: str, data: bytes) -> None:
    targets.PARSERS[parser](data)


@st.composite
def _damaged(draw: Any, seeds: list[bytes]) -> bytes:
    """A seed with bytes changed, lost, doubled or put in, or a piece of another seed in it."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        way = draw(st.integers(0, 3))
        if way == 0 and data:
            data[at] = draw(st.integers(0, 255))
        elif way == 1:
            del data[at : at + draw(st.integers(1, 8))]
        elif way == 2:
            data[at:at] = draw(st.binary(max_size=6))
        else:
            other = draw(st.sampled_from(seeds))
            data[at:at] = other[: draw(st.integers(0, len(other)))]
    return bytes(data)


@pytest.mark.parametrize("parser", targets.PARSERS)
@settings(max_examples=300)
@given(data=st.data())
def test_damaged_seeds(parser: str, data: st.DataObject) -> None:
    targets.PARSERS[parser](data.draw(_damaged(_SEEDS[parser])))


@pytest.mark.parametrize("parser", targets.PARSERS)
def test_the_seeds_are_good(parser: str) -> None:
    """They get through the parser, or a fuzzer would begin with nothing."""
    for data in _SEEDS[parser]:
        targets.PARSERS[parser](data)
