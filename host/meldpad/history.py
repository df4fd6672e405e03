"""The history for people and for other programs: the table of matches, and one match whole."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from canasta import names, presets, rules, schema
from canasta import params as P
from meldpad import sentences, words
from meldpad.db import fold
from meldpad.db.dating import Dates
from meldpad.db.query import Detail, Refused, Summary

_STEP_WORDS = {
    "entered": "entered",
    "corrected": "corrected",
    "ended": "match abandoned",
    "finished": "match finished early",
}
_FATES = {
    ("entered", "counts"): "; counts",
    ("entered", "replaced"): "; replaced",
    ("corrected", "counts"): "; counts",
    ("corrected", "replaced"): "; replaced",
}
_LABEL_WIDTH = 26
_ABOUT = timedelta(hours=2)
"""Bounds that lie no further apart are told as one moment."""


def console() -> Console:
    """Standard output: colours and its width in a terminal, plain text of 80 columns in a pipe."""
    return Console(highlight=False, markup=False, emoji=False)


# The list


def print_history(
    out: Console, summaries: Sequence[Summary], loose: Sequence[Refused] = ()
) -> None:
    """Print the table of matches, and a line about everything that was not taken in."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), collapse_padding=True)
    table.add_column("Match", justify="right", no_wrap=True)
    table.add_column("Date", no_wrap=True)
    table.add_column("Rules", overflow="fold")
    table.add_column("Side", overflow="fold", min_width=6)
    table.add_column("Total", justify="right", no_wrap=True)
    table.add_column("Deals", justify="right", no_wrap=True)
    table.add_column("State", overflow="fold", min_width=7)
    table.add_column("Tablet", overflow="fold", min_width=6)
    for summary in summaries:
        for index, side in enumerate(summary.sides):
            first = index == 0
            table.add_row(
                str(summary.number) if first else "",
                when(summary.dates) if first else "",
                Text(summary.preset if first else ""),
                Text(words.side(side.name, index), style="bold" if side.winner else ""),
                str(side.total),
                str(summary.deals) if first else "",
                Text(_state(summary) if first else ""),
                Text(summary.tablet.label if first else ""),
            )
    out.print(table)
    for summary in summaries:
        if summary.refused:
            out.print(
                f"Match {summary.number}: {_records(summary.refused)} could not be taken in; "
                f"meldpad show {summary.number} says why."
            )
        if summary.error:
            out.print(f"Match {summary.number} is incomplete: {sentences.sentence(summary.error)}")
    for item in loose:
        out.print(Text(f"Tablet {item.tablet.label}, {refusal(item.seq, item.last, item.reason)}"))


def history_json(summaries: Sequence[Summary]) -> list[dict[str, Any]]:
    """What `meldpad history --json` prints."""
    return [_summary_json(summary) for summary in summaries]


def refusal(seq: int, last: int, reason: str) -> str:
    """One line about something that was refused or is missing."""
    which = f"record {seq}" if seq == last else f"records {seq} to {last}"
    return f"{which}: {sentences.sentence(reason)}"


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count} records"


def _state(summary: Summary) -> str:
    if summary.state == "won":
        won = [words.side(s.name, i) for i, s in enumerate(summary.sides) if s.winner]
        return " and ".join(won) + " won"
    return "in play" if summary.state == "open" else summary.state


def when(dates: Dates) -> str:
    """When something was written, in the time zone of this computer, as exactly as it is known."""
    low, high = dates.earliest, dates.latest
    if dates.exact and high:
        return local(high)
    if low and high and high - low <= _ABOUT:
        return f"about {local(low + (high - low) / 2)}"
    if low and high and _day(low) == _day(high):
        return f"on {_day(low)}"
    if high:
        return f"by {_day(high)}"
    return f"after {_day(low)}" if low else "unknown"


def _between(dates: Dates) -> str:
    """The same for a match alone, with both bounds."""
    low, high = dates.earliest, dates.latest
    if dates.exact or not (low and high) or high - low <= _ABOUT:
        return when(dates)
    return f"between {local(low)} and {local(high)}"


def _day(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d")


def local(moment: datetime) -> str:
    """A moment in the time zone of this computer."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def utc(moment: datetime) -> str:
    """A moment for other programs: ISO 8601 in UTC, to the second."""
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


# One match


def print_match(out: Console, detail: Detail) -> None:
    """Print one match whole: rules, every deal with its working and its life, what was refused."""
    summary, match = detail.summary, detail.match
    sides = [words.side(name, index) for index, name in enumerate(match.names)]
    out.print(
        Text(f"Match {summary.number}: {' against '.join(sides)}", style="bold"),
        Text(f"{_between(summary.dates)}, tablet {summary.tablet.name} ({summary.tablet.id})"),
        Text(_rules_line(match)),
        sep="\n",
    )
    if any(name.strip() for name in match.players):
        given = ((seat, name) for seat, name in enumerate(match.players) if name.strip())
        seats = ", ".join(f"{seat + 1} {name}" for seat, name in given)
        out.print(Text(f"Players by seat: {seats}"))
    if any(match.before):
        out.print(Text("Totals at the start: " + _by_side(sides, match.before)))
    undone = 0
    for deal in match.deals:
        out.print()
        if deal.number is None:
            undone += 1
            out.print(Text(f"Undone deal {undone}", style="bold"))
        else:
            out.print(_deal_table(deal, match, sides))
        if deal.number is None or len(deal.steps) > 1:
            out.print(_steps_table(deal.steps, sides, detail.dates))
    if match.endings:
        out.print()
        out.print(_steps_table(match.endings, sides, detail.dates))
    out.print()
    _print_end(out, detail, sides)


def match_json(detail: Detail) -> dict[str, Any]:
    """What `meldpad show --json` prints."""
    match = detail.match
    result = _summary_json(detail.summary)
    result["house"] = house(match)
    result["players"] = match.players
    result["first_dealer"] = match.first_dealer
    for side, entry in enumerate(result["sides"]):
        entry["before"] = match.before[side]
        entry["opening"] = match.opening[side]
    result["deals"] = [
        {
            "number": deal.number,
            "record": deal.seq,
            "dealer": deal.dealer,
            "lone": deal.lone,
            "sides": [
                {
                    "fields": side.fields,
                    "lines": [{"id": id, "points": points} for id, points in side.lines.items()],
                    "points": side.points,
                    "total": side.total,
                    "opening": side.opening,
                }
                for side in deal.sides
            ],
            "steps": [_step_json(step, detail) for step in deal.steps],
        }
        for deal in match.deals
    ]
    result["endings"] = [_step_json(step, detail) for step in match.endings]
    result["refused"] = [
        {
            "record": item.seq,
            "reason": item.reason,
            "text": sentences.sentence(item.reason),
            "received": utc(item.received),
            "bytes": item.raw.hex(),
        }
        for item in detail.refused
    ]
    return result


def house(match: fold.Match) -> dict[str, Any]:
    """The parameters, by their ids, in which a match's rules differ from its preset.

    Every parameter in use when this program does not know the preset.
    """
    usual = rules.Rules()
    r = match.rules.r
    try:
        presets.load(match.preset, usual, (r[P.SIDES], r[P.SEATS]))
    except (KeyError, ValueError):
        usual = rules.Rules()
    different: dict[str, Any] = {}
    for param in schema.PARAMS:
        span = slice(param.at, param.at + param.length)
        if r[span] != usual.r[span]:
            try:
                different[param.id] = schema.get_value(match.rules, param)
            except IndexError:
                # A choice that this program does not know yet.
                different[param.id] = list(r[span])
    return different


def _dates_json(dates: Dates) -> dict[str, Any]:
    """Both are the same when the moment is known exactly."""
    low, high = dates.earliest, dates.latest
    return {"date_from": low and utc(low), "date_to": high and utc(high)}


def _summary_json(summary: Summary) -> dict[str, Any]:
    return {
        "match": summary.number,
        "date": utc(summary.date),
        **_dates_json(summary.dates),
        "rules": summary.preset,
        "sides": [
            {"name": side.name, "total": side.total, "winner": side.winner}
            for side in summary.sides
        ],
        "deals": summary.deals,
        "state": summary.state,
        "winners": [index for index, side in enumerate(summary.sides) if side.winner],
        "tablet": {
            "id": summary.tablet.id,
            "epoch": summary.tablet.epoch,
            "name": summary.tablet.name,
        },
        "not_taken": summary.refused,
    }


def _step_json(step: fold.Step, detail: Detail) -> dict[str, Any]:
    return {
        "record": step.seq,
        "kind": step.kind,
        "state": step.state,
        "names": step.names,
        "undone_by": step.void_by,
        "boot": step.boot,
        "uptime": step.uptime,
        "received": utc(detail.received[step.seq]),
        **_dates_json(detail.dates[step.seq]),
        "sides": [
            {"fields": fields, "points": points}
            for fields, points in zip(step.fields, step.points, strict=True)
        ],
    }


def _rules_line(match: fold.Match) -> str:
    different = house(match)
    if match.preset not in presets.IDS:
        return f"Rules: {match.preset}, which this program does not know"
    if not different:
        return f"Rules: {match.preset}"
    changes = ", ".join(f"{id} {_value(value)}" for id, value in different.items())
    return f"Rules: {match.preset}, but {changes}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "/".join(_value(item) for item in value)
    return str(value)


def _by_side(sides: Sequence[str], values: Sequence[int]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(sides, values, strict=True))


def _player(match: fold.Match, seat: int) -> str:
    name = match.players[seat] if seat < len(match.players) else ""
    return name.strip() or f"seat {seat + 1}"


def _deal_table(deal: fold.Deal, match: fold.Match, sides: Sequence[str]) -> Table:
    """A deal's working, a column for each side."""
    title = f"Deal {deal.number}"
    if deal.dealer is not None:
        title += f", dealt by {_player(match, deal.dealer)}"
    if deal.lone is not None:
        title += f", {_player(match, deal.lone)} alone"
    table = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    table.add_column(Text(title, style="bold"), width=_LABEL_WIDTH, overflow="fold")
    for name in sides:
        table.add_column(Text(name), justify="right", overflow="fold", min_width=6)
    ids = list(dict.fromkeys(id for side in deal.sides for id in side.lines))
    for id in sorted(ids, key=names.LINES.index):
        table.add_row(f"  {words.line(id)}", *(str(side.lines.get(id, "")) for side in deal.sides))
    table.add_row("  points", *(str(side.points) for side in deal.sides), style="bold")
    table.add_row("  total", *(str(side.total) for side in deal.sides), style="bold")
    table.add_row("  needed to open", *(str(side.opening) for side in deal.sides))
    return table


def _steps_table(
    steps: Sequence[fold.Step], sides: Sequence[str], dates: Mapping[int, Dates]
) -> Table:
    """The records of a deal in their order: what each did, what became of it, and when: by the
    clock where that is known, else by the tablet's own time.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    table.add_column("", no_wrap=True)
    table.add_column("", overflow="fold")
    table.add_column("", no_wrap=True)
    by_seq = {step.seq: step for step in steps}
    for step in steps:
        text = Text(_what(step, by_seq.get(step.names or 0), sides))
        if step.state == "counts" and step.kind in ("entered", "corrected"):
            text.stylize("bold")
        at = dates[step.seq]
        own = f"start {step.boot}, {_clock(step.uptime)}"
        table.add_row(f"  record {step.seq}", text, when(at) if at.exact else own)
    return table


def _what(step: fold.Step, named: fold.Step | None, sides: Sequence[str]) -> str:
    if step.kind == "undone":
        text = f"record {step.names} undone"
    else:
        text = _STEP_WORDS[step.kind]
        if step.points:
            text += f": {_by_side(sides, step.points)}"
        # What became of it; nothing to say where it is plain.
        text += _FATES.get((step.kind, step.state), "")
    if step.void_by is not None:
        text += f"; undone by record {step.void_by}"
    changes = _changes(step, named, sides) if named is not None and step.fields else []
    return "\n  ".join([text, *changes])


def _changes(step: fold.Step, named: fold.Step, sides: Sequence[str]) -> list[str]:
    """What a correction changed, field by field."""
    changes: list[str] = []
    for name, new, old in zip(sides, step.fields, named.fields, strict=True):
        for id in dict.fromkeys([*old, *new]):
            if old.get(id, 0) != new.get(id, 0):
                changes.append(f"{name}: {words.field(id)} {new.get(id, 0)}, was {old.get(id, 0)}")
    return changes


def _clock(seconds: int) -> str:
    """Time since the tablet was started."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _print_end(out: Console, detail: Detail, sides: Sequence[str]) -> None:
    match = detail.match
    text = f"After {len(match.counting)} deal{'' if len(match.counting) == 1 else 's'}: "
    text += _by_side(sides, match.totals)
    out.print(Text(f"{text}; {_state(detail.summary)}", style="bold"))
    if not match.finished:
        out.print(Text("Needed to open the next deal: " + _by_side(sides, match.opening)))
    if detail.summary.error:
        out.print(f"The match is incomplete: {sentences.sentence(detail.summary.error)}")
    for item in detail.refused:
        out.print(Text(f"Not taken in, {refusal(item.seq, item.last, item.reason)}"))
