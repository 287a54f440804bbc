"""Privacy profiles of losses on a lattice, by finite sums.

All finite losses are A + ns, n an integer. Let x0 be the least lattice point >= x, N a positive integer, W = Ns, c > 1
and z_k = c + 2 pi i k/W. Since (1/N) sum_k e^(z_k ns) is e^(cns) if N divides n, and 0 otherwise, summing (e^(x_j) -
e^x) e^(-z x_j) over all lattice points x_j = x0 + js, j >= 0 (two geometric series) gives

    (1/N) sum_(k<N) M(z_k) [e^(-(z_k-1) x0)/(1 - e^(-(z_k-1)s)) - e^(x - z_k x0)/(1 - e^(-z_k s))]
        = sum_m e^((c-1) m W) delta(x + m W).

The copies m != 0 are bounded as in `contour`. The terms k and N - k are conjugates. If |M(c + iy)| decreases for 0 <= y
<= pi/s, the terms K <= k <= N - K may be truncated: with D = |M(z_K)| they are at most (N - 2K + 1)/N D e^(-(c-1)x0)
[1/|1 - e^(-(z_K-1)s)| + e^(x-x0)/|1 - e^(-z_K s)|], since |1 - r e^(-it)| increases for 0 <= t <= pi. The same holds
with any other bound D on |M| from z_K up to half a period.

A and s are rational, or those of one mechanism (`irrational_lattice`), known as balls: which lattice point is x0 may
then be uncertain, and the enclosure is of both."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, ClassVar, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ...subsampling.formulas.sampled_gaussian_quadrature import MOST_NODES
from .composed_moments import Composition, finite_mass, moment_above
from .contour import Contour, copies
from .irrational_lattice import SteppedLosses
from .lattice import Lattice
from .loss_properties import LossMoments
from .rule_numbers import BITS, ORDERS, Rule, RuleNumber
from .trigonometric_sums import Waves

MOST_POINTS = 2**40
"""The largest number of terms of the full sum, most of which are truncated."""


class LatticeLine(Rule, Struct, frozen=True):
    """The nodes of the sum; any choice is sound.

    `order`: c > 1. `right_order`: b > c, for the bound on the right copies. `points`: N. `kept`: K, the number of terms
    that are not truncated. `bits`: the working precision."""

    order: Fraction
    right_order: Fraction
    points: int
    kept: int
    bits: int
    mark: ClassVar = "points"
    numbers: ClassVar = (
        *ORDERS,
        RuleNumber("points", low=1, high=MOST_POINTS, whole=True),
        RuleNumber("kept", low=1, high=MOST_NODES, whole=True),
        BITS,
    )

    def inverse(self, parts: Composition) -> LatticeInversion:
        """The inversion of a composition on a lattice. Raises ArithmeticError if the losses lie on no lattice, or if
        the nodes give no bound."""
        charge(self.work(parts))
        return _inverted(parts, self)

    def work(self, parts: Composition) -> int:
        """Units of work of the sum for a composition."""
        contour = Contour(self.order, Fraction(1), self.kept + 1)
        return sum(self.kept * (16 + self.bits // 30) + m.work(contour, self.bits, self.bits) for m, _ in parts)


class LatticeInversion(Struct, frozen=True):
    """A composition on a lattice, prepared for delta at any eps.

    `rising`, `falling`: M(z)/(1 - e^(-(z-1)s)) and M(z)/(1 - e^(-zs)) at the nodes, with weights for conjugates.
    `right_moment`: M(b). `mass`: m_0. `cut`: bounds on the truncated terms of the two."""

    line: LatticeLine
    lattice: Losses
    rising: tuple[acb, ...]
    falling: tuple[acb, ...]
    right_moment: arb
    mass: arb
    cut: tuple[arb, arb]

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] over finite losses. Raises ArithmeticError if a series of copies
        diverges, or if the precision does not tell the losses apart."""
        if isinstance(epsilon, arb) and not epsilon.is_finite():
            raise ArithmeticError("a profile on a lattice is taken at finite eps")
        with balls(self.line.bits) as xp:
            low, high = self.lattice.around(xp, epsilon)
        if high - low > 1:  # many lattice points: delta decreases, so the two ends suffice
            if not isinstance(epsilon, arb) or epsilon.is_exact():
                raise ArithmeticError("the precision does not tell the losses apart")
            with balls(self.line.bits):
                ends = epsilon.lower(), epsilon.upper()
            found = [self.delta(fraction_of(end)) for end in ends]
        elif low == high:
            return self._at(epsilon, low)
        else:
            found = [self._at(epsilon, index) for index in (low, high)]
        with balls(self.line.bits):
            return found[0].union(found[1])

    def _at(self, epsilon: arb | Fraction, index: int) -> arb:
        """The sum, with the lattice point of an index in the role of x0."""
        line = self.line
        charge(len(self.rising) * (4 + line.bits // 40))
        with balls(line.bits) as xp:
            x, x0, c = xp.number(epsilon), self.lattice.point(xp, index), xp.number(line.order)
            ratio = xp.exp(x - x0)
            terms = [up - ratio * down for up, down in zip(self.rising, self.falling, strict=True)]
            angle = 2 * xp.pi * xp.number(self.lattice.turns(index) / line.points % 1)
            scale = xp.exp((1 - c) * x0) / line.points
            cut = (scale * (self.cut[0] + ratio * self.cut[1])).upper()
            b, period = xp.number(line.right_order), line.points * self.lattice.width(xp)
            over = copies(xp, (c, b), period, self.mass, self.right_moment, x)
            total: arb = 2 * scale * Waves.of(terms).sum(angle).real - over
            return total + (-cut).union(cut)


class RationalLosses(Lattice, frozen=True):
    """The losses of closed forms on a rational lattice. `parts`: the composition."""

    parts: Composition

    def along(self, xp: Any, order: Fraction, points: int, kept: int) -> list[acb]:
        """The product."""
        step = 2 * xp.pi / (points * self.width(xp))
        nodes = [acb(xp.number(order), k * step) for k in range(kept)]
        values = [[x**times for x in m.values(xp, nodes)] for m, times in self.parts]
        return reduce(lambda left, right: [x * y for x, y in zip(left, right, strict=True)], values)

    def beyond(self, xp: Any, order: Fraction, points: int, kept: int) -> arb:
        """The product, with the factor M(c) for each mechanism whose |M| is not known to decrease."""
        bound, height = arb(1), kept * 2 * xp.pi / (points * self.width(xp))
        for m, times in self.parts:
            at = acb(xp.number(order), height if m.falls_along(self.spacing) else 0)
            bound *= m.values(xp, [at])[0].abs_upper() ** times
        return bound

    def heights(self, m: LossMoments, height: float) -> tuple[float, ...]:
        """The heights at one of which |M| of a mechanism is at least that from a height on, for searches: the height
        itself where |M| is known to decrease."""
        return (height if m.falls_along(self.spacing) else 0.0,)


Losses: TypeAlias = RationalLosses | SteppedLosses
"""The finite losses of a composition, all of which lie on a lattice."""


def lattice_of(parts: Composition) -> Lattice | None:
    """The lattice of all finite losses of a composition, or None if there is none or it is a single point."""
    found = [(m.lattice, times) for m, times in parts if m.lattice is not None]
    if len(found) < len(parts):
        return None
    lattice = Lattice.of_sum((one, times) for one, times in found if one is not None)
    return lattice if lattice.spacing > 0 else None


def losses_of(parts: Composition) -> Losses | None:
    """The losses of a composition on a lattice, which has a rational spacing or is that of one mechanism; None if they
    lie on none."""
    lattice = lattice_of(parts)
    if lattice is not None:
        return RationalLosses(lattice.offset, lattice.spacing, parts)
    return SteppedLosses.of(*parts[0]) if len(parts) == 1 else None


@lru_cache(maxsize=32)
def _inverted(parts: Composition, line: LatticeLine) -> LatticeInversion:
    losses = losses_of(parts)
    if losses is None:
        raise ArithmeticError("the losses do not lie on a lattice")
    if line.kept > line.points // 2 + 1:
        raise ArithmeticError(f"{line.kept} terms of {line.points} are not kept but taken twice")
    right, mass = moment_above(parts, line.right_order), finite_mass(parts)
    nodes = line.order, line.points, line.kept
    with balls(line.bits) as xp:
        moments, spacing, c = losses.along(xp, *nodes), losses.width(xp), xp.number(line.order)
        for k in {0, line.points / 2} & set(range(line.kept)):  # these two terms are their own conjugates
            moments[int(k)] = moments[int(k)] / 2
        angles = [2 * xp.pi * k / line.points for k in range(line.kept + 1)]
        rising, falling = ([(-acb(b * spacing, angle)).expm1() for angle in angles] for b in (c - 1, c))
        last, cut = (rising.pop(), falling.pop()), (arb(0), arb(0))
        if (left_out := line.points - 2 * line.kept + 1) > 0:
            bound = left_out * losses.beyond(xp, *nodes)
            cut = (bound / last[0].abs_lower()).upper(), (bound / last[1].abs_lower()).upper()
        up, down = (tuple(-m / x for m, x in zip(moments, below, strict=True)) for below in (rising, falling))
        return LatticeInversion(line, losses, up, down, right, mass, cut)
