"""Claims about the Renyi curves of samples by cases: exact pairs and triples, and the printed bounds."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any, TypeAlias

import chartered as ch
from chartered.proving import Proofs, Said, Sampled, claims_of, numbers, registered

from ...basics.claims.pairs import Pair, seeded
from ...basics.formulas import randomized_response as response

POISSON, SAMPLE = (
    Proofs("poisson.renyi", "our check", at="direct computation"),
    Proofs("sample.renyi", "our check", at="direct computation"),
)
claims = claims_of(POISSON, SAMPLE)
Curve: TypeAlias = Callable[[Any, Any], Any]
Output: TypeAlias = tuple[Fraction, ...]
RATES, ORDERS, WHOLE = numbers("1/1000 1/10 1/2 19/20"), numbers("3/2 2 3 24/5 12"), (2, 3, 5, 10, 30)
KINDS: tuple[Callable[[Fraction], Curve], ...] = (
    lambda variance: lambda xp, alpha: alpha / (2 * xp.number(variance)),
    lambda epsilon: lambda xp, alpha: response.renyi(xp, xp.number(epsilon), xp.number(2), alpha),
    lambda gamma: lambda xp, alpha: xp.number(gamma) + 0 * alpha,
)
CURVES = [kind(size) for kind in KINDS for size in numbers("1/50 1 4")]
"""Curves of wrapped mechanisms, with small and large losses."""


def on_poisson(rate: Fraction, curve: Curve, top: Fraction | None = None) -> Curve:
    """The registered curve of a Poisson sample of a mechanism with this curve up to the order `top`."""
    found: ch.Renyi = registered("poisson.renyi").bound(Said({"rate": rate}, inner=ch.Renyi(curve=curve, top=top)))
    return found.curve


def drawn(size: int, of: int, curve: Curve, top: Fraction | None = None) -> Curve:
    """The registered curve of a sample of `size` of `of` records, for a mechanism with this curve up to `top`."""
    said = Said({"size": Fraction(size), "of": Fraction(of)}, inner=ch.Renyi(curve=curve, top=top))
    found: ch.Renyi = registered("sample.renyi").bound(said)
    return found.curve


def mixed(rate: Fraction, own: Output, rest: Output) -> Output:
    """The mixture (1-r) rest + r own."""
    return tuple((1 - rate) * x + rate * y for x, y in zip(rest, own, strict=True))


def largest(*outputs: Output) -> Curve:
    """The largest divergence between two of the outputs."""

    def curve(xp: Any, order: Any) -> Any:
        found = xp.number(0)
        for one, other in permutations(outputs, 2):
            found = xp.maximum(found, Pair(one, other).renyi(xp, order))
        return found

    return curve


def exact_pairs(orders: Sequence[Fraction], top: Fraction | None = None) -> Sampled:
    """A check of exact pairs on a Poisson sample, whose curve ends at `top`."""

    def holds(xp: Any, pair: Pair, q: Fraction, alpha: Fraction) -> bool:
        order, sampled_pair = xp.number(alpha), largest(mixed(q, pair.first, pair.second), pair.second)
        return not sampled_pair(xp, order) > on_poisson(q, largest(pair.first, pair.second), top)(xp, order)

    return Sampled("balls: both directions", holds, bits=256, pair=seeded(8, (2, 3, 4)), q=RATES, alpha=orders)


POISSON.soundness(
    "exact-pairs",
    "On exact pairs of distributions neither direction of the sampled pair is above the shipped curve of the larger "
    "wrapped divergence.",
    "random rational pairs of 2 to 4 outcomes, q in {1/1000, 1/10, 1/2, 19/20}, alpha in {1.5, 2, 3, 4.8, 12}",
    exact_pairs(ORDERS),
)


@POISSON.soundness(
    "zhu-wang",
    "The printed bound for any mechanism, with its factor 3 from the third moment on, is never below the shipped "
    "curve at a whole order.",
    "Zhu, Wang 2019, Theorem 5",
    "Gaussian, randomized response and constant curves, each of 3 sizes; q in {1/1000, 1/10, 1/2, 19/20}, orders 2, "
    "3, 5, 10, 30",
    Sampled("balls: printed less shipped", bits=256, curves=CURVES, q=RATES, n=WHOLE),
)
def _zhu_wang(xp: Any, curve: Curve, q: Fraction, n: int) -> Any:
    def term(k: int) -> Any:
        return xp.number(comb(n, k) * q**k * (1 - q) ** (n - k)) * xp.exp((k - 1) * curve(xp, xp.number(k)))

    first = xp.number((1 - q) ** (n - 1) * (n * q - q + 1))
    printed = xp.log(first + term(2) + 3 * sum((term(k) for k in range(3, n + 1)), xp.number(0))) / (n - 1)
    return not printed < on_poisson(q, curve)(xp, xp.number(n))


def middle(pair: Pair) -> Output:
    """An output distribution between two others, nearer to one of them on some outcomes and to the other on the
    rest."""
    weights = [x if index % 2 else y for index, (x, y) in enumerate(zip(pair.first, pair.second, strict=True))]
    return tuple(weight / sum(weights) for weight in weights)


def exact_triples(orders: Sequence[Fraction], top: Fraction | None = None) -> Sampled:
    """A check of exact triples A, B, C on a sample, with the largest divergence of any two or, if the curve ends at
    `top`, that of B and C."""

    def holds(xp: Any, pair: Pair, r: Fraction, alpha: Fraction) -> bool:
        outputs, order = (pair.first, pair.second, middle(pair)), xp.number(alpha)
        known = {among: largest(*among) for among in ([outputs] if top is None else permutations(outputs, 2))}
        high = {among: drawn(r.numerator, r.denominator, c, top)(xp, order) for among, c in known.items()}
        return not any(
            Pair(mixed(r, b, a), mixed(r, c, a)).renyi(xp, order) > high[outputs if top is None else (b, c)]
            for a, b, c in permutations(outputs)
        )

    return Sampled("balls: all six orders", holds, bits=256, pair=seeded(6, (3, 4)), r=RATES, alpha=orders)


SAMPLE.soundness(
    "exact-triples",
    "For exact outputs A, B, C the shipped curve of their largest divergence is not below that of (1-r) A + r B from "
    "(1-r) A + r C, in any order.",
    "random rational triples of 3 and 4 outcomes; r in {1/1000, 1/10, 1/2, 19/20}; alpha in {1.5, 2, 3, 4.8, 12}",
    exact_triples(ORDERS),
)


@SAMPLE.soundness(
    "wang",
    "The printed bound, with its factor min(2, .) from the third moment on, is never below the shipped curve at a "
    "whole order.",
    "Wang, Balle, Kasiviswanathan 2019, Theorem 9, for a mechanism of which no pure guarantee is known",
    "Gaussian, randomized response and constant curves, each of 3 sizes; r in {1/1000, 1/10, 1/2, 19/20}, orders 2, "
    "3, 5, 10, 30",
    Sampled("balls: printed less shipped", bits=256, curves=CURVES, r=RATES, n=WHOLE),
)
def _wang(xp: Any, curve: Curve, r: Fraction, n: int) -> Any:
    def moment(k: int) -> Any:
        return xp.exp((k - 1) * curve(xp, xp.number(k)))

    square = xp.minimum(4 * (moment(2) - 1), 2 * moment(2))
    rest = sum((comb(n, j) * xp.number(r) ** j * 2 * moment(j) for j in range(3, n + 1)), xp.number(0))
    printed = xp.log(1 + comb(n, 2) * xp.number(r) ** 2 * square + rest) / (n - 1)
    return not printed < drawn(r.numerator, r.denominator, curve)(xp, xp.number(n))
