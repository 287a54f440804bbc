"""Intervals whose ends are dyadic numbers m 2^e, rounded outward to a number of bits. Whole numbers of Python alone: no
floats, and no library that would have to be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from . import fixed

Dyadic = tuple[int, int]
"""(m, e) stands for m 2^e."""
MOST_EXPONENT = 1 << 40
"""A number beyond 2^MOST_EXPONENT, or below its reciprocal, is not computed."""
ZERO: Dyadic = (0, 0)


class Undefined(ArithmeticError):
    """A value that this precision does not define: a logarithm of what may be 0, say."""


def rounded(x: Dyadic, bits: int, *, up: bool) -> Dyadic:
    """x to so many bits, up or down; a number too near 0 becomes 0, or the least in range. Raises Undefined beyond the
    range."""
    m, e = x
    if m == 0:
        return ZERO
    spare = m.bit_length() - bits
    if spare > 0:
        m, e = (fixed.up(m, spare) if up else m >> spare), e + spare
    if e > MOST_EXPONENT:
        raise Undefined("a number is beyond the range")
    if e < -MOST_EXPONENT:
        if m.bit_length() + e >= -MOST_EXPONENT:
            return (fixed.up(m, -MOST_EXPONENT - e) if up else m >> -MOST_EXPONENT - e), -MOST_EXPONENT
        return ((1 if m > 0 else -1), -MOST_EXPONENT) if (m > 0) == up else ZERO
    return m, e


def top(x: Dyadic) -> int:
    """The exponent of the power of two above |x|."""
    return x[0].bit_length() + x[1]


def _aligned(x: Dyadic, y: Dyadic, bits: int, *, up: bool) -> tuple[int, int, int]:
    """Two numbers with one exponent; one that is far smaller is first replaced by a larger one, or by a smaller."""
    if x[0] and y[0]:
        small, large = (x, y) if top(x) < top(y) else (y, x)
        floor = min(large[1], top(large) - bits) - 4
        if top(small) < floor:
            outward = (small[0] > 0) == up
            small = ((1 if small[0] > 0 else -1), floor) if outward else ZERO
            x, y = small, large
    e = min(z[1] for z in (x, y) if z[0]) if x[0] or y[0] else 0
    return *(z[0] << z[1] - e if z[0] else 0 for z in (x, y)), e  # type: ignore[return-value]


def total(x: Dyadic, y: Dyadic, bits: int, *, up: bool) -> Dyadic:
    """x + y, rounded."""
    m, n, e = _aligned(x, y, bits, up=up)
    return rounded((m + n, e), bits, up=up)


def below(x: Dyadic, y: Dyadic) -> bool:
    """x < y."""
    signs = [(z[0] > 0) - (z[0] < 0) for z in (x, y)]
    if signs[0] != signs[1] or signs[0] == 0:
        return signs[0] < signs[1]
    if top(x) != top(y):
        return (top(x) < top(y)) == (signs[0] > 0)
    e = min(x[1], y[1])
    return x[0] << x[1] - e < y[0] << y[1] - e


def least(*xs: Dyadic) -> Dyadic:
    """The least of some numbers."""
    found = xs[0]
    for x in xs[1:]:
        found = x if below(x, found) else found
    return found


def largest(*xs: Dyadic) -> Dyadic:
    """The largest of some numbers."""
    found = xs[0]
    for x in xs[1:]:
        found = x if below(found, x) else found
    return found


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from `low` to `high`, which were rounded to `bits`."""

    low: Dyadic
    high: Dyadic
    bits: int

    @classmethod
    def of(cls, x: Fraction, bits: int) -> Interval:
        """The least one around a rational."""
        shift = max(0, bits + 2 + x.denominator.bit_length() - x.numerator.bit_length())
        m, left = divmod(x.numerator << shift, x.denominator)
        ends = (m, -shift), (m + (left > 0), -shift)
        return cls(rounded(ends[0], bits, up=False), rounded(ends[1], bits, up=True), bits)

    @classmethod
    def units(cls, pair: fixed.Pair, scale: int, bits: int, exponent: int = 0) -> Interval:
        """A pair of fixed point, in units of 2^-scale, times 2^exponent."""
        low, high = ((x, exponent - scale) for x in pair)
        return cls(rounded(low, bits, up=False), rounded(high, bits, up=True), bits)

    def ends(self, low: Dyadic, high: Dyadic) -> Interval:
        """From one number to another, rounded outward."""
        return Interval(rounded(low, self.bits, up=False), rounded(high, self.bits, up=True), self.bits)

    def __add__(self, y: Interval) -> Interval:
        return Interval(
            total(self.low, y.low, self.bits, up=False), total(self.high, y.high, self.bits, up=True), self.bits
        )

    def __neg__(self) -> Interval:
        return Interval((-self.high[0], self.high[1]), (-self.low[0], self.low[1]), self.bits)

    def __sub__(self, y: Interval) -> Interval:
        return self + -y

    def __mul__(self, y: Interval) -> Interval:
        every = [(a[0] * b[0], a[1] + b[1]) for a in (self.low, self.high) for b in (y.low, y.high)]
        return self.ends(least(*every), largest(*every))

    def inverse(self) -> Interval:
        """1/x. Raises Undefined where 0 is inside."""
        if self.low[0] <= 0 <= self.high[0]:
            raise Undefined("a division by what may be 0")
        found = [_inverse(end, self.bits, up=up) for end, up in ((self.high, False), (self.low, True))]
        return self.ends(*found)

    def power(self, n: int) -> Interval:
        """x^n for a whole n >= 0, by squaring; an even one is not below 0."""
        base, found = self, None
        if n % 2 == 0 and self.low[0] < 0:
            base = (
                -self
                if self.high[0] <= 0
                else Interval(ZERO, largest(self.high, (-self.low[0], self.low[1])), self.bits)
            )
        while n:
            if n & 1:
                found = base if found is None else found * base
            n >>= 1
            base = base * base if n else base
        return Interval((1, 0), (1, 0), self.bits) if found is None else found

    def maximum(self, y: Interval) -> Interval:
        """The larger of x and y."""
        return Interval(largest(self.low, y.low), largest(self.high, y.high), self.bits)

    def hull(self, y: Interval) -> Interval:
        """All between the two."""
        return Interval(least(self.low, y.low), largest(self.high, y.high), self.bits)

    def sqrt(self) -> Interval:
        """The square root. Raises Undefined where the number may be below 0."""
        if self.low[0] < 0:
            raise Undefined("a square root of what may be below 0")
        return self.ends(_root(self.low, self.bits)[0], _root(self.high, self.bits)[1])

    def exp(self) -> Interval:
        """e^x, which increases."""
        return Interval(_exp(self.low, self.bits).low, _exp(self.high, self.bits).high, self.bits)

    def log(self) -> Interval:
        """The logarithm, which increases. Raises Undefined where the number may be 0."""
        if self.low[0] <= 0:
            raise Undefined("a logarithm of what may be 0 or below")
        return Interval(_log(self.low, self.bits).low, _log(self.high, self.bits).high, self.bits)


def _inverse(x: Dyadic, bits: int, *, up: bool) -> Dyadic:
    shift = bits + 2 + x[0].bit_length()
    m = -((-1 << shift) // x[0]) if up else (1 << shift) // x[0]
    return m, -shift - x[1]


def _root(x: Dyadic, bits: int) -> tuple[Dyadic, Dyadic]:
    m, e = x
    shift = max(0, 2 * bits + 2 - m.bit_length())
    shift += (e - shift) % 2
    root, e = isqrt(m << shift), (e - shift) // 2
    return (root, e), (root + (root * root != m << shift), e)


def _in_units(x: Dyadic, bits: int) -> fixed.Pair:
    """A number in units of 2^-bits."""
    m, shift = x[0], x[1] + bits
    return (m << shift, m << shift) if shift >= 0 else (m >> -shift, fixed.up(m, -shift))


def _exp(x: Dyadic, bits: int) -> Interval:
    """e^x = 2^k e^(x - k log 2)."""
    if top(x) > 41 and x[0] < 0:
        return Interval(ZERO, (1, -MOST_EXPONENT), bits)  # e^-(2^41) is below 2^-(2^40)
    if top(x) > 41:
        raise Undefined("an exponential is beyond the range")
    scale = bits + 16
    fine = scale + max(0, top(x)) + 4
    one, two = _in_units(x, fine), fixed.ln2(fine)
    k = one[0] // two[0]
    rest = one[0] - max(k * two[0], k * two[1]), one[1] - min(k * two[0], k * two[1])
    reduced = rest[0] >> fine - scale, fixed.up(rest[1], fine - scale)
    return Interval.units(fixed.exp_reduced(reduced, scale), scale, bits, k)


def _log(x: Dyadic, bits: int) -> Interval:
    """log(t 2^k) = log t + k log 2."""
    scale = bits + 48
    k = top(x)
    t = _in_units((x[0], x[1] - k), scale)
    if t[0] * 4 < 3 << scale:  # at most 3/4: twice as much is nearer to 1
        k, t = k - 1, (2 * t[0], 2 * t[1])
    two = fixed.ln2(scale)
    found = fixed.log_reduced(t, scale)
    return Interval.units((found[0] + min(k * two[0], k * two[1]), found[1] + max(k * two[0], k * two[1])), scale, bits)
