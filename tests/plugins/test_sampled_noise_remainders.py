"""Every part of the bounds for noise on Poisson samples is needed: with it the truth is inside, and with that part
alone weakened it is outside."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from chartered_plugins.characteristic_function.formulas import (
    gauss_legendre,
    on_interval,
    sampled_laplace_quadrature as quadrature,
)
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.interval_losses import IntervalLoss
from chartered_plugins.characteristic_function.formulas.poisson_discrete import PoissonDiscreteLaplace
from chartered_plugins.characteristic_function.formulas.poisson_laplace import PoissonLaplace, sampled_laplace
from chartered_plugins.characteristic_function.formulas.sampled_laplace_quadrature import Points
from chartered_plugins.characteristic_function.formulas.two_losses import TwoLossRuns
from chartered_verify.arithmetic import balls
from flint import arb

BITS = 128
FINE = 64
"""Heights per 1/W at which |M| is looked at."""
REMAINDER = quadrature.remainder


def nothing(*_: Any) -> arb:
    """A bound that is forgotten."""
    return arb(0)


def without_height(xp: Any, q: Any, e: Any, p: Any, at: Points, height: Any) -> Any:
    """The remainder as if all orders were real."""
    return REMAINDER(xp, q, e, p, at, 0 * height)


@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize(
    ("name", "weak", "points"),
    [("remainder", nothing, Points(8, 1.3)), ("remainder", without_height, Points(10, 1.5))],
)
def test_parts_of_the_quadrature(
    name: str, weak: Any, points: Points, added: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of M at four orders by few nodes: the remainder, and its growth with the height."""
    m = PoissonLaplace(Fraction(9, 10) if added else Fraction(1, 2), Fraction(3), added)
    line = Contour(Fraction(4) if added else Fraction(7, 2), Fraction(3), 4)
    truth = m.along(line, 80, 200)

    def inside() -> bool:
        return all(found.overlaps(exactly) for found, exactly in zip(m.along(line, 80, 200), truth, strict=True))

    monkeypatch.setattr(quadrature, "propose_points", lambda *_: points)
    assert inside()
    monkeypatch.setattr(quadrature, name, weak)
    assert not inside()


def test_an_ellipse_with_a_zero_in_it_is_refused() -> None:
    """The angle of e^(et) stays within pi/2; an ellipse is not a segment; one node has no remainder."""
    with balls(BITS) as xp:
        given = arb(1) / 2, arb(3), arb(4)
        for points in (Points(8, 1.7), Points(8, 1.0), Points(8, 0.9), Points(1, 1.3)):
            with pytest.raises(ArithmeticError):
                quadrature.remainder(xp, *given, points, arb(0))
        assert quadrature.remainder(xp, *given, Points(8, 1.6), arb(0)) > 0


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

    m: PoissonLaplace
    order: Fraction
    law: IntervalLoss
    moment: arb
    distance: arb
    step: Fraction
    values: Sequence[arb]
    first: int

    @classmethod
    def of(cls, rate: str, e: str, order: str, added: bool = False) -> Along:
        """For sampled Laplace noise."""
        m, c = PoissonLaplace(Fraction(rate), Fraction(e), added), Fraction(order)
        with balls(BITS) as xp:
            moment = m.at(c, 60, BITS)
            law = sampled_laplace(xp, *m.values(xp, c), moment.log())
            step = Fraction(1 / float(law.width) / FINE)
            values = [abs(x) / moment for x in m.along(Contour(c, step, FINE * 40), 60, BITS)]
            first = math.ceil(math.pi * FINE) + 1
            return cls(m, c, law, moment, m._distance(xp, c, moment, law.width), step, values, first)

    def exceeds(self, bound: Callable[[Any, arb], arb]) -> bool:
        """Whether some m is certainly above a bound from its height on."""
        with balls(BITS) as xp:
            heights = range(self.first, len(self.values))
            return any(self.values[k] > bound(xp, xp.number(k * self.step)) for k in heights)

    def sizes(self, spacing: Fraction, count: int) -> list[arb]:
        """m at multiples of a spacing."""
        return [abs(x) / self.moment for x in self.m.along(Contour(self.order, spacing, count), 60, BITS)]


LOSSES = [
    ("1/100", "1", "5/4", False),
    ("1/1000", "2", "20", True),
    ("1/2", "1/2", "2", False),
    ("1/3", "3/2", "3", True),
]


@pytest.mark.parametrize(("rate", "e", "order", "added"), LOSSES)
def test_no_height_exceeds_the_bounds(rate: str, e: str, order: str, added: bool) -> None:
    """By parts, by pairs and by heights in steps, and up to pi/W by the value at the height."""
    at = Along.of(rate, e, order, added)
    assert not at.exceeds(at.law.by_parts)
    assert not at.exceeds(lambda xp, _: at.law.by_pairs(xp))
    with balls(BITS) as xp:
        steps = at.law.by_steps(xp, at.distance, at.sizes)
        assert 0 < steps < 1
    assert not at.exceeds(lambda *_: steps)
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
    """The variation of the density, the share of it that belongs to an atom, its least value, and half a step."""
    steep, flat = Along.of("1/100", "1", "5/4"), Along.of("1/2", "1/4", "2")
    smooth = replace(steep.law, least=(steep.law.ends[0] + steep.law.ends[1]) / 2)
    assert steep.exceeds(smooth.by_parts)
    bare = flat.law.atoms[0] + flat.law.atoms[1]
    assert flat.exceeds(lambda _, y: bare + flat.law.variation / y)
    assert steep.exceeds(lambda xp, _: replace(steep.law, least=steep.law.ends[0]).by_pairs(xp))
    asked = []

    def sizes(spacing: Fraction, count: int) -> list[arb]:
        asked.append(spacing)
        return steep.sizes(spacing, count)

    with balls(BITS) as xp:
        steps = steep.law.by_steps(xp, steep.distance, sizes)
        nodes_alone = steps - steep.distance * xp.number(asked[-1]) / 2
    assert steep.exceeds(lambda *_: nodes_alone)


def test_what_follows_the_first_half_period_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At pi/W the atoms cancel, and at 2 pi/W they do not: the value at the height alone is no bound."""
    at = Along.of("1/100", "1", "5/4")
    height = Fraction(3.1 / float(at.law.width))
    assert at.m.beyond(at.order, height, Fraction(0), 1e-6, BITS) / at.moment > max(at.values[at.first :])
    monkeypatch.setattr(on_interval, "over_heights", lambda xp, width, height, here, far: here())
    assert at.m.beyond(at.order, height, Fraction(0), 1e-6, BITS) / at.moment < max(at.values[at.first :])


def test_terms_of_a_binomial_sum_that_are_left_out_are_counted() -> None:
    """At few bits the sum ends early: what it leaves out is in the enclosure, which is not below the sum of many
    bits."""
    m = PoissonDiscreteLaplace(Fraction(1, 10), Fraction(1))
    for x in (Fraction(0), Fraction(1, 10), Fraction(-1, 10)):
        rough, fine = (TwoLossRuns(m, 400, bits).delta(x) for bits in (24, 300))
        assert rough.overlaps(fine)
        assert fine.rad() < rough.rad()
