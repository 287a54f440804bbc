"""Claims about the registered profiles of a replaced record in a Poisson sample: no half-lines and no cells of a plane
gain more, any place gives bounds, and the largest loss is where delta has its limit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import cos, radians
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, claims_of, numbers, registered
from chartered_plugins.subsampling.claims.nearer_records import exactly
from chartered_plugins.subsampling.claims.replaced_record_cases import EPSILONS, RATES, gains, mixed, shipped
from chartered_plugins.subsampling.formulas import nearer_records
from chartered_verify.arithmetic import Value

BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018", at="ours; direct computation")
NEARER = Proofs("poisson", "ours", at="ours; direct computation")
claims = claims_of(BOOK, NEARER)


def _above(xp: Any, step: str, x: Fraction) -> Value:
    """The probability that noise of scale 1 is above x."""
    if step == "gaussian":
        return xp.ndtr(-xp.number(x))
    tail = xp.exp(-xp.number(abs(x))) / 2
    return tail if x >= 0 else 1 - tail


@BOOK.soundness(
    "exact-replaced-profile.half-lines",
    "With Gaussian and with Laplace noise no half-line gains more than the shipped delta, and the best of 400 is "
    "within 1/1000 of it.",
    "two mechanisms, 3 rates, 2 sizes, 6 eps, half-lines that begin between 0 and 10",
    Sampled("balls", digits=3, bits=128, step=("gaussian", "laplace"), q=RATES, size="1/2 2", eps=EPSILONS),
)
def _half_lines(xp: Any, step: str, q: Fraction, size: Fraction, epsilon: Fraction) -> bool:
    level, rate = xp.exp(xp.number(epsilon)), xp.number(q)
    written = f"{step}:{'sigma' if step == 'gaussian' else 'scale'}={1 / size}"
    found = shipped(written, q, "gaussian.gdp" if step == "gaussian" else "laplace.profile")

    def gain(t: Fraction) -> Value:
        none, one, other = (_above(xp, step, t - at) for at in (Fraction(0), size, -size))
        return (1 - rate) * none + rate * one - level * ((1 - rate) * none + rate * other)

    most, stated = xp.number(0), found.delta(xp, xp.number(epsilon), {})
    for k in range(400):
        most = xp.maximum(most, gain(Fraction(k, 40)))
    return bool(not most > stated and stated < most + xp.number(Fraction(1, 1000)))


@BOOK.soundness(
    "exact-replaced-profile.max-loss",
    "From the shipped maximal loss on delta has its limit, q times that of the mechanism, and not a thousandth before.",
    "direct computation",
    "eps 1 with four delta, 3 rates",
    Sampled("balls", bits=192, digits=15, q=RATES, failing="0 1/1000 1/10 1/5"),
)
def _ends(xp: Any, q: Fraction, failing: Fraction) -> bool:
    step = f"approximate:epsilon=1,delta={failing}" if failing else "pure:epsilon=1"
    found = shipped(step, q, f"{step.partition(':')[0]}.worst-case")
    end, limit = xp.number(found.at_infinity.max_loss), xp.number(found.at_infinity.delta)
    there, before = (found.delta(xp, end * xp.number(share), {}) for share in numbers("1 999/1000"))
    return bool(abs(there - limit) < 2.0**-50 and before > there and limit.overlaps(xp.number(q * failing)))


def cells(xp: Any, at: Sequence[Value]) -> list[Value]:
    """The probabilities of two coordinates of normal noise around a place, on a grid of cells."""
    ends = [Fraction(k, 4) for k in range(-20, 25)]
    alone = []
    for place in at:
        above = [xp.number(1), *(xp.ndtr(place - xp.number(end)) for end in ends), xp.number(0)]
        alone.append([high - low for high, low in pairwise(above)])
    return [one * other for one in alone[0] for other in alone[1]]


@BOOK.soundness(
    "replaced-profile.triangle",
    "Of normal noise in two dimensions, with both records at the distance 1 from none and less than 2 from each other, "
    "no cells gain more than the shipped delta, which is not above that of the distance 2.",
    "3 rates, 4 distances, 6 eps, a grid of 45 by 45 cells",
    Sampled("balls", digits=5, bits=96, q=RATES, between="1/10 1 3/2 199/100", eps=EPSILONS),
)
def _triangle(xp: Any, q: Fraction, between: Fraction, epsilon: Fraction) -> bool:
    """Whether the cells gain no more than the shipped delta for two records at the distance 1 from none, and nearer to
    each other than 2; that for twice the distance is that of the exact theorem."""
    half, step = xp.number(between / 2), "gaussian:sigma=1,sensitivity=1,replace-sensitivity={}"
    height = xp.sqrt(1 - half * half)
    outputs = [cells(xp, at) for at in ((xp.number(0), xp.number(0)), (height, half), (height, -half))]
    exact = gains(xp, *mixed(xp, q, outputs), epsilon)
    normal = registered("gdp.profile").apply(ch.GDP(mu_squared=1))
    found = registered("poisson.replaced-profile").apply(case(f"poisson:rate={q}/{step.format(between)}", normal))
    farthest = shipped("gaussian:sigma=1", q, "gaussian.gdp")
    nearer, whole = (one.delta(xp, xp.number(epsilon), {}) for one in (found, farthest))
    return not exact > nearer and not nearer > whole


def _vectors(count: int, m: Fraction, d: Fraction) -> list[tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]:
    """Places u = (r, 0) and v in the plane with |u|, |v| <= m and |u - v| <= d."""
    found = []
    for share in numbers("1 9/10 1/2"):
        for angle in range(0, 181, 180 // count):
            for length in numbers("1 2/3 1/4 0"):
                x = Fraction(round(cos(radians(angle)) * 2**20), 2**20) * length * m
                y = Fraction(round(cos(radians(90 - angle)) * 2**20), 2**20) * length * m
                if (share * m - x) ** 2 + y * y <= d * d:
                    found.append(((share * m, Fraction(0)), (x, y)))
    return found


@NEARER.soundness(
    "nearer-replaced-profile.plane",
    "Of normal noise in two dimensions, with records anywhere within the distances, no cells gain more than the "
    "shipped delta.",
    "2 rates, 2 sensitivities, 2 distances, 2 eps, up to 60 pairs of places, a grid of 45 by 45 cells",
    Sampled("balls", digits=5, bits=96, q=RATES[:2], m="1/2 2", share="1 3/2", eps=EPSILONS[1::3]),
)
def _plane(xp: Any, q: Fraction, m: Fraction, share: Fraction, epsilon: Fraction) -> bool:
    d, rate, level = share * m, xp.number(q), xp.exp(xp.number(epsilon))
    stated = exactly(q, m, d).delta(xp, xp.number(epsilon), {})
    nothing = [(1 - rate) * (1 - level) * r for r in cells(xp, (xp.number(0), xp.number(0)))]
    with_one: dict[tuple[Fraction, Fraction], list[Any]] = {}
    for at, beside in _vectors(4, m, d):
        if at not in with_one:
            one = cells(xp, tuple(map(xp.number, at)))
            with_one[at] = [r + rate * x for r, x in zip(nothing, one, strict=True)]
        less, other = rate * level, cells(xp, tuple(map(xp.number, beside)))
        gained = (xp.positive(x - less * y) for x, y in zip(with_one[at], other, strict=True))
        if sum(gained, xp.number(0)) > stated:
            return False
    return True


@NEARER.soundness(
    "nearer-replaced-profile.places",
    "Any place gives an upper and a lower bound.",
    "ours",
    "3 rates, 2 distances, 6 eps, 5 places",
    Sampled("balls", digits=30, bits=192, q=RATES, m="1", between="1/2 3/2", eps=EPSILONS, place="-3 -1 -1/4 1/2 2"),
)
def _bounds(xp: Any, q: Fraction, m: Fraction, between: Fraction, epsilon: Fraction, place: Fraction) -> bool:
    given = *map(xp.number, (q, m, between, epsilon)), xp.number(place)
    above, below = nearer_records.delta_above(xp, *given), nearer_records.delta_below(xp, *given)
    exact = exactly(q, m, between).delta(xp, xp.number(epsilon), {})
    return not below > exact and not exact > above
