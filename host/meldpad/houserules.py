"""The parameters that a house sets on top of a preset."""

from collections.abc import Callable

from canasta import schema
from canasta.rules import Rules
from meldpad import reasons
from meldpad.place import Place


def apply(ruleset: Rules, house: dict[str, Place], place: Callable[[str], Place]) -> None:
    """Set the parameters `house` (value by id) on a loaded preset and prepare it.

    `place` gives where to complain about a parameter that does not go with the others. Raises
    InputError.
    """
    for id, value in house.items():
        param = schema.find(id)
        if param is None:
            value.fail("the rules have no parameter of this id")
        if id == "sides":
            value.fail("is taken from the list of sides")
        try:
            schema.set_value(ruleset, param, value.value)
        except ValueError as error:
            value.fail(str(error))
    problem = reasons.ruleset(ruleset)
    if problem:
        id, reason = problem
        place(id).fail(reason)
    ruleset.prepare()
