"""What people see of claims that were tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chartered_verify.suite import Outcome
from rich.table import Table
from rich.text import Text

_STYLES = {"proved": "green", "supported": "cyan", "undecided": "yellow", "refuted": "bold red"}


def verdicts(outcomes: Sequence[Outcome], counts: Mapping[str, int]) -> Iterator[Table | Text]:
    """One row for each claim, and the count of each verdict."""
    table = Table(box=None, pad_edge=False)
    table.add_column("verdict", no_wrap=True)
    table.add_column("claim", overflow="fold")
    table.add_column("kind", no_wrap=True)
    table.add_column("how", overflow="fold", ratio=1)
    table.add_column("seconds", justify="right", no_wrap=True)
    for outcome in outcomes:
        shown = outcome.to_json()
        style = _STYLES[shown["verdict"]]
        words = (shown["name"], shown["kind"], _evidence(shown), f"{outcome.seconds:.2f}")
        table.add_row(Text(shown["verdict"], style), *map(Text, words))
    yield table
    yield Text("\n" + ", ".join(f"{verdict} {counts[verdict]}" for verdict in _STYLES))


def _evidence(shown: Mapping[str, Any]) -> str:
    words = str(shown["how"])
    if shown["points"] is not None:
        words += f" ({shown['points']} points, {shown['digits']} digits)"
    if shown["hunted"]:
        words += f" (also hunted at {shown['hunted']} points)"
    return words + "".join(f"; {name} = {value}" for name, value in (shown["witness"] or {}).items())


def corrections(errata: Sequence[Mapping[str, Any]]) -> Iterator[Table | Text]:
    """A block for each erratum."""
    if not errata:
        yield Text("no plugin brings errata")
    for place, erratum in enumerate(errata):
        verdict = erratum["verdict"]
        yield Text.assemble("\n" if place else "", (erratum["name"], "bold"), f"  {erratum['source']}  ", (verdict, _STYLES[verdict]))
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for label in ("printed", "corrected"):
            grid.add_row(f"  {label}", Text(erratum[label]))
        shown = (str(value) if name == "found" else f"{name} = {value}" for name, value in erratum["witness"].items())
        grid.add_row("  witness", Text("; ".join(shown)))
        yield grid
