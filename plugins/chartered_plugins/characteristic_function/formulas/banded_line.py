"""Privacy profiles of few runs on Poisson samples: what all runs lose together is split by the largest of their losses,
and each part is treated by what it needs.

Let the law of each run's loss be split by two places l < h of its noise (`laws.normal_window`): below l, in the band,
above h, with moment generating functions A, B and C, whose sum is M. For n runs

    M^n = A^n + ((A + B)^n - A^n) + ((A + B + C)^n - (A + B)^n),

three measures: all runs below; none above and one in the band; one above. Their profiles add up. Where nearly all
outcomes are above h, as where a record is added, A is the part above and C that below. For one more mechanism (u, v)
and (u', v') -> (u u', v (u' + v') + u v'), where u is the part without and v the difference.

- The second part is inverted along a line (`contour`). Its mass is at most 1 under P and under Q, so that the bounds on
  the copies hold; where |B| <= beta beyond the nodes, its modulus is at most (A(c) + beta)^n - A(c)^n, which falls fast
  where M itself does not: the many runs that lose next to nothing are left to the first part.
- The other two have losses that hardly reach eps, or that hardly come down to it. For a measure with the moment
  generating function V and an order b > 1

    0 <= delta(x) <= kappa_b V(b) e^(-(b-1)x),                        kappa_b = (b-1)^(b-1)/b^b,

  and for b < 0, as (e^l - e^x)_+ = e^l - e^x + (e^x - e^l)_+ and 1 - e^-t <= kappa_(1-b) e^(-bt) for t >= 0,

    0 <= delta(x) - V(1) + e^x V(0) <= kappa_(1-b) V(b) e^(-(b-1)x).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, ClassVar, Self, TypeAlias

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec import Struct

from ..laws.analytic_law import Law
from ..laws.normal_window import Window
from .composed_moments import BOUND_BITS, Composition, Line, moments_at
from .contour import Inversion, kappa
from .rule_numbers import LARGEST, Rule, RuleNumber

MOST_KINDS = 8
"""The largest number of different mechanisms whose losses are split."""
FARTHEST = 10**4
"""The largest place of an end of a band, in standard deviations."""
Split: TypeAlias = tuple[Any, Any]
"""(u, v): M of a part of the law without a band, and what the band adds."""


class BandedLine(Rule, Struct, frozen=True):
    """The rule. `line`: of the part in the band, with the shifts of the bands. `bands`: of each law, all with a lower
    end or none, and with an upper end or none. `below`, `above`: the orders for the other two parts, > 1 or < 0;
    any are sound."""

    line: Line
    bands: tuple[Window, ...]
    below: Fraction | None
    above: Fraction | None
    mark: ClassVar = "band.0.width"
    of_pieces: ClassVar = False
    numbers: ClassVar = (
        *(number.within("line") for number in Line.numbers),
        *(
            RuleNumber(f"band.{{k}}.{end}", f"bands.{end}", -FARTHEST, FARTHEST, optional=True)
            for end in ("low", "high")
        ),
        RuleNumber("band.{k}.width", "bands.width", open_low=True),
        RuleNumber("band.below", "below", -LARGEST, optional=True),
        RuleNumber("band.above", "above", -LARGEST, optional=True),
    )

    @classmethod
    def serves(cls, parts: Composition) -> bool:
        """Whether the composition is of laws that have windows."""
        return bandable(parts)

    @classmethod
    def made(cls, **numbers: Any) -> Self:
        """The other numbers are those of the line."""
        low, high, width, below, above = (numbers.pop(name) for name in ("low", "high", "width", "below", "above"))
        return cls(Line.made(**numbers), tuple(map(Window, low, high, width)), below, above)

    def inverse(self, parts: Composition) -> BandedInversion:
        """The inversion of a composition. Raises ArithmeticError if the rule gives no bound."""
        charge(self.work(parts))
        return _inversion(parts, self)

    def work(self, parts: Composition) -> int:
        """Units of work of its inversion."""
        line = self.line
        return sum(
            4 * line.work + sum(piece.work(line.contour, line.accuracy, line.bits) for piece in pieces)
            for pieces in self._pieces(parts)
        )

    def terms(self, parts: Composition) -> int:
        """How many terms the sums of all nodes have. Raises ArithmeticError for far too many."""
        line = self.line
        along = (piece.nodes_along(line.contour, line.accuracy) for pieces in self._pieces(parts) for piece in pieces)
        return line.contour.count * sum(at.count for at in along)

    def _pieces(self, parts: Composition) -> list[tuple[Law, ...]]:
        return [tuple(piece for piece in split(m, band) if piece is not None) for m, band in self.paired(parts)]

    def paired(self, parts: Composition) -> list[tuple[Law, Window]]:
        """The laws with their bands. Raises ArithmeticError unless all have windows."""
        if not bandable(parts):
            raise ArithmeticError("bands are those of Gaussian noise on Poisson samples")
        return [(m, band) for (m, _), band in zip(parts, self.bands, strict=True) if isinstance(m, Law)]


class Outside(Struct, frozen=True):
    """A part of the law whose losses hardly reach eps (`order` b > 1), or hardly come down to it (b < 0). `moment`:
    V(b), an upper bound; `masses`: V(1) and V(0), which b > 1 does not need."""

    order: Fraction
    moment: arb
    masses: tuple[arb, arb] | None

    def delta(self, xp: Any, x: arb) -> arb:
        """An enclosure of its profile."""
        b, zero = xp.number(self.order), xp.number(0)
        found: arb = zero.union((kappa(xp, b if b > 1 else 1 - b) * self.moment * xp.exp((1 - b) * x)).upper())
        if b > 1:
            return found
        assert self.masses is not None
        less: arb = xp.exp(x) * self.masses[1]
        return found + self.masses[0] - less


class BandedInversion(Struct, frozen=True):
    """A composition in one direction, prepared for delta at any eps."""

    band: Inversion
    outside: tuple[Outside, ...]

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of E_Q[(e^L - e^eps)_+]. Raises ArithmeticError."""
        found = self.band.delta(epsilon)
        with balls(self.band.bits) as xp:
            x = xp.number(epsilon)
            return sum((part.delta(xp, x) for part in self.outside), found)


def bandable(parts: Composition) -> bool:
    """Whether all runs are of noise that has windows, of few kinds."""
    return len(parts) <= MOST_KINDS and all(
        isinstance(m, Law) and m.has_windows and isinstance(times, int) for m, times in parts
    )


def beside(law: Law, band: Window, *, bulk: bool) -> Window | None:
    """The window next to a band in which nearly all outcomes are, or the other one; None where the band has no end."""
    if bulk == law.ends_at_most:
        return None if band.high is None else Window(band.high, None, band.width)
    return None if band.low is None else Window(None, band.low, band.width)


def split(law: Law, band: Window) -> tuple[Law | None, Law]:
    """(the part beside a band in which nearly all outcomes are or None, the part in it)."""
    bulk = beside(law, band, bulk=True)
    return None if bulk is None else law.within(bulk), law.within(band)


def both(one: Split, other: Split) -> Split:
    """The split of two mechanisms together."""
    (u, v), (without, more) = one, other
    return u * without, v * (without + more) + u * more


def power(base: Split, times: int) -> Split:
    """The split of some runs of one mechanism."""
    found: Split | None = None
    while times:
        if times & 1:
            found = base if found is None else both(found, base)
        base, times = both(base, base), times >> 1
    assert found is not None
    return found


@lru_cache(maxsize=16)
def _inversion(parts: Composition, rule: BandedLine) -> BandedInversion:
    line, contour = rule.line, rule.line.contour
    pairs, times = rule.paired(parts), [n for _, n in parts]
    with balls(line.bits) as xp:
        along = [_along(m, band, n, line) for (m, band), n in zip(pairs, times, strict=True)]
        inside = [reduce(both, found)[1] for found in zip(*along, strict=True)]
        integrand = [v / (z * (z - 1)) for v, z in zip(inside, contour.nodes(xp), strict=True)]
        integrand[0] = integrand[0] / 2
    right, mass = _most(parts, rule.bands, line.right_order), _at(parts, rule.bands, Fraction(1))
    band = Inversion(contour, tuple(integrand), line.right_order, right, mass, _beyond(parts, rule), line.bits)
    return BandedInversion(band, tuple(_outside(parts, rule)))


def _along(m: Law, band: Window, times: int, line: Line) -> list[Split]:
    """The split of some runs of a mechanism, at the nodes."""
    below, inside = split(m, band)
    of_band = moments_at(inside, line.contour, line.accuracy, line.bits)
    if below is None:
        return [(acb(0), v**times) for v in of_band]
    return [
        power(pair, times)
        for pair in zip(moments_at(below, line.contour, line.accuracy, line.bits), of_band, strict=True)
    ]


def _at(parts: Composition, bands: Sequence[Window], order: Fraction, bits: int | None = None) -> arb:
    """V of the part in the bands, at a real order; for a bound, unless bits are given."""
    bits = bits or BOUND_BITS + sum(n for _, n in parts).bit_length()
    with balls(bits):
        pairs = zip(parts, bands, strict=True)
        found: arb = reduce(both, (power(_split_at(m, band, order, bits), n) for (m, n), band in pairs))[1]
        return found


def _most(parts: Composition, bands: Sequence[Window], order: Fraction) -> arb:
    """An upper bound on it."""
    found = _at(parts, bands, order)
    with balls(BOUND_BITS):
        return found.upper()


def _split_at(m: Any, band: Window, order: Fraction, bits: int) -> Split:
    below, inside = split(m, band)
    accuracy = bits // 2
    return arb(0) if below is None else below.at(order, accuracy, bits), inside.at(order, accuracy, bits)


def _beyond(parts: Composition, rule: BandedLine) -> arb:
    """A bound on the modulus of the part in the bands, beyond the nodes."""
    contour, found = rule.line.contour, list[Split]()
    with balls(BOUND_BITS):
        for (m, band), (_, n), shift in zip(rule.paired(parts), parts, rule.line.shifts, strict=True):
            below, inside = split(m, band)
            bits = BOUND_BITS + n.bit_length()
            bound = inside.beyond(contour.order, contour.height, shift, 0.01, bits)
            rest = arb(0) if below is None else below.at(contour.order, bits, bits).upper()
            found.append(power((rest, bound), n))
        return arb(reduce(both, found)[1]).upper()


def _outside(parts: Composition, rule: BandedLine) -> list[Outside]:
    """The parts with all runs on one side of the bands, or one on the other side, where the bands have ends."""
    pairs, found = rule.paired(parts), []
    for bulk, order in ((True, rule.below), (False, rule.above)):
        windows = [window for law, band in pairs if (window := beside(law, band, bulk=bulk)) is not None]
        if not windows:
            continue
        if len(windows) < len(pairs) or order is None or 0 <= order <= 1:
            raise ArithmeticError("the part outside a band needs an order above 1 or below 0")
        moment = _most(parts, windows, order)
        found.append(Outside(order, moment, None if order > 1 else _masses(parts, windows, rule.line.bits)))
    return found


def _masses(parts: Composition, windows: Sequence[Window], bits: int) -> tuple[arb, arb]:
    """V(1) and V(0) of a part, for sums of this precision."""
    bits += 2 * BOUND_BITS
    return _at(parts, windows, Fraction(1), bits), _at(parts, windows, Fraction(0), bits)
