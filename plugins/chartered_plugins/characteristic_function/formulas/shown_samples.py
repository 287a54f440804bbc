"""The privacy profile of Gaussian noise on Poisson samples that is so little that an output shows whether the record
was in its sample.

One run is normal about 0 or, with the probability q, about 1, with the standard deviation s. With u = (2x - 1)/(2 s^2),
the loss of the noise without sampling, its loss is

    L = log(1 - q + q e^u) >= log(1 - q), log q + u,

so that delta is at least that of a pair which also shows where the record was in the sample: with k such runs among n
the losses add up to a normal one,

    sum_k C(n, k) q^k (1 - q)^(n-k) delta_(sqrt(k)/s)(eps - (n - k) log(1 - q) - k log q),

where delta_mu is the profile of mu-GDP. Let that pair now say "in the sample" wherever x > t, under Q, and elsewhere
"not in it": what its first distribution says otherwise, h = q Phi((t-1)/s) + (1-q) Phi(-t/s) of a run, becomes an
infinite loss, and forgetting the words makes it ours. So delta is larger by at most 1 - (1 - h)^n.

Where the record is added, an output above t is as unlikely: with a and b the probabilities under Q and under P that all
outputs are below their t, a delta_0(eps + log(b/a)) <= delta(eps) <= delta_0(eps + n log(1 - q)) + 1 - a, where
delta_0(x) = (1 - e^x)_+. Other mu-GDP adds to the mu^2 of each term. Any t is sound."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import log
from typing import Any, ClassVar

from chartered_verify.arithmetic import Arithmetic, Value, balls, scale, total
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from ...basics.formulas.gaussian_profile import delta_mu
from ...composition.formulas.binomial import weights, window
from ..laws.gaussian_law import GaussianSample
from .composed_moments import Composition
from .moments import Gaussian
from .rule_numbers import BITS, MOST_BITS, Rule, RuleNumber

MOST_TERMS = 20_000
"""The largest number of terms of the sum: about a second's work."""
_WORK = 12


class ShownSamples(Rule, Struct, frozen=True):
    """The rule. `nats`: numbers of runs with the record of about the probability e^-nats are left out. `bits`: the
    working precision. Any are sound."""

    nats: int
    bits: int
    mark: ClassVar = "shown"
    numbers: ClassVar = (RuleNumber("shown", "nats", low=1, high=MOST_BITS, whole=True), BITS)

    def inverse(self, parts: Composition) -> Shown:
        """The terms of a composition. Raises ArithmeticError if they are too many, or if samples are not of this
        kind."""
        if not shows(parts):
            raise ArithmeticError("samples are shown by Gaussian noise only")
        terms = count_terms(parts, self.nats)
        if terms > MOST_TERMS:
            raise ArithmeticError("the numbers of runs with the record are too many to list")
        charge(work(terms, self.bits))  # cached or not
        return _shown(parts, self)


class Term(Struct, frozen=True):
    """A normal loss: its probability, its mu^2, and the constant that is added to it."""

    weight: arb
    square: arb
    shift: arb

    def with_runs(self, other: Term) -> Term:
        """The sum of this loss and an independent one."""
        return Term(self.weight * other.weight, self.square + other.square, self.shift + other.shift)


class Shown(Struct, frozen=True):
    """A composition in one direction: delta is at least that of the terms `low`, and at most that of the terms `high`
    and `gap`."""

    low: tuple[Term, ...]
    high: tuple[Term, ...]
    gap: arb
    bits: int

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError for an eps that is not finite."""
        charge(work(len(self.low), self.bits))
        with balls(self.bits) as xp:
            x = xp.number(epsilon)
            if not x.is_finite():
                raise ArithmeticError("a profile of shown samples is taken at a finite eps")
            least = _summed(xp, self.low, x)
            most = least if self.low is self.high else _summed(xp, self.high, x)
            return least.union(most + self.gap)


def shows(parts: Composition) -> bool:
    """Whether the composition is of Gaussian noise on Poisson samples, in one direction, with or without other Gaussian
    DP."""
    sampled = samples(parts)
    others = (m for m, _ in parts if GaussianSample.of(m) is None)
    known = all(isinstance(m, Gaussian) for m in others) and all(isinstance(n, int) for _, n in parts)
    return known and len({m.added for m, _ in sampled}) == 1


def samples(parts: Composition) -> list[tuple[GaussianSample, int]]:
    """Those of the composition, with their runs."""
    return [(sample, n) for m, n in parts if (sample := GaussianSample.of(m)) is not None]


def work(terms: int, bits: int) -> int:
    """Units of work of a sum."""
    return _WORK * terms * (1 + bits // 64)


def count_terms(parts: Composition, nats: int) -> int:
    """The number of terms of the sum."""
    found = 1
    for first, last in (_window(m, n, nats) for m, n in samples(parts) if not m.added):
        found *= last - first + 1
    return found


def _window(m: GaussianSample, runs: int, nats: int) -> tuple[int, int]:
    no, yes = m.rate.denominator - m.rate.numerator, m.rate.numerator
    return window(log(no) - log(yes), runs, float(nats))


@lru_cache(maxsize=8)
def _shown(parts: Composition, rule: ShownSamples) -> Shown:
    with balls(rule.bits) as xp:
        sampled = samples(parts)
        square = xp.number(total(scale(m.mu_squared, n) for m, n in parts if isinstance(m, Gaussian)))
        if sampled[0][0].added:
            return _added(xp, sampled, square, rule.bits)
        terms = [Term(arb(1), square, arb(0))]
        for m, n in sampled:
            terms = [one.with_runs(other) for one, other in product(terms, _counted(xp, m, n, rule.nats))]
        listed = sum((term.weight for term in terms), arb(0))
        wrong = -xp.expm1(sum((n * xp.log1p(-misread(xp, m)) for m, n in sampled), arb(0)))
        found = tuple(terms)
        return Shown(found, found, xp.positive(1 - listed) + wrong, rule.bits)


def _added(xp: Any, sampled: Sequence[tuple[GaussianSample, int]], square: arb, bits: int) -> Shown:
    """The record is added: no output shows a sample, except for the gap."""
    log_a, log_b, shift = arb(0), arb(0), arb(0)
    for m, n in sampled:
        q, s, t = xp.number(m.rate), xp.number(m.noise), _threshold(xp, m)
        below, beside = xp.ndtr(t / s), xp.ndtr((t - 1) / s)
        log_a += n * xp.log(below)
        log_b += n * xp.log((1 - q) * below + q * beside)
        shift -= n * xp.log1p(-q)
    low, high = Term(xp.exp(log_a), square, log_a - log_b), Term(arb(1), square, shift)
    return Shown((low,), (high,), -xp.expm1(log_a), bits)


def _counted(xp: Any, m: GaussianSample, runs: int, nats: int) -> list[Term]:
    """The terms of some runs of one mechanism, by the number of them with the record."""
    q, (first, last) = xp.number(m.rate), _window(m, runs, nats)
    square, none, one = 1 / xp.number(m.noise) ** 2, xp.log1p(-q), xp.log(q)
    return [
        Term(weight, k * square, (runs - k) * none + k * one)
        for k, weight in enumerate(weights(xp, none - one, runs, first, last), first)
    ]


def _threshold(xp: Arithmetic, m: GaussianSample) -> Value:
    """t at which both densities are the same."""
    q = xp.number(m.rate)
    return xp.number(Fraction(1, 2)) + xp.number(m.noise) ** 2 * (xp.log1p(-q) - xp.log(q))


def misread(xp: Arithmetic, m: GaussianSample) -> Value:
    """h of one run."""
    q, s, t = xp.number(m.rate), xp.number(m.noise), _threshold(xp, m)
    return q * xp.ndtr((t - 1) / s) + (1 - q) * xp.ndtr(-t / s)


def _summed(xp: Any, terms: Sequence[Term], epsilon: arb) -> arb:
    return sum((term.weight * _profile(xp, term.square, epsilon - term.shift) for term in terms), arb(0))


def _profile(xp: Any, square: arb, x: arb) -> arb:
    """delta at any real x, also of nothing."""
    found = -xp.expm1(x) if square.is_zero() else delta_mu(xp, xp.sqrt(square), x)
    positive: arb = xp.positive(found)
    return positive
