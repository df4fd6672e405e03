"""What the tools have in common that bake modules: they write them, or compare with `--check`."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path


def bake(tool: str, about: str, outputs: Mapping[Path, str]) -> None:
    """Write the modules, or leave with one line about the first that is not up to date.

    `tool`: the tool's path in the project; `about`: what it does, for its help; `outputs`: every
    module's text by its path.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args().check
    for path, text in outputs.items():
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            sys.exit(f"{path} is not what {tool} makes")
        if not check:
            path.write_text(text, encoding="utf-8")
