"""Mixtures of Gaussians: enclosed from both sides, composed, and refused where they are none."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from random import Random

import chartered as ch
import numpy as np
import pytest
from chartered_plugins.subsampling.formulas import gaussian_mixture as mixture
from chartered_verify.enclosure import enclose
from hypothesis import given, settings, strategies as st
from well_known import density

MIXTURES = {
    "gaussian-mixture:sigma=1,sensitivities=0:1:2,probabilities=0.81:0.18:0.01": ([0, 1, 2], [0.81, 0.18, 0.01]),
    "gaussian-mixture:sigma=2,sensitivities=1:2,probabilities=0.9:0.1": ([0.5, 1], [0.9, 0.1]),
    "gaussian-mixture:sigma=1/2,sensitivities=0.1:0.2:1,probabilities=1/2:1/4:1/4": ([0.2, 0.4, 2], [0.5, 0.25, 0.25]),
}
PARTS = st.lists(st.tuples(st.integers(1, 99), st.fractions(0, 5, max_denominator=50)), min_size=2, max_size=5)


def by_quadrature(means: list[float], chances: list[float], epsilon: float) -> float:
    """The larger of both directions, by a Riemann sum of the positive part of a difference of densities."""
    x = np.linspace(-12, 20, 640_001)
    some = sum(p * density(np, x - m) for m, p in zip(means, chances, strict=True))
    none, a = density(np, x), np.exp(epsilon)
    return float(max(np.maximum(some - a * none, 0).sum(), np.maximum(none - a * some, 0).sum()) * (x[1] - x[0]))


@pytest.mark.parametrize("text", MIXTURES)
@pytest.mark.parametrize("epsilon", ["0", "0.1", "1", "2.5"])
def test_one_run_is_what_a_quadrature_gives(text: str, epsilon: str) -> None:
    """From both sides to all digits, and the sum agrees with it in as many as it has."""
    found = ch.Ledger(text).delta(epsilon)
    assert found.side is ch.Side.EXACT
    assert 0 <= found.upper - found.lower < 1e-14 * found.upper
    assert found.upper == pytest.approx(by_quadrature(*MIXTURES[text], float(epsilon)), rel=1e-6, abs=1e-12)
    assert ch.check(found.certificate()).accepted


@settings(max_examples=20, deadline=None)
@given(PARTS, st.fractions(0, 5, max_denominator=50), st.fractions(-5, 10, max_denominator=50))
def test_any_threshold_encloses_the_best(weights: list[tuple[int, Fraction]], e: Fraction, t: Fraction) -> None:
    """Of both directions: what another one proves from either side is no nearer."""
    total = sum(weight for weight, _ in weights)
    parts = [(Fraction(weight, total), mean) for weight, mean in weights]
    if not any(mean for _, mean in parts):
        return
    for level, up, above, below in (
        (e, False, mixture.removal_above, mixture.removal_below),
        (-e, True, mixture.addition_above, mixture.addition_below),
    ):
        best = mixture.propose_threshold(parts, level, up=up)
        found = [
            enclose(lambda xp, bound=bound, at=at: bound(xp, parts, xp.number(e), xp.number(at)), cap=4096)
            for bound, at in ((below, t), (below, best), (above, best), (above, t))
        ]
        assert not any(one.lo > other.hi for one, other in pairwise(found))


def test_a_far_end_is_enclosed_too() -> None:
    """Amounts of which one is nothing, far out: the part that is nothing loses nothing there."""
    text = "gaussian-mixture:sigma=1,sensitivities=0:1:2,probabilities=0.81:0.18:0.01"
    found = ch.Ledger(text).delta(50)
    assert found.lower * 1.000001 > found.upper > 1e-160
    sharp = ch.Ledger("gaussian-mixture:sigma=0.01,sensitivities=0:1:2,probabilities=0.98:0.01:0.01").epsilon("1e-5")
    assert sharp.lower == pytest.approx(sharp.upper, rel=1e-12)


def test_runs_compose_and_are_sampled() -> None:
    """Losses add up: more than one run, less than the Gaussian of the largest amount; less again on a sample."""
    one = "gaussian-mixture:sigma=2,sensitivities=0:1:2,probabilities=1/2:0.4:0.1"
    composed = ch.Ledger(f"{one},times=4").epsilon("1e-5")
    assert (
        ch.Ledger(one).epsilon("1e-5").upper
        < composed.upper
        < ch.Ledger("gaussian:sigma=1,times=4").epsilon(0.00001).upper
    )
    sampled = ch.Ledger(f"poisson:rate=0.1/{one},times=4").epsilon("1e-5")
    assert sampled.upper < composed.upper
    assert all(ch.check(answer.certificate()).accepted for answer in (composed, sampled))


def test_a_sampled_gaussian_is_a_mixture() -> None:
    """Of nothing and its sensitivity; and one amount alone is a Gaussian."""
    two = "gaussian-mixture:sigma=2,sensitivities=0:3,probabilities=0.9:0.1,times=9"
    for text, same in (
        (two, "poisson:rate=0.1/gaussian:sigma=2,sensitivity=3,times=9"),
        ("gaussian-mixture:sigma=2,sensitivities=3,probabilities=1", "gaussian:sigma=2,sensitivity=3"),
    ):
        found, other = (ch.Ledger(one).epsilon("1e-5") for one in (text, same))
        assert (found.upper, found.lower) == (other.upper, other.lower)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("sensitivities=1:2,probabilities=1", "2 sensitivities and 1 probabilities"),
        ("sensitivities=1:2,probabilities=0.5:0.4", "add up to 0.9, and not to exactly 1"),
        ("sensitivities=0:0,probabilities=0.5:0.5", "no sensitivity is above 0"),
        ("sensitivities=1:-2,probabilities=0.5:0.5", "sensitivities is -2; it must be a number at least 0"),
        ("sensitivities=1:2:3,probabilities=0.5:0.5:0", "probabilities is 0; it must be a number above 0"),
        ("sensitivities=1:,probabilities=0.5:0.5", "sensitivities is ''"),
        (f"sensitivities={':'.join(['1'] * 65)},probabilities=1", "between colons, at most 64"),
    ],
)
def test_what_is_no_mixture_is_refused(settings: str, message: str) -> None:
    """With what is wrong."""
    with pytest.raises(ch.BadValue, match=message):
        ch.parse(f"gaussian-mixture:sigma=1,{settings}")


def test_numbers_between_colons_have_one_spelling() -> None:
    """As those that stand alone."""
    text = "gaussian-mixture:sigma=1,sensitivities=0:2/4,probabilities=0.90:1e-1"
    assert str(ch.parse(text)) == "gaussian-mixture:sigma=1,sensitivities=0:0.5,probabilities=0.9:0.1"
    made = ch.mechanism("gaussian-mixture", sigma=1, sensitivities="0:0.5", probabilities="0.9:0.1")
    assert made == ch.parse(text)


def test_a_replaced_record_is_a_group_of_two() -> None:
    """The amounts are those of a record that is added or removed."""
    text = "gaussian-mixture:sigma=4,sensitivities=0:1:2,probabilities=0.8:0.1:0.1"
    assert ch.Ledger(text).neighbours is ch.Neighbours.ADD_OR_REMOVE
    one, two = (ch.Ledger(text, relation).epsilon("1e-5").upper for relation in (None, ch.Neighbours.REPLACE_ONE))
    assert one < two


def test_a_replaced_record_draws_its_amount_too() -> None:
    """Under replace-one both mixtures, in opposite directions, are the worst pair: inside is the divergence of the two
    densities, summed on a grid, where the largest amount alone had 0.51 at eps 1."""
    ledger = ch.Ledger("gaussian-mixture:sigma=1,sensitivities=0:1/2:1,probabilities=3/5:3/10:1/10", "replace-one")
    width, parts = 1 / 400, ((0.0, 0.6), (0.5, 0.3), (1.0, 0.1))
    for epsilon in (0, 1, 2):
        answer, truth = ledger.delta(epsilon), 0.0
        for x in (n * width for n in range(-4000, 4000)):
            p, q = (sum(w * math.exp(-((x - s * m) ** 2) / 2) for m, w in parts) for s in (1, -1))
            truth += max(p - math.exp(epsilon) * q, 0) * width / math.sqrt(2 * math.pi)
        assert answer.exact
        assert answer.upper == pytest.approx(truth, rel=1e-3)
        assert answer.upper <= (answer.lower or 0) * (1 + 1e-12)
        assert ch.check(answer.certificate()).accepted


@pytest.mark.parametrize("seed", range(12))
def test_no_pair_of_vectors_is_farther_apart_than_opposite_directions(seed: int) -> None:
    """Records that move a plane by vectors of random directions and lengths within the amounts: their divergence, by a
    quadrature that leaves out what is far away, is never above the certified one."""
    random = Random(seed)
    amounts = [(Fraction(random.randint(0, 8), 4), Fraction(random.randint(1, 9))) for _ in range(3)]
    amounts[0] = Fraction(random.randint(1, 8), 4), amounts[0][1]
    whole = sum(p for _, p in amounts)
    step = "gaussian-mixture:sigma=1,sensitivities={},probabilities={}".format(
        ":".join(str(m) for m, _ in amounts), ":".join(str(p / whole) for _, p in amounts)
    )
    one, other = (
        [(float(m) * random.random() ** 0.2, random.random() * math.tau, float(p / whole)) for m, p in amounts]
        for _ in range(2)
    )
    width = 1 / 8
    grid = [(x * width, y * width) for x in range(-56, 57) for y in range(-56, 57)]

    def density(parts: list[tuple[float, float, float]], x: float, y: float) -> float:
        return sum(w * math.exp(-((x - r * math.cos(a)) ** 2 + (y - r * math.sin(a)) ** 2) / 2) for r, a, w in parts)

    pairs = [(density(one, x, y), density(other, x, y)) for x, y in grid]
    for epsilon in ("0", "1/2", "2"):
        level = math.exp(Fraction(epsilon))
        truth = sum(max(p - level * q, 0.0) for p, q in pairs) * width**2 / math.tau
        assert ch.Ledger(step, "replace-one").delta(epsilon).upper >= truth * (1 - 1e-6) - 1e-9
