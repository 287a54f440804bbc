"""Formulas as printed: texts that SymPy parses, whose names stand for exact numbers or other texts; privacy profiles
and Renyi curves from such texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from chartered_verify.algebra.sympy_to_formula import formula_of
from chartered_verify.large_packages import sympy

import chartered as ch

Number: TypeAlias = Callable[[Any], Any]
"""A number as a function of the arithmetic."""
Written: TypeAlias = str | int | Fraction | Number
"""A number in a table: a text such as "exp(-eps)/2", an exact number, or a function of the arithmetic."""
Names: TypeAlias = Mapping[str, Any]
"""The meanings of the names in a text: an exact number, or a text in which the names before it may occur."""
_FUNCTIONS = {
    "Phi": lambda x: sympy.erfc(-x / sympy.sqrt(2)) / 2,
    "min": sympy.Min,
    "max": sympy.Max,
    "positive": lambda x: sympy.Max(x, 0),
}


def number(written: Written, names: Names | None = None) -> Number:
    """The number as a function of the arithmetic. Raises ValueError for a text with a decimal or an unknown name."""
    if not isinstance(written, str):
        return lambda xp: xp.number(written)
    exact = {name: meaning for name, meaning in (names or {}).items() if not isinstance(meaning, str)}
    read = _formula(
        written, tuple((name, None if name in exact else str(meaning)) for name, meaning in (names or {}).items())
    )
    return lambda xp: read(xp, *map(xp.number, exact.values()))


def formula(of: Callable[..., Any] | str, names: str) -> Callable[..., Any]:
    """The formula as a function of these names: unchanged if it is one, otherwise parsed from its text; if it is
    evaluated at symbols, SymPy parses it with these symbols."""
    if not isinstance(of, str):
        return of
    arguments = names.split()
    elsewhere = _formula(of, tuple((name, None) for name in arguments))

    def among_symbols(_: Any, *values: Any) -> Any:
        symbols = (getattr(value, "bare", value) for value in values)  # a text compares nothing
        return sympy.sympify(of, locals={**_FUNCTIONS, **dict(zip(arguments, symbols, strict=True))})

    return lambda xp, *values: xp.variant(elsewhere, symbols=among_symbols)(xp, *values)


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
def _formula(text: str, names: tuple[tuple[str, str | None], ...]) -> Callable[..., Any]:
    """A formula as a function of those names that have no text."""
    known: dict[str, Any] = dict(_FUNCTIONS)
    for name, meaning in names:
        known[name] = sympy.Symbol(name, real=True) if meaning is None else sympy.sympify(meaning, locals=known)
    found = sympy.sympify(text, locals=known)
    if found.has(sympy.Float):
        raise ValueError(f"{text!r}: a decimal is no exact number; write a fraction")
    return formula_of(found, [known[name] for name, meaning in names if meaning is None])
