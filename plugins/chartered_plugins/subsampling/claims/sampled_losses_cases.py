"""Claims about subsampled mechanisms: the registered removal and addition directions, compared with runs that are known
exactly."""

from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, claims_of, numbers, registered, replaced
from chartered_verify.arithmetic import Value

from ...basics.formulas import gaussian_profile, randomized_response as response
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...loss_distribution.guarantee import LossDistribution
from .replaced_record_cases import EPSILONS, RATES, gains

_compared = partial(Sampled, "balls", digits=30, bits=192)
POISSON = Proofs("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018")
SAMPLE = Proofs("sample", "Balle, Barthe, Gaboardi 2018")
claims = claims_of(POISSON, SAMPLE)
SIZES = numbers("1/2 2")


def directions_of(q: Fraction, inner: Direction, many: bool = False) -> tuple[Direction, Direction]:
    """The registered removal and addition directions of a sample, for a step whose two directions are equal."""
    name, settings = ("sample", f"size={q.numerator},of={q.denominator}") if many else ("poisson", f"rate={q}")
    losses = LossDistribution((((inner, inner), 1),), (inner.delta_at_infinity,))
    sampled = case(f"{name}:{settings}/pure:epsilon=0", losses)
    ((pair, times),) = registered(f"{name}.pld").bound(sampled).composition
    assert times == 1, "a sample is taken once"
    return pair  # type: ignore[no-any-return]


def answer(size: Fraction) -> Direction:
    """The profile of randomized response."""
    return Direction(lambda xp, e: response.delta(xp, xp.number(size), xp.number(2), e), max_loss=size)


def normal(mu: Fraction) -> Direction:
    """The profile of Gaussian noise."""
    return Direction(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(mu), e))


def chances(xp: Any, q: Fraction, size: Fraction, runs: int = 1) -> tuple[list[Value], list[Value]]:
    """The distribution of the number of equal answers among these runs: with the record in the data, and without it."""
    one = 1 / (1 + xp.exp(-xp.number(size)))
    with_it, without = ((1 - share) * (1 - one) + share * one for share in (xp.number(q), xp.number(0)))
    both = ([comb(runs, j) * p**j * (1 - p) ** (runs - j) for j in range(runs + 1)] for p in (with_it, without))
    first, second = both
    return first, second


def _answers(xp: Any, q: Fraction, size: Fraction, epsilon: Fraction) -> bool:
    e, (with_it, without) = xp.number(epsilon), chances(xp, q, size)
    exact = gains(xp, with_it, without, epsilon), gains(xp, without, with_it, epsilon)
    directions = directions_of(q, answer(size))
    return all(way.curve(xp, e).overlaps(delta) for way, delta in zip(directions, exact, strict=True))


def _normals(xp: Any, q: Fraction, mu: Fraction, epsilon: Fraction) -> bool:
    """Whether both directions for Gaussian noise are as computed directly: with a = e^eps the mixture is more than a
    times as likely if e^(mu z - mu^2/2) > 1 + (a - 1)/q, and less than 1/a times as likely if it is below 1 - (1 -
    1/a)/q."""
    rate, m, e = xp.number(q), xp.number(mu), xp.number(epsilon)
    removal, addition = (direction.curve(xp, e) for direction in directions_of(q, normal(mu)))

    def place(ratio: Value) -> Value:
        return xp.log(ratio) / m + m / 2

    def mixture(z: Value) -> Value:
        return (1 - rate) * xp.ndtr(z) + rate * xp.ndtr(z - m)

    high = place(1 + xp.expm1(e) / rate)
    above = (1 - mixture(high)) - xp.exp(e) * (1 - xp.ndtr(high))
    ratio = (xp.exp(-e) - 1 + rate) / rate
    if not ratio > 0:
        return bool(removal.overlaps(above) and addition == 0)
    low = place(ratio)
    return bool(removal.overlaps(above) and addition.overlaps(xp.ndtr(low) - xp.exp(e) * mixture(low)))


POISSON.soundness(
    "pld.exact",
    "Of randomized response and of the Gaussian mechanism both shipped directions are the exact delta of one run, "
    "also beyond their ends.",
    "Theorem 11; direct computation",
    "3 rates, 2 sizes, 6 eps",
    _compared(lambda xp, meet, *at: meet(xp, *at), mechanisms=(_answers, _normals), q=RATES, size=SIZES, eps=EPSILONS),
)


@SAMPLE.soundness(
    "pld.shipped",
    "Both shipped directions are the profile that sample.profile states, which bounds either.",
    "Theorem 9",
    "3 rates, 6 eps",
    _compared(q=RATES, eps=EPSILONS),
)
def _shipped(xp: Any, q: Fraction, epsilon: Fraction) -> bool:
    own, e = answer(Fraction(2)), xp.number(epsilon)
    inner = ch.Profile(delta=lambda within, at, witness: own.curve(within, at))
    sampled = replaced(f"sample:size={q.numerator},of={q.denominator}/pure:epsilon=0", inner)
    profile = registered("sample.profile").bound(sampled)
    stated = profile.delta(xp, e, {})
    return all(direction.curve(xp, e).overlaps(stated) for direction in directions_of(q, own, many=True))
