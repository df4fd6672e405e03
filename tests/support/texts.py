"""What the tablet calls things, by the names of its messages: `T.MELDED` is "Melded".

The wording is the translators' business, so tests do not repeat it.
"""

from tablet import codepage, messages
from tablet.lang import en


class _Texts:
    def __getattr__(self, name: str) -> str:
        return codepage.decode(en.TEXTS[getattr(messages, name)])


T = _Texts()
