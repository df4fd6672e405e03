"""What the tests of the tablet share: the simulated tablet, and eyes for its display."""
