"""Symbolic expressions by SymPy: for algebra, derivatives and the LaTeX of the docs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Self

from ..large_packages import sympy
from .number_based import Points
from .protocol import Number


class Symbols(Points):
    """Exact symbolic arithmetic; values are SymPy expressions."""

    name = "symbols"
    pi = sympy.pi
    inf = sympy.oo

    def __init__(self) -> None:
        self.exp, self.log, self.sqrt = sympy.exp, sympy.log, sympy.sqrt
        self.erfc, self.gamma, self.lgamma = sympy.erfc, sympy.gamma, sympy.loggamma
        self.maximum = sympy.Max

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

    def minimum(self, x: Any, y: Any) -> Any:
        return sympy.Min(x, y)

    def floor_range(self, x: Any, unit: int | Fraction = 1) -> range:
        """The floor of a number. Raises ValueError for an expression that is none."""
        floor = sympy.floor(self.number(x) / self.number(unit))
        if not floor.is_Integer:
            raise ValueError(f"{x} is no number whose floor is known")
        return range(int(floor), int(floor) + 1)

    @property
    def rest_bits(self) -> int:
        """Raises ValueError: symbols do not determine where a sum may end."""
        raise ValueError("with symbols no rest is small")


symbols = Symbols()
"""The only symbolic arithmetic."""
