"""Glyphs as bytes, made by tools/make_fonts.py (docs/fonts.md)."""
