"""What neighbouring data sets are to a noise B, as data: P and Q are mixtures of shifts of B, with the densities

    p = dP/dB = sum_j w_j B(x - d_j)/B(x)        and        q = dQ/dB likewise,

relative to B, and E_Q[(dP/dQ)^z] = E_B[p^z q^(1-z)]. All shifts of P are at least 0, and all shifts of Q at most 0; if
they are the other way round, the noise is mirrored. Then both directions of a pair, a record that is replaced, and a
group of records are the same formulas with other numbers."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any, TypeAlias

from msgspec import Struct

Function: TypeAlias = Callable[[Any], Any]


class Mixture(Struct, frozen=True):
    """A mixture of shifts of a noise. `parts`: (weight, shift) by ascending shift; the weights are positive, and their
    sum is 1."""

    parts: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def of(cls, parts: Iterable[tuple[Fraction, Fraction]]) -> Mixture:
        """The mixture of some parts, in any order. Raises ArithmeticError unless the weights are those of one."""
        weights: dict[Fraction, Fraction] = defaultdict(Fraction)
        for weight, shift in parts:
            weights[shift] += weight
        if min(weights.values()) < 0 or sum(weights.values()) != 1:
            raise ArithmeticError("the weights of a mixture are not negative, and add up to 1")
        return cls(tuple((weight, shift) for shift, weight in sorted(weights.items()) if weight))

    @property
    def low(self) -> Fraction:
        """The least shift."""
        return self.parts[0][1]

    @property
    def high(self) -> Fraction:
        """The largest shift."""
        return self.parts[-1][1]

    @property
    def spread(self) -> Fraction:
        """The distance of these two."""
        return self.high - self.low

    @property
    def mirrored(self) -> Mixture:
        """The same of the mirrored noise."""
        return Mixture(tuple((weight, -shift) for weight, shift in reversed(self.parts)))

    def log(self, xp: Any, tilt: Callable[[Any, Fraction], Function]) -> Function:
        """x -> the logarithm of its density relative to the noise. `tilt`: of a shift d, x -> log B(x - d)/B(x).

        The part nearest to 0 is taken out of the logarithm. The quotient by it has angles between 0 and those of the
        spread, less than pi apart, so that the principal branch is the one that is 0 on the real line."""
        near_weight, near = min(self.parts, key=lambda part: abs(part[1]))
        base = tilt(xp, near) if near else lambda x: 0 * x
        if len(self.parts) == 1:
            return base
        others = [(xp.number(weight), tilt(xp, shift)) for weight, shift in self.parts if shift != near]
        log_mean, own = xp.variant(_log_mean, floats=_log_mean_of_floats), xp.number(near_weight)
        if not near:
            return lambda x: log_mean(xp, own, [(weight, log(x)) for weight, log in others])

        def log(x: Any) -> Any:
            taken = base(x)
            return taken + log_mean(xp, own, [(weight, other(x) - taken) for weight, other in others])

        return log


def _log_mean(xp: Any, left: Any, terms: Sequence[tuple[Any, Any]]) -> Any:
    """log(left + sum_j w_j e^(l_j)), of real or complex balls, in the principal branch."""
    total = left
    for weight, log in terms:
        total = total + weight * log.exp()
    return total.log()


def _log_mean_of_floats(xp: Any, left: float, terms: Sequence[tuple[float, Any]]) -> Any:
    """The same in doubles, where e^l may overflow, and of arrays a mean near 1 keeps its digits."""
    if isinstance(terms[0][1], float):
        top = max(0.0, *(log for _, log in terms)) if left else max(log for _, log in terms)
        return top + math.log(left * math.exp(-top) + sum([weight * math.exp(log - top) for weight, log in terms]))
    top = xp.positive(reduce(xp.maximum, [log.real for _, log in terms]) - 500.0)
    return top + xp.log1p(sum(weight * xp.expm1(log - top) for weight, log in terms) + left * xp.expm1(-top))


class Ratio(Struct, frozen=True, cache_hash=True):
    """Two mixtures of one noise. Raises ArithmeticError unless the shifts of P are at least 0, and those of Q at
    most."""

    p: Mixture
    q: Mixture

    def __post_init__(self) -> None:
        if not self.p.low >= 0 >= self.q.high:
            raise ArithmeticError("the shifts of P and Q are on different sides of 0")

    @property
    def swapped(self) -> Ratio:
        """The other direction, of the mirrored noise."""
        return Ratio(self.q.mirrored, self.p.mirrored)

    @property
    def apart(self) -> Fraction:
        """The largest distance of a shift of P and one of Q."""
        return self.p.high - self.q.low

    @property
    def pull(self) -> Fraction:
        """How far the means of P and Q are apart."""
        ours, theirs = (sum((weight * shift for weight, shift in m.parts), Fraction(0)) for m in (self.p, self.q))
        return ours - theirs

    @property
    def spread(self) -> Fraction:
        """The larger spread; of single shifts an eighth of their distance, as no wider strip is of use."""
        return max(self.p.spread, self.q.spread, self.apart / 8)

    def powers(self, order: Any) -> tuple[tuple[Any, Mixture], tuple[Any, Mixture]]:
        """Both mixtures, each with its exponent at an order z: z and 1 - z. Raises ArithmeticError for a ball that does
        not tell the sign of one, as bounds for positive and negative exponents differ."""
        if not all(power > 0 or power <= 0 for power in (order, 1 - order)):
            raise ArithmeticError("too few bits to tell on which side of 0 or 1 the order is")
        return (order, self.p), (1 - order, self.q)

    @property
    def common(self) -> Fraction:
        """The weight that P and Q have in common."""
        ours, theirs = ({shift: weight for weight, shift in m.parts} for m in (self.p, self.q))
        return sum((min(ours[shift], theirs[shift]) for shift in ours.keys() & theirs.keys()), Fraction(0))

    @property
    def distance(self) -> Fraction:
        """The largest distance of shifts of P and Q that are paired in ascending order."""
        left, right, found = list(self.p.parts), list(self.q.parts), Fraction(0)
        while left and right:
            (w, d), (u, e) = left.pop(0), right.pop(0)
            found = max(found, d - e)
            if w > u:
                left.insert(0, (w - u, d))
            elif u > w:
                right.insert(0, (u - w, e))
        return found


NOTHING = Mixture(((Fraction(1), Fraction(0)),))
"""The noise itself."""


def shifted(by: Fraction) -> Ratio:
    """The noise, shifted by a record."""
    return Ratio(Mixture(((Fraction(1), by),)), NOTHING)


def sampled(rate: Fraction, by: Fraction) -> Ratio:
    """A record that is in a Poisson sample, and is removed."""
    return Ratio(_sample(rate, by), NOTHING)


def replaced(rate: Fraction, by: Fraction) -> Ratio:
    """A record of a Poisson sample that is replaced: the same in both directions."""
    return Ratio(_sample(rate, by), _sample(rate, -by))


def grouped(rate: Fraction, by: Fraction, size: int) -> Ratio:
    """All records of a group that are in a Poisson sample, and are removed."""
    parts = ((comb(size, k) * rate**k * (1 - rate) ** (size - k), k * by) for k in range(size + 1))
    return Ratio(Mixture.of(parts), NOTHING)


def _sample(rate: Fraction, by: Fraction) -> Mixture:
    return Mixture.of(((1 - rate, Fraction(0)), (rate, by)))
