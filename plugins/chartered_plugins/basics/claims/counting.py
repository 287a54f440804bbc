"""Mechanisms on binary records whose output depends only on the number of ones: sampling without replacement,
enumerated over all data sets."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb
from random import Random
from typing import Any

from msgspec import Struct

from .pairs import Pair


class Counting(Struct, frozen=True):
    """A mechanism on a sample of `size` of `of` records; `outputs[j]` is the distribution of the output if j records in
    the sample are 1."""

    of: int
    outputs: tuple[tuple[Fraction, ...], ...]

    @property
    def size(self) -> int:
        """The number of records in a sample."""
        return len(self.outputs) - 1

    def wrapped(self, divergence: Callable[[Pair], Any], xp: Any) -> Any:
        """The largest divergence between outputs whose records differ in one place."""
        return _largest(self.outputs, divergence, xp)

    def sampled(self, divergence: Callable[[Pair], Any], xp: Any) -> Any:
        """The largest divergence between the outputs on samples of data that differ in one place."""
        return _largest([self._on(ones) for ones in range(self.of + 1)], divergence, xp)

    def _on(self, ones: int) -> tuple[Fraction, ...]:
        """The output distribution averaged over all samples from data with this number of ones."""
        ways = [comb(ones, j) * comb(self.of - ones, self.size - j) for j in range(self.size + 1)]
        means = (
            sum((way * p for way, p in zip(ways, chances, strict=True)), Fraction(0))
            for chances in zip(*self.outputs, strict=True)
        )
        return tuple(mean / comb(self.of, self.size) for mean in means)


def every_size(most: int, seed: int) -> Iterator[Counting]:
    """For each m < n <= most: two mechanisms that release the number of sampled records that report 1, each truthfully
    with probability 3/5 or 9/10; and one random mechanism."""
    random = Random(seed)
    for of in range(2, most + 1):
        for size in range(1, of):
            for truth in (Fraction(3, 5), Fraction(9, 10)):
                yield Counting(of, tuple(told(j, size, truth) for j in range(size + 1)))
            yield Counting(of, tuple(_near_uniform(random) for _ in range(size + 1)))


def told(ones: int, size: int, truth: Fraction) -> tuple[Fraction, ...]:
    """The distribution of the number of records that report 1, if `ones` of `size` records are 1 and each reports
    truthfully with probability `truth`."""
    chances = [Fraction(1)]
    for record in range(size):
        says = truth if record < ones else 1 - truth
        chances = [
            (1 - says) * none + says * one
            for none, one in zip([*chances, Fraction(0)], [Fraction(0), *chances], strict=True)
        ]
    return tuple(chances)


def _near_uniform(random: Random) -> tuple[Fraction, ...]:
    weights = [Fraction(random.randint(50, 200)) for _ in range(3)]
    return tuple(weight / sum(weights) for weight in weights)


def _largest(outputs: Any, divergence: Callable[[Pair], Any], xp: Any) -> Any:
    found = xp.number(0)
    for one, other in pairwise(outputs):
        found = xp.maximum(found, xp.maximum(divergence(Pair(one, other)), divergence(Pair(other, one))))
    return found
