"""Claims about runs on Poisson samples whose losses are split into bands: the split as it ships, and profiles beside
those of one run, of lines without bands and without sampling."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.characteristic_function.claims.inversion import one_sampled_run
from chartered_plugins.characteristic_function.claims.laws import SOURCE
from chartered_plugins.characteristic_function.claims.reasons import INTEGRALS
from chartered_plugins.characteristic_function.claims.written_laws import WINDOWS
from chartered_plugins.characteristic_function.formulas.banded_line import both, power
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.search import accurate_line, banded_line
from flint import acb, arb

_BITS = 192
_compared = partial(Sampled, bits=_BITS, why=INTEGRALS)
SPLIT = Proofs("characteristic-function.bands", "Bromwich's integral; direct computation")
WINDOW = Proofs("poisson-gaussian.band", SOURCE)
RUN = Proofs("characteristic-function", "Zhu, Dong, Wang 2022", at="Theorem 11")
claims = claims_of(SPLIT, WINDOW, RUN)


@SPLIT.table(
    "power",
    "The power of a split that ships is (u + v)^n - u^n beside u^n, by repeated squaring.",
    "3 u, 3 v, 4 numbers of runs",
    Sampled(
        "balls: powers",
        digits=20,
        bits=_BITS,
        why="powers of whole exponents are compared one by one",
        below="0 1/3 7",
        inside="1/1000000 1/2 3",
        times=(1, 2, 5, 12),
    ),
)
def _power(xp: Any, below: Fraction, inside: Fraction, times: int) -> bool:
    pair = arb(xp.number(below)), arb(xp.number(inside))
    whole = (xp.number(below) + xp.number(inside)) ** times
    u, v = power(pair, times)
    more = both((u, v), pair)[1]
    written = (xp.number(below) + xp.number(inside)) ** (times + 1) - xp.number(below) ** (times + 1)
    return bool(abs(u + v - whole) < arb(10) ** -40 * whole) and bool(abs(more - written) < arb(10) ** -20 * whole)


@SPLIT.soundness(
    "one-sampled-run",
    "For one run of the sampled Gaussian the enclosure by bands holds the closed form of either direction.",
    "3 mechanisms, 1 or 3 eps each; 6 digits",
    _compared(
        "balls: closed forms",
        cases=[
            (*numbers(sample), bool(added), x)
            for sample, added, eps in (("1/100 1", 0, "0 1/4 1"), ("1/1000 3", 0, "1/10"), ("1/10 1", 1, "0 1/50 1/20"))
            for x in numbers(eps)
        ],
        digits=6,
    ),
)
def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise, added).law, 1),)
    found = banded_line.rule_at(parts, x, 8).inverse(parts).delta(x)
    exact = one_sampled_run(xp, rate, noise, added, x)
    return bool(found.overlaps(exact)) and bool(found.rad() < arb(10) ** -6 * exact)


@SPLIT.soundness(
    "several-runs",
    "For several runs the enclosure by bands and that along a line without bands have a point in common.",
    "4 compositions; 9 digits",
    _compared(
        "balls: lines without bands",
        cases=[
            (q, s, int(n), x) for q, s, n, x in map(numbers, ("1/2 1 2 2", "1/10 2 3 1/4", "1/10 1 9 3", "1/2 3 5 1"))
        ],
        digits=9,
    ),
)
def _lines(xp: Any, rate: Fraction, noise: Fraction, runs: int, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise).law, runs),)
    rules = banded_line.rule_at(parts, x, 11), accurate_line.line_at(parts, x, 11)
    found, exact = (rule.inverse(parts).delta(x) for rule in rules)
    return bool(found.overlaps(exact)) and bool(found.rad() + exact.rad() < arb(10) ** -9 * exact)


@WINDOW.identity(
    "partition",
    "Windows that share their ends add up to 1.",
    "7 x, 3 y; 39 digits",
    Sampled(
        "balls: the sum",
        digits=39,
        bits=_BITS,
        why="a window is a difference of two error functions, which are enclosed at points",
        x="-3 0 1/2 1 5/2 4 6",
        y="0 1/2 1",
    ),
)
def _partition(xp: Any, x: Fraction, y: Fraction) -> bool:
    found = sum(window.log(xp)(acb(xp.number(x), xp.number(y))).exp() for window in WINDOWS)
    return bool(abs(found - 1) < xp.exp(-xp.number(90)))


@RUN.soundness(
    "profile.tail",
    "delta of n runs of a sampled Gaussian is at most that of n runs without sampling, and at least q^n times it at "
    "eps + n log(1/q).",
    "4 compositions, 3 eps up to 60; 20 digits",
    Sampled(
        "balls: the Gaussian profile",
        cases=[
            (Fraction(rate), Fraction(noise), runs, x)
            for rate, noise, runs in (("1/100", 1, 1000), ("1/2", 1, 3), ("9/10", 2, 10), ("1/5", 3, 100))
            for x in (1, 8, 60)
        ],
        digits=20,
        bits=160,
    ),
)
def _tail(xp: Any, rate: Fraction, noise: Fraction, runs: int, x: int) -> bool:
    parts = ((GaussianSample(rate, noise).law, runs),)
    found, mu = (
        accurate_line.line_at(parts, Fraction(x), 20).inverse(parts).delta(Fraction(x)),
        xp.sqrt(xp.number(runs)) / xp.number(noise),
    )
    hidden = runs * xp.log(xp.number(rate))
    return bool(xp.exp(hidden) * delta_mu(xp, mu, x - hidden) <= found <= delta_mu(xp, mu, xp.number(x)))
