"""Privacy profiles of losses without a density: upper and lower bounds by the composition with a Gaussian of small
width, whose moment generating function makes the integral along a line converge.

Let u ~ N(-eta^2/2, eta^2), so that E e^u = 1, and G(z) = e^(z(z-1) eta^2/2) = E e^(-(z-1)u). As a function of a = e^x,
delta is convex and nonincreasing. By Jensen's inequality, and by the tangents at a e^u (delta' = d delta/dx),

    E[delta(x + u) - (1 - e^-u) delta'(x + u)] <= delta(x) <= E[delta(x + u)].

The moment generating functions of these two are M(z) G(z) times z - (z-1) e^(z eta^2), and M(z) G(z), because E e^(-zu)
is G(z) e^(z eta^2). Either is inverted as in `contour`:
- the lower one is nowhere above delta, so upper bounds on the copies of delta are upper bounds on its copies; the upper
  one is nowhere below delta, so lower bounds on the copies of delta are lower bounds on its copies;
- |z - (z-1) e^(z eta^2)| <= |z| (1 + e^(c eta^2)). If |M G| <= D at the height Y = Kh, where G decreases like
  e^(-y^2 eta^2/2), the truncated terms of the lower one are at most
  (1 + e^(c eta^2)) D e^(-(c-1)x) (h/Y + 1/(Y eta)^2)/pi.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Self

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct
from msgspec.structs import replace

from .composed_moments import BOUND_BITS, Composition, Line, finite_mass, moment_above, moment_beyond, product_along
from .contour import Inversion
from .moments import Gaussian
from .rule_numbers import Rule, RuleNumber


class SmoothedLine(Rule, Struct, frozen=True):
    """A line, and the width eta > 0 of the Gaussian (its standard deviation in the loss)."""

    line: Line
    width: Fraction
    mark: ClassVar = "smoothing"
    numbers: ClassVar = (
        *(number.within("line") for number in Line.numbers),
        RuleNumber("smoothing", "width", open_low=True),
    )

    @classmethod
    def made(cls, **numbers: Any) -> Self:
        """The other numbers are those of the line."""
        width = numbers.pop("width")
        return cls(Line.made(**numbers), width)

    def inverse(self, parts: Composition) -> SmoothedInversion:
        """The inversions of both smoothed profiles, from one evaluation of M. Raises ArithmeticError if the line gives
        no bound."""
        charge(self.work(parts))
        return _smoothed(parts, self)

    def work(self, parts: Composition) -> int:
        """Units of work of both inversions of a composition."""
        line = self.line
        power = line.contour.count * (12 + line.bits // 40)
        return sum(power + m.work(line.contour, line.accuracy, line.bits) for m, _ in parts)


class SmoothedInversion(Struct, frozen=True):
    """The inversions of the two smoothed profiles."""

    low: Inversion
    up: Inversion

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of delta: from the lower end of the lower profile to the upper end of the upper one."""
        low, up = self.low.delta(epsilon), self.up.delta(epsilon)
        with balls(self.up.bits):
            return low.lower().union(up.upper())


@lru_cache(maxsize=8)
def _smoothed(parts: Composition, smoothed: SmoothedLine) -> SmoothedInversion:
    line, square = smoothed.line, smoothed.width**2
    product, contour = product_along(parts, line), line.contour
    up, low = list[acb](), list[acb]()
    with balls(line.bits) as xp:
        eta_squared = xp.number(square)
        for moment, z in zip(product, contour.nodes(xp), strict=True):
            smooth = moment * (z * (z - 1) * eta_squared / 2).exp() / (z * (z - 1))
            up.append(smooth)
            low.append(smooth * (1 - (z - 1) * (z * eta_squared).expm1()))
        up[0], low[0] = up[0] / 2, low[0] / 2
    right, mass = moment_above(parts, line.right_order), finite_mass(parts)
    beyond = _beyond(parts, smoothed)
    upper = Inversion(contour, tuple(up), line.right_order, right, mass, beyond, line.bits)
    return SmoothedInversion(replace(upper, integrand=tuple(low), beyond=_beyond_low(smoothed, beyond)), upper)


def _beyond(parts: Composition, smoothed: SmoothedLine) -> arb:
    """D, a bound on |M G| beyond the nodes."""
    contour, smooth = smoothed.line.contour, Gaussian(smoothed.width**2)
    factor = smooth.beyond(contour.order, contour.height, Fraction(0), 1.0, BOUND_BITS)
    with balls(BOUND_BITS):
        return (moment_beyond(parts, smoothed.line) * factor).upper()


def _beyond_low(smoothed: SmoothedLine, beyond: arb) -> arb:
    """The value of D with which the truncation bound of an Inversion, D e^(-(c-1)x)/(pi h (K-1)), is that of the lower
    profile."""
    contour = smoothed.line.contour
    with balls(BOUND_BITS) as xp:
        h, y, eta_squared = (xp.number(x) for x in (contour.spacing, contour.height, smoothed.width**2))
        factor = (1 + xp.exp(xp.number(contour.order) * eta_squared)) * (h / y + 1 / (y * y * eta_squared))
        return (beyond * factor * h * (contour.count - 1)).upper()
