"""Privacy profiles of losses on a lattice, by finite sums.

All finite losses are A + ns, n an integer. Let x0 be the least lattice point >= x, N a positive integer, W = Ns, c > 1
and z_k = c + 2 pi i k/W. Since (1/N) sum_k e^(z_k ns) is e^(cns) if N divides n, and 0 otherwise, summing (e^(x_j) -
e^x) e^(-z x_j) over all lattice points x_j = x0 + js, j >= 0 (two geometric series) gives

    (1/N) sum_(k<N) M(z_k) [e^(-(z_k-1) x0)/(1 - e^(-(z_k-1)s)) - e^(x - z_k x0)/(1 - e^(-z_k s))]
        = sum_m e^((c-1) m W) delta(x + m W).

The copies m != 0 are bounded as in `contour`. The terms k and N - k are conjugates. If |M(c + iy)| decreases for 0 <= y
<= pi/s, the terms K <= k <= N - K may be truncated: with D = |M(z_K)| they are at most (N - 2K + 1)/N D e^(-(c-1)x0)
[1/|1 - e^(-(z_K-1)s)| + e^(x-x0)/|1 - e^(-z_K s)|], since |1 - r e^(-it)| increases for 0 <= t <= pi."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from chartered_verify.enclosure import fraction_of
from flint import acb, arb

from ...subsampling.formulas.sampled_gaussian_quadrature import MOST_NODES
from .composition import Composition, finite_mass, moment_above
from .contour import Contour, copies
from .lattice import Lattice
from .moments import ClosedForm
from .rule import BITS, ORDERS, Rule, RuleNumber
from .trigonometric_sums import Waves

MOST_POINTS = 2**40
"""The largest number of terms of the full sum, most of which are truncated."""


@dataclass(frozen=True, slots=True)
class LatticeLine(Rule):
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


@dataclass(frozen=True, slots=True)
class LatticeInversion:
    """A composition on a lattice, prepared for delta at any eps.

    `rising`, `falling`: M(z)/(1 - e^(-(z-1)s)) and M(z)/(1 - e^(-zs)) at the nodes, with weights for conjugates.
    `right_moment`: M(b). `mass`: m_0. `cut`: bounds on the truncated terms of the two."""

    line: LatticeLine
    lattice: Lattice
    rising: tuple[acb, ...]
    falling: tuple[acb, ...]
    right_moment: arb
    mass: arb
    cut: tuple[arb, arb]

    @property
    def period(self) -> Fraction:
        """W = Ns."""
        return self.line.points * self.lattice.spacing

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+] over finite losses. Raises ArithmeticError if a series of copies
        diverges."""
        if isinstance(epsilon, Fraction | int):
            return self._at(epsilon, self.lattice.after(Fraction(epsilon)))
        if not epsilon.is_finite():
            raise ArithmeticError("a profile on a lattice is taken at finite eps")
        ends = fraction_of(epsilon.lower()), fraction_of(epsilon.upper())
        low, high = (self.lattice.after(end) for end in ends)
        if high - low > self.lattice.spacing:  # many lattice points: delta decreases, so the two ends suffice
            return self._at(ends[0], low).union(self._at(ends[1], high))
        return self._at(epsilon, low).union(self._at(epsilon, high)) if low != high else self._at(epsilon, low)

    def _at(self, epsilon: arb | Fraction, after: Fraction) -> arb:
        """The sum, with the lattice point `after` in the role of x0."""
        line = self.line
        charge(len(self.rising) * (4 + line.bits // 40))
        with balls(line.bits) as xp:
            x, x0, c = xp.number(epsilon), xp.number(after), xp.number(line.order)
            ratio = xp.exp(x - x0)
            terms = [up - ratio * down for up, down in zip(self.rising, self.falling, strict=True)]
            angle = 2 * xp.pi * xp.number(after / self.period % 1)
            scale = xp.exp((1 - c) * x0) / line.points
            cut = (scale * (self.cut[0] + ratio * self.cut[1])).upper()
            b = xp.number(line.right_order)
            over = copies(xp, (c, b), xp.number(self.period), self.mass, self.right_moment, x)
            total: arb = 2 * scale * Waves.of(terms).sum(angle).real - over
            return total + (-cut).union(cut)


def lattice_of(parts: Composition) -> Lattice | None:
    """The lattice of all finite losses of a composition, or None if there is none or it is a single point."""
    found = [(m.lattice, times) for m, times in parts if isinstance(m, ClosedForm) and m.lattice is not None]
    if len(found) < len(parts):
        return None
    lattice = Lattice.of_sum((one, times) for one, times in found if one is not None)
    return lattice if lattice.spacing > 0 else None


@lru_cache(maxsize=32)
def _inverted(parts: Composition, line: LatticeLine) -> LatticeInversion:
    lattice = lattice_of(parts)
    if lattice is None:
        raise ArithmeticError("the losses do not lie on a lattice")
    if line.kept > line.points // 2 + 1:
        raise ArithmeticError(f"{line.kept} terms of {line.points} are not kept but taken twice")
    right, mass = moment_above(parts, line.right_order), finite_mass(parts)
    with balls(line.bits) as xp:
        step = 2 * xp.pi / (line.points * xp.number(lattice.spacing))
        nodes = [acb(xp.number(line.order), k * step) for k in range(line.kept)]
        moments = _product(xp, parts, nodes)
        for k in {0, line.points / 2} & set(range(line.kept)):  # these two terms are their own conjugates
            moments[int(k)] = moments[int(k)] / 2
        spacing = xp.number(lattice.spacing)
        rising = tuple(-m / (-(z - 1) * spacing).expm1() for m, z in zip(moments, nodes, strict=True))
        falling = tuple(-m / (-z * spacing).expm1() for m, z in zip(moments, nodes, strict=True))
        return LatticeInversion(
            line, lattice, rising, falling, right, mass, _left_out(xp, parts, line, lattice, line.kept * step)
        )


def _product(xp: Any, parts: Composition, nodes: list[acb]) -> list[acb]:
    """M of the composition at the nodes."""
    values = [[x**times for x in m.values(xp, nodes)] for m, times in parts if isinstance(m, ClosedForm)]
    return reduce(lambda left, right: [x * y for x, y in zip(left, right, strict=True)], values)


def _left_out(xp: Any, parts: Composition, line: LatticeLine, lattice: Lattice, height: arb) -> tuple[arb, arb]:
    """Bounds on the truncated terms: (N - 2K + 1) D/|1 - e^(-(z-1)s)| and (N - 2K + 1) D/|1 - e^(-zs)| at z = c + i
    height, with the factor M(c) in D for each mechanism whose |M| is not known to decrease."""
    left_out = line.points - 2 * line.kept + 1
    if left_out <= 0:
        return arb(0), arb(0)
    c, spacing, bound = xp.number(line.order), xp.number(lattice.spacing), arb(left_out)
    for m, times in parts:
        assert isinstance(m, ClosedForm)
        falls = m.falls_along(lattice.spacing)
        bound *= m.values(xp, [acb(c, height if falls else 0)])[0].abs_upper() ** times
    z = acb(c, height)
    rising, falling = ((-w * spacing).expm1().abs_lower() for w in (z - 1, z))
    return (bound / rising).upper(), (bound / falling).upper()
