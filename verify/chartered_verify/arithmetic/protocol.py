"""The protocol of an arithmetic, and the two types of numbers: exact ones, and values of one arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol, Self, TypeAlias, TypeVar

Value: TypeAlias = Any
"""A number in the representation of one arithmetic: a float or array, an mpf, a ball, a SymPy expression."""


_Reading = TypeVar("_Reading", bound=Callable[..., Any])


class Arithmetic(Protocol):
    """The vocabulary of formulas. Every function takes and returns values of its own arithmetic.

    Balls, and arithmetics that consist of them, *enclose*: a value represents all numbers that it may be. In the others
    (floats, digits, symbols) a value is a single number. No formula reads the `name`. An operation that an arithmetic
    does not support raises ArithmeticError (symbols: ValueError).

    Examples:
        >>> def delta(xp, mu, eps):
        ...     return xp.ndtr(mu / 2 - eps / mu) - xp.exp(eps) * xp.ndtr(-mu / 2 - eps / mu)
        >>> proving.enclose(lambda xp: delta(xp, xp.number(1), xp.number(1))).upper
        0.12693673750664397
    """

    name: str

    def __hash__(self) -> int: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc: object) -> None: ...
    def number(self, x: Number | Value) -> Value:
        """A value of this arithmetic from `x`.

        An exact number, a value of this arithmetic, or a ball (of which non-enclosing arithmetics take the midpoint).
        """
        ...

    @property
    def pi(self) -> Value:
        """The number pi."""

    @property
    def inf(self) -> Value:
        """The value infinity."""

    def exp(self, x: Value) -> Value:
        """The exponential of x."""

    def log(self, x: Value) -> Value:
        """The natural logarithm of x; -inf at 0 in floats and balls."""

    def expm1(self, x: Value) -> Value:
        """e^x - 1, precise near 0."""

    def log1p(self, x: Value) -> Value:
        """log(1 + x), precise near 0."""

    def sqrt(self, x: Value) -> Value:
        """The square root of x."""

    def ndtr(self, x: Value) -> Value:
        """Phi(x), the distribution function of N(0, 1)."""

    def log_ndtr(self, x: Value) -> Value:
        """log Phi(x), precise where Phi is small or near 1."""

    def ndtri(self, p: Value) -> Value:
        """The quantile function of N(0, 1) at a probability p."""

    def erfc(self, x: Value) -> Value:
        """The complementary error function at x."""

    def gamma(self, x: Value) -> Value:
        """The gamma function at x."""

    def lgamma(self, x: Value) -> Value:
        """The logarithm of the gamma function at x."""

    def maximum(self, x: Value, y: Value) -> Value:
        """The larger one of x and y."""

    def minimum(self, x: Value, y: Value) -> Value:
        """The smaller one of x and y."""

    def positive(self, x: Value) -> Value:
        """The positive part of x, max(0, x)."""

    def logaddexp(self, x: Value, y: Value) -> Value:
        """log(e^x + e^y), without overflow."""

    def log1p_sum_exp(self, terms: Sequence[Value]) -> Value:
        """log(1 + the sum of e^t) over at least one t in `terms`, without overflow; a small sum keeps its digits."""
        ...

    def convolve(self, a: Sequence[Value], b: Sequence[Value]) -> list[Value]:
        """The coefficients of the product of the polynomials a and b, neither of which is empty."""
        ...

    def hull(self, x: Value, y: Value) -> Value:
        """All numbers between x and y, one of which is true; in non-enclosing arithmetics y, the bound to use."""
        ...

    def within(self, low: Value, high: Value) -> Value:
        """All numbers from `low` to `high`, which differ by an omitted remainder.

        In non-enclosing arithmetics the midpoint.
        """
        ...

    def radius(self, x: Value) -> Any:
        """The largest distance between x's midpoint and a number that x represents; 0 in non-enclosing arithmetics."""
        ...

    def floor_range(self, x: Value, unit: int | Fraction = 1) -> range:
        """The integers that floor(x/unit), unit > 0, may be: one in non-enclosing arithmetics, none if x is not finite.

        Raises ArithmeticError for a ball whose numbers are too large."""
        ...

    @property
    def rest_bits(self) -> int:
        """A remainder of a sum below 2^-rest_bits is negligible beside rounding."""
        ...

    def refined(self, bits: int) -> Arithmetic:
        """The same arithmetic with `bits` more bits of precision, if that can be chosen; enter it before use."""
        ...

    def in_balls(self, bits: int) -> Enclosing:
        """Ball arithmetic of the same precision, or of `bits` if this arithmetic has no precision."""
        ...

    @property
    def constants(self) -> Arithmetic:
        """The arithmetic for computations that do not depend on the argument: balls, if values carry derivatives."""
        ...

    def variant(self, general: _Reading, **own: _Reading) -> _Reading:
        """The variant of a formula for this arithmetic: that of its name in `own`, if any, otherwise `general`.

        For differences that no other operation expresses: vectorised floats, symbols without an order.
        """
        ...


class Enclosing(Arithmetic, Protocol):
    """Ball arithmetic with `bits` bits, and functions that only balls have."""

    bits: int

    def refined(self, bits: int) -> Enclosing: ...
    def hypgeom_2f1(self, x: Value, a: int, b: int, c: int) -> Value: ...


Number: TypeAlias = int | Fraction | Callable[[Arithmetic], Value]
"""An exact number: a rational, or a function that returns it in any arithmetic (sqrt(2), say)."""
