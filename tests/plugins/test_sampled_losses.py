"""Privacy loss distributions of subsampled steps: noisy SGD, and removal and addition."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, prod

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.loss_distribution import from_profiles as pld
from chartered_plugins.loss_distribution.formulas import connect_the_dots
from chartered_plugins.loss_distribution.guarantee import LossDistribution
from chartered_plugins.subsampling import loss_distribution as sampled_losses
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled
from chartered_verify.arithmetic import balls, floats
from hypothesis import given, settings, strategies as st

SGD = "poisson:rate=0.01/gaussian:sigma={},times={}"
DIRECTION = connect_the_dots.Direction(lambda xp, e: xp.positive(1 - e) / 9, max_loss=Fraction(1))


def upper(
    *steps: str, delta: object = "1e-5", accountant: object = "loss-distribution", neighbours: str | None = None
) -> float:
    """The tightest eps, with a certificate that is accepted."""
    answer = Ledger(list(steps), neighbours=neighbours).epsilon(delta, accountant=accountant)  # type: ignore[arg-type]
    assert ch.check(answer.certificate().document).accepted
    return answer.upper


@pytest.mark.parametrize(
    ("sigma", "times", "delta", "truth"),
    [
        ("1", 1000, "1e-5", 1.8281),
        ("2", 2274, "1e-15", 2.029515),
        ("1", 10000, "1e-12", 10.347),
        ("1", 10000, "1e-13", 10.833),
    ],
)
def test_noisy_sgd_costs_nearly_what_it_does_and_never_less(sigma: str, times: int, delta: str, truth: float) -> None:
    """Within four thousandths of the truth (the first one is a peer's at fine steps), which the Renyi curve misses by
    far."""
    found = upper(SGD.format(sigma, times), delta=delta)
    assert truth <= found <= truth * 1.004
    assert found < 0.98 * upper(SGD.format(sigma, times), delta=delta, accountant="renyi")


def test_a_sample_of_given_size_costs_less_than_by_its_renyi_curve() -> None:
    """1000 runs of noise 4 on 1000 of 100000 records: 0.7187, by their Renyi curve 0.9006."""
    step = "sample:size=1000,of=100000/gaussian:sigma=4,times=1000"
    assert (
        0.71
        < upper(step, neighbours="replace-one")
        < 0.719
        < 0.9
        < upper(step, accountant="renyi", neighbours="replace-one")
    )


def test_steps_of_different_kinds_add_up() -> None:
    """Noise of two kinds and samples: more than each, less than by Renyi curves; the first is a peer's 5.4881 at fine
    steps."""
    assert 5.488 < upper("laplace:scale=10,times=50", "gaussian:sigma=10,times=100") < 5.489
    steps = (
        SGD.format("1", 1000),
        "laplace:scale=2",
        "discrete-gaussian:sigma=3",
        "randomized-response:epsilon=1/4,k=5",
    )
    found = upper(*steps)
    assert max(map(upper, (steps[0],))) < found < upper(*steps, accountant="renyi")


@settings(max_examples=25, deadline=None)
@given(
    rates=st.lists(st.fractions(Fraction(1, 50), Fraction(49, 50)), min_size=1, max_size=2),
    sizes=st.lists(st.fractions(Fraction(1, 20), Fraction(3)), min_size=3, max_size=3),
    times=st.lists(st.integers(1, 3), min_size=3, max_size=3),
    level=st.fractions(Fraction(0), Fraction(3)),
)
def test_no_delta_is_below_that_of_all_outcomes(
    rates: list[Fraction], sizes: list[Fraction], times: list[int], level: Fraction
) -> None:
    """Discrete Laplace noise around a count, whose loss is eps or -eps as that of a response, on samples and on all
    data: every sequence of losses, with the record and without it, in both directions."""
    shares = [*rates, Fraction(1)]
    steps, pairs = [], []
    for share, size, n in zip(shares, sizes, times, strict=False):
        wrapper = "" if share == 1 else f"poisson:rate={share}/"
        steps.append(f"{wrapper}discrete-laplace:epsilon={size},times={n}")
        told = 1 / (1 + exp(-size))
        pairs += [((1 - share) * (1 - told) + share * told, 1 - told)] * n
    found = Ledger(steps).account(Question.delta(level), accountant="loss-distribution").answers
    if sum(times[: len(shares)]) > 1:
        exact = max(_gain(pairs, exp(level)), _gain([(q, p) for p, q in pairs], exp(level)))
        assert found
        assert all(answer.upper >= exact * (1 - 1e-9) - 1e-15 for answer in found)


def _gain(pairs: list[tuple[float, float]], a: float) -> float:
    """Over all sequences, the sum of what they gain."""
    outcomes = product(*([(p, q), (1 - p, 1 - q)] for p, q in pairs))
    return sum(max(0.0, prod(p for p, _ in outcome) - a * prod(q for _, q in outcome)) for outcome in outcomes)


def test_removal_and_addition_have_different_losses() -> None:
    """Addition can lose no more than -log(1 - q), removal nearly all."""
    removal, addition = sampled.removal(Fraction(1, 10), DIRECTION), sampled.addition(Fraction(1, 10), DIRECTION)
    assert addition.max_loss < Fraction("0.1054") < removal.max_loss < 1
    with balls(128) as xp:
        assert removal.curve(xp, xp.number(0)).overlaps(addition.curve(xp, xp.number(0)))
        assert addition.curve(xp, xp.number(Fraction(1, 9))) == 0
        wide = addition.curve(
            xp, xp.number(Fraction(2, 19)).union(xp.number(Fraction(2, 18)))
        )  # about where nothing is left
        assert wide.is_finite()
        assert wide.contains(0)
    assert addition.curve(floats, 0.2) == 0


def test_the_larger_of_both_directions_answers() -> None:
    """With P and Q swapped, the runs cost the same."""
    pair = (sampled.removal(Fraction(1, 3), DIRECTION), sampled.addition(Fraction(1, 3), DIRECTION))
    one, other = (pld.profile(LossDistribution(((order, 5),), (Fraction(0),))) for order in (pair, pair[::-1]))
    witness = {"step": Fraction(1, 50), "back": Fraction(1, 50), "tail": Fraction(1, 10**9)}
    with balls(128) as xp:
        for level in (Fraction(0), Fraction(1, 2), Fraction(3, 2)):
            assert one.delta(xp, xp.number(level), witness).overlaps(other.delta(xp, xp.number(level), witness))
        with pytest.raises(ch.Unavailable, match="each direction that differs"):
            one.delta(xp, xp.number(1), {name: witness[name] for name in ("step", "tail")})
    assert one.at_infinity.max_loss == other.at_infinity.max_loss


@pytest.mark.parametrize("swap", [False, True])
def test_the_hull_of_one_direction_is_raised_to_that_of_the_other(swap: bool) -> None:
    """Of bounds that fit and of some that no mechanism has: at each grid point, in both directions, the pair is not
    below them."""
    spacing = Fraction(1, 4)
    with balls(128) as xp:
        steep = [(j, xp.number(Fraction(1, 2 * 10**j))) for j in range(5)]
        flat = [(0, xp.number(Fraction(1, 2))), (1, xp.number(Fraction(2, 5)))]
        for pair in ((steep, flat), (flat, flat), (steep, steep), (steep, steep[:1])):
            removal, addition = pair[::-1] if swap else pair
            loss = connect_the_dots.dominating_pair(xp, removal, addition, spacing)
            for sign, grid in ((1, removal[1:]), (-1, addition[1:])):
                for j, height in grid:
                    e = xp.number(sign * j * spacing)
                    gained = loss.infinite
                    for index, mass in zip(loss.indices, loss.masses, strict=True):
                        gained += mass * xp.positive(-xp.expm1(e - xp.number(index * spacing)))
                    need = height if sign > 0 else -xp.expm1(e) + xp.exp(e) * height
                    assert not gained < need


@pytest.mark.parametrize(
    ("step", "inner", "reason"),
    [
        ("poisson:rate=1", ((DIRECTION, DIRECTION), 1), "the rate is 1"),
        ("poisson:rate=0", ((DIRECTION, DIRECTION), 1), "the rate is 0"),
        (
            "sample:size=1,of=2",
            ((DIRECTION, connect_the_dots.Direction(DIRECTION.curve)), 1),
            "removal and addition differ",
        ),
        ("sample:size=2,of=2", ((DIRECTION, DIRECTION), 1), "the rate is 1"),
    ],
)
def test_conditions_are_told(step: str, inner: tuple[connect_the_dots.DirectionPair, int], reason: str) -> None:
    """What a sample needs of what it wraps."""
    parsed = ch.parse(f"{step}/pure:epsilon=1").step
    case = ch.Case(parsed, ch.Neighbours.ADD_OR_REMOVE, LossDistribution((inner,), (Fraction(0),)))
    theorem = {t.name: t for t in sampled_losses.register_theorems()}[f"{parsed.name}.pld"]
    with pytest.raises(ch.Unavailable, match=reason):
        theorem.apply(case)
