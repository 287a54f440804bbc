"""The privacy profile of a composition in one direction, from the moment generating functions M of its mechanisms on a
vertical line."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from typing import Any, ClassVar, Self

from chartered_verify.arithmetic import Number, balls, scale, total
from chartered_verify.progress import counted
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from .bounded_cache import Kept
from .contour import Contour, Inversion, kappa
from .loss_properties import LossMoments
from .rule_numbers import BITS, MOST_BITS, ORDERS, Rule, RuleNumber

Composition = tuple[tuple[LossMoments, int], ...]
"""The different mechanisms of a ledger in one direction, each with its number of runs."""

BOUND_BITS = 64
"""The working precision in bits for bounds that need a few digits only."""
MOST_COUNT, FARTHEST_SHIFT = 2**17, 2**20
"""The largest number of nodes of a line, which one for a smoothed profile may have, and the largest shift."""
_LOGARITHM = 8
"""The number of runs of one mechanism from which a power is computed by a logarithm."""


class Line(Rule, Struct, frozen=True):
    """The nodes of the inversion and the parameters of its error bounds. A search chooses them; any choice is sound.

    `contour`: the nodes. `right_order`: b > c, for the bound on the right copies. `shifts`: for each mechanism the
    shift of the line of integration that bounds M beyond the nodes (0 for a closed form, which needs none). `accuracy`:
    of each M, in nats. `bits`: the working precision."""

    contour: Contour
    right_order: Fraction
    shifts: tuple[Fraction, ...]
    accuracy: int
    bits: int
    mark: ClassVar = "bits"
    numbers: ClassVar = (
        *ORDERS,
        RuleNumber("spacing", "contour.spacing", open_low=True),
        RuleNumber("count", "contour.count", low=3, high=MOST_COUNT, whole=True),
        RuleNumber("accuracy", low=1, high=MOST_BITS, whole=True),
        BITS,
        RuleNumber("shift.{k}", "shifts", high=FARTHEST_SHIFT),
    )

    @classmethod
    def made(cls, **numbers: Any) -> Self:
        """Three of the numbers are those of the contour."""
        return cls(Contour(*(numbers.pop(name) for name in ("order", "spacing", "count"))), **numbers)

    def inverse(self, parts: Composition) -> Inversion:
        """The inversion of a composition along the line. Raises ArithmeticError if it gives no bound.

        The work is charged even if the result is cached, so that a budget does not depend on earlier questions."""

        def work() -> int:
            return sum(self.work + m.work(self.contour, self.accuracy, self.bits) for m, _ in parts)

        def made() -> Inversion:
            charge(self.work * len(parts))
            return _inversion(parts, self)

        return _INVERSIONS.get((parts, self), 2 * self.contour.count + len(parts), made, work)

    @property
    def order(self) -> Fraction:
        """The order c."""
        return self.contour.order

    @property
    def work(self) -> int:
        """Units of work of the powers of one mechanism's M at the nodes."""
        return self.contour.count * (8 + self.bits // 50)


_MOST_BALLS = 2**16
"""The largest number of complex balls in each cache, about 10 megabytes; twice as many of inversions, which have two
for each node."""
_MOMENTS, _LOGS = Kept[tuple[acb, ...]](_MOST_BALLS), Kept[tuple[acb, ...]](_MOST_BALLS)
_INVERSIONS, _KERNELS = Kept[Inversion](2 * _MOST_BALLS), Kept[tuple[acb, ...]](_MOST_BALLS // 8)


def moments_at(moments: LossMoments, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
    """M at the nodes. Cached, as it does not depend on the number of runs."""
    key = moments, contour, accuracy, bits
    work = partial(moments.work, contour, accuracy, bits)
    return _MOMENTS.get(key, contour.count, lambda: moments.along(contour, accuracy, bits), work)


@lru_cache(maxsize=8192)
def _beyond(moments: LossMoments, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
    with balls(BOUND_BITS):
        return moments.beyond(order, height, shift, slack, bits)


_ORDERS, _ABOVE = Kept[arb](8192), Kept[arb](256)


def _at(moments: LossMoments, order: Fraction, accuracy: int, bits: int) -> arb:
    """An upper bound on M at a real order."""
    with balls(BOUND_BITS):
        work = partial(moments.work, Contour(order, Fraction(1), 1), accuracy, bits)
        return _ORDERS.get((moments, order, accuracy, bits), 1, lambda: moments.at(order, accuracy, bits).upper(), work)


def _inversion(parts: Composition, line: Line) -> Inversion:
    contour, bits = line.contour, line.bits
    product = product_along(parts, line)
    kernel = _KERNELS.get((contour, bits), contour.count, lambda: _kernel(contour, bits))
    with balls(bits):
        integrand = [f * factor for f, factor in zip(product, kernel, strict=True)]
    right = moment_above(parts, line.right_order)
    return Inversion(
        contour, tuple(integrand), line.right_order, right, finite_mass(parts), moment_beyond(parts, line), bits
    )


def _kernel(contour: Contour, bits: int) -> tuple[acb, ...]:
    """1/(z(z-1)) at the nodes, the first one halved; many counts share it."""
    with balls(bits) as xp:
        first, *others = (1 / (z * (z - 1)) for z in contour.nodes(xp))
        return (first / 2, *others)


def product_along(parts: Composition, line: Line) -> list[acb]:
    """M of the composition at the nodes.

    Logarithms, on any branch, are added up: their radii add up as well, while those of products of complex balls, each
    of which is a box that the next factor turns, grow with every turn."""
    sums, around_zero = [acb(0)] * line.contour.count, dict[int, acb]()
    with balls(line.bits):
        for m, times in counted(parts, "moment generating functions"):  # of thousands
            values = moments_at(m, line.contour, line.accuracy, line.bits)
            if len(parts) == 1 and times < _LOGARITHM:
                return [value**times for value in values]
            for k, log in enumerate(_logs(m, line, values)):
                if log.is_finite():
                    sums[k] += times * log
                else:
                    around_zero[k] = around_zero.get(k, acb(1)) * values[k] ** times
        found = [total.exp() for total in sums]
        for k, factor in around_zero.items():
            found[k] *= factor
        return found


def _logs(m: LossMoments, line: Line, values: tuple[acb, ...]) -> tuple[acb, ...]:
    """log M at the nodes, from M; cached as well, for other numbers of runs."""
    asked = m, line.contour, line.accuracy, line.bits
    return _LOGS.get(asked, len(values), lambda: tuple(value.log() for value in values))


def moment_beyond(parts: Composition, line: Line) -> arb:
    """An upper bound on |M(c + iy)| for every y beyond the nodes."""
    contour, bound = line.contour, arb(1)
    with balls(BOUND_BITS):
        pairs = tuple(zip(parts, line.shifts, strict=True))
        many = (len(parts) >> 6).bit_length()  # the relative losses of all mechanisms add up
        for (m, times), shift in counted(pairs, "bounds beyond the nodes"):
            extra = 8 + times.bit_length() + many
            slack = 2.0 ** (2 - extra)
            bound *= _beyond(m, contour.order, contour.height, shift, slack, BOUND_BITS + extra) ** times
        return bound.upper()


def moment_above(parts: Composition, order: Fraction, spare: int = 8) -> arb:
    """An upper bound on M of the composition at a real order. Its work is charged before it begins, and each moment's
    as well; the same if the result is cached."""
    spare += (len(parts) >> 6).bit_length()

    def at(times: int) -> tuple[Fraction, int, int]:
        extra = spare + times.bit_length()
        return order, extra, BOUND_BITS + extra

    def work() -> int:
        return sum(m.work(Contour(order, Fraction(1), 1), *at(times)[1:]) for m, times in parts)

    def made() -> arb:
        charge(work())
        moment = arb(1)
        for m, times in counted(parts, "moments at a real order"):
            moment *= _at(m, *at(times)) ** times
        return moment.upper()

    with balls(BOUND_BITS):
        return _ABOVE.get((parts, order, spare), 1, made, lambda: 2 * work() + 10 * len(parts))


def chernoff(parts: Composition, order: Fraction, epsilon: arb | Fraction) -> arb:
    """kappa_b M(b) e^(-(b-1) eps) with kappa_b = (b-1)^(b-1)/b^b: an upper bound on the delta of the finite losses, for
    the order b > 1. Raises ArithmeticError."""
    with balls(BOUND_BITS) as xp:
        b, moment = xp.number(order), moment_above(parts, order, 8 + order.numerator.bit_length())
        bound: arb = kappa(xp, b) * moment * xp.exp((1 - b) * xp.number(epsilon))
        return bound.upper()


def finite_mass(parts: Composition) -> arb:
    """P(L < inf) of the composition: the probability that no run discloses everything."""
    with balls(BOUND_BITS) as xp:
        return xp.exp(_log_finite_mass(xp, parts))


def infinity_mass(parts: Composition) -> Number:
    """P(L = inf) of the composition; 0 if it is 0 for every mechanism."""
    if all(m.infinity_mass == 0 for m, _ in parts):
        return 0
    return lambda xp: -xp.expm1(_log_finite_mass(xp, parts))


def largest_mass(directions: Sequence[Composition]) -> Number:
    """The largest P(L = inf) of all directions: an output may be possible with the record alone, or without it."""
    return _largest([infinity_mass(parts) for parts in directions])


def max_loss(parts: Composition) -> Number | None:
    """The largest finite loss of a composition; None if the losses are unbounded or the counts are arrays."""
    losses = [(m.max_loss, times) for m, times in parts]
    if any(loss is None or not isinstance(times, int) for loss, times in losses):
        return None
    return total(scale(loss, times) for loss, times in losses if loss is not None)


def largest_loss(directions: Sequence[Composition]) -> Number | None:
    """The largest finite loss of all directions: addition may have a larger one than removal, whose outcome is an
    infinite loss. None if it is not known."""
    losses = [loss for parts in directions if (loss := max_loss(parts)) is not None]
    return _largest(losses) if len(losses) == len(directions) else None


def _largest(numbers: Sequence[Number]) -> Number:
    first, *others = numbers
    if all(isinstance(first, int | Fraction) and first == other for other in others):
        return first
    return lambda xp: reduce(xp.maximum, [xp.number(number) for number in numbers])


def reaches(xp: Any, epsilon: Any, largest: Number | None) -> bool:
    """Whether eps is certainly at least the largest finite loss, from which on delta is that of infinite losses; False
    if no largest loss is known. Rational numbers are compared exactly."""
    if largest is None:
        return False
    if isinstance(epsilon, int | Fraction) and isinstance(largest, int | Fraction):
        return epsilon >= largest
    return bool(xp.number(epsilon) >= xp.number(largest))


def tail_mu(parts: Composition) -> Number | None:
    """The mu for which the composition is mu-GDP with `tail_mu` = mu: mu^2 is the sum over the runs. None if a
    mechanism has no such mu, or has an infinite loss with positive probability."""
    squares = [(m.tail_mu_squared, times) for m, times in parts if m.infinity_mass == 0]
    known = [scale(square, times) for square, times in squares if square is not None]
    if len(known) < len(parts):
        return None
    return lambda xp: xp.sqrt(sum((xp.number(square) for square in known), xp.number(0)))


def _log_finite_mass(xp: Any, parts: Composition) -> Any:
    masses = ((m.infinity_mass, times) for m, times in parts if m.infinity_mass != 0)
    return sum((times * xp.log1p(-xp.number(mass)) for mass, times in masses), xp.number(0))
