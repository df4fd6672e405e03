"""The tablet's texts as their sources have them, and a language that is longer than English."""

import make_languages

Sections = dict[str, dict[str, str]]
"""Texts by their name, by section."""

LANGUAGES: tuple[str, ...] = make_languages.LANGUAGES

LONGER = "longer"
"""English, every text 40 % longer, rounded up: what a language that is still to come may need."""


def sections_of(language: str) -> Sections:
    """The texts of a language, or of `LONGER`."""
    if language != LONGER:
        return make_languages.read(language)
    english: Sections = make_languages.read("en")
    return {
        section: {name: _stretched(text) for name, text in texts.items()}
        for section, texts in english.items()
    }


def _stretched(text: str) -> str:
    """Each word gets its share of the letters that are added, the first words one more."""
    words = text.split(" ")
    added = -(-len(text) * 14 // 10) - len(text)
    return " ".join(
        word + "~" * (added // len(words) + (i < added % len(words)))
        for i, word in enumerate(words)
    )
