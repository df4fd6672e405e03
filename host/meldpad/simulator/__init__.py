"""The simulated tablet: the real firmware on MicroPython for Unix, with its display, keys, flash and cable."""
