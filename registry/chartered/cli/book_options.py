"""What the commands of `chartered book` share: the options of an entry, and how a result is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import click
from click.core import ParameterSource

from ..errors import BadValue
from ..escaping import shown
from ..spending.budget_book import Book
from ..spending.filter_state import costs_to_json
from ..spending.purses import WITHIN, in_words
from .output import print_for_people, print_json
from .shared_options import F, together

_MOST_TOLD = 20
"""The largest number of purses that are shown to people."""


def notes_options(*names: str) -> Callable[[F], F]:
    """The options of these names: what a caller says of an entry."""
    helps = {
        "label": "What it is.",
        "author": "Who does it.",
        "purpose": "What for.",
        "date": "When: a day, as 2026-11-26, or a time with its zone, as 2026-11-26T12:00:00Z; nothing is guessed.",
        "key": "A PEM file with an Ed25519 private key, which signs the entry.",
        "unit": "Whom a number is about, such as 'a household'; one record if not given.",
    }
    return together(*(click.option(f"--{name}", default="", metavar="TEXT", help=helps[name]) for name in names))


def _named(context: click.Context, option: click.Parameter, scope: str) -> str:
    """The scope; an empty text that was given is none, as of a variable of the shell that is not set."""
    if not scope and context.get_parameter_source(str(option.name)) is not ParameterSource.DEFAULT:
        raise BadValue("--scope is an empty text", "name a scope of the book, or leave the option out for all records")
    return scope


scope_option = click.option(
    "--scope",
    default="",
    metavar="NAME",
    help="The scope whose records alone it reads, one of those of the book; without it, it reads all records.",
    callback=_named,
)


def given(notes: Mapping[str, str]) -> dict[str, Any]:
    """What was said, without empty texts."""
    return {name: text for name, text in notes.items() if text}


def amounts(costs: Mapping[str, Fraction], *, up: bool = True) -> str:
    """Costs by the names of purses, for people; those that are left are not rounded `up`."""
    every = " for all records" if any(WITHIN in name for name in costs) else ""
    some = islice(costs.items(), _MOST_TOLD)
    told = [in_words(name, value, up=up) + (every if WITHIN not in name else "") for name, value in some]
    return ", ".join(told + [f"and {len(costs) - _MOST_TOLD} more"] * (len(costs) > _MOST_TOLD)) or "nothing"


def tell(
    opened: Book,
    said: dict[str, Any],
    told: Iterable[str],
    as_json: bool,
    *,
    left: Mapping[str, Fraction] | None = None,
    would: bool = False,
) -> None:
    """Prints a result, in JSON or in lines for people, and the remaining budget, or what it `would` be."""
    rest = opened.left if left is None else left
    if as_json:
        more: dict[str, Any] = {"unit": opened.unit} if opened.unit else {}
        more |= {"plugins": list(opened.plugins)} if opened.plugins else {}
        more |= {"promise": costs_to_json(opened.promise)} if opened.promise else {}
        more |= {"closed": True} if opened.closed else {}
        stated = {"left": costs_to_json(rest), "neighbours": opened.neighbours.value, "kind": opened.kind}
        print_json({**said, **stated, **more})
        return
    whom = f"{shown(opened.unit, 200) or 'one record'}, {opened.neighbours.value}; {opened.says}"
    left_over = "left, of a book that is closed" if opened.closed else "would leave" if would else "left"
    print_for_people(*filter(None, (*told, f"{left_over}: {amounts(rest, up=False)} (for {whom})")))
