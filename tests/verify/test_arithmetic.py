"""The four arithmetics: one vocabulary, and the same numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from chartered_verify.algebra.sympy_to_formula import formula_of
from chartered_verify.arithmetic import balls, digits, floats, scale, symbols, total
from flint import arb, fmpq
from hypothesis import given, strategies as st


def few(_: float) -> float:
    """A bound in ulp for what the C library computes directly."""
    return 8.0


def tail(x: float) -> float:
    """A bound in ulp for what goes through erfc(x / sqrt(2)): rounding that argument alone costs x**2 / 2 ulp in the
    tail."""
    return 8.0 + 2 * x * x


def hard(_: float) -> float:
    """A bound in ulp for the quantile and the gamma functions."""
    return 16.0


VOCABULARY: dict[str, tuple[list[float], Callable[[float], float]]] = {
    "exp": ([0.0, 1.0, -1.0, 0.1, 700.0, -700.0, -1e6, 1e-300], few),
    "expm1": ([0.0, 1.0, -50.0, 700.0, 1e-300, -1e-10, 0.1], few),
    "log": ([1.0, 2.0, 0.1, 1e300, 1e-300, 5e-324, 1.0000001], few),
    "log1p": ([0.0, 1e-300, -0.5, 1.0, 1e300, -0.9999999, 1e-10], few),
    "sqrt": ([0.0, 2.0, 1e-300, 1e300, 0.1], few),
    "erfc": ([0.0, 0.5, -1.0, 3.0, 5.0, 26.0, 40.0, -40.0, 1e-300], tail),
    "ndtr": ([0.0, 0.5, -1.0, 3.0, -5.0, -20.0, -37.0, 40.0, -40.0, 1e-300], tail),
    "log_ndtr": ([0.0, 0.5, -1.0, 3.0, 5.0, 10.0, -5.0, -20.0, -34.9, -35.1, -1e5, 40.0, -40.0, 1e-300], tail),
    "ndtri": ([0.5, 0.975, 0.1, 1e-5, 1e-10, 1e-300, 1 - 2**-20, 0.4999999], hard),
    "gamma": ([0.5, 1.0, 5.0, 0.1, 170.0, 1e-300, -0.5, 2.5], hard),
    "lgamma": ([0.5, 1.0, 2.0, 3.0, 0.1, 100.0, 1e10, 1e300, 1e-300], hard),
}
"""For each function of one argument: points, and how many ulp of the result a double may be off there (extremes
included)."""
EVERY = [(name, x) for name, (points, _) in VOCABULARY.items() for x in points]
CASES = [pytest.param(name, x, id=f"{name}({x:g})") for name, x in EVERY]


def ball_of(name: str, x: float, bits: int) -> arb:
    """The ball of a function at a double, which is an exact number."""
    with balls(bits) as xp:
        return xp.number(getattr(xp, name)(xp.number(Fraction(x))))


def exact_mpf(value: Any) -> arb:
    """An mpmath number as the exact dyadic that it is."""
    sign, man, exp, _ = value._mpf_
    with balls(4096) as xp:
        return xp.number(arb(-int(man) if sign else int(man)) * arb(2) ** exp)


def ulps_off(found: float, name: str, x: float) -> float:
    """How many units in the last place a double is away from the exact value."""
    with balls(512):
        gap = abs(arb(found) - ball_of(name, x, 512))
        value = float(ball_of(name, x, 512).mid())
        return float((gap.upper() / arb(math.ulp(value))).mid())


@pytest.mark.parametrize(("name", "x"), CASES)
def test_balls_of_two_precisions_overlap_and_shrink(name: str, x: float) -> None:
    """Two balls for one value have a point in common, and the finer one is finite and at least 100 bits good."""
    coarse, fine = ball_of(name, x, 64), ball_of(name, x, 256)
    assert coarse.overlaps(fine)
    assert fine.is_exact() or fine.rel_accuracy_bits() > 100


@pytest.mark.parametrize(("name", "x"), CASES)
def test_balls_contain_the_second_opinion(name: str, x: float) -> None:
    """mpmath with 60 digits gives a number inside the 128-bit ball."""
    xp = digits(60)
    found = exact_mpf(getattr(xp, name)(xp.number(Fraction(x))))
    with balls(128):
        assert ball_of(name, x, 128).overlaps(found)


@pytest.mark.parametrize(("name", "x"), CASES)
def test_scalar_floats_are_within_their_ulps(name: str, x: float) -> None:
    """A double is off by no more ulp than the table says."""
    assert ulps_off(getattr(floats, name)(x), name, x) <= VOCABULARY[name][1](x)


@pytest.mark.parametrize("name", VOCABULARY)
def test_vectorised_floats_are_within_their_ulps(name: str) -> None:
    """An array gives at each point what a scalar gives, within the same bound on each."""
    points, bound = VOCABULARY[name]
    with floats as xp:
        found = getattr(xp, name)(numpy.array(points))
    assert found.shape == (len(points),)
    for x, value in zip(points, found, strict=True):
        assert ulps_off(float(value), name, x) <= bound(x), x


@pytest.mark.parametrize(
    ("name", "x"), [case for case in EVERY if case != ("log_ndtr", -1e5)]
)  # SymPy cancels there: Phi = 1 - (1 - Phi)
def test_symbols_mean_the_same_number(name: str, x: float) -> None:
    """The SymPy expression of a function, evaluated in balls of high precision, lies in the function's own ball."""
    variable = sympy.Symbol("x", real=True)
    meant = formula_of(getattr(symbols, name)(variable), [variable])
    with balls(4096) as xp:
        found = meant(xp, xp.number(Fraction(x)))
    assert found.is_exact() or found.rel_accuracy_bits() > 100
    assert ball_of(name, x, 128).overlaps(found)


def test_the_symbolic_quantile_is_the_inverse() -> None:
    """SymPy itself sees Phi(Phi^-1(p)) = p."""
    p = sympy.Symbol("p", positive=True)
    assert sympy.simplify(symbols.ndtr(symbols.ndtri(p)) - p) == 0


def test_doubles_saturate_instead_of_raising() -> None:
    """Past the edge of double precision there is inf or nan, for a search to see."""
    assert floats.exp(1e6) == math.inf
    assert floats.expm1(1e6) == math.inf
    assert floats.gamma(1e3) == math.inf
    assert floats.lgamma(1e308) == math.inf
    assert floats.lgamma(0.0) == math.inf
    assert floats.log(0.0) == -math.inf
    assert floats.log1p(-1.0) == -math.inf
    assert floats.ndtri(0.0) == -math.inf
    assert floats.ndtri(1.0) == math.inf
    assert floats.number(Fraction(10) ** 400) == math.inf


@pytest.mark.parametrize("name", VOCABULARY)
def test_nan_stays_nan(name: str) -> None:
    """Not a number in, not a number out, in floats and in balls."""
    assert math.isnan(getattr(floats, name)(math.nan))
    assert getattr(balls(64), name)(arb.nan()).is_nan()


@pytest.mark.parametrize(
    ("name", "x"), [("log", -1.0), ("sqrt", -1.0), ("log1p", -2.0), ("ndtri", 2.0), ("gamma", 0.0), ("gamma", -3.0)]
)
def test_outside_its_domain_a_function_is_nan(name: str, x: float) -> None:
    """Outside the domain floats give nan, and balls nothing finite."""
    assert math.isnan(getattr(floats, name)(x))
    assert not ball_of(name, x, 64).is_finite()


@given(st.fractions(min_value=-30, max_value=30))
def test_both_tails_of_the_normal_sum_to_one(x: Fraction) -> None:
    """Phi(x) + Phi(-x) = 1, in balls."""
    with balls(128) as xp:
        total = xp.ndtr(xp.number(x)) + xp.ndtr(-xp.number(x))
        assert total.contains(1)
        assert total.rel_accuracy_bits() > 100


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_functions_undo_each_other(x: Fraction) -> None:
    """exp(log x), expm1(log1p x) and sqrt(x)**2 contain x."""
    with balls(128) as xp:
        value, exact = xp.number(x), fmpq(x.numerator, x.denominator)
        for back in (xp.exp(xp.log(value)), xp.expm1(xp.log1p(value)), xp.sqrt(value) * xp.sqrt(value)):
            assert back.contains(exact)
            assert back.rel_accuracy_bits() > 80


@given(st.fractions(min_value=Fraction(1, 10**12), max_value=1 - Fraction(1, 10**12)))
def test_the_quantile_undoes_the_distribution(p: Fraction) -> None:
    """Phi(Phi^-1(p)) contains p."""
    with balls(128) as xp:
        back = xp.ndtr(xp.ndtri(xp.number(p)))
        assert back.contains(fmpq(p.numerator, p.denominator))
        assert back.rel_accuracy_bits() > 80


@given(st.fractions(min_value=Fraction(1, 100), max_value=50))
def test_gamma_climbs_by_its_argument(x: Fraction) -> None:
    """Gamma(x + 1) = x Gamma(x), and lgamma is its logarithm."""
    with balls(128) as xp:
        value = xp.number(x)
        assert (xp.gamma(value + 1) - value * xp.gamma(value)).contains(0)
        assert (xp.lgamma(value) - xp.log(xp.gamma(value))).contains(0)


ENDS = st.fractions(min_value=-10, max_value=10, max_denominator=64)


@given(ENDS, ENDS, ENDS, ENDS)
def test_maximum_and_minimum_of_wide_balls_hold_every_pair(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> None:
    """The larger (smaller) of any two members is a member, and the ball is hardly wider than these."""
    with balls(64) as xp:
        x, y = (xp.number(one).union(xp.number(two)) for one, two in ((a, b), (c, d)))
        largest, least = xp.maximum(x, y), xp.minimum(x, y)
        for one in (a, b):
            for two in (c, d):
                assert largest.overlaps(xp.number(max(one, two)))
                assert least.overlaps(xp.number(min(one, two)))
        slack = xp.number(Fraction(1, 10**6))
        assert largest.lower() > xp.number(max(min(a, b), min(c, d))) - slack
        assert least.upper() < xp.number(min(max(a, b), max(c, d))) + slack


@given(ENDS, ENDS)
def test_the_positive_part_of_a_wide_ball(a: Fraction, b: Fraction) -> None:
    """It is never negative and holds the positive part of each member."""
    with balls(64) as xp:
        part = xp.positive(xp.number(a).union(xp.number(b)))
        assert part >= 0
        assert all(part.overlaps(xp.number(max(end, Fraction(0)))) for end in (a, b))


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64), symbols], ids=repr)
def test_every_arithmetic_chooses_alike(xp: Any) -> None:
    """maximum, minimum and positive pick the same exact numbers; pi and inf exist."""
    one, two = xp.number(-1), xp.number(2)
    assert xp.maximum(one, two) == 2
    assert xp.minimum(one, two) == -1
    assert xp.positive(one) == 0
    assert xp.positive(two) == 2
    assert bool(xp.pi > 3)
    assert bool(xp.inf > 10**30)


@pytest.mark.parametrize("xp", [floats, digits(30), balls(64), symbols], ids=repr)
def test_exact_numbers_enter_every_arithmetic(xp: Any) -> None:
    """An int, a Fraction, a function of an arithmetic, and sums and multiples of these."""

    def root(ar: Any) -> Any:
        return ar.sqrt(ar.number(2))

    assert total([Fraction(1, 3), 1]) == Fraction(4, 3)
    assert scale(Fraction(1, 3), 6) == 2
    found = xp.number(scale(total([root, Fraction(1, 4), root, Fraction(3, 4)]), Fraction(1, 2)))
    assert bool(found > xp.number(Fraction(191, 100)))
    assert bool(found < xp.number(Fraction(192, 100)))


def test_a_ball_is_not_made_from_text() -> None:
    """A string is no exact number."""
    with pytest.raises(TypeError, match="a ball is made from"):
        balls(64).number("0.1")


def test_precision_is_restored() -> None:
    """Leaving an arithmetic, also by an exception and from inside another, gives back the precision found."""
    import flint

    before = flint.ctx.prec
    with balls(100), balls(200), balls(100):
        assert flint.ctx.prec == 100
    assert flint.ctx.prec == before

    def fail() -> None:
        with balls(100), balls(200):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert flint.ctx.prec == before


SUMS = [
    (0.0, 0.0),
    (-1e-9, -20.0),
    (-40.0, 1e-12),
    (700.0, 709.0),
    (-1e6, -3.0),
    (0.0, -800.0),
    (-2.7e-11, -24.3),
    (1e5, 1e5),
    (-0.7, -0.7),
]


def sum_of(x: float, y: float, bits: int) -> arb:
    """The ball of log(e^x + e^y) at two doubles."""
    with balls(bits) as xp:
        return xp.logaddexp(xp.number(Fraction(x)), xp.number(Fraction(y)))


@pytest.mark.parametrize(("x", "y"), SUMS)
def test_the_logarithm_of_a_sum_agrees_in_every_arithmetic(x: float, y: float) -> None:
    """Two precisions overlap, digits lie inside a wider ball, doubles are near also where the sum is close to 1, arrays
    say the same."""
    fine, coarse = sum_of(x, y, 900), sum_of(x, y, 120)
    assert fine.overlaps(coarse)
    mp = digits(80)
    assert coarse.overlaps(exact_mpf(mp.logaddexp(mp.number(Fraction(x)), mp.number(Fraction(y)))))
    truth = float(fine.mid())
    near = 4e-16 * max(abs(truth), min(1.0, abs(x) + abs(y))) + 1e-300
    assert abs(floats.logaddexp(x, y) - truth) <= near
    with floats as xp:
        assert abs(float(xp.logaddexp(numpy.array([x]), numpy.array([y]))[0]) - truth) <= near
    assert symbols.logaddexp(sympy.log(2), sympy.log(3)) == sympy.log(5)


@pytest.mark.parametrize("turned", [False, True])
def test_a_tiny_term_beside_one_keeps_its_digits(turned: bool) -> None:
    """log(1 + e^-800) is about 1e-348, and balls of few bits know it to as many digits."""
    one, tiny = (-800.0, 0.0) if turned else (0.0, -800.0)
    assert sum_of(one, tiny, 64).rel_accuracy_bits() > 40


def test_the_logarithm_of_an_exact_zero() -> None:
    """-inf in balls as in doubles, and e^-inf is an exact 0; a ball around 0 has no logarithm."""
    with balls(64) as xp:
        assert xp.log(xp.number(0)) == arb.neg_inf()
        assert xp.exp(xp.log(xp.number(0))).is_zero()
        assert xp.log(xp.number(Fraction(1, 3)) - xp.number(Fraction(1, 3))).is_nan()
    assert floats.log(0.0) == -math.inf


@pytest.mark.parametrize("x", [33, 1000, 340000])
def test_far_out_the_normal_tail_keeps_its_digits(x: int) -> None:
    """Phi(-x) and erfc(x) to 60 bits at 128, overlapping those at 512, and e^-(x^2) away from each other as they should
    be."""
    found = {}
    for bits in (128, 512):
        with balls(bits) as xp:
            found[bits] = xp.ndtr(xp.number(-x)), xp.erfc(xp.number(x)), xp.exp(xp.log_ndtr(xp.number(-x)))
    for one, other in zip(found[128], found[512], strict=True):
        assert one.overlaps(other)
        assert one.rel_accuracy_bits() >= 60
    assert found[128][0].overlaps(found[512][2])
