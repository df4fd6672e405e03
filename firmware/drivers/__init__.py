"""Displays that more than one board can have. A driver is given its bus and pins by the board."""
