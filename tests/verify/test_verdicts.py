"""No verdict is untrue: of statements whose truth is known, no true one is refuted, and no false one proved or
supported."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.algebra.factor_signs import sign_of
from chartered_verify.forms.identity_inequality_erratum import Erratum, Identity, Inequality
from chartered_verify.spot_checks.admitted import Conjunction, admitted
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided
from statements import FAMILIES, Drawn, drawn

EFFORT = Effort()
QUICK, MANY = len(FAMILIES), 312


def is_true(statement: Drawn) -> bool:
    """Whether the verdict is about as it must be; left open is no untruth."""
    found = statement.form(EFFORT)
    return not isinstance(found, Refuted if statement.true else Proved | Supported)


@pytest.mark.parametrize("statement", list(drawn(QUICK, seed=1)), ids=lambda statement: statement.name)
def test_one_of_each_family_has_no_untrue_verdict(statement: Drawn) -> None:
    """A true one is not refuted, a false one neither proved nor supported."""
    assert is_true(statement)


@pytest.mark.full
@pytest.mark.parametrize("statement", list(drawn(MANY, seed=2)), ids=lambda statement: statement.name)
def test_three_hundred_of_each_have_no_untrue_verdict(statement: Drawn) -> None:
    """The same for 312 true and 312 false ones."""
    assert is_true(statement)


@pytest.mark.full
def test_what_is_proved_of_the_families_is_most_of_it() -> None:
    """Verdicts are not true for being empty: of one statement of each family few are left open."""
    found = [statement.form(EFFORT) for statement in drawn(QUICK, seed=3)]
    assert sum(isinstance(verdict, Undecided) for verdict in found) <= len(found) // 8


def laplace(xp: Any, order: Any, eps: Any) -> Any:
    """The Renyi divergence of Laplace noise of scale 1/eps."""
    above = order * xp.exp((order - 1) * eps) + (order - 1) * xp.exp(-order * eps)
    return xp.log(above / (2 * order - 1)) / (order - 1)


def response(xp: Any, order: Any, eps: Any) -> Any:
    """(order - 1) times the Renyi divergence of binary randomized response."""
    return xp.log((xp.exp(order * eps) + xp.exp((1 - order) * eps)) / (1 + xp.exp(eps)))


def tanh(xp: Any, x: Any) -> Any:
    """The hyperbolic tangent."""
    return xp.expm1(2 * x) / (xp.exp(2 * x) + 1)


SMALL = (Fraction(1, 10), Fraction(1))
TRUE = {
    "touching beyond an end": Inequality(
        lambda xp, d, x, y: d * (x * x - 2 * x * y + y * y + xp.number(Fraction(1, 10))),
        {"d": (1, 2), "x": (0, 1), "y": (0, 1)},
    ),
    "Laplace's curve is below its shift": Inequality(lambda xp, a, e: e - laplace(xp, a, e), {"a": (2, 3), "e": SMALL}),
    "tanh(eps/2) rho": Inequality(lambda xp, e, r: r * (e / 2 - tanh(xp, e / 2)), {"e": SMALL, "r": (1, 2)}),
    "eps^2/2, strictly": Inequality(lambda xp, e: e * e / 2 - e * tanh(xp, e / 2), {"e": (Fraction(1, 10), 3)}),
    "the curve of randomized response is positive": Inequality(
        lambda xp, a, e: response(xp, a, e), {"a": (Fraction(11, 10), 3), "e": SMALL}
    ),
}


@pytest.mark.parametrize("form", TRUE.values(), ids=TRUE)
def test_an_inequality_that_is_0_outside_its_range_only_is_proved(form: Inequality) -> None:
    """A zero beyond the ends of the range is no counterexample."""
    assert isinstance(form(EFFORT), Proved)


def test_a_print_that_is_right_is_no_erratum() -> None:
    """Although SymPy sees a zero just outside its range."""
    form = TRUE["tanh(eps/2) rho"]
    found = Erratum("it is positive", "it is positive", form, form)(EFFORT)
    assert isinstance(found, Refuted)
    assert "the print is right" in found.how


@pytest.mark.parametrize("point", [["3", "0"], ["1/2"], ["1/2", "nan"], ["1/2", "1"], None, [["1"], "2"], ["1/0", "1"]])
def test_a_witness_that_does_not_show_it_is_not_believed(point: Any) -> None:
    """Outside the range, at a point where the inequality holds, or none at all."""
    form = Inequality(lambda xp, x, y: x + y + 1, {"x": (0, 1), "y": (0, 1)})
    found = admitted(form.statement(EFFORT), Refuted("a prover is wrong", witness={"point": point, "value": "0"}))
    assert isinstance(found, Undecided)
    assert "do not confirm" in found.how


@pytest.mark.parametrize(
    "claimed", [Proved("a prover is wrong"), Undecided("not known"), Supported("it seems so", points=3)]
)
def test_a_counterexample_is_believed_rather_than_a_prover(claimed: Any) -> None:
    """Whatever was found, the stated domain is asked."""
    form = Inequality(lambda xp, x: x - xp.number(Fraction(1, 10**100)), {"x": (0, 1)}, inside=True)
    found = admitted(form.statement(EFFORT), claimed)
    assert isinstance(found, Refuted)
    assert 0 < Fraction(found.witness["point"]["x"]) <= Fraction(1, 10**100)


def test_nothing_is_proved_where_nothing_is_stated() -> None:
    """No point of the range has a value."""
    form = Identity(lambda xp, x: xp.log(-1 - x * x), lambda xp, x: xp.log(-1 - x * x), {"x": (0, 1)})
    assert isinstance(form(EFFORT), Undecided)
    assert isinstance(admitted(form.statement(EFFORT), Proved("both sides are the same")), Undecided)


def test_a_witness_of_a_part_is_confirmed_there() -> None:
    """A statement that follows from others is false where one of them is."""
    part = Inequality(lambda xp, x: x, {"x": (0, 1)}).statement(EFFORT)
    for point, kind in (("0", Refuted), ("1", Undecided), ("-1", Undecided)):
        assert isinstance(admitted(Conjunction([part]), Refuted("so it is said", witness={"point": [point]})), kind)


FALSE = {
    "a root on both sides of 0": Identity(lambda xp, x: xp.sqrt(x * x), lambda xp, x: x, {"x": (-1, None)}),
    "a small maximum": Identity(lambda xp, x: xp.maximum(x, xp.number(Fraction(1, 10**9))), lambda xp, x: x,
        {"x": (0, None)}),
    "a large minimum": Identity(lambda xp, x: xp.minimum(x, xp.number(1000)), lambda xp, x: x, {"x": (0, None)}),
    "a tiny sum": Identity(lambda xp, x: x + xp.number(Fraction(1, 10**200)), lambda xp, x: x, {"x": (0, None)}),
    "a tiny sum beside 1": Identity(lambda xp, x: x + xp.number(Fraction(1, 10**200)), lambda xp, x: x, {"x": (1, 2)}),
    "a spike": Identity(lambda xp, x: 1 + xp.exp(-((10**6 * (x - xp.number(Fraction(1, 3)))) ** 2)),
        lambda xp, x: xp.number(1), {"x": (0, 1)}),
    "a bump at 1/e": Identity(
        lambda xp, x: xp.maximum(xp.number(0), xp.number(Fraction(1, 1000)) - abs(x - xp.exp(xp.number(-1)))),
        lambda xp, x: xp.number(0), {"x": (0, 1)}),
    "a difference where x is y": Identity(
        lambda xp, x, y: xp.maximum(xp.number(0), xp.number(Fraction(1, 10**6)) - abs(x - y)), lambda xp, x, y: 0 * x,
        {"x": (0, 1), "y": (0, 1)}),
}  # fmt: skip


@pytest.mark.parametrize("form", FALSE.values(), ids=FALSE)
def test_an_identity_that_fails_in_a_corner_is_refuted_there(form: Identity) -> None:
    """Its ends, all scales, the numbers in its code and both sides of its switches are looked at."""
    found = form(EFFORT)
    assert isinstance(found, Refuted)
    assert all(
        (low is None or low < Fraction(x))
        for x, (low, _) in zip(found.witness["point"].values(), form.over.values(), strict=True)
    )


def test_an_identity_that_differs_where_no_digit_shows_it_is_left_open() -> None:
    """SymPy's difference is e^(-10^12 (x - e^-3)^2): not 0, although both sides agree to any digits that are tried."""
    spike = Identity(
        lambda xp, x: 1 + xp.exp(-((10**6 * (x - xp.exp(xp.number(-3)))) ** 2)),
        lambda xp, x: xp.number(1),
        {"x": (0, 1)},
    )
    found = spike(EFFORT)
    assert isinstance(found, Undecided)
    assert "SymPy's difference of both sides is not 0" in found.how


def test_a_square_about_0_is_a_number() -> None:
    """(x - 1/3)^2 is 0 at 1/3, and not negative."""

    def square(xp: Any, x: Any) -> Any:
        return (x - xp.number(Fraction(1, 3))) ** 2

    assert isinstance(Inequality(square, {"x": (0, 1)}, strict=False)(EFFORT), Proved)
    found = Inequality(square, {"x": (0, 1)})(EFFORT)
    assert isinstance(found, Refuted)
    assert found.witness["point"] == {"x": "1/3"}
    assert isinstance(
        Inequality(lambda xp, x: square(xp, x) + xp.number(Fraction(1, 10**9)), {"x": (0, 1)})(EFFORT), Proved
    )


def test_a_sign_is_stated_below_0_where_its_range_begins_there() -> None:
    """And of positive numbers otherwise, of all of them."""
    effort = Effort()
    assert isinstance(sign_of(lambda xp, x: x + 1, "x", {"x": (0, 1)}, effort), Proved)
    assert isinstance(sign_of(lambda xp, x: x + 1, "x", {"x": (-100, 1)}, effort), Refuted)
    assert isinstance(sign_of(lambda xp, x: x * x + 1, "x", {"x": (-100, 1)}, effort), Proved)
    assert isinstance(sign_of(lambda xp, x: x - 50, "x", {"x": (-100, 100)}, effort), Refuted)
