"""One run of a Poisson sample: its profile from both sides, beside quadrature over the outputs of the worst pair."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath as mp
import pytest
from chartered import Ledger
from hypothesis import given, settings, strategies as st

BEYOND = 90
"""Beyond so many standard deviations nothing is left at 40 digits."""


def gaussian(sigma: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any], list[Any]]:
    """The densities with the record alone and without any, and where to split an integral."""
    ends = [k * sigma for k in (-BEYOND, -20, -5, 0, 5, 20, BEYOND)]
    return lambda x: mp.npdf(x, 1, sigma), lambda x: mp.npdf(x, 0, sigma), sorted([*ends, mp.mpf(1)])


def laplace(scale: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any], list[Any]]:
    """Likewise for Laplace noise."""
    ends = [k * scale for k in (-BEYOND, -20, -5, 0)] + [1 + k * scale for k in (0, 5, 20, BEYOND)]
    return (
        lambda x: mp.exp(-abs(x - 1) / scale) / (2 * scale),
        lambda x: mp.exp(-abs(x) / scale) / (2 * scale),
        sorted(map(mp.mpf, ends)),
    )


def integral(f: Callable[[Any], Any], ends: list[Any]) -> Any:
    """Of the positive part of f, split where its sign changes."""
    total = mp.mpf(0)
    for low, high in pairwise(ends):
        places = [low, high]
        if f(low) * f(high) < 0:
            places.insert(1, mp.findroot(f, (low, high), solver="anderson", tol=mp.mpf(10) ** -60, verify=False))
        for a, b in pairwise(places):
            total += mp.quad(f, [a, b]) if f((a + b) / 2) > 0 else 0
    return total


def number(text: str) -> Any:
    """A fraction as a number of mpmath."""
    return mp.mpf(Fraction(text).numerator) / Fraction(text).denominator


CASES = [
    ("gaussian:sigma=1", gaussian(mp.mpf(1)), "1/100", "1/2"),
    ("gaussian:sigma=2", gaussian(mp.mpf(2)), "3/10", "1/10"),
    ("gaussian:sigma=1/2", gaussian(mp.mpf(1) / 2), "9/10", "1"),
    ("laplace:scale=2", laplace(mp.mpf(2)), "1/10", "1/100"),
    ("laplace:scale=1/2", laplace(mp.mpf(1) / 2), "1/3", "1/2"),
]


@pytest.mark.parametrize(("step", "densities", "rate", "epsilon"), CASES, ids=[case[0] for case in CASES])
def test_both_directions_by_quadrature(step: str, densities: Any, rate: str, epsilon: str) -> None:
    """The larger of the two directions is inside an interval of 15 digits, up to what quadrature leaves open."""
    with mp.workdps(40):
        with_it, without, ends = densities
        q, e = number(rate), mp.exp(number(epsilon))

        def mixed(x: Any) -> Any:
            return (1 - q) * without(x) + q * with_it(x)

        removed = integral(lambda x: mixed(x) - e * without(x), ends)
        added = integral(lambda x: without(x) - e * mixed(x), ends)
        answer = Ledger(f"poisson:rate={rate}/{step}").delta(epsilon, digits=20)
        assert answer.exact
        assert answer.path[-2:] == ("poisson.exact-profile", "profile")
        found = max(removed, added)
        assert abs(found / mp.mpf(answer.upper_exact) - 1) < mp.mpf(10) ** -15


@settings(max_examples=25)
@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50), st.integers(1, 30), st.integers(0, 30))
def test_a_sampled_response_as_numbers(rate: Fraction, tenths: int, asked: int) -> None:
    """Of the worst pure mechanism, two outcomes: both directions in exact arithmetic up to e^eps."""
    with mp.workdps(60):
        up, level, q = (
            mp.exp(mp.mpf(tenths) / 10),
            mp.exp(mp.mpf(asked) / 10),
            mp.mpf(rate.numerator) / rate.denominator,
        )
        with_it, without = (up / (1 + up), 1 / (1 + up)), (1 / (1 + up), up / (1 + up))
        mixed = [(1 - q) * y + q * x for x, y in zip(with_it, without, strict=True)]
        removed = sum(max(x - level * y, 0) for x, y in zip(mixed, without, strict=True))
        added = sum(max(y - level * x, 0) for x, y in zip(mixed, without, strict=True))
        answer = Ledger(f"poisson:rate={rate}/pure:epsilon={tenths}/10").delta(Fraction(asked, 10))
        truth = max(removed, added)
        assert answer.exact
        assert answer.lower_exact is not None
        assert mp.mpf(answer.lower_exact) <= truth + mp.mpf(10) ** -55
        assert truth - mp.mpf(10) ** -55 <= mp.mpf(answer.upper_exact)


def test_other_steps_are_bounded_alone() -> None:
    """Where the worst pair is not known to be that of no record and of one, nothing is said from below, under
    replace-one as well."""
    for relation in ("add-or-remove", "replace-one"):
        assert Ledger("poisson:rate=1/10/exponential:epsilon=1", relation).epsilon("1e-5").lower is None
