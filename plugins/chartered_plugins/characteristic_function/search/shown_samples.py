"""The rule for samples that little noise shows: whether it serves, its precision, and two ends of eps."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ignoring
from chartered_verify.large_packages import numpy
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ..formulas.composed_moments import Composition
from ..formulas.shown_samples import MOST_TERMS, Shown, ShownSamples, count_terms, misread, samples, shows
from ..laws.gaussian_law import GaussianSample
from .eps_bracket import Enclosed, halved, log_of
from .window_runs_in_floats import log_normal

_SPARE_NATS, _SPARE_BITS, _MOST_NATS = 6, 64, 3000
_GUESSES = (-12.0, -40.0, -160.0, -700.0, -2800.0)
"""Logarithms of deltas for which a rule is tried in turn."""
_DOUBLINGS, _HALVINGS = 1100, 60
_NEAR = 1e-4
"""How far a start may miss, relative to eps."""
_LEAST = 1e-300
"""A probability that a search takes for 0."""


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, ShownSamples]:
    """(below, above, rule) with delta(below) >= target >= delta(above), or (0, 0, rule) where delta(0) is not above the
    target. Raises ArithmeticError unless samples are shown so well that delta has these digits."""
    rule = _rule_for(parts, log_of(target), digits)
    told = rule.inverse(parts)
    if told.delta(Fraction(0)) <= target:
        return Fraction(0), Fraction(0), rule
    start, slope = _start(told, log_of(target)) if any(term.square > 0 for term in told.low) else (0.0, 1.0)
    if not start > 0:
        return *halved(told.delta, target, digits), rule
    with ignoring(ArithmeticError):
        return *Enclosed(told.delta, target, rule.bits, digits).ends(start, slope), rule
    near = Fraction(start * (1 - _NEAR)), Fraction(start * (1 + _NEAR))
    return *halved(told.delta, target, digits, near), rule


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> ShownSamples:
    """The rule for delta at an eps. Raises ArithmeticError unless samples are shown so well that delta has these
    digits."""
    for log_delta in _GUESSES:
        found = _rule_for(parts, log_delta, 1).inverse(parts).delta(epsilon)
        if found > 0 and log_of(found) > log_delta:
            return _rule_for(parts, log_of(found), digits)
    raise ArithmeticError("delta is smaller than any that is tried")


def below_at(parts: Composition, target: arb) -> ShownSamples:
    """A rule of few digits for a delta that is well below the target. Raises ArithmeticError."""
    return _rule_for(parts, log_of(target), 1)


def _rule_for(parts: Composition, log_delta: float, digits: int) -> ShownSamples:
    """The rule for a delta. Raises ArithmeticError if an output may be misread too often, or the terms are too many."""
    if not shows(parts):
        raise ArithmeticError("samples are shown by Gaussian noise only")
    nats = digits * math.log(10) - log_delta + _SPARE_NATS
    sampled = samples(parts)
    if nats > _MOST_NATS or not all(n * _misread(m) < math.exp(-nats) for m, n in sampled):
        raise ArithmeticError("the noise does not show samples")
    if count_terms(parts, math.ceil(nats)) > MOST_TERMS:
        raise ArithmeticError("the numbers of runs with the record are too many to list")
    largest = max(2 * n.bit_length() + 2 * m.noise.denominator.bit_length() for m, n in sampled)
    return ShownSamples(math.ceil(nats), math.ceil(nats / math.log(2)) + largest + _SPARE_BITS)


def _misread(m: GaussianSample) -> float:
    """About the probability that an output is misread; 1 for a rate that a double does not tell from 0 or 1."""
    return float(misread(floats, m)) if 0 < float(m.rate) < 1 else 1.0


def _start(told: Shown, log_target: float) -> tuple[float, float]:
    """(about eps, about -d log delta/d eps) in floats, where some loss is normal."""
    with balls(64):
        terms = [tuple(map(float, (term.weight.log(), term.square, term.shift))) for term in told.low]
    logs, squares, shifts = map(numpy.array, zip(*terms, strict=True))
    roots = numpy.sqrt(numpy.maximum(squares, _LEAST))

    def log_delta(x: float) -> float:
        from_mean = (x - shifts) / roots
        terms = logs + log_normal(roots / 2 - from_mean)
        less = x - shifts + log_normal(-roots / 2 - from_mean) + logs - terms
        terms = numpy.where(squares > 0, terms + numpy.log1p(-numpy.exp(numpy.minimum(less, -1e-12))), -numpy.inf)
        return float(numpy.logaddexp.reduce(terms))

    low, high = 0.0, 1.0
    for _ in range(_DOUBLINGS):
        if not log_delta(high) > log_target:
            break
        low, high = high, 2 * high
    low, high = bisect(lambda x: log_delta(x) > log_target, low, high, steps=_HALVINGS)
    step = 1e-4 * high
    return low, max((log_delta(low) - log_delta(low + step)) / step, 1 / high)
