"""Tables of tried claims and of errata, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from chartered_verify.runs.suite import Outcome
from msgspec import Struct
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..console import cell
from ..escaping import visible

_STYLES = {"proved": "green", "supported": "cyan", "undecided": "yellow", "refuted": "bold red"}
_OTHERS = 9 + 10 + 7 + 6
"""Width in characters of the columns beside the claim's name, with the gaps between them."""
_LEAST_NAME = 10
"""The least width in characters of the column of names."""
_ROOM = 60
"""The least width in characters of a readable column of evidence."""


class Rows(Struct, frozen=True):
    """One row for each claim. Its evidence comes last: in the row if the width allows (always, if the output is not a
    terminal), otherwise below the row."""

    outcomes: Sequence[Outcome]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [(outcome, outcome.to_json()) for outcome in self.outcomes]
        longest = max((len(shown["name"]) for _, shown in rows), default=0)
        width = max(min(longest, options.max_width - _OTHERS), _LEAST_NAME)
        beside = options.max_width >= width + _OTHERS + _ROOM
        table = _table(width, beside)
        yield from () if beside else (table,)
        for outcome, shown in rows:
            cells: list[RenderableType] = [
                cell(shown["verdict"], _STYLES[shown["verdict"]]),
                cell(shown["name"]),
                cell(shown["kind"]),
                Text(f"{outcome.seconds:.2f}"),
            ]
            if beside:
                table.add_row(*cells, cell(_evidence(shown)))
                continue
            row = _table(width, beside, heading=False)
            row.add_row(*cells)
            yield row
            yield Padding(Text(visible(_evidence(shown)), "dim", overflow="fold"), (0, 0, 0, 4))
        yield from (table,) if beside else ()


def _table(width: int, beside: bool, *, heading: bool = True) -> Table:
    """An empty table with columns of fixed width, so that tables of a single row line up."""
    table = Table(box=None, pad_edge=False, show_header=heading)
    table.add_column("verdict", no_wrap=True, width=9)
    table.add_column("claim", overflow="fold", width=width)
    table.add_column("kind", no_wrap=True, width=10)
    table.add_column("seconds", justify="right", no_wrap=True, width=7)
    if beside:
        table.add_column("how", overflow="fold")
    return table


def verdicts(outcomes: Sequence[Outcome], counts: Mapping[str, int]) -> Iterator[Rows | Text]:
    """One row for each claim, and the count of each verdict."""
    yield Rows(outcomes)
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
    for index, erratum in enumerate(errata):
        verdict = erratum["verdict"]
        yield Text.assemble(
            "\n" if index else "", (erratum["name"], "bold"), f"  {erratum['source']}  ", (verdict, _STYLES[verdict])
        )
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for label in ("printed", "corrected"):
            grid.add_row(f"  {label}", Text(erratum[label]))
        shown = (str(value) if name == "found" else f"{name} = {value}" for name, value in erratum["witness"].items())
        grid.add_row("  witness", Text("; ".join(shown)))
        yield grid
