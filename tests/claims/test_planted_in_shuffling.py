"""Planted errors: a power, a factor or a clone too many in what ships for shuffles and check-ins is refuted by a claim
about the papers."""

from __future__ import annotations

from typing import Any

import pytest
from chartered_plugins.checkins.formulas import report_slots
from chartered_plugins.shuffling.claims import clones_reduction, girgis2021
from chartered_plugins.shuffling.formulas import blanket, clones_renyi as clone_moments, closed_forms as shuffling
from chartered_plugins.subsampling.formulas import amplification
from planting import check_refuted


def window_power(xp: Any, slots: Any, share: Any, epsilon0: Any) -> Any:
    """e^eps0 forgotten."""
    return (share * xp.expm1(epsilon0)) ** 2 / slots


def share_once(xp: Any, slots: Any, share: Any, epsilon0: Any) -> Any:
    """p for p^2."""
    return share * xp.expm1(epsilon0) ** 2 * xp.exp(epsilon0) / slots


def places_power(xp: Any, epsilon0: Any, n: Any) -> Any:
    """e^(2 eps0) for e^(3 eps0)."""
    return xp.exp(2 * epsilon0) * xp.expm1(epsilon0) ** 2 / n


def one_swap(xp: Any, epsilon0: Any, n: Any) -> tuple[Any, Any]:
    """The factor 2 of the swap forgotten."""
    once = xp.exp(2 * epsilon0) * xp.expm1(epsilon0) / n
    return n * once * xp.expm1(once), n * once**2


def crowding_added(xp: Any, slots: Any, clients: Any, unlucky: Any) -> Any:
    """The square root of the chance's logarithm forgotten."""
    return xp.sqrt(1 / clients + 1 / slots) - xp.log(unlucky) / clients


def sampled_exp(xp: Any, q: Any, e: Any) -> Any:
    """e^eps for e^eps - 1."""
    return xp.log1p(q * xp.exp(e))


def one_client_fewer(slots: Any, windows: Any, share: Any, clients: int) -> Any:
    """n - 1 clients for n."""
    return windows * (1 - share / slots) ** (clients - 1)


def short_form(xp: Any, n: int, epsilon0: Any, order: int) -> Any:
    """The constant 4 forgotten, and the square with it."""
    return xp.log1p(order * xp.expm1(epsilon0) ** 2 / n) / (order - 1)


def shrunk(xp: Any, *rest: Any) -> Any:
    """A tail bound over 20."""
    return HOEFFDING(xp, *rest) / 20


def ordinary_counts(n: int, k: int, odds: Any, level: Any) -> Any:
    """The reduction to two counts with a report less."""
    return COUNTS(n - 1, k, odds, level)


def fewer_values(xp: Any, epsilon0: Any, k: Any, epsilon: Any) -> blanket.Blanket:
    """k - 1 values for k."""
    return RESPONSE(xp, epsilon0, k - 1, epsilon)


def no_level(xp: Any, epsilon0: Any, epsilon: Any) -> blanket.Blanket:
    """The range of one likelihood for that of their weighted difference."""
    found = ANY(xp, epsilon0, epsilon)
    return blanket.Blanket(found.gamma, found.top, found.span * xp.exp(2 * epsilon0), found.second)


def p_outside(slots: Any, share: Any, rise: Any, lowest: Any) -> Any:
    """p for p^2."""
    return share * rise**2 / (slots * (1 - share + share * lowest))


def multiplied(xp: Any, *rest: Any) -> Any:
    """Forty times the divergence."""
    return 40 * MOMENTS(xp, *rest)


def half_as_much(xp: Any, epsilon0: Any, n: Any, delta: Any) -> Any:
    """4 for 8."""
    return xp.log1p(xp.expm1(CLOSED(xp, epsilon0, n, delta)) / 2)


def every_second(xp: Any, epsilon0: Any, n: Any, delta0: Any) -> Any:
    """n/2 for n."""
    return (1 + xp.exp(-epsilon0) / 2) * n / 2 * delta0


CLOSED = shuffling.feldman_epsilon
HOEFFDING, COUNTS, MOMENTS = blanket.hoeffding, clones_reduction.two_counts, clone_moments.renyi
RESPONSE, ANY = blanket.response, blanket.any_randomizer
PLANTED = [
    (report_slots, "printed_variance_proxy", window_power, "balle2020checkins.Table1.order"),
    (report_slots, "printed_variance_proxy", window_power, "balle2020checkins.Table1.large"),
    (report_slots, "printed_variance_proxy", window_power, "balle2020checkins.C3.3.rate"),
    (report_slots, "printed_variance_proxy", share_once, "balle2020checkins.C3.3.numbers"),
    (report_slots, "printed_variance_proxy", share_once, "balle2020checkins.T3.2.numbers"),
    (report_slots, "crowding", crowding_added, "balle2020checkins.T4.1.short"),
    (report_slots, "crowding", crowding_added, "balle2020checkins.T4.1.numbers"),
    (report_slots, "empty_slots", one_client_fewer, "balle2020checkins.dummies.numbers"),
    (shuffling, "variance_proxy", places_power, "balle2020checkins.Table1.order"),
    (shuffling, "variance_proxy", places_power, "balle2020checkins.Table1.small"),
    (shuffling, "variance_proxy", places_power, "balle2020checkins.T5.1.numbers"),
    (shuffling, "swap_variance_proxy", one_swap, "balle2020checkins.Table1.large"),
    (shuffling, "swap_variance_proxy", one_swap, "erlingsson2019.T7.constant"),
    (amplification, "sampled_epsilon", sampled_exp, "balle2020checkins.Table1.sharpened"),
    (report_slots, "variance_proxy", p_outside, "balle2020checkins.Table1.sharpened"),
    (report_slots, "variance_proxy", p_outside, "balle2020checkins.C3.3.numbers"),
    (shuffling, "variance_proxy", places_power, "balle2020checkins.T5.1.below-T31"),
    (shuffling, "feldman_epsilon", half_as_much, "feldman2021.T31.sound"),
    (shuffling, "printed_transfer", every_second, "feldman2021.T38.sound"),
    (blanket, "response", fewer_values, "balle2019.printed.response"),
    (blanket, "any_randomizer", no_level, "balle2019.printed.any"),
    (clone_moments, "renyi", multiplied, "girgis2021.upper.above-clones"),
    (blanket, "hoeffding", shrunk, "balle2019.core.exact-cases"),
    (clones_reduction, "two_counts", ordinary_counts, "feldman2023.two-counts.third-value"),
    (girgis2021, "simple", short_form, "girgis2021.simple.above-clones"),
    (amplification, "sampled_epsilon", sampled_exp, "balle2020checkins.Table1.order"),
]


@pytest.mark.parametrize(("module", "name", "planted", "claim"), PLANTED, ids=lambda x: getattr(x, "__name__", None))
def test_a_planted_error_is_refuted(module: Any, name: str, planted: Any, claim: str) -> None:
    """With a witness, not merely undecided."""
    check_refuted(module, name, planted, claim)
