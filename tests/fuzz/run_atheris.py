"""Fuzzes one parser with atheris: `run_atheris.py PARSER FOLDER RUNS SEED`.

FOLDER takes what was found on the way; libFuzzer prints the figures.
"""

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

with atheris.instrument_imports(include=["canasta", "meldpad"]):  # pyright: ignore
    import targets


def main() -> None:
    """See above."""
    parser, folder, runs, seed = sys.argv[1:]
    for number, data in enumerate(targets.seeds()[parser]):
        (Path(folder) / f"seed{number}").write_bytes(data)
    # A fixed seed and one process: the same runs each time. No limit on time.
    arguments = [f"-runs={runs}", f"-seed={seed}", "-timeout=60", f"-artifact_prefix={folder}/"]
    arguments += [f"-max_len={targets.LONGEST[parser]}", "-print_final_stats=0", folder]
    atheris.Setup([sys.argv[0], *arguments], targets.PARSERS[parser])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
