"""Certificates changed at one place, with the old digest or with one that fits again."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from chartered import Ledger
from chartered.certificate.digest import sealed

EXACT = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5").certificate().document
BOUND = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5", accountant="asoodeh2020.T3").certificate().document


def leaves(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every leaf; an empty list or dictionary is one."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not items or not value:
        yield here
    for key, inner in items:
        yield from leaves(inner, (*here, key))


def changed(document: Any, way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with another value at one place."""
    made: dict[str, Any] = copy.deepcopy(dict(document))
    at: Any = made
    for key in way[:-1]:
        at = at[key]
    at[way[-1]] = value
    return made


def forged(document: Any, way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The same, with a digest that fits again."""
    made = changed(document, way, value)
    return sealed({key: inner for key, inner in made.items() if key != "digest"})
