"""Formulas as printed: texts whose names stand for exact numbers or other texts; privacy profiles and Renyi curves from
such texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import chartered as ch

from .formula_reader import Reader
from .notation import Notation
from .steps import Formula

Number: TypeAlias = Callable[[Any], Any]
"""A number as a function of the arithmetic."""
Written: TypeAlias = str | int | Fraction | Number
"""A number in a table: a text such as "exp(-eps)/2", an exact number, or a function of the arithmetic."""
Names: TypeAlias = Mapping[str, Any]
"""The meanings of the names in a text: an exact number, or a text in which other names may occur."""


def number(written: Written, names: Names | None = None) -> Number:
    """The number as a function of the arithmetic. Raises ValueError for a text that is no formula."""
    if not isinstance(written, str):
        return lambda xp: xp.number(written)
    texts = tuple(f"{name} = {meaning}" for name, meaning in (names or {}).items() if isinstance(meaning, str))
    exact = {name: meaning for name, meaning in (names or {}).items() if not isinstance(meaning, str)}
    read = _read(written, tuple(exact), texts)
    return lambda xp: read(xp, *map(xp.number, exact.values()))


def profile(
    delta: str,
    epsilon: str | None = None,
    *,
    delta_at_infinity: ch.Number = 0,
    max_loss: ch.Number | None = None,
    propose: Callable[[ch.Question], ch.Witness] | None = None,
    **more: Any,
) -> ch.Profile:
    """A privacy profile from the text of its formula.

    Args:
        delta: The text of delta, a formula in `eps`.
        epsilon: The text of its inverse, a formula in `delta`, or None.
        delta_at_infinity: The limit of delta.
        max_loss: An eps from which on delta is its limit, or None.
        propose: The search for a witness, or None.
        more: Further fields of a `Profile`.

    Returns:
        The profile.

    Examples:
        >>> laplace = proving.profile("positive(1 - exp((eps - 1)/2))", max_loss=1)
        >>> proving.enclose(lambda xp: laplace.delta(xp, xp.number(0), {})).upper
        0.39346934028736663
    """
    more["at_infinity"] = ch.AtInfinity(delta=delta_at_infinity, max_loss=max_loss)
    more["search"] = ch.WitnessSearch(propose=propose)
    if epsilon is not None:
        more["epsilon"] = lambda xp, d, witness: _of(epsilon, "delta", d)(xp)
    return ch.Profile(delta=lambda xp, e, witness: _of(delta, "eps", e)(xp), **more)


def renyi(curve: str, **more: Any) -> ch.Renyi:
    """A Renyi curve from the text of its formula.

    Args:
        curve: The text, a formula in `alpha`.
        more: Further fields of a `Renyi`.

    Returns:
        The curve.

    Examples:
        >>> proving.enclose(lambda xp: proving.renyi("alpha/800").curve(xp, xp.number(2))).upper
        0.0025
    """
    return ch.Renyi(curve=lambda xp, alpha: _of(curve, "alpha", alpha)(xp), **more)


def _of(text: str, name: str, value: Any) -> Number:
    return number(text, {name: value})


@cache
def _read(text: str, letters: tuple[str, ...], definitions: tuple[str, ...]) -> Formula:
    return Reader(Notation(*definitions)).of_letters(text, letters)
