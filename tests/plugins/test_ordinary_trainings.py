"""Ordinary trainings by noisy SGD are exact: at any number of records, steps and any delta, both ends are close."""

from __future__ import annotations

import math
import random

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.search import banded_line

EXACT = "characteristic-function"
JUMPS = [
    ("dpsgd:n=60000,batch=16,epochs=100,noise=1.77", "1e-10"),
    ("dpsgd:n=18594447,batch=5,epochs=14,noise=13.44", "4.07e-11"),
    ("dpsgd:n=84429563,batch=1,epochs=9,noise=2.256", "1.948e-12"),
    ("dpsgd:n=12917287,batch=1,epochs=26,noise=0.6904", "2.832e-11"),
    ("dpsgd:n=857913,batch=1,epochs=2,noise=1.691", "8.859e-12"),
    ("dpsgd:n=18207248,batch=90,epochs=884,noise=0.7249", "1.345e-10"),
    ("dpsgd:n=13518458,batch=12,epochs=7,noise=1.66", "1.278e-11"),
    ("dpsgd:n=73722308,batch=11,epochs=32,noise=3.322", "3.09e-10"),
    ("dpsgd:n=61035345,batch=1,epochs=224,noise=9.41", "1.229e-5"),
    ("dpsgd:n=24750814,batch=2,epochs=287,noise=17.06", "3.65e-8"),
    ("dpsgd:n=93749086,batch=2,epochs=247,noise=11", "3.602e-10"),
]
"""Trainings of which one run in very many has a moment of its own from some order on: there eps jumps with the order,
and doubles do not tell delta."""


def drawn(draw: random.Random) -> tuple[str, str]:
    """A training, and a delta: each number on a logarithmic scale."""

    def between(low: float, high: float) -> float:
        return math.exp(draw.uniform(math.log(low), math.log(high)))

    n = round(between(1e3, 1e8))
    batch, epochs = max(1, round(between(1, n / 2))), max(1, round(between(1, 1000)))
    return f"dpsgd:n={n},batch={batch},epochs={epochs},noise={between(0.3, 20):.4g}", f"{between(1e-12, 1e-4):.4g}"


@pytest.mark.parametrize(("training", "delta"), JUMPS)
def test_a_training_whose_eps_jumps_with_the_order_is_exact(training: str, delta: str) -> None:
    """Both ends are there, and close: no bound by Renyi, and no grid, stands in."""
    answer = ch.Ledger(training).epsilon(delta)
    assert answer.accountant == EXACT
    assert answer.exact
    assert answer.upper - answer.lower < 1e-9
    assert ch.check(answer.certificate()).accepted


SGD = "poisson:rate=0.01/gaussian:sigma=1,times=1000"
HUGE = ("dpsgd:n=89553762,batch=48,epochs=16,noise=8.62", "dpsgd:n=20531837,batch=19,epochs=1,noise=13.5")


@pytest.mark.parametrize(
    ("step", "delta", "neighbours", "width"),
    [
        # where a record is replaced, a moment of thousands takes more nodes than there may be: such orders are left out
        (HUGE[0], "9.412e-07", "replace-one", 1e-12),
        (HUGE[1], "1.165e-12", "replace-one", 1e-12),
        # a delta below all doubles is no obstacle
        *((SGD, delta, "add-or-remove", 1e-9) for delta in ("1e-300", "1e-1000", "1e-3000")),
        *((SGD, delta, "replace-one", 1e-9) for delta in ("1e-300", "1e-1000", "1e-3000")),
        # few runs: also where a first line says nothing, and 1 - q to a power makes the bound beyond the nodes large
        ("poisson:rate=0.00167/gaussian:sigma=3.28,times=2", "2.968e-45", "add-or-remove", 1e-9),
        ("poisson:rate=0.438/gaussian:sigma=22.5,times=3", "3.879e-103", "replace-one", 1e-9),
        ("poisson:rate=0.996/gaussian:sigma=5.11,times=7", "1.422e-6", "replace-one", 1e-9),
        # Newton's method along a short line ends where delta seems to rise; the answer had four digits fewer
        ("dpsgd:n=43825971,batch=3,epochs=53,noise=1.95", "1.341e-10", "add-or-remove", 1e-13),
    ],
)
def test_both_ends_are_close(step: str, delta: str, neighbours: str, width: float) -> None:
    """By the exact accountant, which is the one that answers."""
    answer = ch.Ledger(step, neighbours=neighbours).epsilon(delta, accountant=None if "dpsgd" in step else EXACT)
    assert answer.accountant == EXACT
    assert answer.upper - answer.lower < width


@pytest.mark.full
@pytest.mark.parametrize("neighbours", ["add-or-remove", "replace-one"])
@pytest.mark.parametrize("seed", range(20))
def test_drawn_trainings_are_exact(seed: int, neighbours: str) -> None:
    """Fifty a seed."""
    draw = random.Random(seed)
    for _ in range(50):
        training, delta = drawn(draw)
        answer = ch.Ledger(training, neighbours=neighbours).epsilon(delta, accountant=EXACT)
        assert answer.lower is not None, (training, delta)
        assert answer.upper - answer.lower < 1e-9 * max(1.0, answer.upper), (training, delta)


def test_laplace_runs_at_a_tiny_delta_end_next_to_their_largest_loss() -> None:
    """Where the finite sum has too few bits, the bounds next to the largest loss answer."""
    answer = ch.Ledger("laplace:scale=17.8,times=20").epsilon("6.103e-233", accountant=EXACT)
    assert answer.lower <= 20 / 17.8
    assert answer.upper - answer.lower < 1e-9


def test_a_noise_multiplier_of_a_twentieth_is_exact() -> None:
    """Where the ratios of one run are no doubles."""
    answer = ch.Ledger("poisson:rate=0.00655/gaussian:sigma=0.05,times=4120").epsilon("1e-9", accountant=EXACT)
    assert answer.upper - answer.lower < 1e-9 * answer.upper
    assert 12378.431780 < answer.lower < 12378.431781


def test_the_deltas_of_both_ends_are_on_their_sides() -> None:
    """A little above the upper end delta is certainly smaller than was asked; a little below the lower one, larger."""
    training, delta = JUMPS[0]
    ledger = ch.Ledger(training)
    eps = ledger.epsilon(delta, accountant=EXACT)
    above = ledger.delta(eps.upper * (1 + 1e-6), accountant=EXACT)
    below = ledger.delta(eps.lower * (1 - 1e-6), accountant=EXACT)
    assert above.upper < float(delta) < below.lower


@pytest.mark.parametrize(
    ("training", "delta"),
    [
        ("dpsgd:n=6576505,batch=3,epochs=1,noise=0.4411", "1.133e-12"),
        ("dpsgd:n=19111650,batch=5,epochs=2,noise=0.3075", "1.078e-12"),
        ("dpsgd:n=1177683,batch=104952,epochs=1,noise=0.3247", "1.613e-11"),
    ],
)
def test_few_runs_that_matter_take_few_nodes(training: str, delta: str) -> None:
    """Of so little noise a line has thousands of nodes, as most runs lose next to nothing; a band of losses has
    hundreds, and takes a fifth of the time."""
    answer = ch.Ledger(training).epsilon(delta, accountant=EXACT)
    assert answer.upper - answer.lower < 1e-11
    assert answer.witness["removal.count"] < 1000
    assert "removal.band.0.width" in answer.witness


def test_directions_that_are_close_take_no_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two digits of delta do not tell which direction is larger, a line of all digits does."""

    def no_band(*_: object) -> None:
        raise AssertionError("a band is sought")

    monkeypatch.setattr(banded_line, "below_at", no_band)
    answer = ch.Ledger("dpsgd:n=48237175,batch=48,epochs=187,noise=4.81").epsilon("3.74e-7", accountant=EXACT)
    assert answer.upper - answer.lower < 1e-13


def test_a_long_line_spares_words_and_no_digits() -> None:
    """Eight thousand nodes at 128 bits: more would take twice the time, and the ends would be the same."""
    answer = ch.Ledger("dpsgd:n=7804109,batch=2,epochs=1,noise=1.334").epsilon("1.279e-9", accountant=EXACT)
    assert answer.upper - answer.lower < 1.3e-16
    assert answer.witness["removal.count"] > 5000
    assert answer.witness["removal.bits"] == 128
