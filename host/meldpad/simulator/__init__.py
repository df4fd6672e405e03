"""The simulated tablet.

The real firmware on MicroPython for Unix, with its display, keys, flash and cable.
"""
