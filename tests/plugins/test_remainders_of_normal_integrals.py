"""Every part of the remainder of a normal integral is needed, where a record is removed, added or replaced: with it the
truth is inside, and with that part alone weakened it is outside. And any nodes are sound."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function.formulas import replaced_gaussian
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.normal_integral import NormalIntegral, turned
from chartered_plugins.characteristic_function.formulas.poisson_gaussian import PoissonGaussian
from chartered_plugins.characteristic_function.formulas.replaced_gaussian import ReplacedGaussian
from chartered_plugins.subsampling.formulas import sampled_gaussian_quadrature as quadrature
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from chartered_verify.arithmetic import balls
from flint import acb, arb

from tests.weakened import REMAINDER, TAILS, nothing, without_cosine, without_height

SMALLER = quadrature.smaller
REPLACED_TAILS = ReplacedGaussian.tails


def replaced(rate: str, noise: str) -> ReplacedGaussian:
    """A record that is replaced."""
    return ReplacedGaussian(Fraction(rate), Fraction(noise))


def sampled(rate: str, noise: str, added: bool = False) -> PoissonGaussian:
    """A record that is removed, or added."""
    return PoissonGaussian(Fraction(rate), Fraction(noise), added)


def line(order: str, spacing: str, nodes: int) -> Contour:
    """Some orders."""
    return Contour(Fraction(order), Fraction(spacing), nodes)


@cache
def truth(m: Any, along: Contour) -> tuple[acb, ...]:
    """M at the orders of a line, by the nodes that ship."""
    found: tuple[acb, ...] = m.along(along, 80, 200)
    return found


def inside(m: Any, along: Contour, nodes: Nodes, patch: pytest.MonkeyPatch) -> bool:
    """Whether the enclosures by some nodes hold M. Raises ArithmeticError for nodes without a bound."""
    exactly = truth(m, along)
    with patch.context() as here:
        here.setattr(quadrature, "propose_nodes", lambda *_: nodes)
        return all(found.overlaps(x) for found, x in zip(m.along(along, 80, 200), exactly, strict=True))


def without_density(xp: Any, s: Any, p: Any, at: Nodes, height: Any) -> Any:
    """As if the density were no larger in the strip."""
    width = xp.number(at.strip) + xp.number(at.shift)
    return REMAINDER(xp, s, p, at, height) * xp.exp(-width * width / 2)


def one_ratio(xp: Any, s: Any, p: Any, at: Nodes, height: Any) -> Any:
    """As if one likelihood ratio turned, and not both."""
    return REMAINDER(xp, s, p, at, height / 2)


@pytest.mark.parametrize(
    ("m", "along", "nodes", "weak"),
    [
        (replaced("9/10", "3/5"), line("6", "9", 1), Nodes(0.95, -14, 35, 0.34), nothing),
        (replaced("3/10", "1"), line("6", "3", 2), Nodes(0.3, -46, 86, 1.82, 0.08), nothing),
        (replaced("9/10", "1"), line("2", "3", 4), Nodes(0.21, -66, 85, 1.68), without_height),
        (replaced("9/10", "2"), line("6", "3", 2), Nodes(0.78, -17, 25, 3.29), one_ratio),
        (replaced("9/10", "2"), line("7/2", "9", 1), Nodes(0.47, -29, 37, 5.57), without_cosine),
        (replaced("9/10", "2"), line("6", "3", 1), Nodes(0.82, -17, 24, 4.57, 0.21), without_cosine),
        (replaced("9/10", "2"), line("6", "3", 1), Nodes(0.82, -17, 24, 4.57, 0.21), without_density),
        (sampled("1/2", "2"), line("12", "3", 4), Nodes(0.65, -21, 40, 4.35), without_density),
        (sampled("9/10", "1"), line("2", "9", 2), Nodes(0.24, -58, 75, 2.96, 0.09), without_height),
        (sampled("9/10", "2", True), line("6", "3", 2), Nodes(0.59, -23, 33, 5.79), without_density),
        (sampled("1/2", "2", True), line("2", "9", 1), Nodes(1.17, -11, 13, 4.87, 0.71), without_cosine),
    ],
)
def test_parts_of_the_remainder_in_the_strip(
    m: Any, along: Contour, nodes: Nodes, weak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The remainder itself; its growth with the height, with one ratio or two; density and cosine."""
    assert inside(m, along, nodes, monkeypatch)
    monkeypatch.setattr(quadrature, "remainder", weak)
    assert not inside(m, along, nodes, monkeypatch)


def one_side(kept: int) -> Callable[[Any, Any], Any]:
    """The geometric series of the left (0) or of the right (1) tail alone."""
    calls = count()
    return lambda xp, ratio: geometric(xp, ratio) * (next(calls) % 2 == kept)


@pytest.mark.parametrize(
    ("m", "order", "nodes", "kept"),
    [
        (replaced("3/10", "3/5"), "7/2", Nodes(0.1, -12, 120, 0.48), 1),
        (replaced("3/10", "3/5"), "7/2", Nodes(0.1, -100, 75, 0.48), 0),
        (replaced("9/10", "6"), "3", Nodes(0.3, -20, 5, 1.2), 0),
    ],
)
def test_tails_of_a_replaced_record(
    m: Any, order: str, nodes: Nodes, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On either side."""
    assert inside(m, line(order, "3", 1), nodes, monkeypatch)
    monkeypatch.setattr(replaced_gaussian, "geometric", one_side(kept))
    assert not inside(m, line(order, "3", 1), nodes, monkeypatch)


def weaker_tails(xp: Any, s: Any, p: Any, at: Nodes, found: Any, density: bool) -> Any:
    """Those as if the density (with the cosine), or the cosine alone, were no larger on a shifted line."""
    b = xp.number(at.shift)
    return found / SMALLER(s, p, b) * (xp.exp(-b * b / 2) if density else 1)


@pytest.mark.parametrize(
    ("m", "along", "nodes", "density"),
    [
        (sampled("9/10", "1"), line("3/2", "3", 1), Nodes(0.112, -67, 26, 0.66, 0.96), True),
        (sampled("1/2", "1", True), line("7/2", "3", 1), Nodes(0.055, -79, 123, 0.55, 1.97), True),
        (sampled("3/10", "3/5", True), line("6", "3", 2), Nodes(0.022, -321, 90, 0.24, 1.23), False),
        (replaced("9/10", "1"), line("7/2", "3", 1), Nodes(0.102, -8, 70, 0.56, 2.33), True),
        (replaced("3/10", "2"), line("6", "3", 2), Nodes(0.084, -33, 83, 1.57, 3.25), False),
    ],
)
def test_tails_on_a_shifted_line_are_larger(
    m: Any, along: Contour, nodes: Nodes, density: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By e^(b^2/2), and by the cosine."""
    assert inside(m, along, nodes, monkeypatch)

    def of_one(xp: Any, q: Any, s: Any, p: Any, at: Nodes, weights: Any) -> Any:
        return weaker_tails(xp, s, p, at, TAILS(xp, q, s, p, at, weights), density)

    def of_two(self: ReplacedGaussian, xp: Any, order: Fraction, at: Nodes, weights: Any) -> Any:
        p = xp.number(self.exponent(order))
        return weaker_tails(xp, xp.number(self.noise), p, at, REPLACED_TAILS(self, xp, order, at, weights), density)

    monkeypatch.setattr(quadrature, "tails", of_one)
    monkeypatch.setattr(ReplacedGaussian, "tails", of_two)
    assert not inside(m, along, nodes, monkeypatch)


@pytest.mark.parametrize("part", ["tails", "shift", "other ratio"])
def test_parts_of_the_bound_of_a_replaced_record_beyond_a_height(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shifted line: tails, e^(b^2/2), and how far the second likelihood ratio turns."""
    if part == "tails":
        m, order, height, shift, nodes = replaced("1/2", "1"), "3/2", "1", "71/100", Nodes(0.26, -8, 8, 0.416)
    else:
        m, order, height, shift, nodes = replaced("3/10", "3"), "3/2", "4", "51/50", Nodes(0.63, -7, 8, 2.486)
    c, y, b = Fraction(order), Fraction(height), Fraction(shift)
    least = abs(m.along(Contour(c, y, 2), 80, 200)[1])

    def bound() -> arb:
        return m.shifted(c, y, b, nodes, 128)[0]

    assert bound() >= least.upper()
    if part == "tails":
        monkeypatch.setattr(ReplacedGaussian, "tails", nothing)
        assert bound() < least
    elif part == "shift":
        with balls(128) as xp:
            assert bound() * xp.exp(-xp.number(b * b) / 2) < least
    else:
        calls = count()

        def farther(*given: Any) -> tuple[arb, arb]:
            modulus, turn = turned(*given)
            return modulus, turn * (1 + next(calls) % 2)

        monkeypatch.setattr(replaced_gaussian, "turned", farther)
        assert bound() < least


def drawn(random: Random) -> tuple[NormalIntegral, Contour, Nodes]:
    """A mechanism, orders, and nodes of any spacing, ends, strip and shift."""
    rate, noise = Fraction(random.randint(1, 99), 100), Fraction(random.randint(4, 30), 10)
    m: Any = random.choice(
        (PoissonGaussian(rate, noise), PoissonGaussian(rate, noise, True), ReplacedGaussian(rate, noise))
    )
    along = Contour(1 + Fraction(random.randint(1, 100), 12), Fraction(random.randint(1, 9)), random.choice((1, 2, 4)))
    widest = math.pi * float(noise)
    strip = random.uniform(0.05, 0.98) * widest
    shift = random.choice((0.0, random.random() * (widest - strip)))
    spacing, reach = random.uniform(0.05, 1.2), random.uniform(0.5, 12.0)
    far = reach + random.choice((0, 1, 2)) * float(along.order / noise)
    return m, along, Nodes(spacing, -math.ceil(reach / spacing), math.ceil(far / spacing), strip, shift)


def test_any_nodes_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However coarse, short or shifted: the enclosures hold M, or there are none."""
    random, bounded = Random(15), 0
    for _ in range(150):
        given = drawn(random)
        try:
            assert inside(*given, monkeypatch), given
        except ArithmeticError:
            continue
        bounded += 1
    assert bounded > 30
