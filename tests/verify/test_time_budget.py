"""Work: SymPy is stopped where it takes for ever, and not asked where it would."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
import sympy
from chartered_verify.algebra.sympy_time_budget import OverWork, budget, unwieldy
from chartered_verify.forms import identity as identities
from chartered_verify.forms.identity_inequality_erratum import Identity
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Supported

X = sympy.Symbol("x", positive=True)


def swallowing() -> None:
    """Work that does not end, and that catches what it can."""
    while True:
        with suppress(Exception):
            sum(range(1000))


def test_work_without_an_end_is_given_up() -> None:
    """Once its processor time is spent; no alarm is left behind."""
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(OverWork, match="given up"), budget(0.01):
        swallowing()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) is before


def test_a_budget_inside_another_is_that_one() -> None:
    """The inner one neither ends the outer nor renews it."""
    with pytest.raises(OverWork), budget(0.01), budget(3600):
        swallowing()
    with budget(3600), budget(3600):
        pass


def test_there_is_no_budget_off_the_main_thread() -> None:
    """Signals reach the main thread only: what runs elsewhere runs on."""

    def work() -> int:
        with budget(1e-9):
            return sum(range(10**5))

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(work).result() == sum(range(10**5))


@pytest.mark.parametrize(
    "expr",
    [
        sympy.exp(-(10**12) * X**2),
        sympy.exp(-((10**6 * (X - 1)) ** 2)),
        X**100000,
        X ** sympy.Rational(1, 10**6),
        (1 + X) ** (10**9),
    ],
)
def test_a_large_number_in_an_exponent_is_not_for_sympy(expr: Any) -> None:
    """Its polynomials have as many coefficients."""
    reason = unwieldy(expr + 1)
    assert "exponent" in reason


@pytest.mark.parametrize(
    "expr", [10**12 * X, sympy.exp(X / 1000), X**2000, sympy.log(10**9 * X), sympy.Integer(10) ** 30]
)
def test_other_numbers_may_be_large(expr: Any) -> None:
    """Outside of exponents they cost little."""
    assert unwieldy(expr) is None


def test_an_identity_says_that_sympy_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Balls agree, and SymPy has not decided."""

    def slow(*_: object) -> None:
        raise OverWork

    monkeypatch.setattr(identities, "vanishes", slow)
    found = Identity(
        lambda xp, x: x + xp.number(Fraction(1, 2)) - xp.number(Fraction(1, 2)), lambda xp, x: x, {"x": (0, 1)}
    )(Effort())
    assert isinstance(found, Supported)
    assert "given up" in found.how
