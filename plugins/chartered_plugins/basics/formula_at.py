"""Formulas of numbers that a theorem knows, as the functions of an arithmetic that guarantees are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value


def formula_at(formula: Callable[..., Value], *numbers: Number) -> Callable[..., Value]:
    """formula(xp, *numbers, x) as a function of xp and x: of a Renyi curve at its order, or of a profile or its inverse
    at eps or delta, at any witness; without an x it is itself a number."""

    def at(xp: Arithmetic, *x: Any) -> Value:
        return formula(xp, *map(xp.number, numbers), *x[:1])

    return at
