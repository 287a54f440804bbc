"""Symbolic expressions: SymPy. For algebra, derivatives and the LaTeX of the docs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Self

from ..heavy import sympy
from .protocol import Number


class Symbols:
    """Exact symbolic arithmetic; values are SymPy expressions."""

    name = "symbols"
    pi = sympy.pi
    inf = sympy.oo

    def __init__(self) -> None:
        self.exp, self.log, self.sqrt = sympy.exp, sympy.log, sympy.sqrt
        self.erfc, self.gamma, self.lgamma = sympy.erfc, sympy.gamma, sympy.loggamma
        self.maximum, self.minimum = sympy.Max, sympy.Min

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __repr__(self) -> str:
        return "symbols"

    def number(self, x: Number | Any) -> Any:
        if isinstance(x, Fraction):
            return sympy.Rational(x.numerator, x.denominator)
        if isinstance(x, sympy.Basic):
            return x
        return self.number(x(self)) if callable(x) else sympy.sympify(x)

    def expm1(self, x: Any) -> Any:
        return sympy.exp(x) - 1

    def log1p(self, x: Any) -> Any:
        return sympy.log(1 + x)

    def ndtr(self, x: Any) -> Any:
        return sympy.erfc(-x / sympy.sqrt(2)) / 2

    def log_ndtr(self, x: Any) -> Any:
        return sympy.log(self.ndtr(x))

    def ndtri(self, p: Any) -> Any:
        return -sympy.sqrt(2) * sympy.erfcinv(2 * p)

    def positive(self, x: Any) -> Any:
        return sympy.Max(x, 0)

    def logaddexp(self, x: Any, y: Any) -> Any:
        return sympy.log(sympy.exp(x) + sympy.exp(y))


symbols = Symbols()
"""The one symbolic arithmetic."""
