"""`meldpad doctor`."""

import json
from dataclasses import asdict

import typer

from meldpad.errors import NOT_SO
from meldpad.plain import plain

_SIGNS = {"good": "ok  ", "note": "note", "fault": "BAD "}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(_doctor)


def _doctor(
    port: str | None = typer.Option(
        None, "--port", metavar="PORT", help="Look at this port only; else at all there are."
    ),
    db: str | None = typer.Option(
        None, "--db", metavar="PATH_OR_URL", help="The database to look at."
    ),
    udev: bool = typer.Option(False, "--udev", help="Print the udev rule for Linux, and leave."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON for other programs."),
) -> int:
    """Say in plain words what is wrong: ports, permissions, versions, database."""
    from meldpad import doctor

    if udev:
        typer.echo(doctor.RULES.read_text(encoding="utf-8"), nl=False)
        return 0
    findings = []
    for finding in doctor.examine(port, db):
        findings.append(finding)
        if not as_json:
            typer.echo(f"{_SIGNS[finding.level]}  {plain(finding.subject)}: {plain(finding.text)}")
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings], indent=2))
    return NOT_SO if any(finding.level == doctor.FAULT for finding in findings) else 0
