"""Statements that are false somewhere in their domain, or say nothing there, are not proved by the parts of a proof."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from chartered.proving import (
    Between,
    Certain,
    Covered,
    Crosses,
    Kind,
    Nonnegative,
    Positive,
    Proof,
    Proofs,
    Range,
    Rounds,
    Same,
    SameParts,
    Slope,
    Tends,
    Touches,
    lemma,
)
from chartered.proving.notation import Notation
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

HALF = Fraction(1, 2)
WIDE: dict[str, Any] = {"x": (HALF, 9)}


def verdict(part: Any, **ranges: Any) -> Any:
    """Of a proof of one part."""
    return Proof(Notation(ranges=ranges), [part])(Effort())


@pytest.mark.parametrize(
    "part",
    [
        Rounds("e", "exp(1)", "1.0"),
        Between("e", "exp(1)", "5", "9"),
        Touches("-(x-y)^2", "x", "y", {"x y": (HALF, 9)}),
        Crosses("log 2", lambda xp, eps: xp.exp(-xp.number(eps)), HALF, "0.10"),
        lemma(Notation(), Certain("e is above 2", "exp(1) - 2"), Certain("and above 5", "exp(1) - 5")),
        Rounds("a millionth", "exp(0)/1000000", "2.3e-10"),
        Rounds("two fifths", "2/5", "1e-5"),
    ],
)
def test_every_step_of_a_single_part_counts(part: Any) -> None:
    """A part alone is the claim: all of its steps are, and a print is read with its exponent."""
    assert not isinstance(verdict(part), Proved | Supported)


def test_a_print_with_an_exponent_rounds_by_its_last_digit() -> None:
    """Three digits of a large number."""
    assert isinstance(verdict(Rounds("a number", "123400*exp(0)", "1.23e5")), Proved)


def test_several_parts_say_why_they_suffice() -> None:
    """Also where a proof is made by hand, and of none."""
    one = Certain("e is above 2", "exp(1) - 2")
    for parts in ([one, one], []):
        with pytest.raises(ValueError, match="say why they suffice"):
            Proof(Notation(), parts)


def test_a_formula_touches_0_within_its_domain_only() -> None:
    """Convex for x > 0, with value and slope 0 at -1: at x = y = 1 it is -2/3."""
    part = Touches("y*(x^3/6 - x/2 - 1/3)", "x", "-1")
    assert not isinstance(verdict(part, **{"x y": (HALF, 9)}), Proved | Supported)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        (Same("s", "sqrt((x-1)^2)", "x - 1", WIDE), Refuted),
        (Same("s", "sqrt(x^2 - 2*x + 1)", "x - 1", WIDE), Refuted),
        (SameParts("s", "positive(x - 1)", "x - 1", WIDE), Refuted),
        (Same("s", "max(exp(x) - 2, 0)", "exp(x) - 2", {"x": Range.epsilon((1, 9))}), Refuted),
        (Same("s", "sqrt((x-1)^2)", "x - 1", {"x": (2, 9)}), Proved),
        (Same("s", "sqrt((1-p)^2)", "1 - p", {"p": (0, 1)}), Proved),
    ],
)
def test_where_a_counterexample_is_hunted_narrows_no_statement(part: Any, kind: type) -> None:
    """But for a range within 0 and 1, or from 1 on, which the domain in words says, too."""
    assert isinstance(verdict(part), kind)


@pytest.mark.parametrize(
    "part",
    [
        Positive("p", "sqrt(x-2)*sqrt(x-2) + 3 - x", WIDE),
        Positive("p", "exp(log(x-2)) + 3 - x", WIDE),
        Nonnegative("p", "sqrt(-x)*sqrt(-x) + 2*x", WIDE),
        Positive("p", "x*(1/x)", {"x": (0, 9)}, zero="x"),
        Slope("p", "log(x-2)", "x", "1/(x-2)", WIDE),
        Slope("p", "log(-x)", "x", "1/x", WIDE),
        Certain("p", "-log(x)", {"x": 0}),
        Certain("p", "inf"),
    ],
)
def test_what_has_no_value_is_not_proved(part: Any) -> None:
    """SymPy cancels what may have none."""
    assert isinstance(verdict(part), Undecided)


@pytest.mark.parametrize(
    ("part", "domain"),
    [
        (Positive("p", "x", {"x": (0, 9)}), "all x > 0"),
        (Positive("p", "x + 1", {"x": (0, 9)}, zero="x"), "all x >= 0"),
        (Positive("p", "q", {"q": Range.chance((0, 9))}), "all 0 < q < 1"),
        (Positive("p", "x", {"x": (0, 1)}), "all 0 < x < 1"),
        (Positive("p", "x", {"x": (2, 9)}), "all x > 1"),
    ],
)
def test_the_domain_in_words_is_what_the_parts_state(part: Any, domain: str) -> None:
    """0 belongs to it only where each part says so."""
    book = Proofs("p", "here")
    book.claim("one", Kind.INEQUALITY, "It is.", part, over=part.over)
    (claim,) = book.claims()
    assert claim.domain == domain


@pytest.mark.parametrize(
    ("part", "says"),
    [
        (Positive("p", "x + 1", WIDE, zero="y"), "y may be 0, and is no letter"),
        (Same("p", "d/dx - 2*x", "-2", {"d dx x": (HALF, 9)}), "a derivative or a quotient"),
        (Certain("p", "x - 1/10", {"x": 0.1}), "x = 0.1 is no exact number"),
        (Same("p", "x +", "x", WIDE), "'x +' is no formula"),
        (Same("p", "f(x)", "x", WIDE), "f is a function of 2 arguments, and is called with 1"),
        (Same("p", "d/dy x^2", "2*x", WIDE), "a derivative by 'y', which is no letter"),
    ],
)
def test_what_cannot_be_read_says_what_is_wrong(part: Any, says: str) -> None:
    """In words of ours."""
    with pytest.raises(ValueError, match=re.escape(says)):
        Proof(Notation("f(x, y) = x + y", ranges={}), [part])(Effort())


def test_no_definition_takes_the_name_of_a_function() -> None:
    """exp(x) = 1 + x would prove that it is."""
    with pytest.raises(ValueError, match="exp has a meaning of its own"):
        Notation("exp(x) = 1 + x")


def test_a_covered_box_is_no_domain() -> None:
    """What is covered is the box, and the range of a letter says another one."""
    book = Proofs("p", "here")
    with pytest.raises(ValueError, match="a part covers a box"):
        book.inequality("one", "x > 1.", Covered("x is above 1", "x - 1", {"x": (2, 3)}), over={"x": (2, 9)})


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Refuted("x", witness=5),  # type: ignore[arg-type]
        lambda: Supported("x", points=-5),
        lambda: Proved("x", hunted="all"),  # type: ignore[arg-type]
        lambda: Proved(5),  # type: ignore[arg-type]
    ],
)
def test_a_verdict_has_fields_of_its_types(wrong: Any) -> None:
    """A whole run would be lost where one is printed."""
    with pytest.raises(ValueError, match=r"^(Refuted|Supported|Proved): "):
        wrong()


def test_a_derivative_on_a_box_with_negative_numbers_is_not_that_for_positive_ones() -> None:
    """(|x| - 1/sqrt 7)^2 - 10^-30 is negative at one place below 0, and would fall all over the box if |x| were x."""

    def apart(xp: Any, x: Any) -> Any:
        return (xp.sqrt(x * x) - xp.sqrt(xp.number(Fraction(1, 7)))) ** 2 - xp.number(Fraction(1, 10**30))

    part = Covered("far from it", apart, {"x": (-1, Fraction(1, 8))}, sloped=True)
    assert isinstance(verdict(part), Refuted | Undecided)


ROOT, PART = Notation("g(x) = d/dx (x^2)^(1/2)"), Notation("g(x) = d/dx max(x, 0)")
"""|x| and its positive part, of which an argument below 0 has another derivative than one above."""


@pytest.mark.parametrize(
    ("notation", "part", "holds"),
    [
        (Notation(), Covered("|x| rises", "d/dx (x^2)^(1/2)", {"x": (-2, -1)}), False),
        (Notation(), Certain("|x| rises", "d/dx (x^2)^(1/2)", {"x": -1}), False),
        (ROOT, Same("at -x", "g(-x)", "1", WIDE), False),
        (ROOT, Same("at -x", "g(-x)", "-1", WIDE), True),
        (ROOT, Positive("at -x", "g(-x)", WIDE), False),
        (ROOT, Between("at -1", "g(-1)", "0.9", "1.1"), False),
        (PART, Covered("the part rises", "g(x)", {"x": (-2, -1)}), False),
        (PART, Covered("the part is flat", "1/2 - g(x)", {"x": (-2, -1)}), True),
    ],
)
def test_a_derivative_in_a_text_is_one_below_0_too(notation: Notation, part: Any, holds: bool) -> None:
    """Its letter is an argument, for which anything may stand; SymPy took it for a positive one."""
    found = Proof(notation, [part], so="So it is.")(Effort())
    assert isinstance(found, Proved) if holds else isinstance(found, Refuted)


@pytest.mark.parametrize(
    ("part", "holds"),
    [
        (Positive("a root", "(x^2)^(1/2)/x", {"x": (-2, 2)}), False),
        (Positive("a number", "x", {"x": (-2, -1)}), False),
        (Positive("a power", "exp(x)", {"x": (-2, 2)}), True),
        (Nonnegative("a number", "x", {"x": (-1, 20)}), False),
        (Nonnegative("a square", "x^2 - 2*x*y + y^2", {"x y": (-1, 20)}), True),
        (Nonnegative("a product", "x*y", {"x": (0, 9), "y": (-9, 9)}), False),
        (Touches("(x - y)^2", "x", "y", {"x": (-9, 9), "y": (HALF, 9)}), True),
        (Touches("exp(x) - exp(y) - exp(y)*(x - y)", "x", "y", {"x": (-9, 9), "y": (HALF, 9)}), True),
        (Touches("x^3 - 3*x*y^2 + 2*y^3", "x", "y", {"x": (HALF, 9), "y": (HALF, 9)}), True),
        (Touches("x^3 - 3*x*y^2 + 2*y^3", "x", "y", {"x": (-9, 9), "y": (HALF, 9)}), False),
        (Touches("(x^2)^(3/2) - 3*x*y^2 + 2*y^3 + x^2*0", "x", "y", {"x": (HALF, 9), "y": (HALF, 9)}), True),
    ],
)
def test_a_sign_is_stated_below_0_where_the_range_begins_there(part: Any, holds: bool) -> None:
    """Points below 0 were left out of such a range, and the letter was taken for a positive one."""
    assert isinstance(verdict(part), Proved if holds else Refuted)


def test_an_identity_takes_no_range_below_0() -> None:
    """Its letters are positive."""
    with pytest.raises(ValueError, match="declared positive, but its range begins at -2"):
        verdict(Same("a root", "(x^2)^(1/2)", "x", {"x": (-2, 2)}))


@pytest.mark.parametrize(
    "part",
    [
        Slope("falls", "sqrt((x - 30)^2)", "x", "-1"),
        Slope("rests", "max(x, 8*pi)", "x", "0"),
        Tends("falls off", "sqrt((a - 30)^2*x^2 + 1)/x", "x", "inf", "30 - a"),
    ],
    ids=["a slope beyond a kink", "a slope beyond a maximum", "a limit of other letters"],
)
def test_a_slope_and_a_limit_are_tried_where_they_are_stated(part: Any) -> None:
    """Of all positive letters, also beyond the ranges in which a counterexample is hunted."""
    assert isinstance(verdict(part, x=(HALF, 9), a=(HALF, 9)), Refuted | Undecided)


def test_a_slope_is_refuted_where_its_formula_has_a_value() -> None:
    """At x = 50 log(40 - x) has none, and 1/sqrt((40 - x)^2) is not minus its formal slope."""
    part = Slope("falls", "log(40 - x)", "x", "-1/sqrt((40 - x)^2)")
    assert not isinstance(verdict(part, x=(HALF, 9)), Refuted)
