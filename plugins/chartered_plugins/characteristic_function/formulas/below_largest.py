"""The privacy profile below the largest loss, by a power series, where the loss of every run has a probability there
and below it an analytic density.

Let l be the sum of the largest losses of all runs. Under P a run's loss is its largest one with the probability a, and
less by g with the density f(g) = sum_k f_k g^k, for 0 < g < R. Write w^(k+1) for g^k/k!, and 1 for the probability at
0: sums of independent losses multiply, and so does 1 - e^-g = g - g^2/2 + ..., which is w^2/(1 + w). So

    delta(l - y) = E_P[(1 - e^(g - y))_+] = sum_(m >= 2) D_m y^(m-1)/(m-1)!,    y < R of every run,

    D(w) = w^2/(1 + w) prod_i (a_i + sum_k f_ik k! w^(k+1))^(n_i).

If |f| <= C for |g| <= r, then |f_k| <= C/r^k, and for 0 < s < r all terms at s, with absolute values, add up to at most

    (e^s - 1) prod_i (a_i + C_i r_i log(r_i/(r_i - s)))^(n_i).

The powers of y from M on are at most (y/s)^M times that."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import arb, arb_poly

from .composition import Composition, max_loss
from .known_losses import Density
from .rule import BITS, Rule, RuleNumber

MOST_POWERS = 1000
"""The largest number of powers that are added."""
_NEAR_POLE = 16
"""The distances of r from the pole, and of s from r, as shares of that of y: 1/_NEAR_POLE."""


@dataclass(frozen=True, slots=True)
class BelowLargest(Rule):
    """The rule. `powers`: M. `bits`: the working precision; any choice is sound."""

    powers: int
    bits: int
    mark: ClassVar = "powers"
    numbers: ClassVar = (RuleNumber("powers", low=2, high=MOST_POWERS, whole=True), BITS)

    def inverse(self, parts: Composition) -> PowersBelow:
        """The series."""
        return PowersBelow(parts, self)


@dataclass(frozen=True, slots=True)
class PowersBelow:
    """A composition in one direction, with losses that have densities below their largest ones."""

    parts: Composition
    rule: BelowLargest

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError where a density or the largest loss is not
        known, or eps is so far below it that other losses matter."""
        most, count = max_loss(self.parts), self.rule.powers
        with balls(self.rule.bits) as xp:
            runs = densities(xp, self.parts)
            if most is None or runs is None:
                raise ArithmeticError("the density of losses below the largest one is not known")
            y = xp.positive(xp.number(most) - xp.number(epsilon))
            if not all(y < density.reach and y < density.pole for density, _ in runs):
                raise ArithmeticError("eps is too far below the largest loss for a power series")
            charge(_work(runs, count, self.rule.bits))
            rest = remainder(xp, runs, y, count)
            total = _kernel(y, count)
            for series, times in _scaled(runs, y, count):
                total = (total * _power(series, times, count)).truncate(count + 1)
            found, factorial = arb(0), arb(1)
            for m, x in enumerate(total.coeffs()[1:]):
                found += x / factorial
                factorial *= m + 1
            return found + (-rest).union(rest)


def densities(xp: Any, parts: Composition) -> list[tuple[Density, int]] | None:
    """Those of all runs, and how many there are of each; None if that of some run is not known."""
    found = [(m.below_largest(xp), times) for m, times in parts]
    known = [(density, times) for density, times in found if density is not None]
    return known if len(known) == len(found) else None


def _work(runs: list[tuple[Density, int]], count: int, bits: int) -> int:
    """Units of work: for each kind its coefficients one by one, and products of polynomials."""
    products = sum(2 * times.bit_length() for _, times in runs)
    return (count * count * len(runs) * 2 + products * count * 8) * (256 + bits) // 1024


def remainder(xp: Any, runs: list[tuple[Density, int]], y: arb, count: int) -> arb:
    """The bound on all powers from `count` on."""
    pole = reduce(xp.minimum, (density.pole for density, _ in runs))
    pole = xp.minimum(pole, 2 * y + 1)
    r = pole - (pole - y) / _NEAR_POLE
    s = r - (pole - y) / _NEAR_POLE
    total = xp.expm1(s)
    for density, times in runs:
        total *= (density.mass + density.most(xp, r) * r * xp.log(r / (r - s))) ** times
    bound: arb = ((y / s) ** count * total).upper()
    return bound


def _scaled(runs: list[tuple[Density, int]], y: arb, count: int) -> list[tuple[arb_poly, int]]:
    """a + sum_k f_k k! (y w)^(k+1), up to w^count, for each kind of run."""
    found = []
    for density, times in runs:
        coefficients, factor = [density.mass], y
        for k, x in enumerate(density.series(count)):
            coefficients.append(x * factor)
            factor = factor * y * (k + 1)
        found.append((arb_poly(coefficients), times))
    return found


def _kernel(y: arb, count: int) -> arb_poly:
    """w^2/(1 + w) at y w, up to w^count, divided by y: the powers of y are then those of delta."""
    coefficients, factor = [arb(0), arb(0)], y
    for k in range(2, count + 1):
        coefficients.append(factor if k % 2 == 0 else -factor)
        factor = factor * y
    return arb_poly(coefficients)


def _power(p: arb_poly, times: int, count: int) -> arb_poly:
    """p^times up to w^count."""
    found = arb_poly([1])
    for bit in bin(times)[2:]:
        found = (found * found).truncate(count + 1)
        found = (found * p).truncate(count + 1) if bit == "1" else found
    return found
