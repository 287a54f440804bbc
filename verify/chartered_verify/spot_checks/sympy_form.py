"""A formula as a SymPy expression: its constants, including those that its code computes, and its switching
functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec import Struct

from ..algebra import sympy_to_formula
from ..boxes.range_enclosure import UNSUPPORTED, Formula
from ..catching import ours
from ..large_packages import sympy

_MOST_SWITCHES, _MOST_NUMBERS = 8, 20


class Written(Struct, frozen=True):
    """A SymPy expression and its variables."""

    expr: Any
    variables: Sequence[Any]


def written(formula: Formula, count: int) -> Written | None:
    """A formula of `count` real variables as an expression; None where SymPy does not support it."""
    variables = list(sympy.symbols(f"x0:{count}", real=True))
    try:
        return Written(sympy_to_formula.expression(formula, variables), variables)
    except ours(*UNSUPPORTED, RecursionError):
        return None


def numbers_in(read: Sequence[Written]) -> list[Fraction]:
    """The rational constants in expressions."""
    atoms = [x for one in read for x in one.expr.atoms(sympy.Rational)]
    return list(dict.fromkeys(Fraction(int(x.p), int(x.q)) for x in sorted(atoms)))[:_MOST_NUMBERS]


def switches(read: Sequence[Written]) -> list[Formula]:
    """The switching functions of expressions."""
    found = dict.fromkeys((expr, tuple(one.variables)) for one in read for expr in _switching_expressions(one.expr))
    known: list[Formula] = []
    for expr, variables in list(found)[:_MOST_SWITCHES]:
        try:
            known.append(sympy_to_formula.formula_of(expr, variables))
        except ours(*UNSUPPORTED):
            continue
    return known


def _switching_expressions(expr: Any) -> Iterator[Any]:
    for node in sorted(expr.atoms(sympy.Abs, sympy.sign, sympy.Heaviside, sympy.Max, sympy.Min), key=str):
        if isinstance(node, sympy.Max | sympy.Min):
            yield from (one - other for one, other in combinations(node.args, 2))
        else:
            yield node.args[0]
