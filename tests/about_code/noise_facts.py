"""Claims about what a noise with a shift is: the mu of normal noise, its distance, and what a table's profile says of
itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Each, Proofs, case, claims_of, near, numbers, registered
from chartered_plugins.characteristic_function.laws.normal_noise import Normal

NORMAL, TABLE, TRUNCATED = (
    Proofs(name, "direct computation") for name in ("normal-noise", "table", "truncated-laplace")
)
claims = claims_of(NORMAL, TABLE, TRUNCATED)


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
