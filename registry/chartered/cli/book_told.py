"""What the commands of `chartered book` share: the options of an entry, and how a result is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import click

from ..model.exact_numbers import plain
from ..spending.budget_book import Book
from ..spending.filter_state import costs_to_json
from ..spending.purses import noun_of
from ..visible import shown
from .output import print_for_people, print_json

_F = TypeVar("_F", bound=Callable[..., Any])


def notes_options(*names: str) -> Callable[[_F], _F]:
    """The options of these names: what a caller says of an entry."""
    helps = {
        "label": "What it is.",
        "author": "Who does it.",
        "purpose": "What for.",
        "date": "When, with its zone, as 2026-11-26T12:00:00Z; nothing is guessed.",
        "unit": "Whom a number is about, such as 'a household'; one record if not given.",
    }

    def add(command: _F) -> _F:
        for name in reversed(names):
            command = click.option(f"--{name}", default="", metavar="TEXT", help=helps[name])(command)
        return command

    return add


def given(notes: Mapping[str, str]) -> dict[str, Any]:
    """What was said, without empty texts."""
    return {name: text for name, text in notes.items() if text}


def amounts(costs: Mapping[str, Fraction]) -> str:
    """Costs by the names of purses, for people."""
    return ", ".join(f"{plain(value)} of {noun_of(name)}" for name, value in costs.items()) or "nothing"


def tell(
    opened: Book,
    said: dict[str, Any],
    told: Iterable[str],
    as_json: bool,
    *,
    left: Mapping[str, Fraction] | None = None,
) -> None:
    """Prints a result, in JSON or in lines for people, and the remaining budget."""
    rest = opened.left if left is None else left
    if as_json:
        more: dict[str, Any] = {"unit": opened.unit} if opened.unit else {}
        more |= {"plugins": list(opened.plugins)} if opened.plugins else {}
        print_json({**said, "left": costs_to_json(rest), "neighbours": opened.neighbours.value, **more})
        return
    whom = shown(opened.unit, 200) or "one record"
    print_for_people(*filter(None, (*told, f"left: {amounts(rest)} (for {whom}, {opened.neighbours.value})")))
