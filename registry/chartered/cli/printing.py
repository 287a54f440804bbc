"""What commands write to standard output: one JSON object for programs, text and tables for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from chartered_verify.plain import plain

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line. Infinities become text; NaN has no place in an answer and raises ValueError."""
    click.echo(json.dumps(plain(value), allow_nan=False))


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
