"""Claims about the Renyi curve of a sample by cases: all data of small size, exact triples, and the printed bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.counting import COUNTS, Counting, every_size
from ...basics.claims.pairs import Pair, random_pairs
from .poisson_renyi_cases import CURVES

BOOK = Book("sample.renyi", "our check")
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(3), Fraction(24, 5), Fraction(12))
SIZES = ((1, 1000), (1, 10), (1, 2), (19, 20))


def drawn(size: int, of: int, curve: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The shipped curve of a sample of `size` of `of` records, for a mechanism with this curve."""
    said = Said({"size": Fraction(size), "of": Fraction(of)}, inner=ch.Renyi(curve=curve))
    found: ch.Renyi = bound("sampled_renyi", "sample.renyi")(said)
    return found.curve


@BOOK.soundness(
    "exact-cases",
    "For mechanisms on binary records the shipped curve is not below the exact divergence of any two neighbours, "
    "over all data.",
    "direct computation",
    f"{COUNTS}; alpha in {{1.5, 2, 3, 4.8, 12}}",
)
def _exact_cases(effort: Effort) -> Verdict:
    def within(counts: Counting, alpha: Fraction) -> bool:
        with balls(256) as xp:
            order = xp.number(alpha)
            shipped = drawn(
                counts.size, counts.of, lambda inside, a: counts.wrapped(lambda pair: pair.renyi(inside, a), inside)
            )
            return not counts.sampled(lambda pair: pair.renyi(xp, order), xp) > shipped(xp, order)

    return sample(within, list(product(every_size(5, effort.seed), ORDERS)), effort.digits, "balls: all neighbours")


@BOOK.soundness(
    "exact-triples",
    "For exact outputs A, B, C the shipped curve of their largest divergence is not below that of (1-r) A + r B from "
    "(1-r) A + r C, in "
    "any order.",
    "direct computation",
    "random rational triples of 3 and 4 outcomes; r in {1/1000, 1/10, 1/2, 19/20}; alpha in {1.5, 2, 3, 4.8, 12}",
)
def _triples(effort: Effort) -> Verdict:
    pairs = random_pairs(6, (3, 4), effort.seed)
    triples = [(one.first, one.second, middle(one)) for one in pairs]
    return sample(_triple_within, list(product(triples, SIZES, ORDERS)), effort.digits, "balls: all six orders")


def middle(pair: Pair) -> tuple[Fraction, ...]:
    """An output between two, nearer to the one here and to the other there."""
    weights = [x if place % 2 else y for place, (x, y) in enumerate(zip(pair.first, pair.second, strict=True))]
    return tuple(weight / sum(weights) for weight in weights)


def _triple_within(outputs: tuple[tuple[Fraction, ...], ...], counts: tuple[int, int], alpha: Fraction) -> bool:
    size, of = counts

    def largest(xp: Any, order: Any) -> Any:
        found = xp.number(0)
        for one, other in permutations(outputs, 2):
            found = xp.maximum(found, Pair(one, other).renyi(xp, order))
        return found

    def mixed(rest: tuple[Fraction, ...], own: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        return tuple(((of - size) * x + size * y) / of for x, y in zip(rest, own, strict=True))

    with balls(256) as xp:
        order = xp.number(alpha)
        high = drawn(size, of, largest)(xp, order)
        return not any(Pair(mixed(a, b), mixed(a, c)).renyi(xp, order) > high for a, b, c in permutations(outputs))


@BOOK.soundness(
    "wang",
    "The printed bound, with its factor min(2, .) from the third moment on, is never below the shipped curve at a "
    "whole order.",
    "Wang, Balle, Kasiviswanathan 2019, Theorem 9, for a mechanism of which no pure guarantee is known",
    "Gaussian, randomized response and constant curves, each of 3 sizes; r in {1/1000, 1/10, 1/2, 19/20}, orders 2, "
    "3, 5, 10, 30",
)
def _wang(effort: Effort) -> Verdict:
    def above(curve: Callable[[Any, Any], Any], counts: tuple[int, int], n: int) -> bool:
        with balls(256) as xp:
            return not printed(xp, curve, Fraction(*counts), n) < drawn(*counts, curve)(xp, xp.number(n))

    return sample(above, list(product(CURVES, SIZES, (2, 3, 5, 10, 30))), effort.digits, "balls: printed less shipped")


def printed(xp: Any, curve: Callable[[Any, Any], Any], r: Fraction, n: int) -> Any:
    """Wang, Balle and Kasiviswanathan's bound at a whole order, gamma(inf) infinite."""

    def moment(k: int) -> Any:
        return xp.exp((k - 1) * curve(xp, xp.number(k)))

    square = xp.minimum(4 * (moment(2) - 1), 2 * moment(2))
    rest = sum((comb(n, j) * xp.number(r) ** j * 2 * moment(j) for j in range(3, n + 1)), xp.number(0))
    return xp.log(1 + comb(n, 2) * xp.number(r) ** 2 * square + rest) / (n - 1)
