"""The power series below the largest loss: whether it reaches as far as a delta or an eps, and how many powers it
takes."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import arb

from ..formulas.composed_moments import Composition, max_loss
from ..formulas.loss_properties import Density
from ..formulas.rule_numbers import MOST_BITS
from ..formulas.series_below_largest_loss import MOST_POWERS, BelowLargest, densities, remainder
from .eps_bracket import Enclosed

_BITS, _SPARE = 64, 2
"""The precision of a choice, and digits in addition to those requested."""
_FARTHEST = Fraction(15, 16)
"""The part of the distance of the nearest pole, or of the end of a density, within which a series is tried."""
_ROUNDED = 1 - 2.0**-32
"""The least share of a delta that is kept where its eps is rounded up."""


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> BelowLargest:
    """The rule for delta at an eps. Raises ArithmeticError where no series serves."""
    with balls(_BITS) as xp:
        loss, runs = _known(xp, parts)
        y = xp.positive(loss - xp.number(epsilon))
        if not y < _farthest(xp, runs):
            raise ArithmeticError("eps is too far below the largest loss for a power series")
        return _rule(xp, runs, y, _likeliest(runs) * -xp.expm1(-y), digits)


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, BelowLargest]:
    """(below, above, rule) with delta(below) >= target >= delta(above), or (0, 0, rule) where delta(0) is not above the
    target. Raises ArithmeticError where no series serves."""
    with balls(_BITS) as xp:
        loss, runs = _known(xp, parts)
        part, y = target / _likeliest(runs), xp.minimum(loss, _farthest(xp, runs))
        y = xp.minimum(y, -xp.log1p(-part)) if part < 1 else y
        if _within(xp, runs, y) < target:
            raise ArithmeticError("eps is farther below the largest loss")
        rule = _rule(xp, runs, y, target, digits)
        unit = Fraction(1, 10 ** max(0, math.floor(-float(y.log().mid()) / math.log(10))))
        slope = float((xp.number(unit) / y).mid())
    delta = rule.inverse(parts).delta
    with balls(rule.bits) as xp:
        start = max(Fraction(0), fraction_of((_known(xp, parts)[0] - y).mid()))
    if start == 0 and delta(start) <= target:
        return start, start, rule
    if delta(start) < target * _ROUNDED:
        raise ArithmeticError("eps is farther below the largest loss")
    scaled = Enclosed(lambda x: delta(x * unit), target, rule.bits, digits + _SPARE)  # a slope in eps may be no double
    below, above = scaled.ends(start / unit, slope)
    return below * unit, above * unit, rule


def _known(xp: Any, parts: Composition) -> tuple[arb, list[tuple[Density, int]]]:
    """(the largest loss, the densities below it). Raises ArithmeticError unless both are known."""
    largest, runs = max_loss(parts), densities(xp, parts)
    if largest is None or runs is None:
        raise ArithmeticError("the density of losses below the largest one is not known")
    return xp.number(largest), runs


def _likeliest(runs: list[tuple[Density, int]]) -> arb:
    """The probability under P of the largest loss."""
    found: arb = math.prod((density.mass**times for density, times in runs), start=arb(1))
    return found


def _within(xp: Any, runs: list[tuple[Density, int]], y: arb) -> arb:
    """At least the probability under P that no run's loss is farther than y from its largest one, and thus at least
    delta there."""
    found: arb = math.prod(((d.mass + y * d.most(xp, y)) ** times for d, times in runs), start=arb(1))
    return found


def _farthest(xp: Any, runs: list[tuple[Density, int]]) -> arb:
    ends = [end for density, _ in runs for end in (density.reach, density.pole)]
    found: arb = min(ends, key=lambda end: float(end.mid())) * xp.number(_FARTHEST)
    return found


def _rule(xp: Any, runs: list[tuple[Density, int]], y: arb, delta: arb, digits: int) -> BelowLargest:
    """The rule up to a distance from the largest loss. Raises ArithmeticError if it takes too many powers or bits."""
    none, one = (remainder(xp, runs, y, count) for count in (0, 1))
    over = (none / delta).log() + (digits + _SPARE) * math.log(10)
    powers = max(2.0, float((over / (none / one).log()).mid()) + 1)
    if not powers <= MOST_POWERS:
        raise ArithmeticError(f"the series needs more than {MOST_POWERS} powers")
    bits = _BITS + math.ceil(3.4 * (digits + _SPARE) + powers / 2 + max(0.0, -float(y.log().mid()) / math.log(2)))
    if bits > MOST_BITS:
        raise ArithmeticError(f"the series needs more than {MOST_BITS} bits")
    return BelowLargest(math.ceil(powers), bits)
