"""Claims about subsampled mechanisms: the registered removal and addition directions, compared with runs that are known
exactly."""

from fractions import Fraction
from functools import cache, partial
from math import comb
from typing import Any

import chartered as ch
from chartered.model import failure_event as failures
from chartered.proving import Proofs, Sampled, case, claims_of, numbers, registered, replaced
from chartered_verify.arithmetic import Value

from ...basics.formulas import gaussian_profile, randomized_response as response
from ...loss_distribution import from_profiles as pld
from ...loss_distribution.formulas.connect_the_dots import Direction
from ...loss_distribution.guarantee import LossDistribution
from .replaced_record_cases import EPSILONS, RATES, gains

_compared = partial(Sampled, "balls", digits=30, bits=192)
POISSON = Proofs("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018")
SAMPLE = Proofs("sample", "Balle, Barthe, Gaboardi 2018")
claims = claims_of(POISSON, SAMPLE)
SIZES = numbers("1/2 2")


def _directions(q: Fraction, inner: Direction, many: bool = False) -> tuple[Direction, Direction]:
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


def _normal(mu: Fraction) -> Direction:
    return Direction(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(mu), e))


def _chances(xp: Any, q: Fraction, size: Fraction, runs: int = 1) -> tuple[list[Value], list[Value]]:
    """The distribution of the number of equal answers among these runs: with the record in the data, and without it."""
    one = 1 / (1 + xp.exp(-xp.number(size)))
    with_it, without = ((1 - share) * (1 - one) + share * one for share in (xp.number(q), xp.number(0)))
    both = ([comb(runs, j) * p**j * (1 - p) ** (runs - j) for j in range(runs + 1)] for p in (with_it, without))
    first, second = both
    return first, second


def _answers(xp: Any, q: Fraction, size: Fraction, epsilon: Fraction) -> bool:
    e, (with_it, without) = xp.number(epsilon), _chances(xp, q, size)
    exact = gains(xp, with_it, without, epsilon), gains(xp, without, with_it, epsilon)
    directions = _directions(q, answer(size))
    return all(way.curve(xp, e).overlaps(delta) for way, delta in zip(directions, exact, strict=True))


def _normals(xp: Any, q: Fraction, mu: Fraction, epsilon: Fraction) -> bool:
    """Whether both directions for Gaussian noise are as computed directly: with a = e^eps the mixture is more than a
    times as likely if e^(mu z - mu^2/2) > 1 + (a - 1)/q, and less than 1/a times as likely if it is below 1 - (1 -
    1/a)/q."""
    rate, m, e = xp.number(q), xp.number(mu), xp.number(epsilon)
    removal, addition = (direction.curve(xp, e) for direction in _directions(q, _normal(mu)))

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


@POISSON.soundness(
    "pld.max-loss",
    "From the shipped maximal loss on each direction has its delta at infinity, and not a thousandth before; where "
    "the step has none, that of the addition direction is where c = 0.",
    "direct computation",
    "3 rates, 2 sizes; randomized response that fails in 0, 1/100 and 1/2 of all runs, and Gaussian noise",
    _compared(q=RATES, size=SIZES, failing=(*numbers("0 1/100 1/2"), None)),
)
def _max_loss(xp: Any, q: Fraction, size: Fraction, failure_event: Fraction | None) -> bool:
    inner = answer(size)

    def failing(within: Any, e: Value) -> Value:
        return failures.with_failure_event(within.number(failure_event or 0), inner.curve(within, e))

    removal, addition = _directions(
        q, _normal(size) if failure_event is None else Direction(failing, failure_event, size)
    )
    if failure_event is None and (removal.max_loss is not None or removal.delta_at_infinity != 0):
        return False
    for direction in (removal, addition) if failure_event is not None else (addition,):
        assert direction.max_loss is not None
        there, before = (direction.curve(xp, xp.number(direction.max_loss * s)) for s in numbers("1 999/1000"))
        if not (abs(there - xp.number(direction.delta_at_infinity)) < 2.0**-50 and before > there):
            return False
    return addition.delta_at_infinity == 0 and removal.delta_at_infinity == q * (failure_event or 0)


@cache
def _many(q: Fraction, size: Fraction, runs: int) -> tuple[ch.Profile, Fraction]:
    """The shipped profile of `runs` runs, which are convolved once for every eps, and their maximal loss."""
    pair = _directions(q, answer(size))
    assert pair[0].max_loss is not None
    return pld.profile(LossDistribution(((pair, runs),), (Fraction(0),))), pair[0].max_loss


@POISSON.soundness(
    "pld.runs",
    "The shipped delta of many runs of randomized response on a sample is nowhere below the exact one in either "
    "direction, and on a fine grid within a hundredth of it.",
    "Theorems 10 and 11; direct computation",
    "3 rates, 2 and 11 runs, 6 eps, 200 and 3 grid intervals",
    _compared(q=RATES, runs=(2, 11), eps=EPSILONS),
)
def _runs(xp: Any, q: Fraction, runs: int, epsilon: Fraction) -> Any:
    size, truncated_mass = Fraction(1, 2), Fraction(1, 10**12)
    whole, max_loss = _many(q, size, runs)
    e, (with_it, without) = xp.number(epsilon), _chances(xp, q, size, runs)
    exact = xp.maximum(gains(xp, with_it, without, epsilon), gains(xp, without, with_it, epsilon))
    fine, coarse = (
        whole.delta(xp, e, {"step": spacing, "back": spacing, "tail": truncated_mass})
        for spacing in (max_loss / 200, max_loss / 3)
    )
    room = exact * xp.number(Fraction(101, 100)) + xp.number(truncated_mass) * runs * 100
    return fine.upper() >= exact.lower() and coarse.upper() >= exact.lower() and fine <= room


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
    return all(direction.curve(xp, e).overlaps(stated) for direction in _directions(q, own, many=True))
