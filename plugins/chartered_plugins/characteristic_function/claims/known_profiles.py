"""Claims about profiles of compositions that are known in another way: one run in closed form, and the Gaussian without
sampling."""

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from flint import arb

from ...basics.formulas.gaussian_profile import delta_mu
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...subsampling.formulas.removal_and_addition import addition, removal
from ..laws.gaussian_law import GaussianSample
from ..search import accurate_line

_BITS = 160
RUN = Proofs("characteristic-function", "Zhu, Dong, Wang 2022", at="Theorem 11")
claims = claims_of(RUN)


@RUN.soundness(
    "profile.one-sampled-run",
    "For one run of the sampled Gaussian the enclosure of delta holds the closed form of either direction.",
    "3 mechanisms, both directions, 3 eps; 6 digits",
    Sampled(
        "balls: closed forms",
        cases=[
            (*numbers(sample), added, x)
            for sample in ("1/2 1", "1/2 3", "9/10 1")
            for added in (False, True)
            for x in numbers("0 1/10 1/4")
        ],
        digits=6,
        bits=_BITS,
    ),
)
def _one_run(xp: Any, rate: Fraction, noise: Fraction, added: bool, x: Fraction) -> bool:
    parts = ((GaussianSample(rate, noise, added).law, 1),)
    found = accurate_line.line_at(parts, x, 6).inverse(parts).delta(x)
    inner = Direction(lambda xp, epsilon: delta_mu(xp, 1 / xp.number(noise), epsilon))
    outer = (addition if added else removal)(rate, inner)
    return bool(found.overlaps(outer.curve(xp, xp.number(x)))) and bool(found.rad() < arb(10) ** -6)


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
        bits=_BITS,
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
