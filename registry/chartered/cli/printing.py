"""What commands write to standard output: one JSON object for programs, text and tables for people."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from chartered_verify.plain import plain

from ..jsontext import write_json
from ..visible import visible

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line. Infinities become text; NaN has no place in an answer and raises ValueError."""
    click.echo(write_json(plain(value)))


def print_line(text: str) -> None:
    """One line of text."""
    click.echo(visible(text))


def print_for_people(*parts: RenderableType) -> None:
    """Tables and text: as wide as the terminal, or as wide as they need where nobody watches, so that nothing is cut off.

    A part that is a string is one line.
    """
    if sys.stdout.isatty():
        _print_to_terminal(*parts)
        return
    from ..console import as_text

    click.echo(as_text(*parts), color=False)


def _print_to_terminal(*parts: RenderableType) -> None:
    from ..console import SafeConsole, cell

    console = SafeConsole()
    for part in parts:
        console.print(cell(part) if isinstance(part, str) else part)
