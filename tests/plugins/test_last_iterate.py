"""The last iterate of noisy gradient descent on convex losses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import erf, sqrt

import chartered as ch
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

SHUFFLED = "last-iterate:sigma=1.1,contraction=1,epochs=60,batches=234"
Map = Callable[[np.ndarray], np.ndarray]


def mu(step: str, neighbours: str = "zero-out") -> float:
    """The largest mu that the step may have."""
    return ch.Ledger(step, neighbours=neighbours).mu().upper


POINTS = np.linspace(-12, 12, 241)
CELL = POINTS[1] - POINTS[0]


def transition(step: Map, sigma: float = 1.5) -> np.ndarray:
    """The probabilities of cells after a step from the middle of each."""
    edges = np.append(POINTS - CELL / 2, POINTS[-1] + CELL / 2)
    below = [[(1 + erf((edge - middle) / sigma / sqrt(2))) / 2 for edge in edges] for middle in step(POINTS)]
    return np.diff(np.array(below), axis=1)


def iterate(steps: list[np.ndarray]) -> np.ndarray:
    """The probabilities of cells for the last iterate from 0."""
    law = np.zeros(len(POINTS))
    law[len(POINTS) // 2] = 1
    for step in steps:
        law = law @ step
    return law


BENDS: dict[str, tuple[Map, Fraction]] = {
    "logistic": (lambda x: x - np.tanh(x), Fraction(1)),
    "huber": (lambda x: x - np.clip(x, -1, 1) / 2, Fraction(1)),
    "ridge": (lambda x: (x - np.tanh(x - 1) / 2) * 3 / 4, Fraction(3, 4)),
    "reflected": (lambda x: -np.abs(x) / 2, Fraction(1, 2)),
}


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize(("epochs", "batches"), [(4, 1), (2, 2), (3, 3)])
def test_bent_losses_lose_no_more(bend: str, epochs: int, batches: int) -> None:
    """In one dimension, by quadrature: the record in any batch of each epoch, and in both directions."""
    quiet, contraction = BENDS[bend]
    ledger = ch.Ledger(
        f"last-iterate:sigma=3/2,contraction={contraction},epochs={epochs},batches={batches}", neighbours="zero-out"
    )
    stated = [ledger.delta(eps).upper for eps in (0, Fraction(1, 2), 1)]
    alike, more, less = (transition(lambda x, sign=sign: quiet(x) + sign) for sign in (0, 1, -1))
    without = iterate([alike] * (epochs * batches))
    for last, shifted in product(range(batches), (more, less)):
        moved = iterate([shifted if place == last else alike for place in range(batches)] * epochs)
        for p, q in ((moved, without), (without, moved)):
            lost = [np.maximum(p - np.exp(eps) * q, 0).sum() for eps in (0.0, 0.5, 1.0)]
            assert all(true < said for true, said in zip(lost, stated, strict=True))


def test_quadratic_losses_attain_it() -> None:
    """Of all records in each step, to every digit; of batches the truth is not far below."""
    whole = ch.Ledger("last-iterate:sigma=2,contraction=1/2,epochs=4").delta(1)
    assert whole.side is ch.Side.EXACT
    mean, variance = Fraction(15, 8), Fraction(85, 64)
    as_one = ch.Ledger(f"gaussian:sigma=2,sensitivity={mean}").delta(1)
    assert whole.upper < as_one.upper
    assert mu("last-iterate:sigma=2,contraction=1/2,epochs=4") ** 2 == pytest.approx(float(mean**2 / variance / 4))
    attained = 60 / sqrt(60 * 234) / 1.1  # the mean of 60 shifts, and the noise of all steps
    assert attained < mu(SHUFFLED) == pytest.approx(sqrt(1 + 59 / 234) / 1.1)


def test_convex_losses_without_a_domain_cost_what_all_iterates_do() -> None:
    """Where steps do not contract, and take all records, nothing is hidden."""
    assert mu("last-iterate:sigma=2,contraction=1,epochs=9") == mu("gaussian:sigma=2,times=9")


def test_any_number_of_epochs_costs_no_more_than_a_certain_one() -> None:
    """Of strongly convex losses, and in a bounded domain."""
    assert mu("last-iterate:sigma=1,contraction=9/10,epochs=1e9") == pytest.approx(sqrt(19))
    assert mu("last-iterate:sigma=10,contraction=1,diameter=50,epochs=1e9") == pytest.approx(sqrt(2))
    assert mu("last-iterate:sigma=10,contraction=1,diameter=50,epochs=3") == pytest.approx(sqrt(3) / 10)


def test_a_replaced_record_moves_twice() -> None:
    """Or by the sensitivity that is stated for it."""
    assert mu(SHUFFLED, "replace-one") == pytest.approx(2 * mu(SHUFFLED))
    assert mu(f"{SHUFFLED},replace-sensitivity=1", "replace-one") == pytest.approx(mu(SHUFFLED))


def test_a_removed_record_would_move_others_to_other_batches() -> None:
    """A null record in its place does not; of all records in each step there is no other batch."""
    with pytest.raises(ch.NoAnswer, match=r"moves others to other batches.*zero-out a null record takes its place"):
        ch.Ledger(SHUFFLED, neighbours="add-or-remove").epsilon("1e-5")
    assert mu("last-iterate:sigma=2,contraction=1/2,epochs=4", "add-or-remove") == mu(
        "last-iterate:sigma=2,contraction=1/2,epochs=4"
    )


_WIDE = st.fractions(Fraction(1), Fraction(10**4), max_denominator=100)
_SHARE = st.fractions(Fraction(1, 1000), Fraction(1), max_denominator=1000)


@settings(max_examples=30)
@given(_SHARE, _SHARE, st.integers(1, 400), st.integers(1, 50), st.none() | _WIDE)
def test_less_of_anything_costs_no_more(
    contraction: Fraction, factor: Fraction, epochs: int, batches: int, diameter: Fraction | None
) -> None:
    """A smaller contraction, diameter or sensitivity, fewer epochs, more noise."""

    def cost(**changed: Fraction | int) -> float:
        stated: dict[str, Fraction | int] = {"contraction": contraction, "epochs": epochs, "batches": batches}
        stated |= {"sigma": 2} | ({} if diameter is None else {"diameter": diameter}) | changed
        return mu("last-iterate:" + ",".join(f"{key}={value}" for key, value in stated.items()))

    most = cost() * (1 + 1e-12)  # two doubles, each rounded up
    assert cost(contraction=contraction * factor) <= most
    assert cost(epochs=max(1, int(epochs * factor))) <= most
    assert cost(sensitivity=factor) <= most
    assert cost(sigma=2 / factor) <= most
    if diameter is not None:
        assert cost(diameter=diameter * factor) <= most


@pytest.mark.parametrize(
    "given",
    [
        "contraction=1e-300,epochs=1e9",
        "contraction=1e-300,epochs=1e9,batches=1e9,diameter=1e300",
        f"contraction=0.{'9' * 300},epochs=1e9,batches=7",
        "contraction=1,epochs=1e9,batches=1e9,diameter=1e-300",
        "contraction=1,epochs=1,batches=1e9,diameter=1e300",
        "contraction=0.999999,epochs=1e9,diameter=1e300",
    ],
)
def test_the_edges_are_answered(given: str) -> None:
    """Each mu is at least that of one step, and at most that of all epochs."""
    found = mu(f"last-iterate:sigma=1,{given}")
    assert 1 <= found <= mu("gaussian:sigma=1,times=1e9")


def test_runs_compose_as_gaussian_dp_does() -> None:
    """Three trainings, each by itself."""
    assert mu(f"{SHUFFLED},times=3") == pytest.approx(sqrt(3) * mu(SHUFFLED))


def test_more_batches_hide_an_epoch_longer() -> None:
    """All else equal, from the second epoch on."""
    costs = [
        mu(f"last-iterate:sigma=1,contraction={c},epochs=5,batches={n}") for c, n in product(("0.9", "1"), (2, 5, 50))
    ]
    assert all(after < before for half in (costs[:3], costs[3:]) for before, after in pairwise(half))


def test_noise_for_a_target_is_found() -> None:
    """By the last iterate a shuffled training needs a tenth of the noise."""
    found = ch.calibrate(
        "last-iterate:contraction=1,epochs=60,batches=234",
        solve="sigma",
        epsilon=4,
        delta="1e-5",
        neighbours="zero-out",
    )
    assert 1.1 < found.value < 1.3


def test_a_report_is_no_training() -> None:
    """A local randomizer has no iterates that others move."""
    with pytest.raises(ch.NoAnswer, match="a report is one step"):
        ch.Ledger("shuffled:n=1000/last-iterate:sigma=5,contraction=1,epochs=3", neighbours="replace-one").epsilon(
            "1e-5"
        )
