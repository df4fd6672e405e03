"""Starts the tablet. The board is whatever was deployed: its name stands in `board.cfg`, or comes
as the first argument (the simulator)."""

import sys


def _board() -> "Board":
    args = sys.argv[1:]
    if not args:
        with open("board.cfg") as file:
            args = [file.read().strip()]
    return __import__("boards." + args[0], None, None, ("Board",)).Board(args[1:])


def main() -> None:
    """Run until something asks for MicroPython's prompt."""
    from tablet.app import App

    App(_board()).run()


if __name__ == "__main__":
    main()
