"""Ball arithmetic: Arb by python-flint. Every result encloses the exact value; a comparison is true only if it is
certain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from flint import arb, arb_poly

from ..work_budget import charge
from .derived_functions import Words
from .polynomial import product
from .precision_lock import turn
from .protocol import Number
from .recording_watch import refuse_balls

_ASYMPTOTIC = 32
"""Beyond this argument erfc is computed from U(1/2, 1/2, x^2)."""
_LARGEST = 1 << 20
"""The binary exponent from which on a number is too large for its floor."""
MOST_BITS = 1 << 18
"""A working precision above this would make one operation take seconds."""
_ENTERED = 10
"""Units of work charged for setting the precision."""


class Balls(Words):
    """Ball arithmetic at a working precision of `bits`; enter it before using operators.

    Each operation is charged to the budget of work, if there is one, before it begins. Raises ArithmeticError for a
    precision above MOST_BITS, and NotRecorded while a formula is being recorded."""

    name = "balls"
    __slots__ = ("_cost", "_gamma_cost", "_u_cost", "bits")
    __exit__ = turn

    def __init__(self, bits: int) -> None:
        if bits > MOST_BITS:
            raise ArithmeticError(f"a working precision of {bits} bits; at most {MOST_BITS} are used")
        self.bits = bits
        # units of work (microseconds, measured, rounded up): of exp, log and sqrt, of erfc and the gamma function, of
        # hypgeom_u
        self._cost = 1 + bits // 256 + bits**2 // 700_000
        self._gamma_cost = 3 + bits // 25 + bits**2 // 15_000
        self._u_cost = self._gamma_cost + bits**3 // 5_000_000

    def __enter__(self) -> Self:
        charge(_ENTERED)
        refuse_balls()
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return balls, (self.bits,)

    def __repr__(self) -> str:
        return f"balls({self.bits})"

    def number(self, x: Number | Any) -> arb:
        charge(1)
        if type(x) is arb:  # the exact types first: a Fraction's isinstance is slow, and this is the hot path
            return x
        if type(x) is int:
            return arb(x)
        if type(x) is Fraction or isinstance(x, Fraction):
            return arb(x.numerator) / x.denominator  # the ball of fmpq, which would look for common factors
        if isinstance(x, int | float):
            return arb(x)
        if callable(x):
            return self.number(x(self))
        if type(ball := getattr(x, "bare", None)) is arb:  # of a formula whose comparisons are watched
            return ball
        raise TypeError(f"a ball is made from int, Fraction, float or a function of an arithmetic, not {x!r}")

    @property
    def pi(self) -> arb:
        return arb.pi()

    @property
    def inf(self) -> arb:
        return arb.pos_inf()

    def exp(self, x: arb) -> arb:
        charge(self._cost)
        return x.exp()

    def log(self, x: arb) -> arb:
        """The logarithm; -inf for an exact zero, as in floats."""
        charge(self._cost)
        return arb.neg_inf() if x.is_zero() else x.log()

    def expm1(self, x: arb) -> arb:
        charge(self._cost)
        return x.expm1()

    def log1p(self, x: arb) -> arb:
        charge(self._cost)
        return x.log1p()

    def sqrt(self, x: arb) -> arb:
        charge(self._cost)
        return x.sqrt()

    def erfc(self, x: arb) -> arb:
        """The complementary error function. For large x Arb's own function loses digits, which U(1/2, 1/2, x^2) =
        sqrt(pi) e^(x^2) erfc(x) does not."""
        charge(self._gamma_cost)
        return self._scaled_erfc(x) * (-x * x).exp() if x > _ASYMPTOTIC else x.erfc()

    def _scaled_erfc(self, x: arb) -> arb:
        charge(self._u_cost)
        half = arb(1) / 2
        scaled: arb = (x * x).hypgeom_u(half, half) / arb.pi().sqrt()
        return scaled

    def ndtr(self, x: arb) -> arb:
        return self.erfc(-x / arb(2).sqrt()) / 2

    def log_ndtr(self, x: arb) -> arb:
        if x > 0:
            return (-self.ndtr(-x)).log1p()  # where Phi is near 1, its logarithm would lose all digits
        if x < -2 * _ASYMPTOTIC:  # without its exponential, which may vanish
            return (self._scaled_erfc(-x / arb(2).sqrt()) / 2).log() - x * x / 2
        return self.ndtr(x).log()

    def ndtri(self, p: arb) -> arb:
        charge(self._gamma_cost)
        return -arb(2).sqrt() * (2 * p).erfcinv()

    def gamma(self, x: arb) -> arb:
        charge(self._gamma_cost)
        return x.gamma()

    def lgamma(self, x: arb) -> arb:
        charge(self._gamma_cost)
        return x.lgamma()

    def hypgeom_2f1(self, x: arb, a: int, b: int, c: int) -> arb:
        """Gauss's 2F1(a, b; c; x)."""
        charge(int(self.bits**2.6) // 16)
        return x.hypgeom_2f1(a, b, c)

    def digamma(self, x: arb) -> arb:
        charge(self._gamma_cost)
        return x.digamma()

    def maximum(self, x: arb, y: arb) -> arb:
        charge(2)
        x, y = self.number(x), self.number(y)
        either = x.max(y)
        if either.is_exact() or not (either.is_finite() and x.overlaps(y)):
            return either
        return x.lower().max(y.lower()).union(x.upper().max(y.upper()))  # Arb takes the union of two balls that overlap

    def minimum(self, x: arb, y: arb) -> arb:
        return -self.maximum(-self.number(x), -self.number(y))

    def positive(self, x: arb) -> arb:
        return self.number(x).nonnegative_part()

    def logaddexp(self, x: arb, y: arb) -> arb:
        charge(3 * self._cost)
        if x.is_zero():
            return y.exp().log1p()  # a tiny term beside 1 keeps its digits
        return x.exp().log1p() if y.is_zero() else (x.exp() + y.exp()).log()

    def convolve(self, a: Sequence[arb], b: Sequence[arb]) -> list[arb]:
        """By Arb's product of polynomials."""
        found: list[arb] = product(arb_poly(a), arb_poly(b)).coeffs()
        return found

    def hull(self, x: arb, y: arb) -> arb:
        """The smallest ball that contains both."""
        return self.number(x).union(self.number(y))

    within = hull

    def radius(self, x: arb) -> arb:
        """The radius of the ball."""
        return x.rad()

    def floor_range(self, x: arb, unit: int | Fraction = 1) -> range:
        """The integers from the floor of the lower end to that of the upper end, both exact, so that no integer is
        missed."""
        charge(2)
        if not x.is_finite():
            return range(0)
        return range(_floor(x.lower(), unit), _floor(x.upper(), unit) + 1)

    def refined(self, bits: int) -> Balls:
        """Ball arithmetic with `bits` more bits."""
        return balls(self.bits + bits)

    def in_balls(self, bits: int) -> Balls:
        """This arithmetic."""
        return self


class RealBalls(Balls):
    """Ball arithmetic in which log 0 is no number, as in the real numbers."""

    __slots__ = ()

    def log(self, x: arb) -> arb:
        """NaN for an exact zero."""
        return arb.nan() if x.is_zero() else super().log(x)


def _floor(x: arb, unit: int | Fraction) -> int:
    """The floor of x/unit for an exact x."""
    man, exp = (int(part) for part in x.man_exp())
    if exp > _LARGEST:
        raise ArithmeticError("the number is too large to be counted")
    man *= unit.denominator
    return (man << exp if exp >= 0 else man >> -exp) // unit.numerator


def whole_power(x: arb, n: int) -> arb:
    """x^n for an integer n > 0, from the ends of x: on a ball that contains zero Arb's own power is NaN, and on a wide
    one it is loose."""
    if n == 1:
        return x
    if x.is_exact():
        return x**n
    if n % 2:
        return (x.lower() ** n).union(x.upper() ** n)
    return (x.abs_lower() ** n).union(x.abs_upper() ** n).nonnegative_part()


@lru_cache(maxsize=64)
def balls(bits: int) -> Balls:
    """The ball arithmetic of a working precision; enter it before using operators.

    Args:
        bits: The working precision in bits, at most 2^18.

    Returns:
        The arithmetic: every result encloses the exact value, and a comparison is true only if it is certain.

    Raises:
        ArithmeticError: The precision is larger.

    Examples:
        >>> with proving.balls(64) as xp:
        ...     print(xp.exp(xp.number(1)) > 2, xp.exp(xp.number(0)) == 1)
        True True
    """
    return Balls(bits)
