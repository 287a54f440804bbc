"""Laws of the privacy loss as a noise and a ratio: windows, units, groups, doubles, and what is refused."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy
import pytest
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample, replaced_gaussian
from chartered_plugins.characteristic_function.laws.laplace_law import of_laplace
from chartered_plugins.characteristic_function.laws.mixture import NOTHING, Mixture, Ratio, grouped, replaced, sampled
from chartered_plugins.characteristic_function.laws.normal_noise import Normal
from chartered_plugins.characteristic_function.laws.normal_window import Window
from chartered_plugins.characteristic_function.search.moments_in_floats import in_floats
from flint import arb
from mpmath import mp

ONE = Fraction(1)
NATS, BITS = 40, 120


def drawn(draw: random.Random, low: float, high: float) -> Fraction:
    """A number with four digits, on a logarithmic scale."""
    return Fraction(f"{10 ** draw.uniform(low, high):.4g}")


def line(draw: random.Random) -> Contour:
    """An order, and one node or many."""
    return Contour(1 + drawn(draw, -0.5, 1.3), drawn(draw, -1.5, 0.5), draw.choice([1, 30]))


@pytest.mark.parametrize("seed", range(12))
def test_windows_of_a_law_are_the_whole(seed: int) -> None:
    """At orders of lines, and at those of the parts outside a band."""
    draw = random.Random(seed)
    rate, noise = drawn(draw, -4, -0.05), drawn(draw, -0.4, 0.9)
    low, width = Fraction(f"{draw.uniform(-2, 5):.3g}"), draw.choice([Fraction(3, 20), Fraction(1, 25)])
    high = low + drawn(draw, -0.5, 0.8)
    at = Contour(draw.choice([1 + drawn(draw, -0.5, 1), -drawn(draw, -0.5, 0.8), ONE, 0 * ONE]), ONE, 1)
    law, parts = Law(Normal(noise**2), sampled(rate, ONE)), arb(0)
    for ends in ((None, low), (low, high), (high, None)):
        places = [None if x is None else x * noise for x in ends]
        parts += law.within(Window(places[0], places[1], width * noise)).along(at, NATS, BITS)[0].real
    assert parts.overlaps(law.along(at, NATS, BITS)[0].real)


@pytest.mark.parametrize("seed", range(8))
def test_a_law_in_other_units_is_the_same(seed: int) -> None:
    """Noise and shifts ten times as large, M and its bound beyond a height; a sample is read back from its law."""
    draw = random.Random(seed)
    sample, at = GaussianSample(drawn(draw, -4, -0.05), drawn(draw, -0.4, 1.2), draw.random() < 0.5), line(draw)
    law, removed = sample.law, sampled(sample.rate, 10 / sample.noise)
    larger = Law(Normal(Fraction(100)), removed.swapped if sample.added else removed)
    assert GaussianSample.of(law) == sample
    assert all(x.overlaps(y) for x, y in zip(law.along(at, NATS, BITS), larger.along(at, NATS, BITS), strict=True))
    bounds = [
        one.beyond(at.order, Fraction(5), unit * Fraction(3, 10), 0.01, 80) for one, unit in ((law, 1), (larger, 10))
    ]
    assert abs(bounds[0] / bounds[1] - 1) < arb("0.02")


@pytest.mark.parametrize("other", [replaced_gaussian(ONE / 2, ONE), Law(Normal(ONE), grouped(ONE / 2, ONE, 2)), 7])
def test_other_laws_are_no_sample(other: Any) -> None:
    """Of a replaced record, of a group, and what is no law."""
    assert GaussianSample.of(other) is None


@pytest.mark.parametrize("ratio", [grouped(Fraction(1, 10), ONE, 3), grouped(Fraction(1, 10), ONE, 3).swapped])
@pytest.mark.parametrize("laplace", [False, True])
def test_a_group_of_records_is_one_line_of_data(ratio: Ratio, laplace: bool) -> None:
    """M at an order, beside an integral that is written out by itself."""
    mp.dps, order = 30, mp.mpf(7) / 2

    def density(x: Any, shift: Any) -> Any:
        return mp.exp(-abs(x - shift)) / 2 if laplace else mp.npdf(x, shift, 1)

    def integrand(x: Any) -> Any:
        p, q = (
            sum(mp.mpf(w.numerator) / w.denominator * density(x, int(d)) for w, d in m.parts)
            for m in (ratio.p, ratio.q)
        )
        return p**order * q ** (1 - order)

    truth = mp.quad(integrand, [-40, -3, -2, -1, 0, 1, 2, 3, 6, 10, 40])
    law = of_laplace(ONE, ratio) if laplace else Law(Normal(ONE), ratio)
    found = law.at(Fraction(7, 2), NATS, BITS)
    assert abs(found / arb(mp.nstr(truth, 20)) - 1) < arb(10) ** -14


@pytest.mark.parametrize("seed", range(6))
def test_floats_read_the_same_law(seed: int) -> None:
    """log M in doubles is that of balls, to twelve digits of M."""
    draw = random.Random(seed)
    rate, noise, order = drawn(draw, -3, -0.1), drawn(draw, -0.3, 1), 1 + drawn(draw, -0.5, 1)
    removal = Law(Normal(noise**2), sampled(rate, ONE))
    laplace = of_laplace(1 / noise, sampled(rate, ONE))
    gaussian = removal, removal.swapped, Law(Normal(noise**2), replaced(rate, ONE))
    for law in (*gaussian, laplace, laplace.swapped, of_laplace(1 / noise, replaced(rate, ONE))):
        exact = law.at(order, 60, 200).log()
        assert abs(in_floats(law).cumulants(float(order))[0] - float(exact.mid())) < 1e-11 * max(1, float(exact.mid()))
        along = numpy.exp(in_floats(law).along(float(order), 0.5, 20) - float(exact.mid()))
        balls_along = law.along(Contour(order, Fraction(1, 2), 20), 60, 200)
        truth = numpy.array([complex(float(z.real.mid()), float(z.imag.mid())) for z in balls_along])
        assert numpy.allclose(along * float(exact.exp().mid()), truth, atol=1e-10 * abs(truth[0]), rtol=0)


def test_a_ratio_is_in_normal_form_or_refused() -> None:
    """Shifts of P on the right, those of Q on the left; weights that are not negative and add up to 1."""
    back = Mixture.of([(ONE / 2, 0 * ONE), (ONE / 2, -ONE)])
    with pytest.raises(ArithmeticError, match="different sides"):
        Ratio(back, NOTHING)
    assert Ratio(NOTHING, back).swapped == sampled(ONE / 2, ONE)
    for parts in ([(ONE / 2, ONE)], [(-ONE, ONE), (2 * ONE, 2 * ONE)]):
        with pytest.raises(ArithmeticError, match="add up to 1"):
            Mixture.of(parts)
    assert sampled(ONE, ONE).p == Mixture(((ONE, ONE),))


@pytest.mark.parametrize("window", [(ONE, ONE, ONE), (ONE, 0 * ONE, ONE), (None, None, 0 * ONE)])
def test_a_window_has_its_ends_in_order(window: Any) -> None:
    """And a positive width."""
    with pytest.raises(ArithmeticError, match="positive width"):
        Window(*window)
