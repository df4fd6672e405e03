"""Folding number constants: what is certain is folded, whatever could be seen is left alone."""

import pytest

from meldpad.deploy.fold import fold


def _one(text: str, **others: str) -> str:
    """The first module's text after folding it together with the others."""
    return fold({"first": text, **others})["first"]


def test_a_constant_becomes_its_number_and_goes() -> None:
    assert _one("A = 3\n_B = A * 2 + 1\n\ndef f(x):\n    return x + _B\n") == (
        "def f(x):\n    return x + 7\n"
    )


def test_another_modules_constant_is_folded_and_the_empty_module_not_imported() -> None:
    folded = fold(
        {
            "game": "from rules import params as P\n\ndef f(r):\n    return r[P.TARGET + 1]\n",
            "rules": "",
            "rules.params": '"""Where it stands."""\nTARGET = 35\n"""Points."""\nLOW = -TARGET\n',
        }
    )
    assert folded["game"] == "def f(r):\n    return r[35 + 1]\n"
    assert folded["rules.params"].strip() == ""


def test_an_imported_name_is_folded_and_no_longer_imported() -> None:
    text = _one(
        "from other import STEP, Thing\n\ndef f():\n    return Thing(STEP)\n",
        other="STEP = 5\n\nclass Thing:\n    pass\n",
    )
    assert text == "from other import Thing\n\ndef f():\n    return Thing(5)\n"


_NUMBERS = "OUT = 12\nTIE = 37\n"


@pytest.mark.parametrize(
    "text",
    [
        "from rules import ids as I\n\ndef f(pin):\n    return pin.OUT + I.OUT\n",
        "from rules import ids as I\n\ndef f(find):\n    return find('TIE') + I.TIE\n",
    ],
)
def test_a_name_of_something_else_keeps_no_constant(text: str) -> None:
    folded = fold({"game": text, "rules": "", "rules.ids": _NUMBERS})
    assert folded["rules.ids"].strip() == ""
    assert "import" not in folded["game"]


@pytest.mark.parametrize(
    "text",
    [
        # the module gets about
        "from rules import ids as I\n\ndef f(use, pin):\n    use(I)\n    return pin.OUT\n",
        # it is imported by its name, or where it is needed
        "def f():\n    return __import__('rules.ids').ids.OUT\n",
        "def f():\n    from rules import ids\n    return ids.OUT\n",
        "import rules\n\ndef f():\n    return rules.ids.OUT\n",
    ],
)
def test_a_module_that_gets_about_keeps_its_constants(text: str) -> None:
    folded = fold({"game": text, "rules": "", "rules.ids": _NUMBERS})
    assert "OUT = 12" in folded["rules.ids"]


def test_negative_numbers_keep_their_meaning() -> None:
    assert _one("LOW = -4\n\ndef f():\n    return LOW ** 2\n") == (
        "def f():\n    return (-4) ** 2\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        # bound twice, or changed later
        "A = 1\nA = 2\n\ndef f():\n    return A\n",
        "A = 1\n\ndef g():\n    global A\n    A = 2\n\ndef f():\n    return A\n",
        "A = 1\nA += 1\n\ndef f():\n    return A\n",
        # a local of the same name
        "A = 1\n\ndef f(A):\n    return A\n",
        "A = 1\n\ndef f(x):\n    for A in x:\n        pass\n    return A\n",
        # no whole number
        "A = True\n\ndef f():\n    return A\n",
        "A = 1.5\n\ndef f():\n    return A\n",
        "A = 1 // 0\n\ndef f():\n    return A\n",
        # no capitals
        "a = 1\n\ndef f():\n    return a\n",
    ],
)
def test_what_is_not_certain_is_left_alone(text: str) -> None:
    assert "return A" in _one(text) or "return a" in _one(text)


def test_a_local_hides_a_modules_name_only_where_it_is_bound() -> None:
    text = _one(
        "import other\n\ndef f(other):\n    return other.N\n\ndef g():\n    return other.N\n",
        other="N = 9\n",
    )
    assert "return other.N" in text
    assert "return 9" in text


@pytest.mark.parametrize("reader", ["getattr(m, 'N')", "m.N"])
def test_a_constant_that_may_be_read_by_name_stays(reader: str) -> None:
    folded = fold({"first": f"def f(m):\n    return {reader}\n", "other": "N = 9\n"})
    assert folded["other"] == "N = 9\n"


def test_a_class_attribute_is_no_constant() -> None:
    text = _one("class A:\n    WIDTH = 3\n\n    def f(self):\n        return self.WIDTH\n")
    assert "self.WIDTH" in text
    assert "WIDTH = 3" in text


def test_a_source_that_does_not_parse_is_named() -> None:
    with pytest.raises(SyntaxError) as error:
        fold({"tablet.app": "def\n"})
    assert error.value.filename == "tablet.app"
