"""Tracing arithmetic: a formula evaluates to its SymPy expression, with the conditions under which it is defined.

SymPy cancels common factors, and with them the information where a formula is defined: x/x becomes 1, without the
condition x != 0. Here each division, root, logarithm and power records its condition before SymPy simplifies.
Operations that are not smooth raise an error."""

from __future__ import annotations

from typing import Any, NoReturn

from msgspec import Struct, field

from ..arithmetic import symbols
from ..arithmetic.derived_functions import Operators, Words
from ..arithmetic.protocol import Number
from ..large_packages import sympy

POSITIVE, NONZERO = "positive", "nonzero"


class Condition(Struct, frozen=True):
    """The condition that an expression is positive, or not zero."""

    what: str
    expr: Any


class Traced(Operators):
    """A value: its expression, in an arithmetic that records conditions."""

    __slots__ = ("expr", "xp")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, xp: Tracer, expr: Any) -> None:
        self.xp, self.expr = xp, expr

    def __bool__(self) -> NoReturn:
        raise TypeError("a symbol has no truth value: it stands for many numbers")

    def __eq__(self, other: object) -> bool:
        raise TypeError("symbols are not compared: they stand for many numbers")

    def __abs__(self) -> NoReturn:
        raise ValueError("an absolute value is not smooth")

    def of(self, other: Any) -> Traced:
        return self.xp.number(other)

    def __neg__(self) -> Traced:
        return Traced(self.xp, -self.expr)

    def __pos__(self) -> Traced:
        return self

    def __add__(self, other: Any) -> Traced:
        return Traced(self.xp, self.expr + self.xp.of(other))

    def __mul__(self, other: Any) -> Traced:
        return Traced(self.xp, self.expr * self.xp.of(other))

    def __truediv__(self, other: Any) -> Traced:
        return Traced(self.xp, self.expr / self.xp.needs(NONZERO, self.xp.of(other)))

    def __pow__(self, other: Any) -> Traced:
        power = self.xp.of(other)
        if not power.is_Integer:
            self.xp.needs(POSITIVE, self.expr)
        elif power < 0:
            self.xp.needs(NONZERO, self.expr)
        return Traced(self.xp, self.expr**power)


class Tracer(Words, Struct, eq=False):
    """Symbols that record `conditions`. The arithmetic has the same `name` as the symbols, since a formula must give
    the same in both."""

    conditions: list[Condition] = field(default_factory=list)
    name = "symbols"

    def __enter__(self) -> Tracer:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def of(self, x: Any) -> Any:
        """The expression of a value or a number."""
        if isinstance(x, Traced):
            return x.expr
        found = symbols.number(x(self).expr if callable(x) and not isinstance(x, sympy.Basic) else x)
        if found.has(sympy.Float):
            raise ValueError(f"a float inside a formula is no exact number: {found}")
        return found

    def needs(self, what: str, expr: Any) -> Any:
        """The expression, with the condition recorded under which the formula is defined."""
        if not expr.is_number or not expr.is_positive:
            self.conditions.append(Condition(what, expr))
        return expr

    def number(self, x: Number | Any) -> Traced:
        """A value unchanged, or an exact number as a value."""
        return x if isinstance(x, Traced) else Traced(self, self.of(x))

    @property
    def pi(self) -> Traced:
        return Traced(self, sympy.pi)

    def exp(self, x: Any) -> Traced:
        return Traced(self, sympy.exp(self.of(x)))

    def expm1(self, x: Any) -> Traced:
        return Traced(self, sympy.exp(self.of(x)) - 1)

    def log(self, x: Any) -> Traced:
        return Traced(self, sympy.log(self.needs(POSITIVE, self.of(x))))

    def log1p(self, x: Any) -> Traced:
        return self.log(1 + self.number(x))

    def sqrt(self, x: Any) -> Traced:
        return Traced(self, sympy.sqrt(self.needs(POSITIVE, self.of(x))))

    def erfc(self, x: Any) -> Traced:
        return Traced(self, sympy.erfc(self.of(x)))

    def ndtr(self, x: Any) -> Traced:
        return Traced(self, sympy.erfc(-self.of(x) / sympy.sqrt(2)) / 2)

    def log_ndtr(self, x: Any) -> Traced:
        return Traced(self, sympy.log(self.ndtr(x).expr))

    def gamma(self, x: Any) -> Traced:
        return Traced(self, sympy.exp(self.lgamma(x).expr))

    def lgamma(self, x: Any) -> Traced:
        return Traced(self, sympy.loggamma(self.needs(POSITIVE, self.of(x))))

    def __getattr__(self, name: str) -> Any:
        """Raises ValueError for any other operation, which has no smooth expression."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise ValueError(f"{name} has no smooth expression")
