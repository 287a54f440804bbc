"""Values with a lower and an upper bound on [start, inf).

The bounds of QuadraticBounds are quadratic polynomials, those of ExponentialBounds are sums of c e^p with quadratic p;
a number is a QuadraticBounds. Operators, exponentials and logarithms convert one kind into the other where necessary.
Raises Unsupported if no rule applies, and UndecidedComparison if a comparison has no single outcome on [start, inf)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, fmpq

from . import exponential_sums as sums
from .derived_functions import Operators
from .dual import UndecidedComparison
from .exponential_sums import QuadraticPolynomial, Sum, constant

_MOST_TERMS, _SMALL = 64, 8
"""The largest number of terms of a sum, and the largest exponent of a power that is multiplied out."""


class Unsupported(ArithmeticError):
    """A formula for which no rule gives bounds on [start, inf)."""


class _Bounds(Operators):
    """The operators that both kinds of bounds share."""

    __slots__ = ("start",)
    __hash__ = None  # type: ignore[assignment]
    start: arb

    def of(self, other: Any) -> Bounds:
        return bounds_of(other, self.start)

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Bounds:
        return _sum(_both(self, other))

    def __mul__(self, other: Any) -> Bounds:
        return _product(_both(self, other))

    def __truediv__(self, other: Any) -> Bounds:
        return _product(_both(self, inverse(self.of(other))))

    def __pow__(self, p: Any) -> Bounds:
        return power(_both(self, 1)[0], p)

    def __abs__(self) -> Bounds:
        x, opposite = _both(self, -self)
        return largest(x, opposite)

    def __lt__(self, other: Any) -> bool:
        return _below(_both(self, other))

    def __gt__(self, other: Any) -> bool:
        return self.of(other) < self

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other


class QuadraticBounds(_Bounds):
    """low <= f <= high with quadratic polynomials; None: no bound. If f is a quadratic polynomial, both are the same
    object."""

    __slots__ = ("high", "low")

    def __init__(self, start: arb, low: QuadraticPolynomial | None, high: QuadraticPolynomial | None) -> None:
        self.start, self.low, self.high = start, low, high

    @property
    def exact(self) -> QuadraticPolynomial | None:
        """f itself, if it is a quadratic polynomial."""
        return self.low if self.low is self.high else None

    @property
    def number(self) -> arb | None:
        """f itself, if it is a number."""
        return self.exact.c0 if self.exact is not None and self.exact.constant else None

    @property
    def sign(self) -> int:
        """1 if f >= 0 is proved, -1 if f <= 0 is proved, otherwise 0."""
        if self.low is not None and self.low.nonnegative(self.start):
            return 1
        return -1 if self.high is not None and (-self.high).nonnegative(self.start) else 0

    def __neg__(self) -> QuadraticBounds:
        if self.exact is not None:
            return quadratic(self.start, -self.exact)
        return QuadraticBounds(
            self.start, None if self.high is None else -self.high, None if self.low is None else -self.low
        )


class ExponentialBounds(_Bounds):
    """low <= f <= high with sums of exponentials; None: no bound."""

    __slots__ = ("high", "low")

    def __init__(self, start: arb, low: Sum | None, high: Sum | None) -> None:
        if max(len(low or ()), len(high or ())) > _MOST_TERMS:
            raise Unsupported("too many terms")
        self.start, self.low, self.high = start, low, high

    @property
    def sign(self) -> int:
        """1 if f >= 0 is proved, -1 if f <= 0 is proved, otherwise 0."""
        if self.low is not None and sums.nonnegative(self.low, self.start):
            return 1
        return -1 if self.high is not None and sums.nonnegative(sums.minus(self.high), self.start) else 0

    @property
    def size(self) -> Sum:
        """An upper bound on |f|."""
        if self.low is None or self.high is None:
            raise Unsupported("a value without bounds")
        return sums.positive_terms(self.high) + sums.positive_terms(sums.minus(self.low))

    def __neg__(self) -> ExponentialBounds:
        return ExponentialBounds(
            self.start,
            None if self.high is None else sums.minus(self.high),
            None if self.low is None else sums.minus(self.low),
        )


Bounds: TypeAlias = QuadraticBounds | ExponentialBounds


def quadratic(start: arb, p: QuadraticPolynomial) -> QuadraticBounds:
    """A quadratic polynomial as a value. Raises Unsupported if a coefficient is not finite."""
    if not all(c.is_finite() for c in (p.c0, p.c1, p.c2)):
        raise Unsupported("a value that is not finite")
    return QuadraticBounds(start, p, p)


def bounds_of(x: Any, start: arb) -> Bounds:
    """A number as a value; a value unchanged."""
    if isinstance(x, QuadraticBounds | ExponentialBounds):
        return x
    return quadratic(start, constant(arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)))


def as_exponentials(x: Bounds) -> ExponentialBounds:
    """A value with bounds that are exponential sums."""
    if isinstance(x, ExponentialBounds):
        return x
    low = None if x.low is None else sums.as_sum(x.low, x.start)
    return ExponentialBounds(x.start, low, None if x.high is None else sums.minus(sums.as_sum(-x.high, x.start)))


def inverse(x: Bounds) -> Bounds:
    """1/x for a value of one sign."""
    if isinstance(x, QuadraticBounds) and x.number is not None:
        return quadratic(x.start, constant(1 / x.number))
    return -inverse(-x) if x.sign < 0 else exponential(-logarithm(x))


def exponential(x: Bounds) -> Bounds:
    """e^x."""
    if isinstance(x, QuadraticBounds) and x.number is not None:
        return quadratic(x.start, constant(x.number.exp()))
    x = constant_bounds(x) if isinstance(x, ExponentialBounds) else x
    low: Sum = () if x.low is None else ((arb(1), x.low),)
    return ExponentialBounds(x.start, low, None if x.high is None else ((arb(1), x.high),))


def logarithm(x: Bounds) -> Bounds:
    """log x for positive x. Raises Unsupported if x is not certainly positive."""
    if isinstance(x, QuadraticBounds) and x.number is not None and x.number > 0:
        return quadratic(x.start, constant(x.number.log()))
    w = as_exponentials(x)
    low = None if w.low is None else sums.log_below(w.low, w.start)
    if low is None:  # it may be negative somewhere, and have no logarithm there
        raise Unsupported("the logarithm of a value that is not certainly positive")
    return QuadraticBounds(x.start, low, None if w.high is None else sums.log_above(w.high, w.start))


def power(x: Bounds, p: Any) -> Bounds:
    """x^p."""
    if isinstance(p, int) and -_SMALL <= p <= _SMALL:
        found = bounds_of(1, x.start)
        for _ in range(abs(p)):
            found = found * x
        return found if p >= 0 else inverse(found)
    return exponential(logarithm(x) * p)


def constant_bounds(x: ExponentialBounds) -> QuadraticBounds:
    """The value with constant bounds, from bounds that are exponential sums."""
    low = None if x.low is None else sums.upper_bound(sums.minus(x.low), x.start)
    high = None if x.high is None else sums.upper_bound(x.high, x.start)
    return QuadraticBounds(x.start, None if low is None else constant(-low), None if high is None else constant(high))


def largest(x: Bounds, y: Bounds) -> Bounds:
    """The pointwise maximum."""
    try:
        return y if x < y else x
    except UndecidedComparison:
        one, other = as_exponentials(x), as_exponentials(y)
    known = [v.low for v in (one, other) if v.low is not None]
    low = next((bound for bound in known if sums.nonnegative(bound, x.start)), known[0] if known else None)
    highs = (
        None
        if one.high is None or other.high is None
        else sums.positive_terms(one.high) + sums.positive_terms(other.high)
    )
    return ExponentialBounds(x.start, low, highs)


def _both(x: Any, y: Any) -> tuple[Any, Any]:
    return x, bounds_of(y, x.start)


def _sum(pair: tuple[Bounds, Bounds]) -> Bounds:
    x, y = pair
    if isinstance(x, QuadraticBounds) and isinstance(y, QuadraticBounds):
        if x.exact is not None and y.exact is not None:
            return quadratic(x.start, x.exact + y.exact)
        low = None if x.low is None or y.low is None else x.low + y.low
        return QuadraticBounds(x.start, low, None if x.high is None or y.high is None else x.high + y.high)
    one, other = as_exponentials(x), as_exponentials(y)
    low_sum = None if one.low is None or other.low is None else one.low + other.low
    return ExponentialBounds(
        x.start, low_sum, None if one.high is None or other.high is None else one.high + other.high
    )


def _product(pair: tuple[Bounds, Bounds]) -> Bounds:
    x, y = pair
    if isinstance(x, QuadraticBounds) and isinstance(y, QuadraticBounds):
        found = _of_quadratics(x, y)
        if found is not None:
            return found
    one, other = as_exponentials(x), as_exponentials(y)
    if one.sign * other.sign == 0:
        bound = sums.product(one.size, other.size)
        return ExponentialBounds(x.start, sums.minus(bound), bound)
    x, y = (-v if v.sign < 0 else v for v in (one, other))
    high = None if x.high is None or y.high is None else sums.product(x.high, y.high)
    exponentials = ExponentialBounds(x.start, sums.product(x.low or (), y.low or ()), high)
    return exponentials if one.sign == other.sign else -exponentials


def _of_quadratics(x: QuadraticBounds, y: QuadraticBounds) -> QuadraticBounds | None:
    """The product with quadratic bounds, if its degree allows them; otherwise None."""
    square = None if x.exact is None or y.exact is None else x.exact.times(y.exact)
    if square is not None:
        return quadratic(x.start, square)
    for one, other in ((x, y), (y, x)):
        if one.number is not None and one.sign != 0:
            low, high = (None if p is None else p.scaled(one.number) for p in (other.low, other.high))
            return QuadraticBounds(x.start, low, high) if one.sign > 0 else QuadraticBounds(x.start, high, low)
    if x.sign * y.sign == 0:
        return None
    one, other = (-v if v.sign < 0 else v for v in (x, y))
    low, high = _product_or_none(one.low, other.low), _product_or_none(one.high, other.high)
    found = QuadraticBounds(x.start, low, high)
    return None if low is None and high is None else found if x.sign == y.sign else -found


def _product_or_none(one: QuadraticPolynomial | None, other: QuadraticPolynomial | None) -> QuadraticPolynomial | None:
    return None if one is None or other is None else one.times(other)


def _below(pair: tuple[Bounds, Bounds]) -> bool:
    """Whether x < y on all of [start, inf) (True) or nowhere (False). Raises UndecidedComparison."""
    diff = pair[0] - pair[1]
    if isinstance(diff, QuadraticBounds):
        if diff.low is not None and diff.low.nonnegative(diff.start):
            return False
        if diff.high is not None and (-diff.high).nonnegative(diff.start) and diff.high.at(diff.start) < 0:
            return True
        raise UndecidedComparison("a comparison without a single outcome on [start, inf)")
    if diff.sign > 0:
        return False
    if diff.high is not None and sums.log_below(sums.minus(diff.high), diff.start) is not None:
        return True
    raise UndecidedComparison("a comparison without a single outcome on [start, inf)")
