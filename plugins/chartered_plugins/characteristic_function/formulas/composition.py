"""The privacy profile of a composition, in one direction, from the moment generating functions of its mechanisms along
a contour."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any

from chartered_verify.arithmetic import Number, balls, scale, total
from chartered_verify.budget import charge
from chartered_verify.progress import counted
from flint import acb, arb

from .contour import Contour, Inversion, kappa
from .kept import Kept
from .moments import LossMoments

Composition = tuple[tuple[LossMoments, int], ...]
"""Each different mechanism of a ledger in one direction, and the number of its runs."""

BOUND_BITS = 64
"""Working precision of bounds of which a few digits are enough."""
_LOGARITHM = 8
"""Runs from which a power is taken by a logarithm."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where the moment generating functions are evaluated; chosen by a search, any choice is sound.

    `contour`: its nodes. `right_order`: b > c, which bounds the copies on the right. `shifts`: for each mechanism the
    shift of the line that bounds M beyond the nodes (0 where a closed form bounds it). `accuracy`: of each M, in nats.
    `bits`: the working precision."""

    contour: Contour
    right_order: Fraction
    shifts: tuple[Fraction, ...]
    accuracy: int
    bits: int

    @property
    def order(self) -> Fraction:
        """c."""
        return self.contour.order


_MOST_BALLS = 2**18
"""So many complex balls of each sort are kept: about 50 megabytes."""
_MOMENTS, _LOGS = Kept[tuple[acb, ...]](_MOST_BALLS), Kept[tuple[acb, ...]](_MOST_BALLS)
_INVERSIONS = Kept[Inversion](_MOST_BALLS)


def moments_at(moments: LossMoments, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
    """M at the nodes; kept, as it does not depend on the number of runs."""
    key = moments, contour, accuracy, bits
    work = partial(moments.work, contour, accuracy, bits)
    return _MOMENTS.get(key, contour.count, lambda: moments.along(contour, accuracy, bits), work)


@lru_cache(maxsize=8192)
def _beyond(moments: LossMoments, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
    with balls(BOUND_BITS):
        return moments.beyond(order, height, shift, slack, bits)


_ORDERS = Kept[arb](8192)


def _at(moments: LossMoments, order: Fraction, accuracy: int, bits: int) -> arb:
    """M at a real order, from above."""
    with balls(BOUND_BITS):
        work = partial(moments.work, Contour(order, Fraction(1), 1), accuracy, bits)
        return _ORDERS.get((moments, order, accuracy, bits), 1, lambda: moments.at(order, accuracy, bits).upper(), work)


def inversion(parts: Composition, line: Line) -> Inversion:
    """All that delta needs of a composition. Raises ArithmeticError where the line bounds nothing.

    What is cached is charged as if it were computed, so that a budget does not depend on what was asked before."""
    power = line.contour.count * (8 + line.bits // 50)

    def work() -> int:
        return sum(power + m.work(line.contour, line.accuracy, line.bits) for m, _ in parts)

    def made() -> Inversion:
        charge(power * len(parts))
        return _inversion(parts, line)

    return _INVERSIONS.get((parts, line), line.contour.count + len(parts), made, work)


def _inversion(parts: Composition, line: Line) -> Inversion:
    contour, bits = line.contour, line.bits
    product = product_along(parts, line)
    with balls(bits) as xp:
        integrand = [f / (z * (z - 1)) for f, z in zip(product, contour.nodes(xp), strict=True)]
        integrand[0] = integrand[0] / 2
    right = moment_above(parts, line.right_order)
    return Inversion(
        contour, tuple(integrand), line.right_order, right, finite_mass(parts), moment_beyond(parts, line), bits
    )


def product_along(parts: Composition, line: Line) -> list[acb]:
    """M of the composition at the nodes."""
    values = (_powers(m, times, line) for m, times in counted(parts, "moment generating functions"))  # of thousands
    with balls(line.bits):
        return reduce(lambda left, right: [x * y for x, y in zip(left, right, strict=True)], values)


def moment_beyond(parts: Composition, line: Line) -> arb:
    """An upper bound of |M(c + iy)| for every y beyond the nodes."""
    contour, bound = line.contour, arb(1)
    with balls(BOUND_BITS):
        pairs = tuple(zip(parts, line.shifts, strict=True))
        many = (len(parts) >> 6).bit_length()  # what each may lose is multiplied
        for (m, times), shift in counted(pairs, "bounds beyond the nodes"):
            extra = 8 + times.bit_length() + many
            slack = 2.0 ** (2 - extra)
            bound *= _beyond(m, contour.order, contour.height, shift, slack, BOUND_BITS + extra) ** times
        return bound.upper()


def moment_above(parts: Composition, order: Fraction, spare: int = 8) -> arb:
    """M at a real order, from above."""
    with balls(BOUND_BITS):
        moment, spare = arb(1), spare + (len(parts) >> 6).bit_length()
        for m, times in counted(parts, "moments at a real order"):
            extra = spare + times.bit_length()
            moment *= _at(m, order, extra, BOUND_BITS + extra) ** times
        return moment.upper()


def chernoff(parts: Composition, order: Fraction, epsilon: arb | Fraction) -> arb:
    """kappa_b M(b) e^(-(b-1) eps), an upper bound of the delta of finite losses, at the order b > 1. Raises
    ArithmeticError."""
    with balls(BOUND_BITS) as xp:
        spare = 8 + order.numerator.bit_length()
        for m, times in parts:
            extra = spare + times.bit_length()
            charge(m.work(Contour(order, Fraction(1), 1), extra, BOUND_BITS + extra))  # cached or not
        b = xp.number(order)
        bound: arb = kappa(xp, b) * moment_above(parts, order, spare) * xp.exp((1 - b) * xp.number(epsilon))
        return bound.upper()


def finite_mass(parts: Composition) -> arb:
    """P(L < inf) of the composition: that no run gives everything away."""
    with balls(BOUND_BITS) as xp:
        return xp.exp(_log_finite_mass(xp, parts))


def infinity_mass(parts: Composition) -> Number:
    """P(L = inf) of the composition; 0 where no mechanism has any."""
    if all(m.infinity_mass == 0 for m, _ in parts):
        return 0
    return lambda xp: -xp.expm1(_log_finite_mass(xp, parts))


def max_loss(parts: Composition) -> Number | None:
    """The largest finite loss of a composition; None where there is none, and for many counts at once."""
    losses = [(m.max_loss, times) for m, times in parts]
    if any(loss is None or not isinstance(times, int) for loss, times in losses):
        return None
    return total(scale(loss, times) for loss, times in losses if loss is not None)


def tail_mu(parts: Composition) -> Number | None:
    """The mu of Gaussian DP that holds of the composition and that its tail has: the squares add up. None where a
    mechanism has none, or gives everything away with some probability."""
    squares = [(m.tail_mu_squared, times) for m, times in parts if m.infinity_mass == 0]
    known = [scale(square, times) for square, times in squares if square is not None]
    if len(known) < len(parts):
        return None
    return lambda xp: xp.sqrt(sum((xp.number(square) for square in known), xp.number(0)))


def _log_finite_mass(xp: Any, parts: Composition) -> Any:
    masses = ((m.infinity_mass, times) for m, times in parts if m.infinity_mass != 0)
    return sum((times * xp.log1p(-xp.number(mass)) for mass, times in masses), xp.number(0))


def _powers(moments: LossMoments, times: int, line: Line) -> list[acb]:
    """M at the nodes to the power of the number of runs; by a logarithm, whose branch does not matter, where that keeps
    more digits."""
    asked = moments, line.contour, line.accuracy, line.bits
    values = moments_at(*asked)
    with balls(line.bits):
        if times < _LOGARITHM:
            return [value**times for value in values]
        logs = _LOGS.get(asked, len(values), lambda: tuple(value.log() for value in values))
        found = [(log * times).exp() for log in logs]
        return [x if x.is_finite() else value**times for x, value in zip(found, values, strict=True)]
