"""The game of Canasta: rulesets as data, scoring, the match as a fold over records, records and
frames.

Pure: no input or output, no clock, no text for people. The same files run on MicroPython and
CPython.
"""
