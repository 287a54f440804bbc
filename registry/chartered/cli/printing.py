"""What commands write to standard output: one JSON object for programs, text and tables for people."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line. Infinities become text; NaN has no place in an answer and raises ValueError."""
    click.echo(json.dumps(_plain(value), allow_nan=False))


def print_for_people(*parts: RenderableType) -> None:
    """Tables and text: as wide as the terminal, or as wide as they need where nobody watches, so that nothing is cut off."""
    if sys.stdout.isatty():
        _print_to_terminal(*parts)
        return
    from ..comparison import as_text

    click.echo(as_text(*parts), color=False)


def _print_to_terminal(*parts: RenderableType) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part)


def _plain(value: Any) -> Any:
    """The value in JSON's own types: a witness may hold fractions and other exact numbers, which are written as text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
