"""Meldpad on the PC: syncs a score tablet's match history over the cable and makes use of it."""

__version__ = "0.1.0"
