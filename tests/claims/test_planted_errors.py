"""Planted errors: a sign or a constant changed in a shipped formula is refuted by a claim, with a witness."""

from __future__ import annotations

from typing import Any

import pytest
from chartered_plugins.basics.claims import bernoulli
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.conversion.formulas import closed_forms as renyi_conversion, linear_curve as gaussian_moments
from planting import check_refuted


def zeta_sign(xp: Any, a: Any) -> Any:
    """log alpha added instead of subtracted."""
    return (a - 1) * xp.log1p(-1 / a) + xp.log(a)


def first_exponent(xp: Any, a: Any, e: Any, d: Any, s: Any) -> Any:
    """s^(alpha-1) for s^alpha."""
    return (a - 1) * (e - xp.log(s - 1)) + xp.log(d) + (a - 1) * xp.log(s)


def second_sign(xp: Any, a: Any, e: Any, d: Any, s: Any) -> Any:
    """1 + q for 1 - q."""
    return a * xp.log1p(-d * s) - (a - 1) * xp.log1p(d * (s - 1) * xp.exp(-e))


def bregman_constant(xp: Any, a: Any, v: Any) -> Any:
    """alpha for alpha - 1 before t^alpha - t^(alpha-1)."""
    return a * xp.exp(-(a - 1) * v) * xp.expm1(-v) - xp.expm1(-(a - 1) * v)


def mean_without_alpha(xp: Any, a: Any, gamma: Any, v: Any) -> Any:
    """The tangent's slope left out of the mean of h."""
    return (a - 1) * gamma


def lambda_sign(xp: Any, a: Any, v: Any, w: Any) -> Any:
    """1 + 1/alpha for 1 - 1/alpha."""
    return w + xp.log1p(1 / a) + xp.log1p(-xp.exp(-a * (w + v))) - xp.log(-xp.expm1(-(a - 1) * (w + v)))


def epsilon_without_alpha(xp: Any, a: Any, gamma: Any, d: Any) -> Any:
    """alpha delta with the alpha forgotten."""
    return xp.log1p(xp.expm1((a - 1) * gamma) / d) / (a - 1)


def gamma_f_sign(xp: Any, a: Any, e: Any, d: Any) -> Any:
    """e^eps + alpha delta for e^eps - alpha delta."""
    shrink = xp.exp(-e)
    term = (1 + a * d * shrink) * xp.exp(a * (xp.log1p(-d) - xp.log1p(-d * shrink)))
    return xp.log(term + a * d * xp.exp((a - 1) * e)) / (a - 1)


def edge_sign(xp: Any, gamma: Any, d: Any) -> Any:
    """gamma - log(1-delta)."""
    return gamma - xp.log1p(-d)


def classical_sign(xp: Any, a: Any, gamma: Any, d: Any) -> Any:
    """log(delta) for log(1/delta)."""
    return gamma + xp.log(d) / (a - 1)


def partner_sign(xp: Any, p: Any, e: Any, d: Any) -> Any:
    """e^eps for e^-eps."""
    return (p - d) * xp.exp(e)


def chi_factor(xp: Any, a: Any, gamma: Any) -> Any:
    """Not divided by alpha - 1."""
    return xp.expm1((a - 1) * gamma)


def accountant_constant(xp: Any, rho: Any, d: Any) -> Any:
    """sqrt(2 rho L) for sqrt(4 rho L)."""
    return rho + xp.sqrt(2 * rho * -xp.log(d))


def balance_sign(xp: Any, rho: Any, d: Any, a: Any) -> Any:
    """The logarithm subtracted."""
    return rho * (a - 1) ** 2 - xp.log(a * d)


def variance_factor(xp: Any, e: Any, d: Any, times: Any) -> Any:
    """eps^2 for 2 eps^2."""
    reach = -xp.log(d)
    return times * (xp.sqrt(e + reach) + xp.sqrt(reach)) ** 2 / e**2


def theorem5_misprint(xp: Any, e: Any, d: Any, times: Any) -> Any:
    """log(delta zeta) for log(delta/zeta)."""
    a = -2 * xp.log(d) / e
    return a * times / (2 * e + 2 * (xp.log(d) + renyi_conversion.log_zeta(xp, a)) / (a - 1))


def sampled_exponent(xp: Any, alpha: int, q: Any, variance: Any) -> Any:
    """k^2 for k^2 - k, at the order 2."""
    return (1 - q) ** 2 + 2 * q * (1 - q) * xp.exp(1 / (2 * variance)) + q**2 * xp.exp(4 / (2 * variance))


def profile_sign(xp: Any, mu: Any, e: Any) -> Any:
    """The second term added."""
    return xp.ndtr(mu / 2 - e / mu) + xp.exp(e + xp.log_ndtr(-mu / 2 - e / mu))


PLANTED = [
    (renyi_conversion, "log_zeta", zeta_sign, "T1.sharp-constant"),
    (renyi_conversion, "objective_first", first_exponent, "T3.printed-form"),
    (renyi_conversion, "objective_second", second_sign, "T3.pair"),
    (renyi_conversion, "objective_second", second_sign, "T3.brute-force"),
    (renyi_conversion, "bregman", bregman_constant, "T4.bernoulli"),
    (renyi_conversion, "bregman", bregman_constant, "T3.dual-function"),
    (renyi_conversion, "log_mean", mean_without_alpha, "T3.dual-formulas"),
    (renyi_conversion, "tangent_lambda", lambda_sign, "T3.dual-formulas"),
    (renyi_conversion, "closed_epsilon_f", epsilon_without_alpha, "L1.second-branch"),
    (renyi_conversion, "lower_gamma_f", gamma_f_sign, "T4.f"),
    (renyi_conversion, "edge_epsilon", edge_sign, "L1.edge"),
    (renyi_conversion, "edge_epsilon", edge_sign, "T3.dual-edge"),
    (renyi_conversion, "classical_epsilon", classical_sign, "T1.solved"),
    (bernoulli, "partner", partner_sign, "T3.pair"),
    (bernoulli, "chi_of_renyi", chi_factor, "chi.inverse"),
    (gaussian_moments, "accountant_epsilon", accountant_constant, "E23.minimum"),
    (gaussian_moments, "lemma2_balance", balance_sign, "L2.balance"),
    (gaussian_moments, "accountant_variance", variance_factor, "E28.inverse"),
    (gaussian_moments, "theorem5_variance", theorem5_misprint, "T5.exact-form"),
    (gaussian_moments, "sampled_moment", sampled_exponent, "erratum.F3-rho"),
    (gaussian_profile, "delta_mu", profile_sign, "F2.values"),
]


@pytest.mark.parametrize(
    ("module", "formula", "wrong", "claim"), PLANTED, ids=lambda part: getattr(part, "__name__", part)
)
def test_a_wrong_formula_is_refuted(module: Any, formula: str, wrong: Any, claim: str) -> None:
    """The claim that watches over the formula is refuted, and shows a witness."""
    check_refuted(module, formula, wrong, f"asoodeh2020.{claim}")
