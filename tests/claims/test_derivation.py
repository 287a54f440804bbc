"""Derivations: a chain is as good as its worst step, and each kind of step refuses what is false."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from chartered.proving.powers import rational_in_powers
from chartered.proving.steps import same, tends, touches
from chartered_plugins.basics.claims.pairs import random_pairs
from chartered_plugins.conversion.claims.witness import bracket, lies_between
from chartered_verify.algebra.factor_signs import sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.forms.proof_chain import certain, chain, sample
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

EFFORT = Effort()
LINE = {"x": (Fraction(1, 9), 9)}


def zero(xp: Any, *_: Any) -> Any:
    """The number 0."""
    return xp.number(0)


def test_a_chain_of_proofs_is_proved_and_names_its_steps() -> None:
    """The reason lists every step and the conclusion."""
    found = chain("So it is.", ("one", Proved("SymPy: a")), ("two", Proved("balls: b", hunted=3)))
    assert found == Proved("SymPy and balls: (1) one; (2) two. So it is.", hunted=3)


@pytest.mark.parametrize(
    "bad", [Refuted("x", witness={"point": "1"}), Undecided("x", left="y"), Supported("x", points=3, digits=9)]
)
def test_a_chain_is_no_better_than_its_worst_step(bad: Any) -> None:
    """One step that is not proved decides the chain, and is named."""
    found = chain("So it is.", ("good", Proved("SymPy")), ("bad", bad))
    assert type(found) is type(bad)
    assert "'bad'" in found.how


def test_a_wrong_sign_is_refuted() -> None:
    """x - 1 is not positive for all x > 0."""
    assert isinstance(sign_of(lambda xp, x: x - 1, "x", LINE, EFFORT), Refuted)


def test_a_sign_that_assumptions_do_not_tell_is_undecided() -> None:
    """A sign that fails only where nobody looked is not proved."""
    assert isinstance(sign_of(lambda xp, x: x - xp.number(Fraction(1, 10**9)), "x", LINE, EFFORT), Undecided)


def test_a_sign_at_zero_counts_only_if_asked() -> None:
    """x is nonnegative on x >= 0, not positive."""
    assert isinstance(sign_of(lambda xp, x: x, "x", {"x": (0, 9)}, EFFORT, strict=False, zero=("x",)), Proved)
    assert not isinstance(sign_of(lambda xp, x: x, "x", {"x": (0, 9)}, EFFORT, zero=("x",)), Proved)


def test_a_parabola_touches_its_vertex_only() -> None:
    """(x-m)^2 touches 0 at m; at 2 m the value step fails."""

    def square(xp: Any, x: Any, m: Any) -> Any:
        return (x - m) * (x - m)

    domain = {"x": LINE["x"], "m": LINE["x"]}
    assert isinstance(chain("", *touches(square, lambda xp, m: m, "x m", domain, EFFORT)), Proved)
    assert isinstance(chain("", *touches(square, lambda xp, m: 2 * m, "x m", domain, EFFORT)), Refuted)


def test_a_wrong_limit_is_not_proved() -> None:
    """x/(1+x) tends to 1, and not to 2."""

    def ratio(xp: Any, x: Any, y: Any) -> Any:
        return (x + y) / (1 + x)

    domain = {"x": LINE["x"], "y": LINE["x"]}
    assert isinstance(tends(ratio, 0, "inf", lambda xp, y: xp.number(1), "x y", domain, EFFORT), Proved)
    assert isinstance(tends(ratio, 0, "inf", lambda xp, y: xp.number(2), "x y", domain, EFFORT), Refuted)


def test_a_step_without_variables_is_decided_by_balls() -> None:
    """2 - 1 is certainly positive, 1 - 2 certainly not, and 1/3 - 1/3 is open."""
    third = Fraction(1, 3)
    assert isinstance(certain("a", lambda xp: xp.number(2) - 1)[1], Proved)
    assert isinstance(certain("a", lambda xp: xp.number(1) - 2)[1], Refuted)
    assert isinstance(certain("a", lambda xp: xp.number(third) - xp.number(third))[1], Undecided)


def test_a_sample_is_supported_or_refuted() -> None:
    """A counterexample is the witness; without one the number of cases is told."""
    assert sample(lambda x: x > 0, [(1,), (2,)], 9, "try") == Supported("try: no counterexample", points=2, digits=9)
    found = sample(lambda x: x > 1, [(1,), (2,)], 9, "try")
    assert isinstance(found, Refuted)
    assert found.witness == {"point": ["1"]}


@pytest.mark.parametrize(
    ("text", "equal"),
    [
        ("(x*y)**b - x**b*y**b", True),
        ("exp(b*log(x)) - x**b", True),
        ("x**(1+b) - x*x**b", True),
        ("(x**b + k*x**b)**(1/b) - x*(1+k)**(1/b)", True),
        ("exp(b*g)*exp(-g) - exp((b-1)*g)", True),
        ("x**b - y**b", False),
        ("(1+x)**b - 1 - x**b", False),
        ("x**b - x", False),
    ],
)
def test_powers_become_symbols(text: str, equal: bool) -> None:
    """The rewriting vanishes for equal powers, and not for others."""
    names = {name: sympy.Symbol(name, positive=True) for name in "xybkg"}
    assert (rational_in_powers(sympy.sympify(text, locals=names)) == 0) is equal


def test_an_identity_that_fails_is_refuted() -> None:
    """x^b = x for b = 1 alone."""
    assert isinstance(
        same(lambda xp, x, b: x**b, lambda xp, x, b: x, "x b", {"x": (2, 9), "b": (2, 9)}, EFFORT), Refuted
    )


def test_the_two_sides_of_the_conversion_meet() -> None:
    """At alpha = 20, delta = 1e-5 the optimal eps for gamma = 1/2 is 0.89698, and no other value passes."""
    case = (Fraction(20), Fraction(1, 2), Fraction(1, 10**5))
    assert bracket(Fraction(20), Fraction(9, 10), Fraction(1, 10**5)).agrees(30)
    assert lies_between(*case, Fraction("0.896975"), Fraction("0.896985"))
    assert not lies_between(*case, Fraction("0.896985"), Fraction("0.896995"))
    assert not lies_between(*case, Fraction("0.896965"), Fraction("0.896975"))


def test_random_pairs_are_distributions() -> None:
    """Probabilities are positive and sum to 1; both divergences of a pair from itself vanish."""
    for pair in random_pairs(3, (3, 4), 1):
        assert sum(pair.first) == sum(pair.second) == 1
        assert min(pair.first + pair.second) > 0
        twin = type(pair)(pair.first, pair.first)
        with balls(128) as xp:
            assert twin.renyi(xp, xp.number(2)).contains(0)
            assert twin.hockey_stick(xp, xp.number(1)).contains(0)
