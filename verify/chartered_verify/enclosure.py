"""Enclosures: intervals that certainly contain a value, and the evaluation of formulas with more and more precision
until an enclosure is narrow enough."""

from __future__ import annotations

import enum
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from flint import arb
from msgspec import Struct

from .arithmetic.ball import Balls, balls
from .outward_rounding import Undecidable as Undecidable, to_decimal, to_double

START_BITS = 128
"""Working precision of the first attempt, in bits."""
CAP_BITS = 16384
"""The largest working precision, in bits; an evaluation that would need more is undecidable."""
_SETTLED = 16
"""The number of correct bits from which on the width of a result counts as the formula's own if more precision does not
reduce it."""
MOST_EXPONENT = 1 << 20
"""The largest absolute binary exponent of a ball's midpoint that is written as a rational."""


class Side(enum.Enum):
    """The direction in which a number may err: a property of the theorem, not of the arithmetic.

    Attributes:
        LOWER: The number is at most the true value.
        EXACT: Nothing is lost.
        UPPER: The number is at least the true value.
        HEURISTIC: It may err in either direction; no sound query returns it unless asked by name.

    Examples:
        >>> ch.Side.EXACT.then(ch.Side.UPPER), ch.Side.LOWER.then(ch.Side.UPPER)
        (<Side.UPPER: 'upper'>, <Side.HEURISTIC: 'heuristic'>)
    """

    LOWER = "lower"
    EXACT = "exact"
    UPPER = "upper"
    HEURISTIC = "heuristic"

    def then(self, other: Side) -> Side:
        """The side of two steps in sequence, this one and `other`.

        Exact if both are exact; if at most one direction of error occurs, that direction; heuristic if they err in
        opposite directions or if one of them is heuristic.
        """
        if self is Side.EXACT:
            return other
        if other is Side.EXACT or other is self:
            return self
        return Side.HEURISTIC  # one of them is, or they err in opposite directions


class Enclosure(Struct, frozen=True, eq=False):
    """An interval [lo, hi] that contains the exact value.

    It has no truth value and does not convert to a float implicitly: take `lower` (rounded down) or `upper` (rounded
    up). Two are equal if their ends are, which does not make the values equal that they contain.

    Args:
        lo: The lower end, an exact dyadic number of any size (an `arb` of python-flint), or -inf.
        hi: The upper end, likewise, or inf.
        fraction: The value itself, where it is known to be this fraction, which no binary number may be.

    Examples:
        >>> root = proving.enclose(lambda xp: xp.sqrt(xp.number(2)))
        >>> root.lower, root.upper, root.decimal(up=True, digits=5)
        (1.414213562373095, 1.4142135623730951, '1.4143')
        >>> root.contains(1), root.overlaps(root), root.clip(0, 1).upper
        (False, True, 1.0)
    """

    lo: arb
    hi: arb
    fraction: Fraction | None = None

    def __eq__(self, other: object) -> bool:
        return self._ends == other._ends if isinstance(other, Enclosure) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._ends)

    @property
    def _ends(self) -> tuple[tuple[int, int] | str, ...]:
        """Both ends in a form that can be pickled."""
        return _plain(self.lo), _plain(self.hi)

    @classmethod
    def of(cls, low: arb, high: arb | None = None) -> Enclosure:
        """The enclosure of a ball, or from the low end of one ball to the high end of another.

        Args:
            low: The ball.
            high: The other ball; None: the same.

        Returns:
            The enclosure.

        Raises:
            Undecidable: A ball is NaN.

        Examples:
            >>> with proving.balls(64) as xp:
            ...     ch.Enclosure.of(xp.number(1), xp.number(2))
            Enclosure(1, 2)
        """
        high = low if high is None else high
        if low.is_nan() or high.is_nan():
            raise Undecidable("the ball is not a number at this precision")
        return cls(low.lower(), high.upper())

    @property
    def lower(self) -> float:
        """The largest double that is not above `lo`."""
        return to_double(self.lo, up=False)

    @property
    def upper(self) -> float:
        """The smallest double that is not below `hi`."""
        return to_double(self.hi, up=True)

    @property
    def lower_exact(self) -> str:
        """`lo` as a decimal string, rounded down at the 20th significant digit."""
        return self.decimal(up=False)

    @property
    def upper_exact(self) -> str:
        """`hi` as a decimal string, rounded up at the 20th significant digit."""
        return self.decimal(up=True)

    def decimal(self, *, up: bool, digits: int = 20) -> str:
        """The upper end (`up`) or the lower end as a decimal string of `digits` significant digits, rounded outward.

        Both are the value itself where that is known as a fraction.
        """
        end = self.hi if up else self.lo
        return to_decimal(end if self.fraction is None else self.fraction, up=up, digits=digits)

    def __reduce__(self) -> tuple[Any, ...]:
        return _between, (*self._ends, self.fraction)

    def clip(self, low: int, high: int | None = None) -> Enclosure:
        """The intersection with [`low`, `high`], for a value that is known to lie there; None: no upper limit."""
        ends = [arb(low) if end < low else end for end in (self.lo, self.hi)]
        least, most = (arb(high) if high is not None and end > high else end for end in ends)
        found = Enclosure(least, most)
        return self if found == self else found

    def contains(self, x: Fraction | int | arb) -> bool:
        """Whether `x`, an exact number, is certainly inside."""
        with balls(CAP_BITS) as xp:
            value = xp.number(x)
        return bool(self.lo <= value) and bool(value <= self.hi)

    def overlaps(self, other: Enclosure) -> bool:
        """Whether it has a point in common with the `other`, as any two enclosures of the same value must."""
        return bool(self.lo <= other.hi) and bool(other.lo <= self.hi)

    def __repr__(self) -> str:
        return f"Enclosure({self.lower_exact}, {self.upper_exact})"

    def __bool__(self) -> NoReturn:
        raise TypeError("an enclosure has no truth value: compare its .lower or .upper")

    def __float__(self) -> NoReturn:
        raise TypeError("an enclosure is no float: take .upper (rounded up) or .lower (rounded down)")


def enclose(
    formula: Callable[[Balls], arb], *, bits: int = START_BITS, cap: int = CAP_BITS, goal: int = 64
) -> Enclosure:
    """An enclosure of a formula's value, by ball arithmetic.

    The precision is doubled until the result has `goal` correct bits, or until doubling does not reduce the width: then
    the width is the formula's own. Every attempt encloses the value, so at the precision `cap` the last finite
    enclosure is returned.

    Args:
        formula: formula(xp): the value in ball arithmetic.
        bits: The first working precision, in bits.
        cap: The largest working precision, in bits.
        goal: The number of correct bits at which it stops.

    Returns:
        The enclosure.

    Raises:
        Undecidable: No precision gives a finite one.

    Examples:
        >>> proving.enclose(lambda xp: xp.exp(xp.number(1))).upper
        2.7182818284590455
    """
    last = arb.pos_inf()
    while True:
        with balls(bits) as xp:
            ball = formula(xp)
            good = ball.is_exact() or ball.rel_accuracy_bits() >= goal
            settled = ball.rel_accuracy_bits() >= _SETTLED and 2 * ball.rad() > last
            if not ball.is_nan() and (good or settled or (2 * bits > cap and ball.is_finite())):
                return Enclosure.of(ball)
            last = ball.rad()
        bits *= 2
        if bits > cap:
            raise Undecidable(f"no finite enclosure at {bits // 2} bits")


def sign(formula: Callable[[Balls], arb], *, bits: int = START_BITS, cap: int = CAP_BITS) -> int | None:
    """The certain sign (-1, 0 or 1) of a formula, or None if the precision cap leaves it open."""
    while bits <= cap:
        with balls(bits) as xp:
            ball = formula(xp)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if ball.is_zero():
            return 0
        bits *= 2
    return None


def fraction_of(x: arb) -> Fraction:
    """The midpoint of a ball, an exact dyadic number, as a rational. Raises Undecidable if it would have millions of
    digits."""
    man, exp = (int(part) for part in x.mid().man_exp())
    if abs(exp) > MOST_EXPONENT:
        raise Undecidable(f"a number of about 2^{exp} is not written as a rational")
    return Fraction(man) * Fraction(2) ** exp


def _plain(end: arb) -> tuple[int, int] | str:
    """An end in a form that can be pickled: mantissa and exponent, or the name of an infinity."""
    return (int(end.man_exp()[0]), int(end.man_exp()[1])) if end.is_finite() else ("inf" if end > 0 else "-inf")


def _between(low: tuple[int, int] | str, high: tuple[int, int] | str, fraction: Fraction | None) -> Enclosure:
    return Enclosure(arb(low), arb(high), fraction)
