"""A thousand random ledgers of noisy SGD and other noise, beside a sum in long doubles that shares nothing with us."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import pytest
from chartered import Ledger

from tests import inverted_in_long_doubles as other

BLOCK, BLOCKS = 25, 40
DECIDED = 20
"""Of so many ledgers at least the other sum must settle: of few runs at a small rate it needs too many terms."""
SLACK = other.REAL("2e-12")
"""What the other sum may be wrong by, relatively; our own ends have none."""


@dataclass(frozen=True)
class Kind:
    """A step with its runs, and its loss in both directions."""

    step: str
    runs: int
    removed: other.Curve
    added: other.Curve


def text(x: float) -> str:
    """A decimal of three digits, which is exact for both."""
    return f"{x:.3g}"


def sampled(random: Random) -> Kind:
    """A Poisson-sampled Gaussian."""
    rate, noise = text(10 ** random.uniform(-3, -0.3)), text(random.uniform(0.6, 4))
    variance = float(rate) ** 2 * math.expm1(float(noise) ** -2)  # of the loss of one run, about
    runs = math.ceil(min(10 ** random.uniform(-1, 1) / variance, 1e6))
    curves = [other.sampled_gaussian(other.real(rate), other.real(noise), added) for added in (False, True)]
    return Kind(f"poisson:rate={rate}/gaussian:sigma={noise}", runs, *curves)


def gaussian(random: Random) -> Kind:
    """Gaussian noise."""
    noise, runs = text(10 ** random.uniform(0.3, 2)), random.randint(1, 20)
    curve = other.gaussian(1 / other.real(noise))
    return Kind(f"gaussian:sigma={noise}", runs, curve, curve)


def laplace(random: Random) -> Kind:
    """Laplace noise."""
    scale, runs = text(10 ** random.uniform(0.3, 2)), random.randint(1, 20)
    curve = other.laplace(1 / other.real(scale))
    return Kind(f"laplace:scale={scale}", runs, curve, curve)


def response(random: Random) -> Kind:
    """A pure step, by randomized response, whose own name would have records replaced."""
    epsilon, runs = text(10 ** random.uniform(-2, 0)), random.randint(1, 20)
    curve = other.response(other.real(epsilon), 2)
    return Kind(f"pure:epsilon={epsilon}", runs, curve, curve)


def drawn(seed: int) -> tuple[list[Kind], str]:
    """A ledger, of which some noise is normal, and a delta."""
    random = Random(seed)
    more = random.choices((sampled, gaussian, laplace, response), (5, 2, 1, 1), k=random.randint(0, 3))
    kinds = [make(random) for make in (random.choice((sampled, sampled, gaussian)), *more)]
    return kinds, text(10 ** -(random.uniform(3, 12) if random.random() < 0.7 else random.uniform(12, 300)))


def larger(kinds: Sequence[Kind], epsilons: Sequence[str]) -> other.Array:
    """delta at each eps by the other sum, the larger of both directions."""
    at = [other.real(epsilon) for epsilon in epsilons]
    both = (
        other.deltas([(kind.removed, kind.runs) for kind in kinds], at),
        other.deltas([(kind.added, kind.runs) for kind in kinds], at),
    )
    return [max(pair) for pair in zip(*both, strict=True)]


def settled(seed: int) -> bool:
    """Whether the other sum says that delta is reached between both ends; it fails where they do not hold the truth."""
    kinds, delta = drawn(seed)
    answer = Ledger([f"{kind.step},times={kind.runs}" for kind in kinds]).epsilon(delta)
    words = f"seed {seed}: delta = {delta} of {answer!r}"
    assert math.isfinite(answer.upper), words
    target, below = other.real(delta), answer.lower_exact if answer.lower else None
    try:
        above, *under = larger(kinds, [answer.upper_exact, *([] if below is None else [below])])
    except ArithmeticError:
        return False
    assert above <= target * (1 + SLACK), words
    assert all(x >= target * (1 - SLACK) for x in under), words
    return True


def test_some_random_ledgers() -> None:
    """Of every run of the tests."""
    assert sum(map(settled, range(10))) >= 8


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_thousand_random_ledgers(block: int) -> None:
    """An answer each, and the truth inside."""
    assert sum(map(settled, range(1000 + BLOCK * block, 1000 + BLOCK * (block + 1)))) >= DECIDED
