"""The lattice of scores and the threshold of the test of several uses. Floats only; any choice is sound."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, frexp, ldexp, log1p, log2, pi, sqrt

from chartered.model.questions import EpsilonAt, Question
from msgspec.structs import replace

from ..formulas import several_uses_lower_end as formulas
from ..several_uses_witness import MOST_BITS, MOST_CELLS, MOST_POINTS, ScoreWitness, Uses
from .largest_sum_statistic import proven

_NODES, _FAR = 400, 9.0
"""The nodes of an integral over a normal variable, and how far it goes, in standard deviations."""
_FINE, _FEW = 12.0, 60_000
"""Rounding adds 1/(12 _FINE^2) to the variance of the sum; and the points to which a lattice is kept."""
_DEEP, _LEAST_BITS = 40, 112


def propose(uses: Uses, question: Question) -> ScoreWitness:
    """A lattice on which rounding is small beside the spread of the sum, and the best of its thresholds."""
    at = float(question.at) if question.at is not None else 0.0
    rate, mu, steps = float(uses.rate), sqrt(uses.mu_squared), uses.tilted + uses.plain
    mean, spread = _moments(rate, mu, way=-1)
    seen_mean, seen_spread = _moments(rate, mu, way=1)
    highest = log1p(rate * (exp(min(mu * (_FAR + mu / 2), 600.0)) - 1))
    sd = sqrt(steps) * spread
    top = uses.plain * mean + uses.tilted * seen_mean + _FAR * (sd + sqrt(uses.tilted) * seen_spread) + highest
    least = -log1p(-rate) * steps
    mantissa, exponent = frexp(max(sd / (_FINE * sqrt(steps)), (top + least) / _FEW, 2 * highest / MOST_CELLS))
    spacing = Fraction(ldexp(ceil(mantissa * 64), exponent - 6))
    rarest = -log2(at) if isinstance(question, EpsilonAt) and at > 0 else 2 * at
    bits = min(MOST_BITS, max(_LEAST_BITS, ceil(1.5 * (rarest + 3 * top + _DEEP))))
    cells = min(MOST_CELLS, ceil((highest - log1p(-rate)) / float(spacing)))
    points = min(MOST_POINTS, ceil((top + least) / float(spacing)) + steps)
    sizes = (Fraction(cells), Fraction(points), Fraction(bits))
    witness = ScoreWitness(spacing, *sizes, threshold=Fraction(0))
    return replace(witness, threshold=Fraction(_best(uses.scores(witness), question)))


def _moments(rate: float, mu: float, way: int) -> tuple[float, float]:
    """(mean, standard deviation) of a score, without the record (-1) or with it (1)."""
    total = mean = square = 0.0
    for node in range(_NODES + 1):
        z = _FAR * (2 * node / _NODES - 1)
        weight = exp(-z * z / 2) * 2 * _FAR / (_NODES * sqrt(2 * pi))
        score = log1p(rate * (exp(min(mu * z + way * mu * mu / 2, 600.0)) - 1))
        total, mean, square = total + weight, mean + weight * score, square + weight * score * score
    mean /= total
    return mean, sqrt(max(square / total - mean * mean, 1e-300))


def _best(scores: formulas.Scores, question: Question) -> int:
    """The threshold at which the test proves most."""
    seen, unseen = formulas.tails(scores)
    unit, value = 1 << scores.bits, proven(question)
    return max(range(scores.points + 1), key=lambda k: value(seen[k] / unit, (unit - unseen[k]) / unit))
