"""Pairs of distributions on a few outcomes, with exact probabilities, for searches beyond Bernoulli pairs."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from chartered.proving import Effort
from msgspec import Struct


class Pair(Struct, frozen=True):
    """Two distributions on the same outcomes, each outcome of positive probability under both."""

    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]

    def renyi(self, xp: Any, alpha: Any) -> Any:
        """The Renyi divergence of order alpha of the first from the second."""
        total = xp.number(0)
        for p, q in zip(self.first, self.second, strict=True):
            total = total + xp.exp(alpha * xp.log(xp.number(p)) - (alpha - 1) * xp.log(xp.number(q)))
        return xp.log(total) / (alpha - 1)

    def hockey_stick(self, xp: Any, epsilon: Any) -> Any:
        """The hockey-stick divergence at e^eps."""
        total = xp.number(0)
        for p, q in zip(self.first, self.second, strict=True):
            total = total + xp.positive(xp.number(p) - xp.exp(epsilon) * xp.number(q))
        return total


def random_pairs(count: int, parts: Sequence[int], seed: int) -> Iterator[Pair]:
    """`count` random pairs for each number of outcomes, with probabilities over several decades."""
    random = Random(seed)
    for size in parts:
        for _ in range(count):
            yield Pair(_distribution(size, random), _distribution(size, random))


def seeded(count: int, parts: Sequence[int], more: int = 0) -> Callable[[Effort], list[Pair]]:
    """Those drawn with the seed of an effort, or with one that is `more`."""
    return lambda effort: list(random_pairs(count, parts, effort.seed + more))


def _distribution(size: int, random: Random) -> tuple[Fraction, ...]:
    weights = [Fraction(random.randint(1, 10 ** random.randint(1, 5))) for _ in range(size)]
    return tuple(weight / sum(weights) for weight in weights)
