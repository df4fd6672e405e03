"""docs/commands.md: what is written about a command names all its options and exit codes."""

import dataclasses
import re
from pathlib import Path

import pytest
import typer

from meldpad import cli, doctor

_TEXT = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def _section(name: str) -> str:
    found = re.search(rf"^## meldpad {name}\n(.*?)(?=^## |\Z)", _TEXT, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


@pytest.mark.parametrize("name", ["sync", "history", "show", "deploy", "uf2", "doctor"])
def test_every_option_is_there(name: str) -> None:
    command = typer.main.get_command(cli.build())
    params = command.commands[name].params  # pyright: ignore[reportAttributeAccessIssue]
    options = {opt for param in params for opt in param.opts if opt.startswith("--")}
    # -o is short enough to stand alone.
    assert options - {"--help", "--output"} <= set(re.findall(r"--[a-z-]+", _section(name)))


@pytest.mark.parametrize(("name", "codes"), [("deploy", "0123"), ("uf2", "023")])
def test_every_exit_code_is_there(name: str, codes: str) -> None:
    assert re.findall(r"^\| (\d) \|", _section(name), re.MULTILINE) == list(codes)


def test_every_key_of_the_doctor_is_there() -> None:
    keys = re.findall(r"^\| `(\w+)` \|", _section("doctor"), re.MULTILINE)
    assert keys == [field.name for field in dataclasses.fields(doctor.Finding)]
    levels = (doctor.GOOD, doctor.NOTE, doctor.FAULT)
    assert all(f"`{level}`" in _section("doctor") for level in levels)
