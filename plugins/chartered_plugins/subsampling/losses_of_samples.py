"""The losses of what is done with one sample: a Poisson sample, of which one record is present or not, or is replaced
by another, and a sample without replacement."""

from __future__ import annotations

from functools import reduce

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value

from ..loss_distribution import from_profiles as pld
from ..loss_distribution.formulas import connect_the_dots
from ..loss_distribution.guarantee import LossDistribution
from . import nearer_records, rate as samples
from .formulas import gaussian_mixture, removal_and_addition as sampled, replaced_record as replaced
from .worst_pair import BOUNDED, NORMAL, nearer_than_twice, worst_pair_alone


def _inner(case: ch.Case) -> LossDistribution:
    """The losses of all that is done with one sample."""
    return pld.as_one_run(case.guarantee(LossDistribution))


def alike(case: ch.Case) -> str | None:
    """Removal and addition do not differ in what it wraps; a rate above 0 and below 1."""
    same = len(_inner(case).directions) == 1
    return samples.whole_or_none(case) if same else "removal and addition differ in what it wraps"


def of_poisson_sample(case: ch.Case) -> LossDistribution:
    """The losses of all that is done with one Poisson sample, of which one record is present or not."""
    rate, (removal, addition) = samples.rate(case), _inner(case).composition[0][0]
    return _of(case, (sampled.removal(rate, removal), sampled.addition(rate, addition)))


def of_sample(case: ch.Case) -> LossDistribution:
    """The losses of all that is done with one sample without replacement."""
    removal = sampled.removal(samples.rate(case), _inner(case).composition[0][0][0])
    return _of(case, (removal, removal))


def _of(case: ch.Case, pair: connect_the_dots.DirectionPair) -> LossDistribution:
    inner = _inner(case)
    return LossDistribution(((pair, 1),), (ch.scale(inner.deltas_at_infinity[0], samples.rate(case)),), inner.intervals)


def attained(case: ch.Case) -> str | None:
    """The losses of what it wraps are those of its worst pair, run once, and that is the pair of one record and of
    none."""
    inner = case.guarantee(LossDistribution)
    known = inner.side is ch.Side.EXACT and inner.runs == 1
    return worst_pair_alone(case) if known else ""


def _shares(case: ch.Case, pair: connect_the_dots.DirectionPair) -> replaced.Shares:
    """The values of c for the step inside: among them the best one if that has a closed form, otherwise one that is
    searched."""
    within, (removal, addition) = case.within, pair
    if within.step.name in NORMAL:
        mu = within.sensitivity / within.number("sigma")
        return lambda xp, without, epsilon: (replaced.gaussian_share(xp, xp.number(mu), without, epsilon),)
    most, fails = addition.max_loss, addition.delta_at_infinity > 0
    if within.step.name in BOUNDED and most is not None:
        return lambda xp, *given: replaced.bounded_shares(xp, xp.number(most), *given, fails=fails)
    rate = float(samples.rate(case))

    def searched(xp: Arithmetic, without: Value, epsilon: Value) -> tuple[Value, ...]:
        near = float(gaussian_mixture.middle(epsilon))
        loss = replaced.propose_loss(rate, removal.curve, addition.curve, near, most)
        return (xp.exp(epsilon - xp.number(loss)),)

    return searched


def curve_of(case: ch.Case, pair: connect_the_dots.DirectionPair) -> connect_the_dots.Curve:
    """The divergence of the sampled outputs in either direction: the least of the bounds."""
    if case.wrapped.name == "gaussian" and nearer_than_twice(case):
        return nearer_records.bound(case)
    rate, (removal, addition), shares = samples.rate(case), pair, _shares(case, pair)

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        q = xp.number(rate)
        tried = shares(xp, replaced.without_record(xp, q, epsilon), epsilon)
        bounds = [replaced.delta(xp, q, removal.curve, addition.curve, epsilon, c) for c in tried]
        return reduce(xp.minimum, bounds)

    return curve


def max_loss_of(case: ch.Case, pair: connect_the_dots.DirectionPair) -> ch.Number | None:
    """An eps from which on the divergence has its limit."""
    rate, (removal, addition) = samples.rate(case), pair
    inner, fails = removal.max_loss, removal is not addition or addition.delta_at_infinity > 0
    if inner is None:
        return None
    return lambda xp: replaced.max_loss(xp, xp.number(rate), xp.number(inner), fails=fails)


def of_replaced_record(case: ch.Case) -> LossDistribution:
    """The losses of all that is done with one Poisson sample, of which one record is replaced."""
    inner, rate = pld.as_one_run(case.guarantee(LossDistribution)), samples.rate(case)
    pair, max_loss = inner.composition[0][0], max_loss_of(case, inner.composition[0][0])
    above = None if max_loss is None else pld.end_of(max_loss, above=True)
    direction = connect_the_dots.Direction(curve_of(case, pair), rate * pair[0].delta_at_infinity, above)
    limit = ch.scale(inner.deltas_at_infinity[0], rate)
    return LossDistribution((((direction, direction), 1),), (limit,), inner.intervals)
