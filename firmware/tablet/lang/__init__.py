"""The languages, a module each with `TEXTS`; only the one in use is loaded."""
