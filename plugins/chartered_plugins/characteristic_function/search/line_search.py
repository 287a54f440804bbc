"""The choice of the line along which a moment generating function is inverted, in floats. Any choice is sound; a good
one has few nodes.

With K = log M of the composition, the integrand of delta(x) on the real axis is least at the saddle point c with K'(c)
= x + 1/c + 1/(c-1)."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.catching import ours
from chartered_verify.large_packages import numpy
from msgspec import Struct
from msgspec.structs import replace

from ..formulas.composed_moments import Composition, Line
from ..formulas.contour import Contour
from ..laws.analytic_law import Law
from .line_errors_in_floats import (
    HIGHER,
    ORDERS,
    Choice,
    cancelled_nats,
    dyadic,
    height_where,
    least_period,
    left_period,
    log_bound,
    nats_of,
    newton,
    rising_root,
)
from .moments_in_floats import in_floats
from .noise_law_in_floats import WIDEST, LawFloats
from .power_sums_in_floats import Array, FloatMoments
from .representatives import MANY, standing_in

MOST_TERMS = 32_000_000
"""The largest number of terms of all sums that a search proposes."""
MOST_OF_MANY = 64_000_000
"""The same for compositions of many different mechanisms: about twenty seconds."""
DOUBLE_DIGITS, DOUBLE_LOSS = 16.0, 26.0
"""The accuracy in nats of sums in doubles, and the largest number of nats that may cancel in such a sum."""
_LONG = 1000
"""The number of nodes beyond which eps is sought along a shorter line of fewer digits."""
_TWO_WORDS, _SPARED = 128, 38
"""Bits up to which products of matrices take half of the time; and how many of the 64 bits in reserve a long line
gives for that: it keeps 36, and its ends."""
_NEAR = 0.5
"""The largest change, in nats, of a term of a line that was chosen for a nearby eps."""
_HIGHER = 1.05
"""The factor by which the truncation height grows if a few mechanisms stood for many."""
_MODERATE = 26
"""The number of orders of the grid, up to 363, whose moments are representable in floats."""
_AT_SADDLE = 24
"""The index of the saddle point among the orders that are tried."""
_APART, _CLOSER_RIGHT = 6.0, numpy.exp2(numpy.arange(-8, 13) / 72)
"""A period over that of the left copies at the saddle point from which on right orders are tried that are closer to
c: of very many runs M grows so fast beyond it that those of `_SIXTHS` give next to no bound."""
_SIXTHS = 2.0 ** ((numpy.arange(37) - _AT_SADDLE) / 6)


class Solved(Struct, frozen=True):
    """eps in floats, -d log delta/d eps at it, and a line for it."""

    epsilon: float
    slope: float
    choice: Choice


class Search:
    """A composition in one direction, in floats."""

    most_nodes, wider = 65_000, 0.2
    """The largest number of nodes, and the amount added to a period so that its copies certainly have little weight; a
    fifth of it at most."""

    def __init__(self, parts: Composition) -> None:
        found, self.places = standing_in(parts)
        self.own = parts
        self.parts: list[tuple[FloatMoments, float]] = [(in_floats(m), times) for m, times in found]
        self.runs = sum(times for _, times in self.parts)
        bounded = all(part.max_loss < math.inf for part, _ in self.parts)
        self.max_loss = sum(times * part.max_loss for part, times in self.parts) if bounded else math.inf

    def log(self, z: Array) -> Array:
        """log M at the orders z."""
        return sum(times * part.log(z) for part, times in self.parts)  # type: ignore[return-value]

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """log M at the order c and its first two derivatives."""
        found = [(times, part.cumulants(c)) for part, times in self.parts]
        level, mean, variance = (sum(times * three[index] for times, three in found) for index in range(3))
        return level, mean, variance

    def saddle(self, c: float) -> tuple[float, float]:
        """(eps with saddle point c, log delta(eps) by the leading term of the saddle-point approximation)."""
        level, mean, variance = self.cumulants(c)
        epsilon = mean - 1 / c - 1 / (c - 1)
        width = variance + 1 / c**2 + 1 / (c - 1) ** 2
        return epsilon, level - (c - 1) * epsilon - math.log(c * (c - 1)) - 0.5 * math.log(2 * math.pi * width)

    def saddle_delta(self, c: float, epsilon: float) -> float:
        """log delta at eps by the leading term at its saddle point c."""
        own, log_delta = self.saddle(c)
        return log_delta + (c - 1) * (own - epsilon)

    def order_at(self, epsilon: float) -> float:
        """The saddle point of eps. Raises ArithmeticError if there is none."""
        if not epsilon < self.max_loss:
            raise ArithmeticError("no finite loss is so large")
        return rising_root(lambda c: (c - 1) * (self.saddle(c)[0] - epsilon))

    def order_of(self, log_delta: float) -> float:
        """The approximate saddle point of the eps with this log delta."""
        return rising_root(lambda c: log_delta - self.saddle(c)[1])

    def chernoff_order(self, epsilon: float, log_target: float = math.inf) -> Fraction:
        """The order b of a grid at which kappa_b M(b) e^(-(b-1) eps), whose logarithm is convex in b, is least; where
        that is the largest one, the losses are bounded, and it is above a target, the least higher one at which it is
        not."""
        orders = ORDERS
        try:
            logs = self.log(orders).real
        except ours(ArithmeticError):  # at the largest orders moments overflow in floats
            orders = ORDERS[:_MODERATE]
            logs = self.log(orders).real
        bounds = log_bound(logs, orders, epsilon)
        least = int(numpy.nanargmin(bounds))
        if least == len(ORDERS) - 1 and bounds[least] > log_target and self.max_loss < math.inf:
            for order in HIGHER:
                if log_bound(self.log(numpy.array([order])).real, order, epsilon)[0] < log_target:
                    return dyadic(float(order))
        return dyadic(float(orders[least]))

    def choose(
        self, saddle: float, epsilon: float, log_delta: float, accuracy: float, most_loss: float = 100.0
    ) -> Choice:
        """The line with the fewest nodes for a relative error of about e^-accuracy."""
        return self.on(*self.orders(saddle, epsilon, log_delta, accuracy, most_loss), epsilon, log_delta, accuracy)

    def orders(
        self, saddle: float, epsilon: float, log_delta: float, accuracy: float, most_loss: float = 100.0
    ) -> tuple[float, float]:
        """(c, b) with the smallest period. For c below the saddle point the right copies have less weight, and the left
        copies more."""
        orders = 1 + (saddle - 1) * _SIXTHS
        period, *found = self._orders(orders, orders, epsilon, log_delta, accuracy, most_loss)
        if period > _APART * left_period(orders, epsilon, accuracy - log_delta)[_AT_SADDLE]:
            _, *found = self._orders(orders, 1 + (saddle - 1) * _CLOSER_RIGHT, epsilon, log_delta, accuracy, most_loss)
        return found[0], found[1]

    def _orders(
        self, orders: Array, rights: Array, epsilon: float, log_delta: float, accuracy: float, most_loss: float
    ) -> tuple[float, float, float]:
        """(the smallest period, c, b) for orders c and right orders b of two grids. Raises ArithmeticError."""
        logs = self.log(orders).real
        right_logs = logs if rights is orders else self.log(rights).real
        barred = numpy.arange(len(orders)) > _AT_SADDLE
        with numpy.errstate(all="ignore"):
            cancelled = cancelled_nats(logs, orders, epsilon, log_delta)
        barred[:_AT_SADDLE] |= cancelled[:_AT_SADDLE] > most_loss
        given = (orders, logs), (rights, right_logs), epsilon, log_delta, accuracy
        period, index, best = least_period(*given, barred)
        return period, float(orders[index]), float(rights[best])

    def on(self, c: float, b: float, epsilon: float, log_delta: float, accuracy: float) -> Choice:
        """The line of order c with right order b. Raises ArithmeticError if it has too many terms."""
        period, loss = self.period(c, b, epsilon, log_delta, accuracy)
        height = self.height(c, epsilon, log_delta, accuracy, loss)
        return self.affordable(Choice(c, period + min(self.wider, period / 5), b, height, loss, self.most_nodes))

    def period(self, c: float, b: float, epsilon: float, log_delta: float, accuracy: float) -> tuple[float, float]:
        """(the period on the line of order c with right order b, the nats that cancel in its sum)."""
        orders = numpy.array([c, b])
        logs = self.log(orders).real
        left = float(left_period(orders, epsilon, accuracy - log_delta)[0])
        right = float((log_bound(logs, orders, epsilon)[1] - log_delta + accuracy) / (b - c))
        return max(left, right), max(0.0, float(cancelled_nats(logs, orders, epsilon, log_delta)[0]))

    def affordable(self, choice: Choice, most: int = MOST_TERMS, scale: float = 1.0) -> Choice:
        """The line, if its terms are not too many. Raises ArithmeticError otherwise."""
        terms = scale * self.terms(choice)
        if terms > most:
            raise ArithmeticError(f"the integral needs {terms:.2g} terms, more than {most}")
        return choice

    def terms(self, choice: Choice | Contour) -> float:
        """The approximate number of terms of all sums on a line."""
        order, height = float(choice.order), float(choice.height)
        return choice.count * sum(part.terms(order, height) for part, _ in self.parts)

    def height(self, c: float, epsilon: float, log_delta: float, accuracy: float, loss: float) -> float:
        """The height beyond which the terms are below e^-accuracy of delta. Raises ArithmeticError if M does not decay
        as far."""

        def excess(y: float) -> float:
            bound = sum(times * part.decay(c, y)[1] for part, times in self.parts)
            return bound - (c - 1) * epsilon - log_delta - math.log(math.pi * y) + accuracy

        start = math.sqrt(2 * (accuracy + 3 + loss) / self.cumulants(c)[2])
        return height_where(excess, start, 1.25, 60)

    def line(self, choice: Choice, digits: float) -> Line:
        """The line in exact numbers, for a relative error of about 10^-digits. Raises ArithmeticError if many
        mechanisms have too many terms in total."""
        if len(self.own) > MANY:
            choice = replace(choice, height=choice.height * _HIGHER)
            self.affordable(choice, MOST_OF_MANY, len(self.own) / len(self.parts))
        runs = math.log2(self.runs + 1)
        bits = 64 + math.ceil(digits * 3.33 + runs + choice.cancelled / math.log(2))
        spacing = Fraction(round(choice.spacing * 2**20), 2**20) if choice.spacing > 2**-8 else Fraction(choice.spacing)
        contour = Contour(dyadic(choice.order), spacing, choice.count)
        if contour.count > _LONG and bits - _SPARED <= _TWO_WORDS:
            bits = min(bits, _TWO_WORDS)
        height = float(contour.height)
        shifts = self._shifts(float(contour.order), height)
        accuracy = math.ceil(nats_of(digits) + math.log(self.runs) + choice.cancelled + 3)
        return Line(contour, dyadic(choice.right_order), shifts, accuracy, bits)

    def _shifts(self, order: float, height: float) -> tuple[Fraction, ...]:
        """The shift of each mechanism; for one represented by a stand-in, at the same share of its strip."""
        found = [Fraction(part.decay(order, height)[0]) for part, _ in self.parts]
        if len(found) == len(self.own):
            return tuple(found)
        return tuple(
            _like(found[index], self.parts[index][0], m) if isinstance(m, Law) else found[index]
            for index, (m, _) in zip(self.places, self.own, strict=True)
        )

    def epsilon(self, log_delta: float, nats: float = DOUBLE_DIGITS, most: int = MOST_TERMS) -> Solved:
        """eps by Newton's method on the integral in doubles; the line is chosen again if eps moved far. Raises
        ArithmeticError if a line has more than `most` terms."""
        saddle = self.order_of(log_delta)
        epsilon = self.saddle(saddle)[0]
        for _ in range(6):
            choice = line = self.affordable(self.choose(saddle, epsilon, log_delta, nats), most)
            if choice.cancelled > DOUBLE_LOSS or choice.count > _LONG:
                line = self.choose(saddle, epsilon, log_delta, min(nats, DOUBLE_DIGITS), DOUBLE_LOSS)
            found, slope = self._newton(line, epsilon, log_delta)
            if not slope > 0 and line is not choice:  # the shorter one does not show so small a delta
                found, slope = self._newton(choice, epsilon, log_delta)
            moved, epsilon = abs(found - epsilon), found
            if moved * (choice.order - 1) < _NEAR:
                break
            saddle = self.order_at(epsilon)
        return Solved(epsilon, slope, choice)

    def _newton(self, choice: Choice, start: float, log_delta: float) -> tuple[float, float]:
        logs: Array = numpy.sum([times * _one_branch(choice.logs(part)) for part, times in self.parts], axis=0)
        found, slopes = newton(choice, logs[None, :], numpy.array([log_delta]), numpy.array([start]))
        return float(found[0]), float(slopes[0])


def _one_branch(logs: Array) -> Array:
    """Logarithms along a line on the branch that is real at its first node, as numbers of runs may be no integers."""
    found: Array = logs.real + 1j * numpy.unwrap(logs.imag)
    return found


def _like(shift: Fraction, of: FloatMoments, law: Law) -> Fraction:
    """The shift for a law, from that of its stand-in: where losses are tiny the best one is proportional to how far the
    means of P and Q are apart. It has few digits, as a witness states thousands of them."""
    assert isinstance(of, LawFloats)
    scaled = float(shift) * float(law.ratio.pull / of.law.ratio.pull)
    return Fraction(f"{min(scaled, WIDEST * law.widest / 2):.3g}")
