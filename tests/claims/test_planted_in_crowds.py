"""Planted errors: a factor forgotten in what ships for clones, crowds and replaced reports is refuted by a claim, with
a witness."""

from __future__ import annotations

from typing import Any

import pytest
from chartered_plugins.basics.formulas import randomized_response as response
from chartered_plugins.checkins import near_renyi as nearby
from chartered_plugins.checkins.formulas import report_slots
from chartered_plugins.shuffling.formulas import (
    clones,
    clones_renyi as clone_moments,
    closed_forms as shuffling,
    shuffled_binary_rr as shuffled_response,
)
from msgspec.structs import replace
from planting import check_refuted

RUNS, MOMENTS, RENYI, TERMS = clones.runs, clone_moments.moments, clone_moments.renyi, clone_moments.even_terms
TRANSFER, CLIPPED, LEAST, GAIN = (
    shuffling.transfer,
    report_slots.clipped_epsilon,
    report_slots.least_replaced,
    shuffled_response.gain,
)
EXCESS, TOGETHER = response.log_excess, nearby.together


def everyone(xp: Any, epsilon0: Any, n: int, *_: Any) -> Any:
    """All others are there."""
    return RUNS(xp, epsilon0, n)


def halved(xp: Any, epsilon0: Any, n: int, share: Any) -> Any:
    """Moments of coins that show one half."""
    found = MOMENTS(xp, epsilon0, n, share)
    return replace(found, ratios=[ratio / 4 for ratio in found.ratios])


def nine_tenths(*of: Any) -> Any:
    """A tenth too small."""
    return RENYI(*of) * 9 / 10


def terms_of_alpha(xp: Any, t: Any, a: Any, ratios: Any, unit: Any) -> Any:
    """alpha for alpha - 1."""
    return TERMS(xp, t, a + 1, ratios, unit)


def own_alone(xp: Any, epsilon0: Any, n: Any, delta0: Any) -> Any:
    """Only the record's own report moved."""
    return delta0


def clipped_once(xp: Any, epsilon0: Any, delta0: Any) -> Any:
    """eps0 for twice eps0."""
    return CLIPPED(xp, epsilon0, delta0) - epsilon0


def half_replaced(xp: Any, epsilon0: Any, delta0: Any) -> Any:
    """Half as much as delta0 needs."""
    return LEAST(xp, epsilon0, delta0) / 2


def excess_of_alpha(xp: Any, epsilon0: Any, k: Any, a: Any) -> Any:
    """alpha for alpha - 1."""
    return EXCESS(xp, epsilon0, k, a + 1)


def once(gs: Any, counts: Any) -> Any:
    """The counts forgotten."""
    return TOGETHER(gs, [1] * len(gs))


def fewer(xp: Any, epsilon0: Any, ones: int, zeros: int, epsilon: Any) -> Any:
    """One of the others who hold 1 forgotten."""
    return GAIN(xp, epsilon0, max(ones - 1, 0), zeros, epsilon)


def forget() -> None:
    """What is cached of the formulas."""
    for cache in (clones.runs, clone_moments.moments, shuffled_response.delta):
        cache.cache_clear()


@pytest.mark.parametrize(
    ("where", "name", "wrong", "claim"),
    [
        (clones, "runs", everyone, "checkin.clones.thinned"),
        (clones, "runs", everyone, "checkin.clones.participants"),
        (shuffling, "transfer", own_alone, "checkin.clones-approximate.transfer"),
        (shuffling, "transfer", own_alone, "checkin.clones-clipped.near"),
        (shuffling, "transfer", own_alone, "shuffled.clipped.near"),
        (clone_moments, "moments", halved, "feldman2021.renyi.moments"),
        (clone_moments, "moments", halved, "feldman2021.renyi.exact-cases"),
        (clone_moments, "renyi", nine_tenths, "feldman2021.renyi.pair"),
        (clone_moments, "renyi", nine_tenths, "checkin.clones-renyi.participants"),
        (clone_moments, "even_terms", terms_of_alpha, "feldman2021.renyi.series"),
        (response, "log_excess", excess_of_alpha, "feldman2021.renyi.rest"),
        (report_slots, "clipped_epsilon", clipped_once, "balle2020checkins.T5.1-clipped.shipped"),
        (report_slots, "clipped_epsilon", clipped_once, "checkin.T41-clipped.shipped"),
        (report_slots, "least_replaced", half_replaced, "balle2020checkins.T5.1-approximate.shipped"),
        (report_slots, "least_replaced", half_replaced, "checkin.T41-approximate.shipped"),
        (nearby, "together", once, "clipped.composition.adds"),
        (shuffled_response, "gain", fewer, "shuffled-response.profile.enumerated"),
    ],
)
def test_a_planted_error_is_refuted(where: Any, name: str, wrong: Any, claim: str) -> None:
    """The claim that is about the formula tells."""
    check_refuted(where, name, wrong, claim, forget)
