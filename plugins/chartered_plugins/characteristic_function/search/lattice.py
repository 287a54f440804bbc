"""The choice of the finite sum for losses on a lattice, in floats: the number of points in a period, and the number of
terms that are not truncated."""

from __future__ import annotations

import cmath
import math
from fractions import Fraction
from functools import lru_cache

from chartered_verify.arithmetic import balls
from chartered_verify.catching import ignoring, ours
from chartered_verify.large_packages import numpy
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ...subsampling.formulas.sampled_gaussian_quadrature import MOST_NODES
from ..formulas.composed_moments import Composition
from ..formulas.lattice_inversion import MOST_POINTS, LatticeLine, losses_of
from . import series_below_largest_loss
from .accurate_line import DIGITS, Ends, narrowed
from .eps_bracket import Enclosed, log_of
from .line_errors_in_floats import dyadic
from .line_search import Search
from .moments_in_floats import in_floats

_LARGEST = 2.0**36
"""The largest saddle point used; for larger ones the copies vanish anyway."""
_TURNS, _NEAR = 6, 2.0
"""The largest number of times that a sum is chosen again, and the nats by which delta may differ from the value it was
chosen for."""
_FEW_RUNS = 2000
"""The number of runs up to which a sum over the outcomes of one mechanism with few losses is as quick."""
_FINER = 6
"""Digits of a delta in addition to those of its ends below which nothing matters."""
_SPARE = 6.0
"""Nats of accuracy added for the error of the saddle-point approximation."""


def has_many_steps(parts: Composition) -> bool:
    """Whether all runs are of one mechanism with few losses, and a sum over their outcomes takes longer."""
    return len(parts) == 1 and parts[0][1] > _FEW_RUNS and losses_of(parts) is not None


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> LatticeLine:
    """The sum for about `digits` correct digits of delta at an eps. Raises ArithmeticError."""
    return _searched(parts).line_at(epsilon, digits)


def bracket(parts: Composition, target: arb, digits: int) -> Ends:
    """Two ends for a number of digits, or 0 twice where delta(0) is not above the target. Raises ArithmeticError."""
    line = rule_at(parts, Fraction(0), DIGITS)
    if line.inverse(parts).delta(Fraction(0)) <= target:
        return Fraction(0), Fraction(0), line
    return narrowed(lambda more: _searched(parts).bracket(target, more), digits, digits)


@lru_cache(maxsize=64)
def _searched(parts: Composition) -> LatticeSearch:
    return LatticeSearch(parts)


class LatticeSearch:
    """A composition on a lattice, in one direction."""

    def __init__(self, parts: Composition) -> None:
        losses = losses_of(parts)
        if losses is None:
            raise ArithmeticError("the losses do not lie on a lattice")
        self.parts, self.losses, self.search = parts, losses, Search(parts)
        with balls(64) as xp:
            self._spacing = float(losses.width(xp))

    def line_at(self, epsilon: Fraction, digits: int) -> LatticeLine:
        """The sum for about `digits` correct digits of delta at an eps. Raises ArithmeticError."""
        x, search = float(epsilon), self.search
        saddle = min(search.order_at(x), _LARGEST)
        log_delta = search.saddle_delta(saddle, x)
        for _ in range(_TURNS):
            line = self.line(saddle, x, log_delta, digits)
            found = line.inverse(self.parts).delta(epsilon).mid()
            moved = log_of(found) - log_delta if found > 0 else 0.0
            if abs(moved) < _NEAR:
                break
            log_delta += moved
        return line

    def bracket(self, target: arb, digits: int) -> Ends:
        """Two ends; by a power series where eps may be the largest loss to all digits. Raises ArithmeticError."""
        log_target, search = log_of(target), self.search
        saddle = self._order_of(log_target)
        if saddle == _LARGEST:
            with ignoring(ArithmeticError):
                return series_below_largest_loss.bracket(self.parts, target, digits)
        epsilon = search.saddle(saddle)[0]
        for _ in range(_TURNS):
            line = self.line(saddle, epsilon, log_target, digits)
            delta = line.inverse(self.parts).delta
            below, above = Enclosed(delta, target, line.bits, digits + _FINER).ends(epsilon, saddle - 1)
            moved, epsilon = abs(float(above) - epsilon), float(above)
            if moved * (saddle - 1) < _NEAR:
                break
            saddle = min(search.order_at(epsilon), _LARGEST)
        return below, above, line

    def _order_of(self, log_target: float) -> float:
        """The saddle point for a delta, at most _LARGEST."""
        try:
            return min(self.search.order_of(log_target), _LARGEST)
        except ours(OverflowError):
            return _LARGEST

    def line(self, saddle: float, epsilon: float, log_delta: float, digits: int) -> LatticeLine:
        """The sum for a delta at an eps. Raises ArithmeticError if it has too many terms."""
        accuracy = digits * math.log(10) + _SPARE
        c, b = self.search.orders(saddle, epsilon, log_delta, accuracy)
        period, _ = self.search.period(c, b, epsilon, log_delta, accuracy)
        points = max(1, math.ceil(period / self._spacing))
        level = float(self.search.log(numpy.array([c]))[0].real) - (c - 1) * epsilon - log_delta
        kept = self._kept(c, points, accuracy - (c - 1) * epsilon - log_delta)
        if points > MOST_POINTS or kept > MOST_NODES:
            raise ArithmeticError(
                f"the sum on the lattice needs {kept} terms of {points}; at most {MOST_NODES} are taken"
            )
        size = math.log2(self.search.runs + 1) + math.log2(2 + c * (1 + abs(epsilon)))
        bits = 64 + math.ceil(digits * 3.33 + size + max(0.0, level) / math.log(2))
        return LatticeLine(dyadic(c), dyadic(b), points, kept, bits)

    def _kept(self, c: float, points: int, over: float) -> int:
        """The least number of terms such that the truncated ones are below e^-over, if |M| decreases; otherwise all
        terms."""
        half = points // 2 + 1
        if self._log_left_out(c, math.pi / self._spacing) + over > 0:
            return half

        def counts(k: int) -> bool:
            return self._log_left_out(c, 2 * math.pi * k / (points * self._spacing)) + over > 0

        return bisect(counts, 0, half, narrow=lambda x, y: y - x <= 1, middle=lambda x, y: (x + y) // 2)[1]

    def _log_left_out(self, c: float, height: float) -> float:
        """About the logarithm of the sum of the terms from a height on, times e^((c-1) eps)."""
        z = complex(c, height)
        total = -math.log(abs(1 - cmath.exp(-(z - 1) * self._spacing))) + math.log(2)
        for m, times in self.parts:
            at = [complex(c, y) for y in self.losses.heights(m, height)]
            total += times * float(in_floats(m).log(numpy.array(at)).real.max())
        return total
