"""Skellam noise on the integers, the difference of two Poisson counts, where the rule is the sum itself.

Let l(k) = log B(k+1)/B(k), which falls, as B is log-concave. The slope of log B(x - d) from x to x + 1 is l(x - d), and
that of the logarithm of a mixture of shifts is a mean of these: between those of its extreme shifts. So from x outward
the slope of log (B p)^c (B q)^(1-c) is bounded by a sum of c l and (1 - c) l at shifts. Where one exponent, -a, is
negative, that is l(y - d) + a (l(y - d) - l(y - e)) for the farthest shift d of the one mixture and the nearest shift e
of the other: the difference is 0 or less for d <= e, and otherwise at most d - e times a bound on its falls
(`skellam_sums.fall`), which falls outward, too."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy
from chartered_verify.work_budget import charge

from ...mechanisms.formulas import skellam_sums as sums
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .analytic_law import Law
from .mixture import Function, Mixture, Ratio
from .moment_nodes import falling_from
from .normal_noise import Integers


class Skellam(Integers, frozen=True):
    """Skellam noise. `variance`: the sum v of the means of both counts."""

    replaced_profile = False

    def density(self, xp: Any) -> Function:
        """log P(x)."""
        return xp.variant(self._in_balls, floats=self._in_floats)(xp)  # type: ignore[no-any-return]

    def _in_balls(self, xp: Any) -> Function:
        return lambda x: sums.log_probability(xp, self.variance, int(x.unique_fmpz()))

    def _in_floats(self, xp: Any) -> Function:
        """At the nearest integer, of a number or of an array."""

        def log(x: Any) -> Any:
            if isinstance(x, int | float | complex):
                index = abs(round(x.real))
                return float(sums.table(xp, self.variance, index).logs[index])

            places = numpy.abs(numpy.rint(numpy.real(x))).astype(int)
            return numpy.take(_in_doubles(sums.table(xp, self.variance, int(numpy.max(places)))), places)

        return log

    def terms(self, xp: Any, ratio: Ratio, at: Nodes) -> list[tuple[Any, Any, Any]]:
        """With the work of a table, whether it is cached or not."""
        charge(8 * sums.size(max(-at.first, at.last) + int(ratio.apart)))
        return Integers.terms(self, xp, ratio, at)

    def tilt(self, xp: Any, shift: Fraction) -> Function:
        """log P(x - d)/P(x)."""
        log, d = self.density(xp), int(shift)
        return lambda x: log(x - d) - log(x)

    def whole(self, xp: Any) -> Any:
        """1."""
        return xp.number(1)

    def outward(self, xp: Any, ratio: Ratio, order: Any, way: int) -> Function:
        """By the falling ratios. Raises ArithmeticError before the farthest shift."""
        log, powers = self.density(xp), ratio.powers(order)
        ahead = [(power, max(_ends(mixture, way))) for power, mixture in powers if power > 0]
        behind = [(power, min(_ends(mixture, way))) for power, mixture in powers if power < 0]

        def rises(k: Any) -> Any:
            return log(k + 1) - log(k)

        def alone(x: Any) -> Any:
            return sum((power * rises(way * x - far) for power, far in ahead), xp.number(0))

        def against(x: Any) -> Any:
            ((_, far),), ((power, near),) = ahead, behind
            index = way * x - far
            if not index >= 0:
                raise ArithmeticError("the sum ends before the farthest shift")
            more = max(0, far - near) * sums.fall(xp, xp.number(self.variance), index)
            return rises(index) - power * more

        return against if behind else alone

    def falls_from(self, ratio: Ratio, order: float, way: int) -> float:
        """The place from which on the integrand certainly falls in the direction `way`, in floats."""
        slope = self.outward(floats, ratio, order, way)
        start = max(abs(d) for mixture in (ratio.p, ratio.q) for d in _ends(mixture, 1))
        end = start + self.scale
        while slope(way * end) >= 0:
            end *= 2
        return falling_from(slope, float(way * start), way * end, self.scale / 8)


@lru_cache(maxsize=32)
def _in_doubles(table: sums.Table) -> Any:
    """An array of the logarithms."""
    return numpy.array([float(log) for log in table.logs])


def _ends(mixture: Mixture, way: int) -> tuple[int, int]:
    return way * int(mixture.low), way * int(mixture.high)


def of_skellam(variance: Fraction, ratio: Ratio) -> Law:
    """The law of Skellam noise, whose shifts are whole numbers."""
    return Law(Skellam(variance), ratio)
