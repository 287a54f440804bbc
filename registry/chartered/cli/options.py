"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from ..accounting.ledger import Ledger
from ..errors import BadLedger
from ..model.neighbours import Neighbours

F = TypeVar("F", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")

_LEDGER_OPTIONS = (
    click.argument("steps", nargs=-1, metavar="STEP..."),
    click.option("--ledger", "ledger_file", metavar="FILE", help="Read the steps from a TOML or JSON ledger instead."),
    click.option(
        "--neighbours",
        metavar="RELATION",
        help=f"{Neighbours.names()}. Default: what the steps need, else the former.",
    ),
)


def takes_a_ledger(command: F) -> F:
    """Lets a command take steps, or a ledger file, and the neighbouring relation."""
    for option in reversed(_LEDGER_OPTIONS):
        command = option(command)
    return command


def ledger_of(steps: Sequence[str], ledger_file: str | None, neighbours: str | None) -> Ledger:
    """The ledger that the command line states. Raises BadLedger and its kin."""
    if ledger_file is not None and steps:
        raise BadLedger(f"both steps ({steps[0]}) and --ledger {ledger_file} are given", "give the one or the other")
    if ledger_file is not None:
        return Ledger.read(ledger_file, neighbours)
    if not steps:
        raise BadLedger(
            "no steps are given", "give at least one, such as gaussian:sigma=20,times=1000, or --ledger FILE"
        )
    return Ledger(steps, neighbours)
