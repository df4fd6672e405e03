"""What the tablet's words must not be taken for, in every language.

The wording is the translators' business; here stand only words that mean something else at a table.
"""

import re

import pytest
from support.languages import LANGUAGES, Sections, sections_of

_THREES = {
    "en": r"\b3s\b|threes",
    "fr": r"\b3\b|trois",
    "ro": r"\b3\b|treiari",
    "es": r"\b3\b|treses",
    "de": r"\b3\b|dreie?r?",
    "it": r"\b3\b|\btre\b",
    "pt": r"\b3\b|três",
    "nl": r"\b3\b|drieën",
}

_WITHOUT = r"(no|without|sans|fără|sin|ohne|senza|sem|geen|zonder)\b"

_ONE_WORD = {
    # A side of the table, and a turn, have one word each.
    "ro": r"\brând\b",
    "it": r"\bpart[ei]\b",
    "pt": r"\blados?\b|\bem vez\b|\buma vez\b|\bpor vez\b",
    "nl": r"\bzijden?\b",
}
"""Words for a side or a turn that another word of the language stands for."""

_LONE = {
    "en": "go to|the pair|each player",
    "fr": "vont à|l’équipe|chaque joueur",
    "ro": "sunt ai|echipei|fiecărui jucător",
    "es": "son de|la pareja|cada jugador",
    "de": "zählen rote Dreien für|das Paar|jeden selbst",
    "it": "vanno|alla coppia|a ogni giocatore",
    "pt": "são|da dupla|de cada jogador",
    "nl": "zijn de rode drieën van|het team|iedere speler",
}
"""The end of `red_three_owner`, and the choices that go on with it in the right case."""

_OPENING_BY = {
    "en": "goes by|the score|the round",
    "fr": "dépend|du score|de la donne",
    "ro": "depinde de|scor|numărul rundei",
    "es": "depende|del tanteo|de la mano",
    "de": "richtet sich nach|dem Stand|der Runde",
    "it": "dipende|dal punteggio|dal numero di mano",
    "pt": "depende|do placar|do número da mão",
    "nl": "volgt uit|de stand|de ronde",
}
"""The same for `opening_by`."""


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language."""
    return request.param


@pytest.fixture
def sections(language: str) -> Sections:
    """Its texts."""
    return sections_of(language)


def test_a_canasta_of_black_threes_is_no_black_canasta(language: str, sections: Sections) -> None:
    """At many tables the black one is the mixed one, with a black card on top (docs/play.md)."""
    rules = sections["rules"]
    label = sections["labels"]["BLACK_CANASTA"]
    texts = (
        label,
        rules["out_black_three_canasta"],
        rules["bonus_black_three_canasta"],
    )
    for text in texts:
        assert re.search(_THREES[language], text.lower()), text
    # The black threes themselves are counted in another row.
    assert label != sections["labels"]["BLACK_THREES"]


def test_an_unfinished_canasta_is_not_one_that_is_missing(sections: Sections) -> None:
    """Begun and not finished costs 2500 (rule sheet 2.2); not to have begun costs nothing."""
    for name, text in sections["labels"].items():
        if name.startswith("INC_"):
            assert not re.match(_WITHOUT, text.lower()), text


def test_a_side_and_a_turn_have_one_word(language: str, sections: Sections) -> None:
    if language not in _ONE_WORD:
        return
    for texts in sections.values():
        for text in texts.values():
            assert not re.search(_ONE_WORD[language], text.lower()), text


@pytest.mark.parametrize(
    ("rule", "choices", "words"),
    [
        ("red_three_owner", ("side", "player"), _LONE),
        ("opening_by", ("score", "round"), _OPENING_BY),
    ],
)
def test_a_choice_ends_the_sentence_of_its_rule(
    rule: str, choices: tuple[str, str], words: dict[str, str], language: str, sections: Sections
) -> None:
    end, *ends = words[language].split("|")
    assert sections["rules"][rule].endswith(end)
    assert [sections["choices"][choice] for choice in choices] == ends


def test_wild_cards_and_a_special_hand_have_two_words(sections: Sections) -> None:
    labels = sections["labels"]
    assert labels["SPECIAL"].lower()[:6] != labels["WILD"].lower()[:6]
    for word in sections["rows"]["ERR_SPECIAL"].lower().split():
        assert word[:6] != labels["WILD"].lower()[:6]


def test_what_a_romanian_sheet_counts_is_masculine() -> None:
    """A three is *treiarul*: its adjectives and participles agree."""
    labels = sections_of("ro")["labels"]
    for name in ("BLACK_THREES", "UNDECLARED", "RED_LEFT", "INC_THREES_HAND"):
        assert labels[name].endswith("i"), labels[name]


def test_the_game_with_a_foot_has_the_name_that_french_players_give_it() -> None:
    """S4:L1 is French."""
    presets = sections_of("fr")["presets"]
    assert presets["hand-and-foot"] == "Hand & Foot"
    assert presets["hand-and-foot-us"] == "Hand & Foot US"
