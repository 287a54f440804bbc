"""delta(eps) of independent losses with finitely many values, in long doubles: all sums of the losses of one half of a
ledger, each beside the sums of the other half that exceed eps. It shares no line and no theorem with the product: no
transform, no grid and no rounding of losses."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import numpy as np

Law = tuple[Any, Any]
"""Finite losses, and their probabilities under Q; what P gives to infinite ones is apart."""
REAL = np.longdouble
_SAME, _NOTHING, MOST = REAL("1e-15"), REAL("1e-70"), 3_000_000
"""Losses that are as close are one; outcomes of a smaller probability, under P and under Q, are none; sums of one
half."""


def real(x: object) -> Any:
    """A rational, or its text, as a long double."""
    above, _, below = str(x).partition("/")
    return REAL(above) / REAL(below or "1")


def law(outcomes: Iterable[tuple[Any, Any]]) -> Law:
    """Of pairs (P, Q), both above 0."""
    pairs = [(p, q) for p, q in outcomes if p > 0 and q > 0]
    return np.log(np.array([p / q for p, q in pairs])), np.array([q for _, q in pairs])


def response(epsilon: Any, k: int = 2, failure: Any = 0) -> list[tuple[Any, Any]]:
    """(P, Q) of randomized response on k values, which discloses its input with a probability: P(0), then Q(0)."""
    odds, rest = np.exp(epsilon), 1 - REAL(failure)
    own, other = odds / (odds + k - 1) * rest, 1 / (odds + k - 1) * rest
    disclosed = [(REAL(failure), REAL(0)), (REAL(0), REAL(failure))]
    return [(own, other), (other, own), *[(other, other)] * (k - 2), *disclosed]


def integers(weight: Any, shift: int, reach: int) -> list[tuple[Any, Any]]:
    """(P, Q) of noise on the integers with a log weight, shifted."""
    places = np.arange(-reach, reach + shift + 1)
    with np.errstate(under="ignore"):
        p, q = (np.exp(weight((places - by).astype(REAL))) for by in (shift, 0))
    return list(zip(p / p.sum(), q / q.sum(), strict=True))


def discrete_laplace(scale: Any, shift: int) -> list[tuple[Any, Any]]:
    """Q(k) ~ e^(-|k|/scale)."""
    return integers(lambda k: -abs(k) / scale, shift, math.ceil(110 * float(scale)))


def discrete_gaussian(sigma: Any, shift: int) -> list[tuple[Any, Any]]:
    """Q(k) ~ e^(-k^2/(2 sigma^2))."""
    return integers(lambda k: -k * k / (2 * sigma * sigma), shift, math.ceil(15 * float(sigma)) + shift)


def sampled(outcomes: Iterable[tuple[Any, Any]], rate: Any) -> list[tuple[Any, Any]]:
    """On a Poisson sample: P is mixed with Q."""
    return [((1 - rate) * q + rate * p, q) for p, q in outcomes]


def runs(one: Law, times: int) -> Law:
    """Of some runs."""
    return reduce(_added, [one] * times)


def _added(one: Law, other: Law) -> Law:
    """Every sum of two losses; those that are the same become one. Raises ArithmeticError for too many."""
    if len(one[0]) * len(other[0]) > MOST:
        raise ArithmeticError("too many sums of losses")
    losses = np.add.outer(one[0], other[0]).ravel()
    chances = np.multiply.outer(one[1], other[1]).ravel()
    order = np.argsort(losses)
    losses, chances = losses[order], chances[order]
    first = np.concatenate([[True], np.diff(losses) > _SAME * np.maximum(1, abs(losses[1:]))])
    chances = np.add.reduceat(chances, np.flatnonzero(first))
    losses = losses[first]
    kept = np.maximum(chances, chances * np.exp(losses)) > _NOTHING
    return losses[kept], chances[kept]


def delta(laws: Sequence[Law], epsilon: Any) -> Any:
    """E_Q[(e^L - e^eps)_+] of the sum L of all losses. Raises ArithmeticError for too many sums."""
    nothing: Law = (np.zeros(1, dtype=REAL), np.ones(1, dtype=REAL))
    halves = [nothing, nothing]
    for one in sorted(laws, key=lambda x: -len(x[0])):
        place = int(len(halves[0][0]) > len(halves[1][0]))
        halves[place] = _added(halves[place], one)
    (losses, chances), (others, weights) = halves
    tails = [np.append(np.cumsum(x[::-1])[::-1], REAL(0)) for x in (weights * np.exp(others), weights)]
    at = np.searchsorted(others, epsilon - losses, side="right")
    return (chances * (np.exp(losses) * tails[0][at] - np.exp(epsilon) * tails[1][at])).sum()
