"""The bracket of mu holds the truth, found independently with 40 digits, for mechanisms made at random."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import chartered as ch
import pytest
from chartered import Profile
from chartered.enclose.proved_mu import measured
from chartered.profiles.gaussian_family import gaussians
from chartered.search.least_mu import gauge
from chartered_verify.arithmetic import digits

XP = digits(40)
MP = XP.mp
NANO = Fraction(1, 10**9)


def meeting(delta: float, e: float) -> float:
    """The mu whose Gaussian profile is delta at eps, in doubles."""
    low, high = 0.0, 64.0
    for _ in range(60):
        mu = (low + high) / 2
        first, second = (math.erfc((e / mu + side * mu / 2) / math.sqrt(2)) / 2 for side in (-1, 1))
        low, high = (mu, high) if first - math.exp(min(e, 700)) * second < delta else (low, mu)
    return high


def meeting_finely(delta: Any, e: Any) -> Any:
    """The same with 40 digits: Newton steps in mu, of which the profile's derivative is a normal density."""
    mu = MP.mpf(meeting(float(delta), float(e)))
    for _ in range(5):
        value = MP.ncdf(mu / 2 - e / mu) - MP.exp(e) * MP.ncdf(-mu / 2 - e / mu)
        mu -= (value - delta) / MP.npdf(mu / 2 - e / mu)
    return mu


def supremum(profile: Profile, end: float) -> Any:
    """The highest point of the transform on [0, end]: a scan in doubles, then golden sections around it with 40
    digits."""

    def delta(e: Any) -> Any:
        return profile.delta(XP, XP.number(e), {})

    points = sorted({end * k / 300 for k in range(300)} | {end / 2**k for k in range(9, 30)})
    heights = [meeting(float(delta(e)), e) if delta(e) > 1e-12 else 0.0 for e in points]
    best = max(range(len(points)), key=heights.__getitem__)
    height: Callable[[Any], Any] = lambda e: meeting_finely(delta(e), e)  # noqa: E731
    low, high = (MP.mpf(points[min(max(best + side, 0), len(points) - 1)]) for side in (-1, 1))
    ratio = (MP.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = height(a), height(b)
    for _ in range(50):
        if at_a > at_b:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = height(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = height(b)
    return max(at_a, at_b, height(MP.mpf(points[best])))


def discrete(random: Random) -> tuple[Profile, float]:
    """A pair of distributions on a few outcomes, the worse of both directions; it ends at the largest log ratio."""
    size = random.randint(2, 6)
    weights = [[Fraction(random.randint(1, 10 ** random.randint(1, 3))) for _ in range(size)] for _ in range(2)]
    one, other = ([w / sum(ws) for w in ws] for ws in weights)

    def excess(p: list[Fraction], q: list[Fraction]) -> Profile:
        def delta(xp: Any, e: Any, _: Any) -> Any:
            terms = [xp.positive(xp.number(x) - xp.exp(e) * xp.number(y)) for x, y in zip(p, q, strict=True)]
            return sum(terms[1:], terms[0])

        return Profile(delta=delta)

    end = max(abs(math.log(x / y)) for x, y in zip(one, other, strict=True))
    return ch.greatest([excess(one, other), excess(other, one)]), end


def piecewise(random: Random) -> tuple[Profile, float]:
    """The smaller of two maxima of straight lines: falling, with kinks of both kinds."""

    def lines() -> list[tuple[Fraction, Fraction]]:
        return [(Fraction(random.randint(1, 99), 100), Fraction(random.randint(1, 60), 30)) for _ in range(3)]

    parts = [lines(), lines()]

    def delta(xp: Any, e: Any, _: Any) -> Any:
        tops = []
        for part in parts:
            top = xp.number(0)
            for height, slope in part:
                top = xp.maximum(top, xp.number(height) - xp.number(slope) * e)
            tops.append(top)
        return xp.minimum(*tops)

    return Profile(delta=delta), min(max(float(h / s) for h, s in part) for part in parts)


def mixed(random: Random) -> tuple[Profile, float]:
    """A mixture of a Gaussian, a Laplace and a refined power mechanism."""
    mu, e0, k = (Fraction(random.randint(2, 40), 10) for _ in range(3))
    gaussian = gaussians()(mu / 4)
    laplace = Profile(
        delta=lambda xp, e, _: xp.positive(-xp.expm1((e - xp.number(e0)) / 2)), at_infinity=ch.AtInfinity(max_loss=e0)
    )
    tail = ch.Tail(subgaussian=(k, 0, 0), tail_mu=lambda xp: 1 / xp.sqrt(2 * xp.number(k)))
    power = ch.refined(lambda xp, e: xp.exp(-xp.number(k) * e * e), tail=tail)
    weights = [Fraction(random.randint(1, 9)) for _ in range(3)]
    parts = zip([w / sum(weights) for w in weights], [gaussian, laplace, power], strict=True)
    return ch.mixture(list(parts)), 8.0


CASES = [(make, seed) for make in (discrete, piecewise, mixed) for seed in range(5)] + [(mixed, 73), (mixed, 76)]
"""The last two have their tail limit as mu: a Gaussian part's, and a power family's."""


@pytest.mark.parametrize(("make", "seed"), CASES)
def test_the_bracket_holds_the_highest_point_of_the_transform(make: Any, seed: int) -> None:
    """The truth is between the certified ends, or a tail limit above it; the bracket is 1e-9 narrow."""
    profile, end = make(Random(1000 + seed))
    found = measured(profile, gauge(profile, NANO))
    low, high = (MP.mpf(text) for text in (found.bound.lower_exact, found.bound.upper_exact))
    truth = supremum(profile, end)
    assert truth <= high
    assert low <= max(truth, MP.mpf(found.tail or 0)) + MP.mpf(10) ** -16
    assert high - low < 1.01e-9 * max(1, high)
