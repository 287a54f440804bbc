"""Few runs on Poisson samples: rules for delta at an eps, and two ends of eps, by the losses in a band. Floats choose
them, and balls decide."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from chartered_verify.catching import ignoring, ours
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ..formulas.banded_line import BandedLine, bandable
from ..formulas.composed_moments import Composition
from ..laws.analytic_law import Law
from .accurate_line import in_doubles, searched
from .choice_of_bands import LARGEST, SMALLEST, BandSearch
from .eps_bracket import Enclosed, log_of
from .line_errors_in_floats import NoLine
from .window_runs_in_floats import place_of

T = TypeVar("T")
ROUGH = 2
"""Digits of the lines along which eps is sought."""
_SHARES, _MOST_TERMS = ((0.15, 3000), (0.04, 4500), (0.015, 8000)), 20_000_000
"""Widths of a band's ends that are tried in turn, over that of the noise, with the largest numbers of nodes; and the
largest number of terms of all sums."""
_TURNS, _SECANTS, _CLOSER = 12, 4, 3
_STEP = 1.01
"""The ratio of the first two eps."""
_NEAR, _CLOSE, _FEWEST_BITS = 1.0, 0.02, 4
"""Nats by which what is outside the band may change, by which delta may miss, and the least accuracy of delta."""
_REACH, _BEYOND = 12.0, 60.0
_AT_ZERO = 3.0
"""Nats by which delta at eps = 0 may be below that of all runs added up."""
_STARTS = 50
_MOST_SPREAD = 20 / 3
"""The largest spread of a record's shifts, in standard deviations of the noise: of 20 kinds of runs with more, a band
served none."""


def rule_at(parts: Composition, epsilon: Fraction, digits: int, most_terms: int | None = None) -> BandedLine:
    """The rule for delta at an eps. `most_terms`: as for `bracket`. Raises ArithmeticError."""
    x = float(epsilon)

    def found(search: BandSearch) -> BandedLine:
        log_delta = math.log(max(sum(run.times * run.profile(x) for run in search.runs), 1e-320))
        for _ in range(_TURNS):
            rule = search.rule(x, log_delta, ROUGH)
            delta = rule.inverse(parts).delta(epsilon)
            if not delta > 0:
                raise ArithmeticError("a line of few digits says nothing")
            missed, log_delta = abs(log_of(delta) - log_delta), log_of(delta)
            if missed < _NEAR:
                return rule if digits <= ROUGH else search.rule(x, log_delta, digits)
        raise ArithmeticError("no band of losses serves this eps")

    checked = _checked(parts)
    reach = max(place_of(m, x) / m.noise.scale for m, _ in checked if isinstance(m, Law))
    return _tried(checked, max(0.0, reach) + _REACH, found, most_terms)


def below_at(parts: Composition, epsilon: Fraction, target: arb) -> BandedLine:
    """A rule by which delta at an eps is certainly at most the target, if that is well above it. Raises
    ArithmeticError."""
    log_target = log_of(target)
    return _tried(_checked(parts), _reach(log_target), lambda search: search.rule(float(epsilon), log_target, ROUGH))


def bracket(
    parts: Composition, target: arb, digits: int, most_terms: int | None = None
) -> tuple[Fraction, Fraction, BandedLine]:
    """(below, above, rule) with delta(below) >= target >= delta(above), or (0, 0, rule) where delta(0) is not above the
    target. `most_terms`: of a line of which only the widest ends of bands are tried, which take the least time. Raises
    ArithmeticError."""
    log_target = log_of(target)

    def found(search: BandSearch) -> tuple[Fraction, Fraction, BandedLine]:
        return _ends(search, target, log_target, digits, quickly=most_terms is not None)

    return _tried(_checked(parts), _reach(log_target), found, most_terms)


def _reach(log_delta: float) -> float:
    """How far a normal variable matters for a delta."""
    return _REACH + math.sqrt(2 * max(0.0, _BEYOND - log_delta))


def _checked(parts: Composition) -> Composition:
    """The composition. Raises ArithmeticError unless bands are known for it, and may serve."""
    if not bandable(parts):
        raise ArithmeticError("bands are those of few kinds of Gaussian noise on Poisson samples")
    if any(m.ratio.spread > _MOST_SPREAD * m.noise.scale for m, _ in parts if isinstance(m, Law)):
        raise ArithmeticError("the losses of so little noise are too far apart for a band")
    return parts


def _tried(parts: Composition, reach: float, found: Callable[[BandSearch], T], most_terms: int | None = None) -> T:
    """The result of `found` for the widest ends of bands that serve. Raises ArithmeticError."""
    reason = ArithmeticError("no band of losses serves")
    for share, most_nodes in _SHARES if most_terms is None else _SHARES[:1]:
        try:
            return found(BandSearch(parts, reach, share, most_nodes, most_terms or _MOST_TERMS))
        except ours(NoLine):  # nor does one with narrower ends
            raise
        except ours(ArithmeticError) as why:
            reason = why
    raise reason


def _ends(
    search: BandSearch, target: arb, log_target: float, digits: int, *, quickly: bool
) -> tuple[Fraction, Fraction, BandedLine]:
    """The two ends; `quickly`: only from the eps that is known in doubles."""
    zero = _zero(search, target, log_target)
    if zero is not None:
        return Fraction(0), Fraction(0), zero
    try:
        along = in_doubles(search.parts, log_target)
        return _closest(search, target, digits, along.epsilon, along.slope)
    except ours(ArithmeticError):
        if quickly:
            raise
    return _closest(search, target, digits, *_near(search, _start(search, log_target, digits), log_target))


def _closest(
    search: BandSearch, target: arb, digits: int, epsilon: float, slope: float
) -> tuple[Fraction, Fraction, BandedLine]:
    """The two ends, from an eps and about -d log delta/d eps there."""
    log_target = log_of(target)
    for _ in range(_CLOSER):
        rule = search.rule(epsilon, log_target, digits)
        enclosed = Enclosed(rule.inverse(search.parts).delta, target, rule.line.bits, digits)
        above = enclosed.above(epsilon, slope)
        moved, epsilon = abs(float(above) - epsilon), float(above)
        steepest = max(abs(float(b)) for b in (rule.line.right_order, rule.below or 0, rule.above or 0))
        if moved * steepest < _NEAR:
            return *enclosed.ends(epsilon, slope), rule
    raise ArithmeticError("no band of losses encloses eps")


def _zero(search: BandSearch, target: arb, log_target: float) -> BandedLine | None:
    """A rule at eps = 0, if delta(0) is certainly at most the target."""
    total = sum(run.times * run.profile(0.0) for run in search.runs)
    if log_target < math.log(total) - _AT_ZERO:
        return None
    rule = search.rule(0.0, min(log_target, math.log(total)), ROUGH)
    return rule if rule.inverse(search.parts).delta(Fraction(0)) <= target else None


def _start(search: BandSearch, log_target: float, digits: int) -> float:
    """An eps to start from, with an affordable rule: where one run has the largest loss, or where several share it.
    Raises ArithmeticError."""
    with ignoring(ArithmeticError):
        start = _each_alone(search, log_target)
        search.rule(start, log_target, digits)
        return start
    together = searched(search.parts)
    start = together.saddle(together.order_of(log_target))[0]
    search.rule(start, log_target, digits)
    return start


def _near(search: BandSearch, epsilon: float, log_target: float) -> tuple[float, float]:
    """(about eps, about -d log delta/d eps) by the secant rule, along lines of few digits."""
    slope, low, high = 1 / epsilon, 0.0, math.inf
    for _ in range(_TURNS):
        rule = search.rule(epsilon, log_target, ROUGH)
        delta = rule.inverse(search.parts).delta
        farther = epsilon * _STEP
        for _ in range(_SECANTS):
            found, then = delta(Fraction(epsilon)), delta(Fraction(farther))
            if not found > 0:
                break
            if then > 0 and log_of(then) != log_of(found):
                slope = (log_of(found) - log_of(then)) / (farther - epsilon)
            miss = log_of(found) - log_target
            low, high = (epsilon, high) if miss > 0 else (low, epsilon)
            farther, epsilon = epsilon, min(max(epsilon + miss / slope, epsilon / 2), 2 * epsilon)
            if abs(miss) < _CLOSE:
                return epsilon, slope
            if found.rel_accuracy_bits() < _FEWEST_BITS:
                break
        else:
            continue
        if not found > 0:  # so small that a line for this target does not show it
            high = epsilon
        epsilon = epsilon if low < epsilon < high else (low + high) / 2
    return epsilon, slope


def _each_alone(search: BandSearch, log_delta: float) -> float:
    """About the eps at which the profiles of all runs, each alone, add up to delta."""

    def above(log_epsilon: float) -> bool:
        total = sum(run.times * run.profile(math.exp(log_epsilon)) for run in search.runs)
        return total > 0 and math.log(total) > log_delta

    return math.exp(sum(bisect(above, SMALLEST, LARGEST, steps=_STARTS)) / 2)
