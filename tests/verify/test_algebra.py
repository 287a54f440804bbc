"""Algebra: SymPy decides, balls hunt, and neither's silence is called a proof."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
import rational_signs
import sympy
from chartered_verify.algebra import identically_zero
from chartered_verify.algebra.numeric_limit import Convergence, convergence
from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.boxes.random_points import Domain, points_of
from chartered_verify.forms.algebraic import (
    derivative_is,
    expression,
    formula_of,
    identity,
    limit_is,
    partials,
)
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided
from hypothesis import given, strategies as st

ABOVE_ONE = (Fraction(11, 10), Fraction(100))
UNIT = (Fraction(1, 10**10), Fraction(9, 10))
REAL_X = [sympy.Symbol("x", real=True)]


def zeta(xp: Any, alpha: Any) -> Any:
    """A closed form with a symbolic power."""
    return (1 / alpha) * (1 - 1 / alpha) ** (alpha - 1)


def test_an_identity_is_proved_and_hunted() -> None:
    """(1/(a-1)) (1-1/a)**a = (1/a) (1-1/a)**(a-1) for a > 1."""
    found = identity(lambda xp, a: (1 - 1 / a) ** a / (a - 1), zeta, "alpha", {"alpha": ABOVE_ONE})
    assert isinstance(found, Proved)
    assert "SymPy" in found.how
    assert found.hunted == 40


def test_an_identity_that_needs_the_range_is_proved_by_mapping_it() -> None:
    """log(d**a (d (1-d))**(1-a)) = log d + (1-a) log(1-d) holds for d < 1 only; the range within (0, 1) is enough to
    see it."""

    def left(xp: Any, a: Any, d: Any) -> Any:
        return xp.log(d**a * (d * (1 - d)) ** (1 - a))

    def right(xp: Any, a: Any, d: Any) -> Any:
        return xp.log(d) + (1 - a) * xp.log(1 - d)

    assert isinstance(identity(left, right, "a d", {"a": ABOVE_ONE, "d": UNIT}), Proved)


def test_a_cheap_rewriting_is_tried_of_all_forms_before_a_dear_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """sqrt(d^2 - 2 d + 1) = 1 - d is seen once the range is mapped: nothing is simplified before."""

    def simplify(expr: Any) -> Any:
        raise AssertionError(f"simplified: {expr}")

    monkeypatch.setitem(identically_zero.STRATEGIES, "simplify", simplify)
    found = identity(lambda xp, d: xp.sqrt(d * d - 2 * d + 1), lambda xp, d: 1 - d, "d", {"d": UNIT})
    assert isinstance(found, Proved)
    assert "after mapping the range" in found.how


def test_a_callers_rewriting_is_used() -> None:
    """Gamma's recurrence by the caller's own step."""
    x = sympy.Symbol("x", positive=True)

    def lower(z: Any) -> Any:
        return sympy.log(z - 1) + sympy.loggamma(z - 1) if z == x + 1 else sympy.loggamma(z)

    def climb(expr: Any) -> Any:
        return expr.replace(sympy.loggamma, lower)

    assert isinstance(identity(*RECURRENCE, [x], {"x": (1, 9)}, rewrites=[climb]), Proved)


RECURRENCE = (lambda xp, x: xp.lgamma(x + 1)), (lambda xp, x: xp.log(x) + xp.lgamma(x))


def test_what_sympy_cannot_decide_is_supported_only() -> None:
    """The recurrence of log Gamma, without help: no counterexample at 40 points and 50 digits, and not called a
    proof."""
    found = identity(*RECURRENCE, "x", {"x": (1, 9)})
    assert isinstance(found, Supported)
    assert (found.points, found.digits) == (40, 50)


@pytest.mark.parametrize("error", [Fraction(1, 10), Fraction(1, 10**40)])
def test_a_false_identity_is_refuted_with_a_witness(error: Fraction) -> None:
    """A relative error, even of 1e-40, is certain in balls; the witness names the variables and both values."""

    def wrong(xp: Any, a: Any) -> Any:
        return zeta(xp, a) * xp.number(1 + error)

    found = identity(wrong, zeta, "alpha", {"alpha": ABOVE_ONE})
    assert isinstance(found, Refuted)
    assert Fraction(found.witness["point"]["alpha"]) > 1
    assert {"point", "left", "right"} <= set(found.witness)


def test_an_identity_with_holes_is_undecided() -> None:
    """sqrt(x)**2 = x for positive x, but on a range half of which is negative the left side often has no value. Two
    equal expressions that are undefined on the whole range prove nothing."""
    found = identity(lambda xp, x: xp.sqrt(x) ** 2, lambda xp, x: x, REAL_X, {"x": (-1, 1)})
    assert isinstance(found, Undecided)
    assert "no value" in found.left
    assert isinstance(identity(lambda xp, x: xp.log(-x), lambda xp, x: xp.log(-x), "x", {"x": (1, 2)}), Undecided)


def test_identities_off_a_box_are_sampled_where_they_hold() -> None:
    """`keep` drops points outside: max(x, y) = x where x >= y."""
    said = (lambda xp, x, y: xp.maximum(x, y)), (lambda xp, x, y: x), "x y", {"x": (1, 9), "y": (1, 9)}
    assert isinstance(identity(*said, keep=lambda x, y: x >= y), Supported)
    assert isinstance(identity(*said), Refuted)


@pytest.mark.parametrize(
    ("left", "names", "domain", "says"),
    [
        (lambda xp, x: x, "x", {"x": (-1, 1)}, "declared positive"),
        (lambda xp, x, y: x, "x y", {"x": (1, 2)}, "2 symbols"),
        (lambda xp, x: x * 0.1, "x", {"x": (1, 1)}, "no exact number"),  # an identity would be of another number
    ],
)
def test_assumptions_must_fit_the_range(left: Any, names: str, domain: Any, says: str) -> None:
    """A symbol declared positive cannot range below zero, each symbol has a range, and 0.1 is no tenth."""
    with pytest.raises(ValueError, match=says):
        identity(left, lambda xp, *x: x[0], names, domain)


def test_derivatives() -> None:
    """The normal distribution's derivative is its density; a wrong sign is refuted."""
    said = REAL_X, {"x": (-5, 5)}

    def density(xp: Any, x: Any) -> Any:
        return xp.exp(-x * x / 2) / xp.sqrt(2 * xp.pi)

    assert isinstance(derivative_is(lambda xp, x: xp.ndtr(x), 0, density, *said), Proved)
    assert isinstance(derivative_is(lambda xp, x: xp.ndtr(x), 0, lambda xp, x: -density(xp, x), *said), Refuted)


def test_limits() -> None:
    """(exp(ax) - 1)/x tends to a, not to 2a; a/x tends to 0 at infinity, log x to -infinity at 0."""
    domain: Domain = {"x": (Fraction(1, 100), 5), "a": (1, 2)}

    def quotient(xp: Any, x: Any, a: Any) -> Any:
        return xp.expm1(a * x) / x

    assert isinstance(limit_is(quotient, 0, 0, lambda xp, a: a, "x a", domain), Proved)
    assert isinstance(limit_is(quotient, 0, 0, lambda xp, a: 2 * a, "x a", domain), Refuted)
    assert isinstance(limit_is(lambda xp, x, a: a / x, 0, "inf", lambda xp, a: 0 * a, "x a", domain), Proved)
    assert isinstance(limit_is(lambda xp, x: xp.log(x), 0, 0, lambda xp: -xp.inf, "x", {"x": (1, 2)}), Proved)
    assert isinstance(limit_is(lambda xp, x: xp.log(x), 0, 0, lambda xp: xp.number(0), "x", {"x": (1, 2)}), Refuted)


def spike(xp: Any, r: Any, b: Any, g: Any) -> Any:
    """Tends to e^(b g) as r tends to 0 from above; SymPy says that it grows without bound."""
    return xp.exp(b * g + (b + 1) * xp.log(1 - r)) + xp.exp(-b * xp.log(1 - xp.exp(-g)) + (b + 1) * xp.log(r))


def test_a_limit_that_sympy_takes_wrongly_is_not_proved() -> None:
    """Balls do not follow SymPy to infinity: its wrong limit is not proved, and it does not refute the true one."""
    domain: Domain = {"r": (Fraction(1, 100), Fraction(1, 2)), "b": (1, 4), "g": (1, 4)}
    wrong = limit_is(spike, 0, 0, lambda xp, b, g: xp.inf, "r b g", domain)
    assert isinstance(wrong, Undecided)
    assert "balls do not come closer" in wrong.how
    true = limit_is(spike, 0, 0, lambda xp, b, g: xp.exp(b * g), "r b g", domain)
    assert isinstance(true, Undecided)
    assert "balls come closer to the stated limit" in true.how


def test_coming_closer_is_not_enough_to_approach() -> None:
    """1 + x falls towards 1 and never near 0; 1/log x approaches 0, slowly; no value is no approach."""

    def approaches(formula: Any, point: int | str, side: str, limit: Any) -> bool:
        found = {convergence(formula, 0, point, side, [a], limit) for a in (Fraction(1), Fraction(6, 5), Fraction(2))}
        return found == {Convergence.CLOSER}

    zero, one = (lambda xp, a: xp.number(0)), (lambda xp, a: xp.number(1))
    assert not approaches(lambda xp, x, a: 1 + x, 0, "+", zero)
    assert approaches(lambda xp, x, a: 1 + x, 0, "-", one)
    assert approaches(lambda xp, x, a: a / xp.log(x), "inf", "-", zero)
    assert approaches(lambda xp, x, a: x**3, "-inf", "+", lambda xp, a: -xp.inf)
    assert not approaches(lambda xp, x, a: xp.log(-x), "inf", "+", zero)


def test_inverse_functions_are_undone() -> None:
    """erfcinv(erfc(x)) = x for all real x, on either side of 0; with another shift it is refuted."""
    domain: Domain = {"x": (-3, 3), "m": (Fraction(1, 10), 3)}
    reals = sympy.symbols("x m", real=True)

    def shifted(xp: Any, x: Any, m: Any) -> Any:
        return xp.ndtr(-xp.ndtri(1 - xp.ndtr(x)) - m)

    assert isinstance(identity(shifted, lambda xp, x, m: xp.ndtr(x - m), reals, domain), Proved)
    assert isinstance(identity(shifted, lambda xp, x, m: xp.ndtr(x - 2 * m), reals, domain), Refuted)


SQUARED_ROOT_TWO = [
    pytest.param(rational_signs.positive, Refuted, id="positive"),
    pytest.param(rational_signs.nonnegative, Proved, id="nonnegative"),
]


@pytest.mark.parametrize(("decide", "expected"), SQUARED_ROOT_TWO)
def test_touching_polynomials_are_decided_exactly(decide: Any, expected: type) -> None:
    """(x**2 - 2)**2 is not positive at an irrational point, and nowhere negative: root counting sees both, and a proof
    is hunted."""
    found = decide(lambda xp, x: (x * x - 2) ** 2)
    assert isinstance(found, expected)
    assert not isinstance(found, Proved) or found.hunted > 0


def test_signs_of_rational_functions() -> None:
    """On closed, half-open and whole ranges; a pole in the range is undecided."""
    assert isinstance(rational_signs.positive(lambda xp, x: x * x + 1), Proved)
    assert isinstance(rational_signs.positive(lambda xp, x: x * x - 2, Fraction(3, 2)), Proved)
    assert isinstance(rational_signs.positive(lambda xp, x: 1 - x * xp.number(Fraction(1, 10**30)), 0), Refuted)
    assert isinstance(rational_signs.nonnegative(lambda xp, x: x * (1 - x), 0, 1), Proved)
    assert isinstance(rational_signs.nonnegative(lambda xp, x: (x * x - 2) ** 3), Refuted)
    assert isinstance(rational_signs.positive(lambda xp, x: 1 / (x - 2), 0, 3), Undecided)
    assert isinstance(rational_signs.positive(lambda xp, x: 1 / (x + 2), 0, 3), Proved)


def test_a_polynomial_that_vanishes_at_every_likely_probe_is_not_called_nonnegative() -> None:
    """-(x (2x - 1) (x - 1) (3x - 1) (3x - 2) (4x - 1))**2 is negative between its six double roots."""

    def formula(xp: Any, x: Any) -> Any:
        return -((x * (2 * x - 1) * (x - 1) * (3 * x - 1) * (3 * x - 2) * (4 * x - 1)) ** 2)

    assert isinstance(rational_signs.nonnegative(formula, 0, 1), Refuted)
    assert isinstance(rational_signs.nonnegative(formula), Refuted)


@pytest.mark.parametrize("formula", [lambda xp, x: xp.exp(x), lambda xp, x: x * xp.pi, lambda xp, x: xp.sqrt(x)])
def test_signs_need_rational_functions(formula: Any) -> None:
    """exp(x), pi x and sqrt(x) are none."""
    with pytest.raises(ValueError, match=r"polynomial|rational"):
        rational_signs.positive(formula, 0, 1)


def everything(xp: Any, x: Any, y: Any) -> Any:
    """A formula with most of the vocabulary."""
    smooth = xp.exp(x) * xp.log(y) + xp.ndtr(x) ** 2 - xp.sqrt(y) / x + x ** (-3)
    return smooth + xp.maximum(x, y) * xp.lgamma(y) + xp.pi * y ** xp.number(Fraction(1, 3))


@given(st.fractions(min_value=Fraction(1, 10), max_value=5), st.fractions(min_value=Fraction(1, 10), max_value=5))
def test_an_expression_becomes_the_same_formula_again(x: Fraction, y: Fraction) -> None:
    """Through SymPy and back a formula keeps its value in balls, digits and floats."""
    variables = sympy.symbols("x y", positive=True)
    back = formula_of(expression(everything, variables), variables)
    with balls(128) as xp:
        assert back(xp, xp.number(x), xp.number(y)).overlaps(everything(xp, xp.number(x), xp.number(y)))
    for ar, tolerance in ((digits(40), 1e-30), (floats, 1e-9)):
        one, two = (formula(ar, ar.number(x), ar.number(y)) for formula in (everything, back))
        assert abs(one - two) <= tolerance * (1 + abs(one))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("Mul(2, 3, evaluate=False)", 6.0),
        ("Add(x, 1, 1, evaluate=False)", 2.5),
        ("10**400*x", math.inf),
        ("3*x + 2", 3.5),
    ],
)
def test_whole_numbers_of_any_size_are_taken(written: str, value: float) -> None:
    """Also where all of a sum or product are whole, and where a double does not hold them."""
    x = sympy.Symbol("x")
    formula = formula_of(sympy.sympify(written, locals={"x": x}), [x])
    with floats:
        assert formula(floats, 0.5) == value


@given(st.fractions(min_value=Fraction(1, 2), max_value=5), st.fractions(min_value=Fraction(1, 2), max_value=5))
def test_partials_are_the_slopes(x: Fraction, y: Fraction) -> None:
    """Each partial derivative agrees with mpmath's numeric derivative, away from the kink."""
    xp = digits(40)
    if abs(x - y) < Fraction(1, 100):
        return
    for axis, partial in enumerate(DERIVED):
        order = (1, 0) if axis == 0 else (0, 1)
        numeric = xp.mp.diff(lambda u, v: everything(xp, u, v), (xp.number(x), xp.number(y)), order)
        with balls(128) as ball:
            found = partial(ball, ball.number(x), ball.number(y))
            assert abs(float(found.mid()) - float(numeric)) < 1e-9 * (1 + abs(float(numeric)))


DERIVED = partials(everything, sympy.symbols("x y", positive=True))


def test_an_unknown_node_or_symbol_is_refused() -> None:
    """No arithmetic knows the sine, and a free symbol must be an argument."""
    x, y = sympy.symbols("x y")
    with pytest.raises(ValueError, match="no arithmetic knows"):
        formula_of(sympy.sin(x), [x])
    with pytest.raises(ValueError, match="no argument for"):
        formula_of(x + y, [x])


def test_sampling_is_repeatable_and_reaches_every_decade() -> None:
    """The same seed gives the same points; a range of 200 decades is sampled in all of them, not at its top."""
    domain = {"x": (Fraction(1, 10**100), Fraction(10**100))}
    points = list(points_of(domain, 200, Effort().seed))
    assert points == list(points_of(domain, 200, Effort().seed))
    assert sum(point[0] < 1 for point in points) > 50
    assert sum(point[0] > 1 for point in points) > 50
