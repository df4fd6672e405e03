"""Text from outside on its way to a terminal."""

_PLACE = "\N{REPLACEMENT CHARACTER}"


def plain(text: str) -> str:
    """The text on one line, with a visible replacement for whatever a terminal would act on.

    Those are control characters, line ends, marks that turn the direction of writing, and halves
    of characters; letters of all scripts, marks on them, and pictures stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _PLACE for c in text)
