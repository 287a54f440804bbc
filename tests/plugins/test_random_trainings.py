"""Trainings drawn at random: each is enclosed from both sides, closely and soon, also where eps jumps with the
order."""

from __future__ import annotations

import math
import random
import time

import chartered as ch
import pytest

ACCOUNTANT = "characteristic-function"
WIDEST, SECONDS = 1e-9, 5.0  # of processor time; nearly all take less than a second on an idle machine
JUMPS = [
    ("dpsgd:n=60000,batch=16,epochs=100,noise=1.77", "1e-10"),
    ("dpsgd:n=881072,batch=2,epochs=5,noise=8.541", "2.063e-9"),
    ("dpsgd:n=73722308,batch=11,epochs=32,noise=3.322", "3.09e-10"),
    ("dpsgd:n=61035345,batch=1,epochs=224,noise=9.41", "1.229e-5"),
    ("dpsgd:n=24750814,batch=2,epochs=287,noise=17.06", "3.65e-8"),
    ("dpsgd:n=93749086,batch=2,epochs=247,noise=11", "3.602e-10"),
]
"""Rare records in very many runs, where one run of many has a moment of its own beyond some order."""


def enclosed(training: str, delta: str, neighbours: str = "add-or-remove") -> None:
    """Asserts two ends at most WIDEST apart, relative to an eps above 1, within SECONDS."""
    begun = time.process_time()
    answer = ch.Ledger(training, neighbours).epsilon(delta, accountant=ACCOUNTANT)
    assert answer.lower is not None
    assert answer.upper - answer.lower <= WIDEST * max(1.0, answer.upper)
    assert time.process_time() - begun < SECONDS


@pytest.mark.parametrize(("training", "delta"), JUMPS)
def test_eps_is_enclosed_where_it_jumps_with_the_order(training: str, delta: str) -> None:
    """Both ends are known, and close."""
    enclosed(training, delta)


@pytest.mark.parametrize("digits", [400, 1000])
def test_a_delta_that_is_no_double_is_answered(digits: int) -> None:
    """Neither 1/delta nor delta has to be a double."""
    enclosed("dpsgd:n=60000,batch=256,epochs=10,noise=1.1", f"1e-{digits}")


def test_what_is_proved_at_eps_is_what_was_asked() -> None:
    """The delta that is enclosed at either end of eps is on its side of the delta that was asked about."""
    training, delta = JUMPS[0]
    ledger = ch.Ledger(training)
    eps = ledger.epsilon(delta, accountant=ACCOUNTANT)
    assert eps.lower is not None
    above = ledger.delta(eps.upper * (1 + 1e-6), accountant=ACCOUNTANT)
    below = ledger.delta(eps.lower * (1 - 1e-6), accountant=ACCOUNTANT)
    assert below.lower is not None
    assert above.upper < float(delta) < below.lower


@pytest.mark.parametrize(
    ("step", "delta"),
    [("poisson:rate=0.00167/gaussian:sigma=3.28,times=2", "2.968e-45"), ("laplace:scale=17.8,times=20", "6.103e-233")],
)
def test_few_runs_at_a_tiny_delta_are_enclosed(step: str, delta: str) -> None:
    """Also where the line that floats choose shows nothing, and where eps is the largest loss to all digits."""
    enclosed(step, delta)


@pytest.mark.parametrize(
    ("step", "delta"),
    [
        ("poisson:rate=0.438/gaussian:sigma=22.5,times=3", "3.879e-103"),
        ("poisson:rate=0.996/gaussian:sigma=5.11,times=7", "1.422e-6"),
    ],
)
def test_few_runs_of_a_replaced_record_are_enclosed(step: str, delta: str) -> None:
    """Where the bound right of the nodes has the power of 1 - q, they reach as far as it needs."""
    enclosed(step, delta, "replace-one")


@pytest.mark.full
def test_five_hundred_trainings_are_enclosed() -> None:
    """1e3 to 1e8 records, any batch, 1 to 1,000 epochs, noise multipliers 0.3 to 20, delta from 1e-12 to 1e-4."""
    drawn = random.Random(20261126)

    def between(low: float, high: float) -> float:
        return math.exp(drawn.uniform(math.log(low), math.log(high)))

    for _ in range(500):
        n = round(between(1e3, 1e8))
        batch, epochs = max(1, round(between(1, n / 2))), max(1, round(between(1, 1000)))
        enclosed(
            f"dpsgd:n={n},batch={batch},epochs={epochs},noise={between(0.3, 20):.4g}", f"{between(1e-12, 1e-4):.4g}"
        )
