"""Hundreds of runs of Laplace noise, and of several kinds of it: along a line whose truncated part is bounded by the
atoms of the losses, to the power of the number of runs. Against the finite sum in balls, and sums in long doubles."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.characteristic_function.formulas.composed_moments import Line
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.laplace_runs import LaplaceRuns
from chartered_plugins.characteristic_function.formulas.moments import Laplace
from chartered_verify.arithmetic import floats
from flint import arb

from tests import inverted_in_long_doubles as independent
from tests.forging import forged

NAME = "characteristic-function"
DRAWN = random.Random(1115)


def exactly(epsilon: Fraction, times: int, x: Fraction) -> arb:
    """delta of so many Laplace runs by the finite sum, which has no remainder."""
    return LaplaceRuns(epsilon, times, 200 + 2 * times).delta(x)


@pytest.mark.parametrize(("epsilon", "times"), [("1/2", 300), ("1/10", 800), ("1", 1000), ("3", 257)])
@pytest.mark.parametrize("delta", ["1e-3", "1e-6", "1e-12"])
def test_hundreds_of_runs_are_answered_to_ten_digits(epsilon: str, times: int, delta: str) -> None:
    """Both ends are on their sides of the finite sum's eps, and less than 1e-10 of it apart."""
    answer = Ledger(f"laplace:epsilon={epsilon},times={times}").epsilon(delta, accountant=NAME)
    assert answer.side is Side.EXACT
    found = answer.to_json()
    below, above = Fraction(found["lower_exact"]), Fraction(found["upper_exact"])
    target = arb(Fraction(delta).numerator) / Fraction(delta).denominator
    assert exactly(Fraction(epsilon), times, below) >= target.lower()
    assert exactly(Fraction(epsilon), times, above) <= target.upper()
    assert 0 < above - below < above / 10**10


def test_forty_digits_of_a_hundred_thousand_runs() -> None:
    """As many digits as are asked for, certified; forged nodes and ends are refused."""
    ledger = Ledger("laplace:scale=100,times=100000")
    answer = ledger.epsilon("1e-6", accountant=NAME, digits=40)
    found = answer.to_json()
    below, above = Fraction(found["lower_exact"]), Fraction(found["upper_exact"])
    assert 0 < above - below < Fraction(1, 10**38)
    default = ledger.epsilon("1e-6", accountant=NAME)
    assert Fraction(default.lower) <= below <= above <= Fraction(default.upper)
    document = default.certificate().document
    assert ch.check(document).accepted
    for key, value in (("removal.count", 4), ("removal.spacing", 20), ("above", "19.38")):
        assert not ch.check(forged(document, ("answer", "witness", key), value)).accepted


def drawn() -> list[tuple[list[tuple[str, Fraction, int]], str]]:
    """Ledgers of one to three kinds of Laplace noise, beside randomized response in some, that spread widely enough."""
    found = []
    for _ in range(24):
        kinds = [
            ("laplace", Fraction(DRAWN.randint(5, 90), 100), DRAWN.randint(300, 900))
            for _ in range(DRAWN.randint(1, 3))
        ]
        if DRAWN.random() < 0.4:
            kinds.append(("randomized-response", Fraction(1, 7), DRAWN.randint(1, 60)))
        found.append((kinds, f"1e-{DRAWN.randint(2, 12)}"))
    return found


def curve_of(name: str, epsilon: Fraction) -> Any:
    """log M in long doubles."""
    e = independent.real(epsilon)
    return independent.laplace(e) if name == "laplace" else independent.response(e, 2)


@pytest.mark.parametrize(("kinds", "delta"), drawn())
def test_random_ledgers_hold_an_independent_sum(kinds: list[tuple[str, Fraction, int]], delta: str) -> None:
    """delta in long doubles, at both ends of eps, is the target to three parts in 1e9, the accuracy of that sum."""
    answer = Ledger([f"{name}:epsilon={e},times={n}" for name, e, n in kinds]).epsilon(delta, accountant=NAME)
    assert answer.upper - answer.lower < 1e-9 * answer.upper
    parts = [(curve_of(name, e), n) for name, e, n in kinds]
    for end in (answer.lower, answer.upper):
        (found,) = independent.deltas(parts, [independent.real(Fraction(end))])
        assert abs(found / independent.real(Fraction(delta)) - 1) < 3e-9


def _truncated(count: int) -> arb:
    """delta of three runs along a line of so many nodes; each count has a bound of its own."""
    line = Line(Contour(Fraction(5, 2), Fraction(1, 4), count), Fraction(6), (Fraction(0),), 60, 128)
    return line.inverse(((Laplace(Fraction(1, 2)), 3),)).delta(Fraction(1, 3))


def test_the_bound_beyond_the_nodes_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Truncated early, the finite sum is inside; without the bound beyond the nodes it is outside."""
    truth = exactly(Fraction(1, 2), 3, Fraction(1, 3))
    assert _truncated(60).overlaps(truth)
    assert _truncated(61).overlaps(truth)
    monkeypatch.setattr(Laplace, "beyond", lambda *_: arb(0))
    assert not _truncated(62).overlaps(truth)


@pytest.mark.parametrize("part", ["modulus", "other atom"])
def test_each_part_of_the_bound_is_needed(part: str) -> None:
    """Where the phases of both exponentials agree, |M| is above the bound with |z/(2z-1)| replaced by its limit, and
    above it without the atom at the least loss."""
    e, c, y = 0.5, 1.25, 2 * math.pi
    z = complex(c, y)
    value = abs(Laplace(Fraction(1, 2)).moment(floats, z))
    high, low = math.exp((c - 1) * e), math.exp(-c * e) / 2
    assert value <= math.exp(Laplace(Fraction(1, 2)).log_beyond(floats, c, y))
    weaker = high / 2 + low if part == "modulus" else abs(z / (2 * z - 1)) * high
    assert value > weaker
