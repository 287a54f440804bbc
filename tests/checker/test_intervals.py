"""The intervals of the second checker hold the truth, as mpmath knows it to many more digits, and are narrow."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from chartered_check import fixed
from chartered_check.interval import MOST_EXPONENT, Interval, Undefined, below, rounded, total
from chartered_check.normal import ndtr
from hypothesis import given, settings, strategies as st

BITS = (64, 192)
NUMBERS = st.builds(
    lambda n, places, exponent: Fraction(n, 10**places) * Fraction(2) ** exponent,
    st.integers(-(10**9), 10**9),
    st.integers(0, 12),
    st.integers(-30, 3),
)
OF_ONE: dict[str, tuple[Callable[[Interval], Interval], Callable[[Any], Any], Callable[[Fraction], bool]]] = {
    "exp": (Interval.exp, mpmath.exp, lambda x: abs(x) < 10**6),
    "log": (Interval.log, mpmath.log, lambda x: x > 0),
    "sqrt": (Interval.sqrt, mpmath.sqrt, lambda x: x >= 0),
    "ndtr": (ndtr, lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2, lambda x: abs(x) < 60),
    "inverse": (Interval.inverse, lambda x: 1 / x, lambda x: x != 0),
    "cube": (lambda x: x.power(3), lambda x: x**3, lambda x: True),
    "square": (lambda x: x.power(2), lambda x: x**2, lambda x: True),
}


def in_mpmath(x: Any) -> Any:
    """A dyadic or a rational."""
    if isinstance(x, Fraction):
        return mpmath.mpf(x.numerator) / x.denominator
    return mpmath.ldexp(mpmath.mpf(x[0]), x[1])


@pytest.mark.parametrize("name", OF_ONE)
@pytest.mark.parametrize("bits", BITS)
@settings(max_examples=60, deadline=None)
@given(x=NUMBERS)
def test_a_function_of_one_number_is_enclosed(name: str, bits: int, x: Fraction) -> None:
    """At any number, to nearly all bits beside what the argument lost."""
    function, truth, defined = OF_ONE[name]
    if not defined(x):
        return
    with mpmath.workdps(2200 if name == "ndtr" else 400):
        try:
            found = function(Interval.of(x, bits))
        except Undefined:
            pytest.fail(f"undefined at {x}")
        right = truth(in_mpmath(x))
        low, high = in_mpmath(found.low), in_mpmath(found.high)
        assert low <= right <= high
        spare = 24 + (int(x).bit_length() if name in ("exp", "ndtr") else 0) * 2
        assert high - low <= mpmath.ldexp(1 + abs(right), spare - bits)


@pytest.mark.parametrize("x", [-0.1, -1, -5, -7.9, -8.1, -11.3, -11.4, -25, -200, -5000, 0, 3, 9])
@pytest.mark.parametrize("bits", [64, 256])
def test_the_normal_distribution_function_keeps_relative_digits(x: float, bits: int) -> None:
    """On both sides of where the series gives way to the fraction, and far out."""
    found = ndtr(Interval.of(Fraction(x), bits))
    with mpmath.workdps(300):
        right = mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2)) / 2
        low, high = in_mpmath(found.low), in_mpmath(found.high)
        assert low <= right <= high
        assert high - low <= right * mpmath.ldexp(1, 8 - bits)


@settings(max_examples=200, deadline=None)
@given(x=NUMBERS, y=NUMBERS, far=st.integers(-500, 500))
def test_sums_products_and_hulls_are_enclosed(x: Fraction, y: Fraction, far: int) -> None:
    """Also of numbers that are far from each other in size."""
    y = y * Fraction(2) ** far
    a, b = Interval.of(x, 64), Interval.of(y, 64)
    for found, right in ((a + b, x + y), (a - b, x - y), (a * b, x * y), (a.maximum(b), max(x, y))):
        assert exact(found.low) <= right <= exact(found.high)
    around = a.hull(b)
    assert exact(around.low) <= min(x, y) <= max(x, y) <= exact(around.high)
    assert below(a.high, b.low) == (exact(a.high) < exact(b.low))


def test_rounding_is_outward_on_both_sides() -> None:
    """Up and down, for both signs; near 0, and beyond the range."""
    for m in (0b1011, -0b1011):
        assert exact(rounded((m, 0), 2, up=False)) < m < exact(rounded((m, 0), 2, up=True))
    tiny = (1, -2 * MOST_EXPONENT)
    assert rounded(tiny, 64, up=False) == (0, 0)
    assert rounded(tiny, 64, up=True) == (1, -MOST_EXPONENT)
    assert rounded((-1, -2 * MOST_EXPONENT), 64, up=True) == (0, 0)
    with pytest.raises(Undefined):
        rounded((1, 2 * MOST_EXPONENT), 64, up=True)
    assert below((1, 0), total((1, 0), (1, -(10**9)), 64, up=True))
    assert total((1, 0), (1, -(10**9)), 64, up=False) == (1, 0)


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("exponent", [-MOST_EXPONENT, -(1 << 30), -300])
def test_the_normal_distribution_function_ends_next_to_0(bits: int, exponent: int) -> None:
    """Also at the end of the range, whose numbers have no smaller powers: it never ended there."""
    found = ndtr(Interval((-1, exponent), (1, exponent), bits))
    assert 0 <= Fraction(1, 2) - exact(found.low) <= Fraction(1, 2**bits)
    assert 0 <= exact(found.high) - Fraction(1, 2) <= Fraction(1, 2**bits)


@pytest.mark.parametrize("bits", [10, 100, 3000])
def test_constants_are_enclosed(bits: int) -> None:
    """pi and log 2, in fixed point."""
    with mpmath.workdps(1000):
        for (low, high), right in ((fixed.pi(bits), +mpmath.pi), (fixed.ln2(bits), mpmath.log(2))):
            assert low <= mpmath.ldexp(right, bits) <= high
            assert high - low < 400 + 16 * bits


def test_what_is_not_defined_raises() -> None:
    """No value is made up."""
    around = Interval((-1, 0), (1, 0), 64)
    for function in (Interval.log, Interval.sqrt, Interval.inverse):
        with pytest.raises(Undefined):
            function(around)
    with pytest.raises(Undefined):
        Interval((1, 60), (1, 60), 64).exp()
    assert Interval((-1, 60), (-1, 60), 64).exp().low == (0, 0)
    assert exact(around.power(2).low) == 0


def exact(x: tuple[int, int]) -> Fraction:
    """A dyadic as a rational."""
    return Fraction(x[0]) * Fraction(2) ** x[1]
