"""Witnesses as JSON: exact numbers by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.catching import ours

from .canonical_spelling import check_spelling
from .exact_numbers import exact, plain
from .guarantees import Witness


def witness_to_json(witness: Witness) -> dict[str, Any]:
    """The witness as JSON: each number as an int or a float if that is exactly its value, otherwise as a fraction in
    text."""
    return {name: None if x is None else _fraction_to_json(Fraction(x)) for name, x in witness.items()}


def witness_from_json(shown: dict[str, Any]) -> Witness:
    """The inverse of `witness_to_json`. Raises ValueError or TypeError for any other input, including numbers in
    another spelling."""
    return {name: None if x is None else _fraction_from_json(x) for name, x in shown.items()}


def _fraction_to_json(x: Fraction) -> int | float | str:
    if x.denominator == 1 and abs(x) < 2**53:
        return int(x)
    try:
        near = float(x)
    except ours(OverflowError):
        return plain(x)
    return near if near != 0 and Fraction(near) == x else plain(x)


def _fraction_from_json(x: object) -> Fraction:
    if isinstance(x, bool) or not isinstance(x, int | float | str):
        raise TypeError(f"{x!r} is no exact number")
    number = exact(x, "a witness") if isinstance(x, str) else Fraction(x)
    check_spelling(x, _fraction_to_json(number), "a number of the witness")
    return number
