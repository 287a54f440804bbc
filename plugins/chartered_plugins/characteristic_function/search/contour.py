"""Chooses the line along which a moment generating function is inverted, in floats: any choice is sound, a good one has
few nodes.

With K = log M of the composition, the integrand of delta(x) is least on the real axis at the saddle point
K'(c) = x + 1/c + 1/(c-1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from chartered_verify.heavy import numpy

from ..formulas.composition import Composition, Line
from ..formulas.contour import Contour
from ..formulas.poisson_gaussian import MOST_NODES, PoissonGaussian
from .line_choice import ORDERS, Choice, cancelled_nats, dyadic, left_period, log_bound, newton, rising_root
from .moments import Array, FloatMoments, SampledFloats, in_floats
from .stand_ins import MANY, standing_in

MOST_TERMS = 12_000_000
"""Terms of all sums that a search proposes."""
FEWER_TERMS = 6_000_000
"""Where mechanisms are many, each of which takes more than its terms."""
DOUBLE_DIGITS, DOUBLE_LOSS = 16.0, 26.0
"""Nats of accuracy that searches ask of doubles, and what the sum may lose to cancellation."""
_NEAR = 0.5
"""By how many nats a term of the line may change, which is chosen for an eps beside."""
_HIGHER = 1.2
"""By how much more a line is truncated later where a few mechanisms stood for many."""
_MODERATE = 26
"""So many of the grid's orders, up to 363, are moderate."""
_AT_SADDLE = 24
"""Where the saddle point stands among the orders that are tried."""
_SIXTHS = 2.0 ** ((numpy.arange(37) - _AT_SADDLE) / 6)


@dataclass(frozen=True, slots=True)
class Solved:
    """eps in floats, -d log delta/d eps there, and a line for it."""

    epsilon: float
    slope: float
    choice: Choice


class Search:
    """A composition in one direction, in floats."""

    most_nodes, wider = MOST_NODES, 0.2
    """How many nodes there may be, and what is added to a period so that its copies certainly weigh little."""

    def __init__(self, parts: Composition) -> None:
        found, self.places = standing_in(parts)
        self.own = parts
        self.parts: list[tuple[FloatMoments, float]] = [(in_floats(m), float(times)) for m, times in found]
        self.runs = sum(times for _, times in self.parts)
        self.max_loss = sum(times * part.max_loss for part, times in self.parts)

    def log(self, z: Array) -> Array:
        """log M at orders."""
        return sum(times * part.log(z) for part, times in self.parts)  # type: ignore[return-value]

    def cumulants(self, c: float) -> tuple[float, float, float]:
        """log M and two derivatives."""
        found = [(times, part.cumulants(c)) for part, times in self.parts]
        level, mean, variance = (sum(times * three[place] for times, three in found) for place in range(3))
        return level, mean, variance

    def saddle(self, c: float) -> tuple[float, float]:
        """(eps, log delta) of which c is the saddle point, the latter by its leading term."""
        level, mean, variance = self.cumulants(c)
        epsilon = mean - 1 / c - 1 / (c - 1)
        width = variance + 1 / c**2 + 1 / (c - 1) ** 2
        return epsilon, level - (c - 1) * epsilon - math.log(c * (c - 1)) - 0.5 * math.log(2 * math.pi * width)

    def saddle_delta(self, c: float, epsilon: float) -> float:
        """log delta at eps by the leading term at its saddle point c."""
        own, log_delta = self.saddle(c)
        return log_delta + (c - 1) * (own - epsilon)

    def order_at(self, epsilon: float) -> float:
        """The saddle point of eps. Raises ArithmeticError where there is none."""
        if not epsilon < self.max_loss:
            raise ArithmeticError("no finite loss is so large")
        return rising_root(lambda c: self.cumulants(c)[1] - 1 / c - 1 / (c - 1) - epsilon)

    def order_of(self, log_delta: float) -> float:
        """About that of the eps whose delta is given."""
        return rising_root(lambda c: log_delta - self.saddle(c)[1])

    def chernoff_order(self, epsilon: float) -> Fraction:
        """The order b of a grid at which kappa_b M(b) e^(-(b-1) eps) is least."""
        try:
            logs, orders = self.log(ORDERS).real, ORDERS
        except ArithmeticError:  # the largest are beyond a moment in floats
            orders = ORDERS[:_MODERATE]
            logs = self.log(orders).real
        return dyadic(float(orders[int(numpy.nanargmin(log_bound(logs, orders, epsilon)))]))

    def choose(
        self, saddle: float, epsilon: float, log_delta: float, accuracy: float, most_loss: float = 100.0
    ) -> Choice:
        """The line with the fewest nodes for a relative error of about e^-accuracy."""
        return self.on(*self.orders(saddle, epsilon, log_delta, accuracy, most_loss), epsilon, log_delta, accuracy)

    def orders(
        self, saddle: float, epsilon: float, log_delta: float, accuracy: float, most_loss: float = 100.0
    ) -> tuple[float, float]:
        """(c, b) with the smallest period. Left of the saddle point copies on the right weigh less, and those on the
        left more."""
        orders = 1 + (saddle - 1) * _SIXTHS
        logs = self.log(orders).real
        with numpy.errstate(all="ignore"):
            gaps = orders[None, :] - orders[:, None]
            weights = log_bound(logs, orders, epsilon) - log_delta + accuracy
            right = numpy.maximum(numpy.where(gaps > 0, weights[None, :] / gaps, numpy.inf), 0)
        best = right.argmin(axis=1)
        need = numpy.maximum(left_period(orders, epsilon, accuracy - log_delta), right[range(len(orders)), best])
        cancelled = cancelled_nats(logs, orders, epsilon, log_delta)
        need[_AT_SADDLE + 1 :] = numpy.inf
        need[:_AT_SADDLE][cancelled[:_AT_SADDLE] > most_loss] = numpy.inf
        place = int(numpy.nanargmin(need))
        if not math.isfinite(need[place]):
            raise ArithmeticError("no line inverts this moment generating function")
        return float(orders[place]), float(orders[best[place]])

    def on(self, c: float, b: float, epsilon: float, log_delta: float, accuracy: float) -> Choice:
        """The line of order c, with the right order b. Raises ArithmeticError where it has too many terms."""
        period, loss = self.period(c, b, epsilon, log_delta, accuracy)
        height = self.height(c, epsilon, log_delta, accuracy, loss)
        return self.affordable(Choice(c, period + self.wider, b, height, loss, self.most_nodes))

    def period(self, c: float, b: float, epsilon: float, log_delta: float, accuracy: float) -> tuple[float, float]:
        """The period on the line of order c with the right order b, and the nats that cancel in its sum."""
        orders = numpy.array([c, b])
        logs = self.log(orders).real
        left = float(left_period(orders, epsilon, accuracy - log_delta)[0])
        right = float((log_bound(logs, orders, epsilon)[1] - log_delta + accuracy) / (b - c))
        return max(left, right), max(0.0, float(cancelled_nats(logs, orders, epsilon, log_delta)[0]))

    def affordable(self, choice: Choice) -> Choice:
        """The line. Raises ArithmeticError where it has too many terms."""
        return self._affordable(choice, 1.0, MOST_TERMS)

    def _affordable(self, choice: Choice, scale: float, most: int) -> Choice:
        terms = scale * self.terms(choice)
        if terms > most:
            raise ArithmeticError(f"the integral needs {terms:.2g} terms, more than {most}")
        return choice

    def terms(self, choice: Choice) -> float:
        """About how many terms all sums of a line have."""
        return choice.count * sum(part.terms(choice.order, choice.height) for part, _ in self.parts)

    def height(self, c: float, epsilon: float, log_delta: float, accuracy: float, loss: float) -> float:
        """From where on the terms are e^-accuracy of delta. Raises ArithmeticError where M does not decay so far."""

        def excess(y: float) -> float:
            bound = sum(times * part.decay(c, y)[1] for part, times in self.parts)
            return bound - (c - 1) * epsilon - log_delta - math.log(math.pi * y) + accuracy

        height = math.sqrt(2 * (accuracy + 3 + loss) / self.cumulants(c)[2])
        steps, rising = 0, excess(height) > 0
        while steps < 60 and (excess(height * 1.25) > 0 if rising else excess(height / 1.15) < 0):
            height, steps = height * 1.25 if rising else height / 1.15, steps + 1
        if steps == 60 and rising:
            raise ArithmeticError("the moment generating function does not decay")
        return height * 1.25 if rising else height

    def line(self, choice: Choice, digits: float) -> Line:
        """The line in exact numbers, for a relative error of about 10^-digits. Raises ArithmeticError where mechanisms
        are many, and have too many terms together."""
        if len(self.own) > MANY:
            choice = replace(choice, height=choice.height * _HIGHER)
            self._affordable(choice, len(self.own) / len(self.parts), FEWER_TERMS)
        tol = digits * math.log(10) + 2
        runs = math.log2(self.runs + 1)
        bits = 64 + math.ceil(digits * 3.33 + runs + choice.cancelled / math.log(2))
        spacing = Fraction(round(choice.spacing * 2**20), 2**20) if choice.spacing > 2**-8 else Fraction(choice.spacing)
        contour = Contour(dyadic(choice.order), spacing, choice.count)
        height = float(contour.height)
        shifts = self._shifts(float(contour.order), height)
        accuracy = math.ceil(tol + math.log(self.runs) + choice.cancelled + 3)
        return Line(contour, dyadic(choice.right_order), shifts, accuracy, bits)

    def _shifts(self, order: float, height: float) -> tuple[Fraction, ...]:
        """The shift of each mechanism: where another one stands for it, the same angle."""
        found = [Fraction(part.decay(order, height)[0]) for part, _ in self.parts]
        if len(found) == len(self.own):
            return tuple(found)
        angles = [
            float(shift) / part.s if isinstance(part, SampledFloats) else 0.0
            for shift, (part, _) in zip(found, self.parts, strict=True)
        ]
        return tuple(
            _short(angles[place] * float(m.noise)) if isinstance(m, PoissonGaussian) else found[place]
            for place, (m, _) in zip(self.places, self.own, strict=True)
        )

    def epsilon(self, log_delta: float, nats: float = DOUBLE_DIGITS, most: int = MOST_TERMS) -> Solved:
        """eps by Newton's method on the inverted integral in doubles, the line chosen anew where eps moved far. Raises
        ArithmeticError where a line has more terms."""
        saddle = self.order_of(log_delta)
        epsilon = self.saddle(saddle)[0]
        for _ in range(6):
            choice = line = self._affordable(self.choose(saddle, epsilon, log_delta, nats), 1.0, most)
            if choice.cancelled > DOUBLE_LOSS:
                line = self.choose(saddle, epsilon, log_delta, min(nats, DOUBLE_DIGITS), DOUBLE_LOSS)
            found, slope = self._newton(line, epsilon, log_delta)
            moved, epsilon = abs(found - epsilon), found
            if moved * (choice.order - 1) < _NEAR:
                break
            saddle = self.order_at(epsilon)
        return Solved(epsilon, slope, choice)

    def _newton(self, choice: Choice, start: float, log_delta: float) -> tuple[float, float]:
        logs: Array = numpy.sum([times * choice.logs(part) for part, times in self.parts], axis=0)
        found, slopes = newton(choice, logs[None, :], numpy.array([log_delta]), numpy.array([start]))
        return float(found[0]), float(slopes[0])


def _short(shift: float) -> Fraction:
    """About the same shift, of few digits: thousands are stated."""
    return Fraction(f"{shift:.3g}")
