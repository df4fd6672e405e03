"""The languages that the tablet speaks."""

LANGUAGES = (
    ("en", b"English"),
    ("fr", b"Fran\xe7ais"),
    ("ro", b"Rom\xe2n\x81"),
    ("es", b"Espa\xf1ol"),
    ("de", b"Deutsch"),
    ("it", b"Italiano"),
    ("pt", b"Portugu\xeas"),
    ("nl", b"Nederlands"),
)
"""Module and own name of each language, in the order of the setting; append-only."""
