"""Putting the firmware on a board: what is built, and how it gets there."""
