"""Any nodes of a law are sound, and every part of their remainder is needed: with it the truth is inside, and with that
part alone weakened it is outside, for the nodes of a draw that is known to show it."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws import normal_noise as laws, trapezoidal_rule
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.laws.mixture import grouped, replaced, sampled
from chartered_plugins.characteristic_function.laws.normal_noise import Integers, Normal
from chartered_plugins.characteristic_function.laws.normal_window import Window, Windowed
from chartered_plugins.characteristic_function.laws.trapezoidal_rule import Analytic
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from chartered_verify.arithmetic import balls
from flint import arb
from msgspec.structs import replace

NATS, BITS = 80, 200
ONE = Fraction(1)
Draw = tuple[Law, Contour, Nodes]


def number(random: Random, low: float, high: float) -> Fraction:
    """One of two digits."""
    return Fraction(f"{random.uniform(low, high):.2g}")


def drawn(seed: int) -> Draw:
    """A law, orders, and nodes of any spacing, ends, strip and shift: also too few, too coarse or beyond the strip."""
    random = Random(seed)
    rate, variance, size = number(random, 0.01, 0.99), number(random, 0.2, 9.0), random.choice((1, 1, 2, 3))
    ratio = random.choice(
        (sampled(rate, ONE), sampled(rate, ONE).swapped, replaced(rate, ONE), grouped(rate, ONE, size))
    )
    law = Law(random.choice((Normal, Normal, Integers))(variance), ratio)
    if law.has_windows and random.random() < 0.4:
        low, width = number(random, -2.0, 3.0), number(random, 0.05, 0.6)
        law = law.within(
            random.choice((Window(None, low, width), Window(low, None, width), Window(low, low + 1, width)))
        )
    along = Contour(1 + number(random, 0.1, 9.0), number(random, 0.5, 9.0), random.choice((1, 2, 4)))
    scale, far = law.noise.scale, float(along.order) * float(ratio.apart)
    strip = random.uniform(0.05, 0.98) * min(law.widest, 8 * scale)
    shift = random.choice((0.0, random.random() * max(0.0, law.widest - strip)))
    spacing = 1.0 if law.noise.integers else random.uniform(0.05, 1.2) * scale
    reach = [random.uniform(0.5, 9.0) * scale + random.choice((0.0, far)) for _ in range(2)]
    at = Nodes(spacing, -math.ceil(reach[0] / spacing), math.ceil(reach[1] / spacing), strip, shift)
    return law, along, replace(at, shift=0.0) if law.noise.integers else at


def inside(law: Law, along: Contour, at: Nodes, patch: pytest.MonkeyPatch) -> bool | None:
    """Whether the enclosures by some nodes hold M; None where they give no bound."""
    with patch.context() as here:
        here.setattr(laws, "nodes", lambda *_, **__: at)
        try:
            found = law.along(along, NATS, BITS)
        except ArithmeticError:
            return None
    return all(x.overlaps(y) for x, y in zip(found, truth(law, along), strict=True))


def truth(law: Law, along: Contour) -> Any:
    """M at the orders, by the nodes that ship, whatever is planted."""
    with pytest.MonkeyPatch.context() as shipped:
        for where, name, function in SHIPPED:
            shipped.setattr(where, name, function)
        return law.along(along, NATS, BITS)


def one_side(kept: int) -> Callable[[Any, Any], Any]:
    """The geometric series of the left (0) or of the right (1) tail alone."""
    calls = [0]

    def series(xp: Any, ratio: Any) -> Any:
        calls[0] += 1
        return geometric(xp, ratio) * ((calls[0] - 1) % 2 == kept)

    return series


def flat(*_: Any) -> Any:
    """No growth at any height."""
    return lambda y: 0 * y


def on_the_real_line(self: Any, xp: Any, ratio: Any, order: Any, at: Nodes) -> Any:
    """Tails as if the line were not shifted."""
    return TAILS(self, xp, ratio, order, replace(at, shift=0.0))


def without_height(self: Any, xp: Any, ratio: Any, order: Any, at: Nodes, height: Any) -> Any:
    """The remainder as if all orders were real."""
    return LOST(self, xp, ratio, order, at, 0 * height)


def half_turned(self: Any, xp: Any, ratio: Any) -> Any:
    """As if P alone turned."""
    return TURNING(self, xp, ratio) / 2


def not_falling(self: Any, xp: Any, ratio: Any, order: Any, way: int) -> Any:
    """Slopes as if a mixture with a negative exponent fell outward as fast as it may."""
    v, farthest = xp.number(self.variance), xp.number(0)
    for power, mixture in ratio.powers(order):
        farthest = farthest + power * xp.number(mixture.high if way > 0 else mixture.low)
    return lambda x: way * (farthest - x) / v


LOST, TAILS, TURNING = Analytic.lost, Analytic.tails, Normal.turning
SHIPPED = [
    (Analytic, "lost", LOST),
    (Analytic, "tails", TAILS),
    (Normal, "turning", TURNING),
    (Normal, "outward", Normal.outward),
    (Normal, "grown_density", Normal.grown_density),
    (Normal, "grown_ratio", Normal.grown_ratio),
    (Windowed, "grown_density", Windowed.grown_density),
    (Windowed, "outward", Windowed.outward),
    (trapezoidal_rule, "geometric", geometric),
]
PARTS: dict[str, tuple[Any, str, Any, tuple[int, ...]]] = {
    "remainder": (Analytic, "lost", lambda *_: arb(0), (15, 40, 42)),
    "height": (Analytic, "lost", without_height, (70, 99, 125)),
    "both turn": (Normal, "turning", half_turned, (70, 384, 408)),
    "density": (Normal, "grown_density", flat, (18, 35, 59)),
    "cosine": (Normal, "grown_ratio", flat, (221, 225, 254)),
    "window": (Windowed, "grown_density", Normal.grown_density, (70, 125, 137)),
    "left tail": (trapezoidal_rule, "geometric", one_side(1), (0, 7, 9)),
    "right tail": (trapezoidal_rule, "geometric", one_side(0), (4, 5, 8)),
    "shifted tails": (Analytic, "tails", on_the_real_line, (67, 74, 137)),
    "slopes": (Normal, "outward", not_falling, (14, 20, 24)),
}
"""What weakens each part, and draws that show it."""


@pytest.mark.parametrize(("part", "seed"), [(part, seed) for part in PARTS for seed in PARTS[part][-1]])
def test_each_part_is_needed(part: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the remainder, of its growth in the strip and with the height, and of the tails: the truth is inside for the
    nodes of a draw, and outside without one part."""
    given = drawn(seed)
    assert inside(*given, monkeypatch)
    monkeypatch.setattr(*PARTS[part][:3])
    assert inside(*given, monkeypatch) is False


def test_any_nodes_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However coarse, short or shifted: the enclosures hold M, or there are none."""
    found = [inside(*drawn(seed), monkeypatch) for seed in range(300)]
    assert False not in found
    assert found.count(True) > 60


BEYOND = {
    "tails": (("1/2", "1", False), ("3/2", "1", "71/100"), Nodes(0.26, -8, 8, 0.416)),
    "grown_density": (("11/50", "21/10", False), ("3/2", "1", "33/50"), Nodes(1.04, -6, 7, 2.05)),
    "moment": (("37/50", "3/10", True), ("7/2", "4", "179/1000"), Nodes(1.0, -6, 15, 0.1105)),
}
"""A sample, order, height and shift, and nodes, for each part of the bound beyond a height."""


@pytest.mark.parametrize("part", BEYOND)
def test_parts_of_the_bound_beyond_a_height(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shifted line: tails, how much the density grows, and the remainder, which M(c) scales."""
    (rate, noise, added), given, at = BEYOND[part]
    law = GaussianSample(Fraction(rate), Fraction(noise), added).law
    order, height, shift = map(Fraction, given)
    least, moment = abs(law.along(Contour(order, height, 2), NATS, BITS)[1]), law.at(order, 8, 128).upper()

    def bound(moment: Any) -> Any:
        with balls(128) as xp:
            c, b, y = map(xp.number, (order, shift, height))
            return sum(law.noise.above(xp, law.ratio, c, at, b, y, moment))

    assert bound(moment) >= least.upper()
    if part == "tails":
        monkeypatch.setattr(Analytic, part, lambda *_: arb(0))
    elif part == "grown_density":
        monkeypatch.setattr(Normal, part, flat)
    assert bound(arb(0) if part == "moment" else moment) < least
