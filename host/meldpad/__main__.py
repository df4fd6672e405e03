"""`python -m meldpad`."""

from meldpad.cli import main

main()
