"""Claims about what is known of a noise with a shift beside its moments: the mu of normal noise, total variation
distances, sums over all integers, and what a table's profile says of itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Each, Proofs, Sampled, case, claims_of, near, numbers, registered
from chartered_plugins.characteristic_function.claims.few_losses import NOISES, outcomes
from chartered_plugins.characteristic_function.claims.laws import SOURCE
from chartered_plugins.characteristic_function.claims.reasons import PLACE, POINTS
from chartered_plugins.characteristic_function.claims.written_laws import SAMPLES
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.gaussian_law import discrete_gaussian, replaced_gaussian
from chartered_plugins.characteristic_function.laws.mixture import sampled
from chartered_plugins.characteristic_function.laws.normal_noise import Normal
from flint import arb

NORMAL, TABLE, TRUNCATED = (
    Proofs(name, "direct computation") for name in ("normal-noise", "table", "truncated-laplace")
)
GAUSSIAN = Proofs("poisson-gaussian.characteristic", SOURCE, at=PLACE)
DISCRETE = Proofs("poisson-discrete-gaussian.characteristic", SOURCE)
LAPLACE = Proofs("poisson-discrete-laplace.characteristic", "direct computation from the outcomes")
claims = claims_of(NORMAL, TABLE, TRUNCATED, GAUSSIAN, DISCRETE, LAPLACE)


def _normal(xp: Any, variance: Fraction, shift: Fraction) -> bool:
    """mu is the shift over the standard deviation, and the distance 2 Phi(mu/2) - 1."""
    noise = Normal(variance)
    mu = xp.number(shift) / xp.sqrt(xp.number(variance))
    squared = noise.mu_squared(shift)
    distance = 2 * xp.ndtr(mu / 2) - 1
    return (
        squared is not None
        and near(xp.number(squared), mu * mu, 30)
        and near(xp.number(noise.total_variation(xp, shift)), distance, 30)
    )


NORMAL.table(
    "shifted",
    "Normal noise with a shift is mu-GDP with mu the shift in standard deviations, and as far as 2 Phi(mu/2) - 1.",
    "three variances, three shifts; 30 digits",
    Each(
        "balls: in closed form",
        _normal,
        [(variance, shift) for variance in numbers("1/9 1 5") for shift in numbers("1/100 1 3")],
        bits=192,
    ),
)


def _says(columns: str, alike: bool) -> bool:
    """One pair attains the profile of all eps where both orders have the same losses, and only there."""
    profile = registered("table.profile").apply(case(f"table:{columns}"))
    return (profile.asymmetric, profile.worst_pair) == (not alike, alike)


TABLE.table(
    "profile.orders",
    "The profile of a table is that of one pair where its columns are alike, and the larger of two otherwise.",
    "three tables",
    Each(
        "run: both flags",
        _says,
        [("p=1/2:1/2,q=1/4:3/4", False), ("p=3/4:1/4,q=1/4:3/4", True), ("p=0.6:0.3:0.1,q=0.1:0.3:0.6", True)],
    ),
)


def _truncated(xp: Any, bound: Fraction, largest: Fraction) -> bool:
    """Noise of scale 1 on a query of sensitivity 1."""
    found = registered("truncated-laplace.approximate").bound(case(f"truncated-laplace:scale=1,bound={bound}"))
    return bool(xp.number(found.epsilon).overlaps(xp.number(largest)))


TRUNCATED.table(
    "approximate.largest",
    "The largest loss of noise on [-B, B] is the sensitivity in units of the scale, or 2 B less it, if that is less.",
    "three bounds, by hand",
    Each("balls: compared", _truncated, [tuple(numbers(row)) for row in ("3 1", "1 1", "3/4 1/2")], bits=128),
)


@GAUSSIAN.identity(
    "variation",
    "P and Q of a removal differ by q (Phi(1/2s) - Phi(-1/2s)), and those of a replaced record by q (Phi(1/s) - "
    "Phi(-1/s)).",
    "",
    "3 laws; 30 digits",
    Sampled(
        "balls: the error function",
        cases=[
            (SAMPLES[1], Fraction(1, 100), Fraction(1)),
            (SAMPLES[2], Fraction(3, 10), Fraction(5, 3)),
            (replaced_gaussian(Fraction(3, 10), Fraction(3, 5)), Fraction(3, 10), Fraction(10, 3)),
        ],
        digits=30,
        bits=160,
        why=POINTS,
    ),
)
def _variation(xp: Any, law: Law, share: Fraction, apart: Fraction) -> bool:
    exact = xp.number(share) * (1 - (xp.number(apart) / (2 * xp.sqrt(xp.number(2)))).erfc())
    return near(xp.number(law.total_variation), exact, 30)


@DISCRETE.identity(
    "whole",
    "The sum over all integers that ships is that over many, and the probabilities of the listed losses add up to 1 "
    "under P less what is left out.",
    "4 variances; 30 digits",
    Sampled("balls: the sum", digits=30, bits=160, why=POINTS, variances="1/10 1/2 9 100"),
)
def _whole(xp: Any, variance: Fraction) -> bool:
    law = discrete_gaussian(variance, sampled(Fraction(1, 3), Fraction(1)))
    v = xp.number(variance)
    direct = sum((-xp.number(k * k) / (2 * v)).exp() for k in range(-400, 401)) / xp.sqrt(2 * xp.pi * v)
    atoms, rest = law.atoms(xp, 60)
    p, q = (sum((atom[place] for atom in atoms), arb(0)) for place in (1, 2))
    listed = bool((1 - p).lower() <= rest) and bool(p.lower() <= 1) and bool(q.lower() <= 1)
    return near(law.noise.whole(xp), direct, 30) and listed and bool(rest < xp.exp(-xp.number(55)))


@LAPLACE.soundness(
    "variation",
    "The total variation distance that ships is at least that of all outcomes, and for two losses as much.",
    f"{len(NOISES)} laws",
    Sampled("balls: the outcomes", digits=25, bits=192, why=POINTS, mechanisms=NOISES),
)
def _of_outcomes(xp: Any, m: LaplaceOnIntegers) -> bool:
    exact = sum((abs(p - q) for p, q in outcomes(xp, m)), arb(0)) / 2
    bound = xp.number(m.total_variation)
    return not bound < exact and (m.count > 2 or near(bound, exact, 25))
