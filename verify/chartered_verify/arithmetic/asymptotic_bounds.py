"""Values far out: each stands between two bounds that hold for every argument from a start on.

A Line is between parabolas, a Wave between sums of exponentials of parabolas; a number is a Line. Operators,
exponentials and logarithms turn the one into the other where they must. What no rule reads raises Unreadable; a
comparison that does not come out the same everywhere raises Undecided."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, fmpq

from . import exponential_sums as of
from .dual import Undecided
from .exponential_sums import Parabola, Sum, constant

_MOST_TERMS, _SMALL = 64, 8
"""Terms of a sum, and factors of a power that is multiplied out."""


class Unreadable(ArithmeticError):
    """A formula whose behaviour at infinity no rule reads."""


class _Far:
    """What lines and waves share."""

    __slots__ = ("start",)
    __hash__ = None  # type: ignore[assignment]
    start: arb

    def __neg__(self) -> Any:
        raise NotImplementedError

    def __add__(self, other: Any) -> Far:
        return _sum(_both(self, other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Far:
        return _sum(_both(self, -far(other, self.start)))

    def __rsub__(self, other: Any) -> Far:
        return far(other, self.start) - self

    def __mul__(self, other: Any) -> Far:
        return _product(_both(self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Far:
        return self * inverse(far(other, self.start))

    def __rtruediv__(self, other: Any) -> Far:
        return far(other, self.start) * inverse(_both(self, 1)[0])

    def __pow__(self, p: Any) -> Far:
        return power(_both(self, 1)[0], p)

    def __rpow__(self, base: Any) -> Far:
        return far(base, self.start) ** self

    def __abs__(self) -> Far:
        x, opposite = _both(self, -self)
        return largest(x, opposite)

    def __lt__(self, other: Any) -> bool:
        return _below(_both(self, other))

    def __gt__(self, other: Any) -> bool:
        return far(other, self.start) < self

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other


class Line(_Far):
    """Between two parabolas; None: no bound. An exact one has the same parabola on both sides."""

    __slots__ = ("high", "low")

    def __init__(self, start: arb, low: Parabola | None, high: Parabola | None) -> None:
        self.start, self.low, self.high = start, low, high

    @property
    def exact(self) -> Parabola | None:
        """The parabola that it is, if it is one."""
        return self.low if self.low is self.high else None

    @property
    def number(self) -> arb | None:
        """The number that it is, if it is one."""
        return self.exact.c0 if self.exact is not None and self.exact.constant else None

    @property
    def sign(self) -> int:
        """1 or -1 where it is certainly nowhere below or above 0; otherwise 0."""
        if self.low is not None and self.low.nonnegative(self.start):
            return 1
        return -1 if self.high is not None and (-self.high).nonnegative(self.start) else 0

    def __neg__(self) -> Line:
        if self.exact is not None:
            return line(self.start, -self.exact)
        return Line(self.start, None if self.high is None else -self.high, None if self.low is None else -self.low)


class Wave(_Far):
    """Between two sums of exponentials; None: no bound."""

    __slots__ = ("high", "low")

    def __init__(self, start: arb, low: Sum | None, high: Sum | None) -> None:
        if max(len(low or ()), len(high or ())) > _MOST_TERMS:
            raise Unreadable("too many terms")
        self.start, self.low, self.high = start, low, high

    @property
    def sign(self) -> int:
        """1 or -1 where it is certainly nowhere below or above 0; otherwise 0."""
        if self.low is not None and of.nonnegative(self.low, self.start):
            return 1
        return -1 if self.high is not None and of.nonnegative(of.minus(self.high), self.start) else 0

    @property
    def size(self) -> Sum:
        """What its absolute value does not exceed."""
        if self.low is None or self.high is None:
            raise Unreadable("a value without bounds")
        return of.positive_terms(self.high) + of.positive_terms(of.minus(self.low))

    def __neg__(self) -> Wave:
        return Wave(
            self.start,
            None if self.high is None else of.minus(self.high),
            None if self.low is None else of.minus(self.low),
        )


Far: TypeAlias = Line | Wave


def line(start: arb, p: Parabola) -> Line:
    """The line that is this parabola. Raises Unreadable where a coefficient is no number: what is undefined has no
    bounds."""
    if not all(c.is_finite() for c in (p.c0, p.c1, p.c2)):
        raise Unreadable("a value that is not finite")
    return Line(start, p, p)


def far(x: Any, start: arb) -> Far:
    """A number as a value."""
    if isinstance(x, Line | Wave):
        return x
    return line(start, constant(arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else arb(x)))


def wave(x: Far) -> Wave:
    """A value as a wave."""
    if isinstance(x, Wave):
        return x
    low = None if x.low is None else of.as_sum(x.low, x.start)
    return Wave(x.start, low, None if x.high is None else of.minus(of.as_sum(-x.high, x.start)))


def inverse(x: Far) -> Far:
    """1/x for a value that does not change its sign."""
    if isinstance(x, Line) and x.number is not None:
        return line(x.start, constant(1 / x.number))
    return -inverse(-x) if x.sign < 0 else exponential(-logarithm(x))


def exponential(x: Far) -> Far:
    """e^x."""
    if isinstance(x, Line) and x.number is not None:
        return line(x.start, constant(x.number.exp()))
    x = flat(x) if isinstance(x, Wave) else x
    low: Sum = () if x.low is None else ((arb(1), x.low),)
    return Wave(x.start, low, None if x.high is None else ((arb(1), x.high),))


def logarithm(x: Far) -> Far:
    """log x, where x is positive."""
    if isinstance(x, Line) and x.number is not None and x.number > 0:
        return line(x.start, constant(x.number.log()))
    w = wave(x)
    low = None if w.low is None else of.log_below(w.low, w.start)
    if low is None:  # it may be negative somewhere, and have no logarithm there
        raise Unreadable("the logarithm of what is not certainly positive")
    return Line(x.start, low, None if w.high is None else of.log_above(w.high, w.start))


def power(x: Far, p: Any) -> Far:
    """x^p."""
    if isinstance(p, int) and -_SMALL <= p <= _SMALL:
        found = far(1, x.start)
        for _ in range(abs(p)):
            found = found * x
        return found if p >= 0 else inverse(found)
    return exponential(logarithm(x) * p)


def flat(x: Wave) -> Line:
    """Two numbers between which a wave stays."""
    low = None if x.low is None else of.ceiling(of.minus(x.low), x.start)
    high = None if x.high is None else of.ceiling(x.high, x.start)
    return Line(x.start, None if low is None else constant(-low), None if high is None else constant(high))


def largest(x: Far, y: Far) -> Far:
    """The larger of two at each argument."""
    try:
        return y if x < y else x
    except Undecided:
        one, other = wave(x), wave(y)
    known = [v.low for v in (one, other) if v.low is not None]
    low = next((bound for bound in known if of.nonnegative(bound, x.start)), known[0] if known else None)
    highs = (
        None if one.high is None or other.high is None else of.positive_terms(one.high) + of.positive_terms(other.high)
    )
    return Wave(x.start, low, highs)


def _both(x: Any, y: Any) -> tuple[Any, Any]:
    return x, far(y, x.start)


def _sum(pair: tuple[Far, Far]) -> Far:
    x, y = pair
    if isinstance(x, Line) and isinstance(y, Line):
        if x.exact is not None and y.exact is not None:
            return line(x.start, x.exact + y.exact)
        low = None if x.low is None or y.low is None else x.low + y.low
        return Line(x.start, low, None if x.high is None or y.high is None else x.high + y.high)
    one, other = wave(x), wave(y)
    low_sum = None if one.low is None or other.low is None else one.low + other.low
    return Wave(x.start, low_sum, None if one.high is None or other.high is None else one.high + other.high)


def _product(pair: tuple[Far, Far]) -> Far:
    x, y = pair
    if isinstance(x, Line) and isinstance(y, Line):
        found = _of_lines(x, y)
        if found is not None:
            return found
    one, other = wave(x), wave(y)
    if one.sign * other.sign == 0:
        most = of.product(one.size, other.size)
        return Wave(x.start, of.minus(most), most)
    x, y = (-v if v.sign < 0 else v for v in (one, other))
    high = None if x.high is None or y.high is None else of.product(x.high, y.high)
    found_wave = Wave(x.start, of.product(x.low or (), y.low or ()), high)
    return found_wave if one.sign == other.sign else -found_wave


def _of_lines(x: Line, y: Line) -> Line | None:
    """The product as a line, where it is one."""
    square = None if x.exact is None or y.exact is None else x.exact.times(y.exact)
    if square is not None:
        return line(x.start, square)
    for one, other in ((x, y), (y, x)):
        if one.number is not None and one.sign != 0:
            low, high = (None if p is None else p.scaled(one.number) for p in (other.low, other.high))
            return Line(x.start, low, high) if one.sign > 0 else Line(x.start, high, low)
    if x.sign * y.sign == 0:
        return None
    one, other = (-v if v.sign < 0 else v for v in (x, y))
    low, high = _each(one.low, other.low), _each(one.high, other.high)
    found = Line(x.start, low, high)
    return None if low is None and high is None else found if x.sign == y.sign else -found


def _each(one: Parabola | None, other: Parabola | None) -> Parabola | None:
    return None if one is None or other is None else one.times(other)


def _below(pair: tuple[Far, Far]) -> bool:
    """Whether x < y everywhere (True) or nowhere (False)."""
    gap = pair[0] - pair[1]
    if isinstance(gap, Line):
        if gap.low is not None and gap.low.nonnegative(gap.start):
            return False
        if gap.high is not None and (-gap.high).nonnegative(gap.start) and gap.high.at(gap.start) < 0:
            return True
        raise Undecided("a comparison that comes out differently far out")
    if gap.sign > 0:
        return False
    if gap.high is not None and of.log_below(of.minus(gap.high), gap.start) is not None:
        return True
    raise Undecided("a comparison that comes out differently far out")
