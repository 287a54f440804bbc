"""The best test of shuffled batches: the threshold of the largest sum, and in how many epochs it has to be passed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import exp, expm1, inf, lgamma, log, log1p, sqrt

from chartered.model.questions import EpsilonAt, Question
from chartered_verify.arithmetic import floats

_POINTS, _STEPS = 96, 48
"""How many thresholds are tried, and how often the interval around the best one is divided."""
_BEYOND = 6.0
_GOLDEN = (sqrt(5) - 1) / 2

Value = Callable[[float, float], float]
"""(p, q) -> what a test that accepts with these probabilities proves."""


def propose(sums: int, epochs: int, shifts: tuple[Fraction, Fraction], question: Question) -> dict[str, Fraction]:
    """The witness: a threshold, in standard deviations, and a count of epochs."""
    first, second = map(float, shifts)
    value = proven(question)

    def best(threshold: float) -> tuple[float, int]:
        chances = (_above(sums, threshold, shift) for shift in (first, second))
        rows = (_tails(p, epochs) for p in chances)
        return max((value(p, q), count) for count, (p, q) in enumerate(zip(*rows, strict=True), start=1))

    end = first + sqrt(2 * log(sums)) + _reach(question, first - second) + _BEYOND
    threshold = _largest(lambda x: best(x)[0], second - _BEYOND, end)
    return {"threshold": Fraction(threshold), "epochs": Fraction(best(threshold)[1])}


def proven(question: Question) -> Value:
    """What a test proves: eps at this delta, or delta at this eps."""
    at = float(question.at) if question.at is not None else 0.0
    if isinstance(question, EpsilonAt):
        return lambda p, q: log((p - at) / q) if p > at and q > 0 else -inf
    grown = exp(min(at, 700.0))
    return lambda p, q: p - grown * q


def _reach(question: Question, between: float) -> float:
    """How far beyond the shift the best threshold may be."""
    at = float(question.at) if question.at is not None else 0.0
    return sqrt(max(0.0, -2 * log(at))) if isinstance(question, EpsilonAt) else min(at / between, 40.0)


def _above(sums: int, threshold: float, shift: float) -> float:
    return -expm1(floats.log_ndtr(threshold - shift) + (sums - 1) * floats.log_ndtr(threshold))


def _tails(p: float, epochs: int) -> list[float]:
    """P(Bin(E, p) >= j) for j = 1 ... E."""
    if p <= 0 or p >= 1:
        return [p] * epochs
    whole = lgamma(epochs + 1)
    terms = (
        exp(whole - lgamma(k + 1) - lgamma(epochs - k + 1) + k * log(p) + (epochs - k) * log1p(-p))
        for k in range(epochs, 0, -1)
    )
    return list(accumulate(terms))[::-1]


def _largest(height: Callable[[float], float], low: float, high: float) -> float:
    """Where a function is about largest: the best of equally spaced points, and golden sections around it."""
    step = (high - low) / _POINTS
    middle = max((low + step * k for k in range(_POINTS + 1)), key=height)
    low, high = middle - step, middle + step
    for _ in range(_STEPS):
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if height(left) < height(right):
            low = left
        else:
            high = right
    return (low + high) / 2
