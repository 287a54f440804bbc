"""Planted errors: a sign, a constant or a forgotten factor in what a plugin ships is refuted by a claim, with a
witness."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from chartered.model import failure_event
from chartered.profiles import tradeoff_curves
from chartered_plugins.basics import approximate, gdp, pure, renyi, zcdp
from chartered_plugins.basics.claims import bernoulli
from chartered_plugins.basics.formulas import gaussian_profile, randomized_response as response
from chartered_plugins.composition import central_limit
from chartered_plugins.composition.formulas import central_limit as clt
from chartered_plugins.conversion.formulas import two_sided as optimal_conversion
from chartered_plugins.mechanisms import gaussian, laplace
from chartered_plugins.mechanisms.formulas import (
    bounded_range,
    discrete_profiles as lattice,
    laplace_moments as two_ratios,
    laplace_profile,
)
from chartered_plugins.subsampling import amplification as subsampling
from chartered_plugins.subsampling.formulas import amplification
from planting import check_refuted


def response_count(xp: Any, e0: Any, k: Any, e: Any) -> Any:
    """k for k - 1."""
    return xp.positive(-xp.expm1(e - e0)) / (1 + k * xp.exp(-e0))


def response_inverse(xp: Any, e0: Any, k: Any, d: Any) -> Any:
    """delta added instead of subtracted."""
    return xp.log1p(xp.positive(xp.expm1(e0) + d * (xp.exp(e0) + k - 1)))


def laplace_half(xp: Any, e0: Any, e: Any) -> Any:
    """The half in the exponent forgotten."""
    return xp.positive(-xp.expm1(e - e0))


def laplace_ratio(case: Any) -> Any:
    """Scale over sensitivity."""
    return case.number("epsilon") if case.get("epsilon") is not None else case.number("scale") / case.sensitivity


def laplace_stated(case: Any) -> Any:
    """The sensitivity that is stated, also where a record is replaced."""
    return case.number("sensitivity") / case.number("scale")


def renyi_peer(xp: Any, e: Any, alpha: Any) -> Any:
    """A peer's (alpha-1) eps/alpha, which is no upper bound."""
    return (alpha - 1) * e / alpha


def mu_half(xp: Any, e: Any) -> Any:
    """The factor 2 forgotten."""
    return -xp.ndtri(1 / (1 + xp.exp(e)))


def profile_sign(xp: Any, mu: Any, e: Any) -> Any:
    """The second term added."""
    return xp.ndtr(mu / 2 - e / mu) + xp.exp(e + xp.log_ndtr(-mu / 2 - e / mu))


def profile_half(xp: Any, mu: Any, e: Any) -> Any:
    """mu for mu/2."""
    return xp.ndtr(mu - e / mu) - xp.exp(e) * xp.ndtr(-mu - e / mu)


def sampled_exp(xp: Any, q: Any, e: Any) -> Any:
    """e^eps for e^eps - 1."""
    return xp.log1p(q * xp.exp(e))


def sampled_linear(xp: Any, q: Any, e: Any) -> Any:
    """q eps, the limit for small eps."""
    return q * e


def inner_rate(xp: Any, q: Any, e: Any) -> Any:
    """Multiplied by the rate."""
    return xp.log1p(xp.expm1(e) * q)


def rate_forgotten(case: Any) -> ch.Profile:
    """q left out before the wrapped delta."""
    q, inner = case.number("rate"), case.inner
    return ch.Profile(delta=lambda xp, e, w: inner.delta(xp, amplification.inner_epsilon(xp, xp.number(q), e), w))


def one_fails(deltas: Any, counts: Any) -> Any:
    """The first failure only."""
    return deltas[0]


def own_delta_twice(g: Any) -> ch.Profile:
    """The factor 1 - delta0 forgotten."""

    def delta(xp: Any, e: Any, witness: Any) -> Any:
        return xp.number(g.delta) + response.delta(xp, xp.number(g.epsilon), xp.number(2), e)

    return ch.Profile(delta=delta)


def not_squared(case: Any) -> Any:
    """mu for mu^2."""
    return case.sensitivity / case.number("sigma")


def order_less_one(g: Any) -> ch.Renyi:
    """rho (alpha - 1)."""
    return ch.Renyi(curve=lambda xp, alpha: xp.number(g.rho) * (alpha - 1))


def first_only(gs: Any) -> Any:
    """One guarantee for all."""
    return gs[0]


def count_squared(g: Any, n: int) -> ch.GDP:
    """mu adds up instead of its square."""
    return ch.GDP(mu_squared=ch.scale(g.mu_squared, n * n))


def count_forgotten(g: Any, n: int) -> Any:
    """As much for n runs as for one."""
    return g


def offset_at_the_top(xp: Any, width: Any, alpha: Any) -> Any:
    """The worst offset taken for half of the width."""
    return width / 2


def pure_for_range(xp: Any, width: Any, alpha: Any) -> Any:
    """rho = eps^2/8 taken for the exact curve."""
    return width**2 / 8 * alpha


def not_squared_stick(xp: Any, width: Any, epsilon: Any) -> Any:
    """The square forgotten."""
    return xp.positive(-xp.expm1((epsilon - width) / 2)) / -xp.expm1(-width)


def continuous_laplace(xp: Any, rate: Any, epsilon: Any, alpha: Any) -> Any:
    """Continuous noise for discrete."""
    return two_ratios.laplace(xp, epsilon, alpha)


def one_outcome_late(xp: Any, rate: Any, shift: Any, epsilon: Any, m: Any) -> Any:
    """m for m + 1 in the first tail."""
    a = xp.exp(-rate)
    return (-xp.expm1(-m * rate) - a * xp.expm1(epsilon - (shift - m - 1) * rate)) / (1 + a)


def last_of_one_ratio(xp: Any, alpha: Any, e0: Any) -> Any:
    """The lower tangent point at 1 for 1/T."""
    return optimal_conversion.rc.tangent_lambda(xp, alpha, 0 * e0, e0)


def last_is_all(xp: Any, alpha: Any, e0: Any) -> Any:
    """As if randomized response were the worst pair up to its own eps."""
    return e0


def errors_not_exchanged(xp: Any, alpha: Any, a: Any, b: Any) -> Any:
    """b for 1 - b."""
    return bernoulli.log_moment(xp, alpha, b, a)


def noise_of_the_whole_head(xp: Any, head: Any, delta: Any, epsilon: Any) -> Any:
    """The half in the exponent forgotten."""
    return xp.positive(delta - xp.exp(-head) * xp.sqrt(delta * (delta + xp.expm1(epsilon))))


def noise_of_no_use(xp: Any, head: Any, delta: Any, epsilon: Any) -> Any:
    """Nothing taken beyond the head either."""
    return delta


def variance_not_halved(xp: Any, mean: Any, variance: Any, epsilon: Any) -> Any:
    """v for v/2 in the exponent."""
    x = (mean - epsilon) / xp.sqrt(variance)
    return xp.ndtr(x) - xp.exp(epsilon - mean + variance + xp.log_ndtr(x - xp.sqrt(variance)))


def second_about_zero(xp: Any, epsilon0: Any, k: Any) -> Any:
    """The second moment taken for the variance."""
    mean, variance, third = _response(xp, epsilon0, k)
    return mean, variance + mean**2, third


def only_the_ends(xp: Any, epsilon0: Any) -> Any:
    """Laplace's loss without what lies between its ends."""
    low = xp.exp(-epsilon0)
    return epsilon0 * (1 - low) / 2, epsilon0**2 * (1 + low) / 2, epsilon0**3 * (1 + low) / 2


def a_hundredth(xp: Any, variance: Any, third: Any) -> Any:
    """A constant below every true one."""
    return third / (100 * variance * xp.sqrt(variance))


def power_of_one_order(xp: Any, a: Any, e: Any, d: Any) -> Any:
    """Without the bound by the complement."""
    return xp.minimum(1, d + xp.exp(e) * a)


def power_without_delta(xp: Any, a: Any, e: Any, d: Any) -> Any:
    """That of a pure guarantee."""
    return 1 - tradeoff_curves.implied(xp, a, e, 0 * d)


def guess_of_equal_odds(xp: Any, likelier: Any, delta: Any) -> Any:
    """That of prior 1/2."""
    return (1 + delta) / 2


def precision_of_equal_odds(xp: Any, prior: Any, a: Any, b: Any) -> Any:
    """The prior forgotten."""
    return b / (a + b)


_response = clt.response

PLANTED = [
    (tradeoff_curves, "power", power_of_one_order, "risk.power.orders"),
    (tradeoff_curves, "power", power_without_delta, "risk.power.exact-pairs"),
    (tradeoff_curves, "best_guess", guess_of_equal_odds, "risk.accuracy.prior"),
    (tradeoff_curves, "best_guess", guess_of_equal_odds, "risk.gaussian"),
    (tradeoff_curves, "precision", precision_of_equal_odds, "risk.precision.bayes"),
    (laplace_profile, "rectified_delta", noise_of_the_whole_head, "rectified.profile.parts"),
    (laplace_profile, "rectified_delta", noise_of_the_whole_head, "rectified.profile.rises"),
    (laplace_profile, "rectified_delta", noise_of_the_whole_head, "rectified.profile.attained"),
    (laplace_profile, "rectified_delta", noise_of_no_use, "rectified.profile.head"),
    (clt, "delta_normal", variance_not_halved, "central-limit.profile.normal"),
    (clt, "distance", a_hundredth, "central-limit.profile.exact-sums"),
    (clt, "response", second_about_zero, "randomized-response.moments.sum"),
    (clt, "response", second_about_zero, "pure.moments.worst-case"),
    (central_limit, "_times", count_forgotten, "central-limit.composition.adds"),
    (clt, "laplace", only_the_ends, "laplace.moments.integral"),
    (optimal_conversion, "last_epsilon", last_of_one_ratio, "renyi.two-sided.last-epsilon"),
    (optimal_conversion, "last_epsilon", last_is_all, "renyi.two-sided.beyond"),
    (optimal_conversion, "last_epsilon", last_is_all, "renyi.two-sided.edge"),
    (bernoulli, "log_moment_of_errors", errors_not_exchanged, "renyi.two-sided.tradeoff.errors"),
    (response, "delta", response_count, "renyi.two-sided.mean"),
    (response, "delta", response_count, "renyi.two-sided.attained"),
    (two_ratios, "below_top", offset_at_the_top, "exponential.renyi.offset"),
    (two_ratios, "bounded_range", pure_for_range, "exponential.renyi.closed"),
    (bounded_range, "delta", not_squared_stick, "exponential.profile.offset"),
    (two_ratios, "discrete_laplace", continuous_laplace, "discrete-laplace.renyi.sum"),
    (lattice, "laplace_gain", one_outcome_late, "discrete-laplace.profile.cut"),
    (response, "delta", response_count, "pure.worst-case.attained"),
    (response, "delta", response_count, "pure.profile.sound"),
    (response, "delta", response_count, "approximate.worst-case.cases"),
    (response, "delta", response_count, "randomized-response.profile.sum"),
    (response, "epsilon", response_inverse, "pure.profile.inverse"),
    (response, "epsilon", response_inverse, "approximate.profile.inverse"),
    (response, "epsilon", response_inverse, "randomized-response.profile.inverse"),
    (laplace_profile, "delta_laplace", laplace_half, "laplace.profile.integral"),
    (laplace_profile, "delta_laplace", laplace_half, "laplace.profile.inverse"),
    (laplace, "_epsilon", laplace_ratio, "laplace.pure.ratio"),
    (laplace, "_epsilon", laplace_stated, "laplace.pure.ratio"),
    (renyi, "renyi_of_pure", renyi_peer, "pure.renyi.attained"),
    (renyi, "renyi_of_pure", renyi_peer, "pure.renyi.worst-case"),
    (renyi, "_compose", first_only, "renyi.composition.adds"),
    (renyi, "_times", count_forgotten, "renyi.composition.adds"),
    (gaussian_profile, "mu_of_pure", mu_half, "pure.gdp.sound"),
    (gaussian_profile, "mu_of_pure", mu_half, "pure.gdp.least"),
    (gaussian_profile, "delta_mu", profile_sign, "gdp.profile.pair"),
    (gaussian_profile, "delta_mu", profile_half, "gdp.profile.rate"),
    (gaussian_profile, "delta_mu", profile_half, "gdp.profile.tradeoff"),
    (gdp, "_compose", first_only, "gdp.composition.rotation"),
    (gdp, "_times", count_squared, "gdp.composition.rotation"),
    (amplification, "sampled_epsilon", sampled_exp, "poisson.profile.remove"),
    (amplification, "sampled_epsilon", sampled_linear, "poisson.profile.exact-pairs"),
    (amplification, "sampled_epsilon", sampled_linear, "poisson.pure.ratio"),
    (amplification, "inner_epsilon", inner_rate, "poisson.profile.shipped"),
    (subsampling, "_profile", rate_forgotten, "poisson.profile.shipped"),
    (failure_event, "some_failure_event", one_fails, "approximate.composition.attained"),
    (failure_event, "some_failure_event", one_fails, "approximate.composition.sound"),
    (approximate, "_profile", own_delta_twice, "approximate.profile.sound"),
    (gaussian, "_mu_squared", not_squared, "gaussian.gdp.ratio"),
    (gaussian, "_mu_squared", not_squared, "gaussian.zcdp.square"),
    (zcdp, "_renyi", order_less_one, "zcdp.renyi.line"),
    (zcdp, "_renyi", order_less_one, "pure.zcdp.sound"),
    (zcdp, "_compose", first_only, "zcdp.composition.adds"),
    (pure, "_compose", first_only, "pure.composition.adds"),
    (pure, "_times", count_forgotten, "pure.composition.adds"),
]


@pytest.mark.parametrize(
    ("module", "formula", "wrong", "claim"), PLANTED, ids=lambda part: getattr(part, "__name__", part)
)
def test_a_wrong_formula_is_refuted(module: Any, formula: str, wrong: Any, claim: str) -> None:
    """The claim that watches over the formula is refuted, and shows a witness."""
    check_refuted(module, formula, wrong, claim)
