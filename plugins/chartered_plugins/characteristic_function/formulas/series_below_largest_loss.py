"""The privacy profile below the largest loss, by a power series, where the loss of every run has a probability there
and below it an analytic density, or none up to the next loss.

Let l be the sum of the largest losses of all runs. Under P a run's loss is its largest one with the probability a, and
less by g with the density f(g) = sum_k f_k g^k, for 0 < g < R; of few losses f is 0. Write w^(k+1)
for g^k/k!, and 1 for the probability at 0: sums of independent losses multiply, and so does 1 - e^-g = g - g^2/2 + ...,
which is w^2/(1 + w). So

    delta(l - y) = E_P[(1 - e^(g - y))_+] = sum_(m >= 2) D_m y^(m-1)/(m-1)!,    y < R of every run,

    D(w) = w^2/(1 + w) prod_i (a_i + sum_k f_ik k! w^(k+1))^(n_i).

If |f| <= C for |g| <= r, then |f_k| <= C/r^k, and for 0 < s < r all terms at s, with absolute values, add up to at most

    (e^s - 1) prod_i (a_i + C_i r_i log(r_i/(r_i - s)))^(n_i).

The powers of y from M on are at most (y/s)^M times that."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from operator import mul
from typing import Any, ClassVar

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import arb, arb_poly
from msgspec import Struct

from .composed_moments import Composition, max_loss
from .loss_properties import Density
from .rule_numbers import BITS, Rule, RuleNumber

MOST_POWERS = 1000
"""The largest number of powers that are added."""
_NEAR_POLE = 16
"""The distances of r from the pole, and of s from r, as shares of that of y: 1/_NEAR_POLE."""
_FEW_RUNS = 2048
"""The number of runs beyond which r and s are smaller, so that bounds on other terms than the first stay small."""


class BelowLargest(Rule, Struct, frozen=True):
    """The rule. `powers`: M. `bits`: the working precision; any choice is sound."""

    powers: int
    bits: int
    mark: ClassVar = "powers"
    numbers: ClassVar = (RuleNumber("powers", low=2, high=MOST_POWERS, whole=True), BITS)

    def inverse(self, parts: Composition) -> PowersBelow:
        """The series. Raises ArithmeticError where a density or the largest loss is not known."""
        charge(_work(parts, self))
        return _powers(parts, self)


class PowersBelow(Struct, frozen=True):
    """A composition in one direction, prepared for delta at any eps. `largest`: the sum of the largest losses.
    `terms`: D_(k+1)/k!, the coefficient of y^k."""

    rule: BelowLargest
    largest: Number
    runs: tuple[tuple[Density, int], ...]
    terms: tuple[arb, ...]

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError where eps is so far below the largest loss that
        other losses matter."""
        charge(len(self.terms))
        with balls(self.rule.bits) as xp:
            y = xp.positive(xp.number(self.largest) - xp.number(epsilon))
            if not all(y < density.reach and y < density.pole for density, _ in self.runs):
                raise ArithmeticError("eps is too far below the largest loss for a power series")
            rest = remainder(xp, self.runs, y, self.rule.powers)
            total = (-rest).union(rest)
            power = arb(1)
            for term in self.terms:
                total += term * power
                power *= y
            return total


@lru_cache(maxsize=32)
def _powers(parts: Composition, rule: BelowLargest) -> PowersBelow:
    largest, count = max_loss(parts), rule.powers
    with balls(rule.bits) as xp:
        runs = densities(xp, parts)
        if largest is None or runs is None:
            raise ArithmeticError("the density of losses below the largest one is not known")
        total = arb_poly([0, 0, *((-1) ** k for k in range(count - 1))])  # w^2/(1 + w)
        for density, times in runs:
            total = (total * _power(_transform(density, count), times, count)).truncate(count + 1)
        factorials = accumulate(range(1, count), mul, initial=1)
        terms = tuple(x / factorial for x, factorial in zip(total.coeffs()[1:], factorials, strict=False))
        return PowersBelow(rule, largest, tuple(runs), terms)


def densities(xp: Any, parts: Composition) -> list[tuple[Density, int]] | None:
    """Those of all runs, and how many there are of each; None if that of some run is not known."""
    found = [(m.below_largest(xp), times) for m, times in parts]
    known = [(density, times) for density, times in found if density is not None]
    return known if len(known) == len(found) else None


def _work(parts: Composition, rule: BelowLargest) -> int:
    """Units of work: for each kind its coefficients one by one, and products of polynomials."""
    products = sum(2 * int(times).bit_length() for _, times in parts)
    return (rule.powers**2 * len(parts) * 2 + products * rule.powers * 8) * (256 + rule.bits) // 1024


def remainder(xp: Any, runs: Sequence[tuple[Density, int]], y: arb, count: int) -> arb:
    """The bound on all powers from `count` on."""
    pole = reduce(xp.minimum, (density.pole for density, _ in runs))
    pole = xp.minimum(pole, 2 * y + min(1, _FEW_RUNS / sum(times for _, times in runs)))
    r = pole - (pole - y) / _NEAR_POLE
    s = r - (pole - y) / _NEAR_POLE
    total = xp.expm1(s)
    for density, times in runs:
        total *= (density.mass + density.most(xp, r) * r * xp.log(r / (r - s))) ** times
    bound: arb = ((y / s) ** count * total).upper()
    return bound


def _transform(density: Density, count: int) -> arb_poly:
    """a + sum_k f_k k! w^(k+1), up to w^count."""
    factorials = accumulate(range(1, count), mul, initial=1)
    return arb_poly([density.mass, *(f * k for f, k in zip(density.series(count), factorials, strict=True))])


def _power(p: arb_poly, times: int, count: int) -> arb_poly:
    """p^times up to w^count."""
    found = arb_poly([1])
    for bit in bin(times)[2:]:
        found = (found * found).truncate(count + 1)
        found = (found * p).truncate(count + 1) if bit == "1" else found
    return found
