"""Planted errors: a weight, a constant or a direction forgotten in what ships for subsampled mechanisms is refuted by a
claim."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from chartered_plugins.subsampling import amplification as subsampling, rate as samples
from chartered_plugins.subsampling.formulas import (
    amplification,
    fixed_size_moments as sample_moments,
    integer_orders as whole_orders,
    nearer_records,
    poisson_moments,
    replaced_record,
)
from planting import check_refuted


def rest_forgotten(moments: Any, rate: Any, n: int) -> Any:
    """The sum without (1-q)^(n-k)."""
    xp, excesses = moments.xp, moments.excesses.up_to(n)
    return xp.log1p(sum(comb(n, k) * xp.number(rate) ** k * xp.exp(excesses[k]) for k in range(2, n + 1)))


def one_direction(moments: Any, rate: Fraction, n: int) -> Any:
    """The reverse direction forgotten."""
    return moments.xp.number(0)


def chord_over_the_order(alpha: Any, n: Any, low: Any, high: Any) -> Any:
    """alpha for alpha - 1."""
    return (low + (alpha - n) * (high - low)) / alpha


def share_halved(none: Any) -> Any:
    """One direction of the pair (B,C) only."""
    return (15 + 17 * none) / 60


def poisson_for_a_sample(costs: Any, rate: Fraction, n: int) -> Any:
    """The sum of a Poisson sample under add-or-remove."""
    return poisson_moments.forward(costs, rate, n)


def square_once(costs: Any, rate: Any, n: int) -> Any:
    """The triangle inequality forgotten: e^c(2) - 1 for four times it."""
    xp, cumulants = costs.xp, costs.cumulants.up_to(n)
    chances = costs.binomial(n, range(2, n + 1), xp.log(xp.number(rate)), xp.number(0))
    return xp.log1p_sum_exp(
        [c + m for c, m in zip(chances, [costs.excesses.up_to(2)[2], *cumulants[3:]], strict=False)]
    )


def of_over_size(case: Any) -> Any:
    """The rate turned over."""
    return case.number("of") / case.number("size")


def sampled_linear(xp: Any, q: Any, e: Any) -> Any:
    """q eps, the limit for small eps."""
    return q * e


def outer_size_kept(case: Any) -> Any:
    """The outer sample's size for the inner one's."""
    return case.step


def replaced_without_rest(xp: Any, q: Any, removal: Any, addition: Any, e: Any, c: Any) -> Any:
    """What the record that comes adds, forgotten."""
    return q * replaced_record.divergence(xp, removal, addition, xp.log(replaced_record.without_record(xp, q, e) + c))


def replaced_share_beyond(xp: Any, mu: Any, without: Any, e: Any) -> Any:
    """The sign of mu^2/2 turned."""
    half, a = without * xp.exp(mu * mu / 2) / 2, xp.exp(e)
    return a * xp.exp(mu * mu / 2) / (half + xp.sqrt(half * half + a))


def replaced_unsampled(xp: Any, q: Any, e: Any) -> Any:
    """(1 - q)/q forgotten."""
    return xp.expm1(e)


def replaced_end(xp: Any, q: Any, inner: Any, *, fails: bool) -> Any:
    """That of an added record."""
    return xp.log1p(q * xp.expm1(inner))


def replaced_below_one(xp: Any, curve: Any, swapped: Any, e: Any) -> Any:
    """The profile at -eps taken at eps < 0, without 1 - a."""
    return curve(xp, e) if e >= 0 else swapped(xp, -e)


def nearer_by_one(xp: Any, q: Any, own: Any, between: Any, e: Any, y: Any) -> Any:
    """The part against the record that comes, forgotten."""
    return q * nearer_records.delta_mu(xp, own, own * own / 2 - own * y)


def nearer_below_without_rest(xp: Any, q: Any, own: Any, between: Any, e: Any, y: Any) -> Any:
    """The outputs without the record, forgotten."""
    return q * (xp.ndtr(y) - xp.exp(e) * xp.ndtr(y - between))


def tail_from_half(xp: Any, q: Any, own: Any) -> Any:
    """The start of the tail without the rate."""
    return own * own / 2


PLANTED = [
    (replaced_record, "delta", replaced_without_rest, "poisson.replaced-pld.random"),
    (replaced_record, "delta", replaced_without_rest, "poisson.exact-replaced-profile.half-lines"),
    (replaced_record, "gaussian_share", replaced_share_beyond, "poisson.exact-replaced-profile.normal"),
    (replaced_record, "without_record", replaced_unsampled, "poisson.replaced-profile.outcome"),
    (replaced_record, "max_loss", replaced_end, "poisson.replaced-pure.ratio"),
    (replaced_record, "max_loss", replaced_end, "poisson.exact-replaced-profile.max-loss"),
    (replaced_record, "divergence", replaced_below_one, "poisson.exact-replaced-profile.stated"),
    (nearer_records, "delta_above", nearer_by_one, "poisson.replaced-profile.triangle"),
    (nearer_records, "delta_above", nearer_by_one, "poisson.nearer-replaced-profile.places"),
    (nearer_records, "delta_below", nearer_below_without_rest, "poisson.nearer-replaced-profile.attained"),
    (replaced_record, "tail_start", tail_from_half, "poisson.exact-replaced-profile.tail"),
    (poisson_moments, "forward", rest_forgotten, "poisson.renyi.sum"),
    (poisson_moments, "forward", rest_forgotten, "poisson.renyi.gaussian"),
    (poisson_moments, "backward", one_direction, "poisson.renyi.reverse.shipped"),
    (whole_orders, "chord", chord_over_the_order, "poisson.renyi.chords"),
    (amplification, "sampled_epsilon", sampled_linear, "poisson.renyi.mixed"),
    (amplification, "sampled_epsilon", sampled_linear, "sample.renyi.mixed"),
    (sample_moments, "near_share", share_halved, "sample.renyi.near"),
    pytest.param(sample_moments, "fine", poisson_for_a_sample, "sample.renyi.fine", marks=pytest.mark.full),
    (sample_moments, "cumulant", poisson_for_a_sample, "sample.renyi.exact-triples"),
    (sample_moments, "coarse", square_once, "sample.renyi.coarse"),
    (sample_moments, "SHIFTS", (2, 4), "sample.renyi.apart.shipped"),
    (samples, "rate", of_over_size, "sample.profile.shipped"),
    (samples, "rate", of_over_size, "sample.pure.zero"),
    (subsampling, "_once", outer_size_kept, "sample.twice.is-one-sample"),
    (subsampling, "_once", outer_size_kept, "poisson.twice.is-one-sample"),
    (amplification, "sampled_epsilon", sampled_linear, "sample.profile.mixture"),
    (amplification, "sampled_epsilon", sampled_linear, "sample.pure.zero"),
]


@pytest.mark.parametrize(("module", "name", "planted", "claim"), PLANTED, ids=lambda x: getattr(x, "__name__", None))
def test_a_planted_error_is_refuted(module: Any, name: str, planted: Any, claim: str) -> None:
    """With a witness, not merely undecided."""
    check_refuted(module, name, planted, claim)
