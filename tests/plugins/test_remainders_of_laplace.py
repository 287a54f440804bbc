"""Every part of the bounds for laws of Laplace noise is needed: with it the truth is inside, and with that part alone
weakened it is outside; and any nodes are sound."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from chartered_plugins.characteristic_function.formulas import bound_along_line, gauss_legendre
from chartered_plugins.characteristic_function.formulas.bound_along_line import IntervalLoss
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.runs_with_rare_losses import FewLossRuns
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.laplace_law import LaplaceLaw, of_laplace
from chartered_plugins.characteristic_function.laws.laplace_pieces import Laplace, Points, Rule
from chartered_plugins.characteristic_function.laws.mixture import grouped, replaced, sampled
from chartered_verify.arithmetic import balls
from flint import arb
from msgspec.structs import replace

BITS, NATS = 128, 80
FINE = 64
"""Heights per 1/W at which |M| is looked at."""
ONE = Fraction(1)
LOG_SIZE, RADIUS, PLAN = Laplace.log_size, Laplace.radius, Laplace.plan


def drawn(seed: int) -> tuple[LaplaceLaw, Contour, Rule]:
    """A law, orders, and rules of any number of nodes and ellipse: also too few, or an ellipse with a zero in it."""
    random = Random(seed)
    rate, epsilon = (Fraction(f"{random.uniform(*given):.2g}") for given in ((0.01, 0.99), (0.1, 4.0)))
    ratios = sampled(rate, ONE), sampled(rate, ONE).swapped, replaced(rate, ONE)
    groups = grouped(rate, ONE, 2), grouped(rate, ONE, 3).swapped
    law = of_laplace(epsilon, random.choice((*ratios, *ratios, *groups)))
    order = random.choice((Fraction(f"{random.uniform(1.05, 9):.2g}"), Fraction(f"{-random.uniform(0.1, 6):.2g}")))
    along = Contour(order, Fraction(f"{random.uniform(0.5, 9):.2g}"), random.choice((1, 2, 4)))
    widest = math.asinh(math.pi / (2 * float(epsilon)))
    points = (Points(random.randint(2, 10), math.exp(random.uniform(0.05, 1.05) * widest)) for _ in pieces(law))
    return law, along, Rule(tuple(points))


def pieces(law: LaplaceLaw) -> Any:
    """Between its kinks."""
    return law.noise.pieces(law.ratio)


def inside(law: LaplaceLaw, along: Contour, rule: Rule, patch: pytest.MonkeyPatch) -> bool | None:
    """Whether the enclosures by a rule hold M; None where they give no bound."""
    with patch.context() as here:
        here.setattr(Laplace, "plan", lambda *_: rule)
        try:
            found = law.along(along, NATS, 200)
        except ArithmeticError:
            return None
    return all(x.overlaps(y) for x, y in zip(found, truth(law, along), strict=True))


def truth(law: LaplaceLaw, along: Contour) -> Any:
    """M at the orders, by the nodes that ship, whatever is planted."""
    with pytest.MonkeyPatch.context() as shipped:
        for name, function in (("log_size", LOG_SIZE), ("radius", RADIUS), ("plan", PLAN)):
            shipped.setattr(Laplace, name, function)
        return law.along(along, NATS, 200)


def nothing(*_: Any) -> arb:
    """A bound that is forgotten."""
    return arb(0)


def without_height(self: Any, xp: Any, ratio: Any, order: Any, at: Rule, height: Any, total: Any) -> Any:
    """The remainder as if all orders were real."""
    return RADIUS(self, xp, ratio, order, at, 0 * height, total)


def one_piece(self: Any, xp: Any, ratio: Any, order: Any, at: Rule, height: Any, total: Any) -> Any:
    """The remainder of the piece that has the least."""
    parts, found = self.pieces(ratio), []
    for piece, points in zip(parts, at.pieces, strict=True):
        size = xp.exp(LOG_SIZE(self, xp, piece, order, height)(arb(points.ellipse)))
        found.append(gauss_legendre.remainder(xp, points.count, arb(points.ellipse), size))
    return min(found, key=float)


def at_ends(which: tuple[int, ...]) -> Any:
    """The largest integrand as if it were at these ends of the axis, 0 the interval's."""

    def weak(self: Any, xp: Any, piece: Any, order: Any, height: Any) -> Any:
        r, power = xp.number(self.rate), piece.power(order)
        (fixed, rising), (middle, half) = piece.values(xp, r), piece.middle(xp)
        shipped = LOG_SIZE(self, xp, piece, order, height)

        def log(x: Any) -> Any:
            return power * xp.log(fixed + rising * xp.exp(2 * r * x)) - r * x

        def log_size(rho: Any) -> Any:
            wide = half * (rho + 1 / rho) / 2
            both = [log(middle + side * wide) for side in (-1, 1)]
            less = [log(middle + (side * wide if which else side * half)) for side in which or (-1, 1)]
            return shipped(rho) + max(less, key=float) - max(both, key=float)

        return log_size

    return weak


PARTS: dict[str, tuple[str, Any, tuple[int, ...]]] = {
    "remainder": ("radius", nothing, (0, 1, 2)),
    "height": ("radius", without_height, (12, 35, 37)),
    "all pieces": ("radius", one_piece, (0, 4, 6)),
    "left end": ("log_size", at_ends((1,)), (0, 6, 10)),
    "right end": ("log_size", at_ends((-1,)), (5, 13, 17)),
    "ellipse": ("log_size", at_ends(()), (861,)),
}
"""What weakens each part, and draws that show it."""


@pytest.mark.parametrize(("part", "seed"), [(part, seed) for part in PARTS for seed in PARTS[part][-1]])
def test_each_part_is_needed(part: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the remainder: its growth with the height, every piece, both ends of the ellipse's axis, what shrinks. The
    truth is inside for the rule of a draw, and outside without one part."""
    given = drawn(seed)
    assert inside(*given, monkeypatch)
    monkeypatch.setattr(Laplace, *PARTS[part][:2])
    assert inside(*given, monkeypatch) is False


def test_any_rules_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few nodes, in whatever ellipse: the enclosures hold M, or there are none."""
    found = [inside(*drawn(seed), monkeypatch) for seed in range(300)]
    assert False not in found
    assert found.count(True) > 100


def test_an_ellipse_with_a_zero_in_it_is_refused() -> None:
    """The angle of a term stays within pi/2; an ellipse is not a segment; one node has no remainder."""
    law = of_laplace(Fraction(3), sampled(ONE / 2, ONE))
    with balls(BITS) as xp:
        given = xp, law.ratio, arb(4)
        for points in (Points(8, 1.7), Points(8, 1.0), Points(8, 0.9), Points(1, 1.3)):
            with pytest.raises(ArithmeticError):
                law.noise.radius(*given, Rule((points,)), arb(0), arb(1))
        assert law.noise.radius(*given, Rule((Points(8, 1.6),)), arb(0), arb(1)) > 0


def test_too_many_terms_are_refused_before_they_are_summed() -> None:
    """Of all orders together."""
    with pytest.raises(ArithmeticError, match="10000000 orders of 26 nodes"):
        Rule((Points(8, 1.2), Points(16, 1.2))).work(10**7, 64)


def test_the_quadrature_is_exact_to_its_degree() -> None:
    """n nodes integrate powers up to 2n - 1 without an error, and not the next one."""
    with balls(200):
        for n in (2, 3, 8):
            rule = gauss_legendre.rule(n, 200)
            for k in range(2 * n + 1):
                found = sum((weight * t**k for t, weight in rule), arb(0))
                exact = arb(0) if k % 2 else arb(2) / (k + 1)
                assert found.overlaps(exact) == (k < 2 * n)


@dataclass(frozen=True)
class Along:
    """m along a line at heights in fine steps, from pi/W on, and the law of the loss."""

    m: LaplaceLaw
    order: Fraction
    law: IntervalLoss
    moment: arb
    step: Fraction
    values: Sequence[arb]
    first: int

    @classmethod
    def of(cls, rate: str, e: str, order: str, added: bool = False) -> Along:
        """For sampled Laplace noise."""
        removed, c = of_laplace(Fraction(e), sampled(Fraction(rate), ONE)), Fraction(order)
        m = removed.swapped if added else removed
        with balls(BITS) as xp:
            moment = m.at(c, 60, BITS)
            law = m.noise.loss(xp, m.ratio, xp.number(c), moment.log())
            step = Fraction(1 / float(law.width) / FINE)
            values = [abs(x) / moment for x in m.along(Contour(c, step, FINE * 40), 60, BITS)]
            first = math.ceil(math.pi * FINE) + 1
            return cls(m, c, law, moment, step, values, first)

    def exceeds(self, bound: Callable[[Any, arb], arb]) -> bool:
        """Whether some m is certainly above a bound from its height on."""
        with balls(BITS) as xp:
            heights = range(self.first, len(self.values))
            return any(self.values[k] > bound(xp, xp.number(k * self.step)) for k in heights)


LOSSES = [
    ("1/100", "1", "5/4", False),
    ("1/1000", "2", "20", True),
    ("1/2", "1/2", "2", False),
    ("1/3", "3/2", "3", True),
]


@pytest.mark.parametrize(("rate", "e", "order", "added"), LOSSES)
def test_no_height_exceeds_the_bounds(rate: str, e: str, order: str, added: bool) -> None:
    """By parts and by pairs, and up to pi/W by the value at the height."""
    at = Along.of(rate, e, order, added)
    assert not at.exceeds(at.law.by_parts)
    assert not at.exceeds(lambda xp, _: at.law.by_pairs(xp))
    rising = zip(at.values[: at.first - 1], at.values[1 : at.first - 1], strict=False)
    assert all(later < here for here, later in rising)


@pytest.mark.parametrize(("rate", "e", "order", "added"), LOSSES)
@pytest.mark.parametrize("part", ["0.3", "2", "3.1", "5", "20"])
def test_what_ships_beyond_a_height_is_a_bound(rate: str, e: str, order: str, added: bool, part: str) -> None:
    """At all greater heights, and it is at most M(c)."""
    at = Along.of(rate, e, order, added)
    first = round(float(part) * FINE)
    bound = at.m.beyond(at.order, first * at.step, Fraction(0), 1e-6, BITS) / at.moment
    assert all(value.lower() <= bound for value in at.values[first:])
    assert bound <= 1.000001


def test_each_part_of_the_bounds_is_needed() -> None:
    """The variation of the density, the share of it that belongs to an atom, and its least value."""
    steep, flat = Along.of("1/100", "1", "5/4"), Along.of("1/2", "1/4", "2")
    smooth = replace(steep.law, least=(steep.law.ends[0] + steep.law.ends[1]) / 2)
    assert steep.exceeds(smooth.by_parts)
    bare = flat.law.atoms[0] + flat.law.atoms[1]
    assert flat.exceeds(lambda _, y: bare + flat.law.variation / y)
    assert steep.exceeds(lambda xp, _: replace(steep.law, least=steep.law.ends[0]).by_pairs(xp))


def test_what_follows_the_first_half_period_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At pi/W the atoms cancel, and at 2 pi/W they do not: the value at the height alone is no bound."""
    at = Along.of("1/100", "1", "5/4")
    height = Fraction(3.1 / float(at.law.width))
    assert at.m.beyond(at.order, height, Fraction(0), 1e-6, BITS) / at.moment > max(at.values[at.first :])
    monkeypatch.setattr(bound_along_line, "over_heights", lambda xp, width, height, here, far: here())
    assert at.m.beyond(at.order, height, Fraction(0), 1e-6, BITS) / at.moment < max(at.values[at.first :])


def test_terms_of_a_binomial_sum_that_are_left_out_are_counted() -> None:
    """At few bits the sum ends early: what it leaves out is in the enclosure, which is not below the sum of many
    bits."""
    m = LaplaceOnIntegers(ONE, sampled(Fraction(1, 10), ONE))
    for x in (Fraction(0), Fraction(1, 10), Fraction(-1, 10)):
        rough, fine = (FewLossRuns(m, 400, bits).delta(x) for bits in (24, 300))
        assert rough.overlaps(fine)
        assert fine.rad() < rough.rad()
