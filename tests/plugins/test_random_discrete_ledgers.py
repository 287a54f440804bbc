"""Random ledgers of mechanisms with discrete losses, on all data and on Poisson samples, beside the sum over all their
outcomes: no lattice holds most of them, and no moment generating function decays."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pytest
from chartered import Ledger

from tests import losses_in_halves as other

BLOCK, BLOCKS = 20, 25
SLACK, CLOSE = other.REAL("1e-12"), other.REAL("2e-14")
"""What the other sum may be wrong by, relatively, and by how much it takes losses for the same; our own ends have
none."""
Outcomes = list[tuple[Any, Any]]


@dataclass(frozen=True)
class Kind:
    """A step with its runs; the losses of a run where a record is removed, and where it is added; the probability that
    either is infinite."""

    step: str
    times: int
    losses: tuple[other.Law, other.Law]
    infinite: tuple[Any, Any]

    @classmethod
    def of(cls, step: str, times: int, outcomes: Outcomes) -> Kind:
        """From (P, Q) of each outcome."""
        both = outcomes, [(q, p) for p, q in outcomes]
        infinite = tuple(sum((p for p, q in way if q == 0), other.REAL(0)) for way in both)
        return cls(step, times, (other.law(both[0]), other.law(both[1])), (infinite[0], infinite[1]))


def text(x: float) -> str:
    """A decimal of three digits, which is exact for both."""
    return f"{x:.3g}"


def plain(random: Random, *, reports: bool) -> tuple[str, Outcomes, int]:
    """A step, its outcomes, and the most runs of it; where there are `reports`, records are replaced."""
    epsilon, shift = text(10 ** random.uniform(-2, 0.5)), random.choice((1, 1, 2, 3))
    small, scale = text(10 ** random.uniform(-12, -4)), text(10 ** random.uniform(-0.2, 0.8))
    e, s = other.real(epsilon), other.real(scale)
    moves = f"sensitivity={shift}" + (f",replace-sensitivity={shift}" if reports else "")
    told = f"randomized-response:epsilon={epsilon},k={shift + 1}" if reports else f"pure:epsilon={epsilon}"
    return random.choice(
        (
            lambda: (told, other.response(e, shift + 1 if reports else 2), 12),
            lambda: (f"pure:epsilon={epsilon}", other.response(e), 30),
            lambda: (f"approximate:epsilon={epsilon},delta={small}", other.response(e, 2, other.real(small)), 30),
            lambda: (f"discrete-laplace:scale={scale},{moves}", other.discrete_laplace(s, shift), 6),
            lambda: (f"discrete-gaussian:sigma={scale},{moves}", other.discrete_gaussian(s, shift), 3),
        )
    )()


def drawn(seed: int) -> tuple[list[Kind], str]:
    """One to four kinds, half of them on samples unless records report for themselves, and a delta."""
    random, kinds = Random(seed), list[Kind]()
    reports = random.random() < 0.4
    while len(kinds) < random.randint(1, 4):
        step, outcomes, most = plain(random, reports=reports)
        on_sample = random.random() < 0.5 and not reports
        if on_sample:
            rate = text(10 ** random.uniform(-3, -0.1))
            step, outcomes = f"poisson:rate={rate}/{step}", other.sampled(outcomes, other.real(rate))
            most = 2 if "gaussian" in step else min(most, 20)
        kinds.append(Kind.of(step, random.randint(1, most), outcomes))
    return kinds, text(10 ** -random.uniform(2, 25))


def larger(kinds: list[Kind], epsilon: Any) -> Any:
    """delta by the other sum, the larger one of both directions."""
    return max(_direction(kinds, place, epsilon) for place in (0, 1))


def _direction(kinds: list[Kind], place: int, epsilon: Any) -> Any:
    finite = other.delta([other.runs(kind.losses[place], kind.times) for kind in kinds], epsilon)
    survives: Callable[[Any], Any] = np.log1p
    return finite - np.expm1(sum(kind.times * survives(-kind.infinite[place]) for kind in kinds))


def settled(seed: int) -> bool:
    """Whether the other sum has few enough terms and delta an eps; it fails where both ends do not hold the truth."""
    kinds, delta = drawn(seed)
    relation = "replace-one" if any("replace" in k.step or "randomized" in k.step for k in kinds) else None
    answer = Ledger([f"{kind.step},times={kind.times}" for kind in kinds], relation).epsilon(delta)
    words, target = f"seed {seed}: delta = {delta} of {answer!r}", other.real(delta)
    if math.isinf(answer.upper):
        failing = max(-np.expm1(sum(k.times * np.log1p(-k.infinite[place]) for k in kinds)) for place in (0, 1))
        assert failing >= target * (1 - SLACK), words
        return True
    room = CLOSE * max(1, other.REAL(answer.upper))
    try:
        assert larger(kinds, other.real(answer.upper_exact) + room) <= target * (1 + SLACK), words
        if answer.lower:
            assert larger(kinds, other.real(answer.lower_exact) - room) >= target * (1 - SLACK), words
    except ArithmeticError:
        return False
    return True


def test_some_random_ledgers() -> None:
    """Of every run of the tests."""
    assert sum(map(settled, range(12))) >= 9


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_hundreds_of_random_ledgers(block: int) -> None:
    """The truth is inside."""
    assert sum(map(settled, range(1000 + BLOCK * block, 1000 + BLOCK * (block + 1)))) >= BLOCK // 2
