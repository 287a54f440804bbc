"""A claim about random allocation, which is related to windows at p = 1: a record takes part in one of t slots drawn at
random, compared with Poisson sampling in each slot."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_verify.arithmetic import Value

from ...composition.formulas import binomial

BOOK = Proofs("random-allocation", "Feldman, Shenfeld 2025")
CASES = product((20, 50, 200), numbers("1/10 1/2 1 2"), numbers("1e-8 1e-2 3/10"), (0, 1, 5, 30))


def _delta(xp: Any, weights: list[Value], ratios: list[Value], e: Value) -> Value:
    """The larger of the two hockey-stick divergences between the distribution with these likelihood ratios and the one
    without the record."""
    level = xp.exp(e)
    one, other = xp.number(0), xp.number(0)
    for weight, ratio in zip(weights, ratios, strict=True):
        one, other = one + weight * xp.positive(ratio - level), other + weight * xp.positive(1 - level * ratio)
    return xp.maximum(one, other)


@BOOK.soundness(
    "poisson.exact-cases",
    "A step of randomized response on a record in one slot of t, drawn at random, and on nothing else: its delta is "
    "at most d and that of sampling the record in each slot with probability 1/(t (1 - g)), g = min{cosh(eps0) "
    "sqrt(2 log(1/d)/t), 1 - 1/t}.",
    "the reduction to Poisson subsampling, as it is remembered",
    "t in {20, 50, 200}, eps0 in {1/10, 1/2, 1, 2}, d in {1e-8, 1e-2, 0.3}, eps in {0, 1/20, 1/4, 3/2}, both "
    "directions",
    Sampled("balls: sums over all outcomes", cases=CASES, bits=256),
)
def _holds(xp: Any, t: int, epsilon0: Fraction, d: Fraction, level: int) -> bool:
    size, e = xp.number(epsilon0), xp.number(Fraction(level, 20))
    rare = (xp.exp(size) + xp.exp(-size)) / 2 * xp.sqrt(2 * xp.log(1 / xp.number(d)) / t)
    rate = 1 / (t * (1 - xp.minimum(rare, 1 - xp.number(Fraction(1, t)))))
    more, less = rate * xp.expm1(size), rate * xp.expm1(-size)
    weights = binomial.weights(xp, size, t, 0, t)  # so many of t are what the record alone makes likely
    once = [(flips * xp.exp(size) + (t - flips) * xp.exp(-size)) / t for flips in range(t + 1)]
    each = [xp.exp(flips * xp.log1p(more) + (t - flips) * xp.log1p(less)) for flips in range(t + 1)]
    return not _delta(xp, weights, once, e) > _delta(xp, weights, each, e) + xp.number(d)
