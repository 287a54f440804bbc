"""Statements that are false, or that say nothing somewhere in their domain, are never proved."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.arithmetic.asymptotic import Unsupported, log_bounds
from chartered_verify.forms.expansion import Expansion
from chartered_verify.forms.identity_inequality_erratum import Identity, Inequality
from chartered_verify.forms.parametric_minimum import Least
from chartered_verify.inequality.counterexample import sign_at
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.ranges import bounded_part
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

EFFORT = Effort()
THIRD = Fraction(1, 3)


def well(xp: Any, x: Any) -> Any:
    """sqrt(1 + (x - 1/3)^2) - 1: 0 at 1/3, and positive elsewhere."""
    return (1 + (x - xp.number(THIRD)) ** 2) ** xp.number(Fraction(1, 2)) - 1


FALSE: dict[str, Inequality] = {
    "zero inside": Inequality(well, {"x": (0, None)}),
    "zero inside an open range": Inequality(well, {"x": (0, 1)}, inside=True),
    "negative on a sliver between two poles": Inequality(
        lambda xp, x: 1 / ((x - 100) ** 2 - xp.number(Fraction(1, 10**20))), {"x": (1, None)}
    ),
    "a pole": Inequality(lambda xp, x: 1 / ((x - 100) ** 2), {"x": (1, None)}),
    "a root of what is negative": Inequality(lambda xp, x: xp.sqrt(10 - x) + 1, {"x": (1, None)}),
    "a logarithm of what is negative": Inequality(lambda xp, x: 100 - xp.log(10 - x), {"x": (1, None)}),
    "undefined at a fixed side": Inequality(
        lambda xp, x, y: xp.maximum(1 / x, xp.number(1)) + y, {"x": (-1, 0), "y": (1, None)}
    ),
    "undefined at 0, far out": Inequality(lambda xp, x, y: xp.maximum(y / x, y), {"x": (None, 0), "y": (1, None)}),
    "a comparison": Inequality(
        lambda xp, x: xp.number(-1 if x > 1 and x < 1 + Fraction(1, 10**9) else 1), {"x": (0, 2)}
    ),
    "an equality": Inequality(lambda xp, x: xp.number(-1 if x == 1 else 1), {"x": (0, 2)}),
    "a float": Inequality(
        lambda xp, x: abs(xp.number(float(x)) - xp.number(THIRD)) - xp.number(Fraction(1, 10**9)), {"x": (0, 1)}
    ),
    "a bool": Inequality(lambda xp, x: x > 5, {"x": (0, 1)}, strict=False),
    "nothing": Inequality(lambda xp, x: None, {"x": (0, 1)}),
}


@pytest.mark.parametrize("form", FALSE.values(), ids=FALSE)
def test_a_false_inequality_is_not_proved(form: Inequality) -> None:
    """Zero, a pole, no value, or a formula that is none."""
    assert isinstance(form(EFFORT), Refuted | Undecided)


@pytest.mark.parametrize("name", ["a comparison", "an equality", "a float", "a bool", "nothing"])
def test_a_formula_that_is_none_says_so(name: str) -> None:
    """The verdict tells its author what to change."""
    found = FALSE[name](EFFORT)
    assert isinstance(found, Undecided)
    assert "compares its arguments, or leaves the arithmetic" in found.how or "which is no number" in found.how


def test_the_true_part_of_a_well_is_proved() -> None:
    """Nowhere negative, and positive beyond the zero."""
    assert isinstance(Inequality(well, {"x": (0, 1)}, strict=False)(EFFORT), Proved)
    assert isinstance(Inequality(well, {"x": (1, None)})(EFFORT), Proved)


@pytest.mark.parametrize(
    "denominator", [lambda x: 10 - x, lambda x: (x - 100) ** 2 - 1], ids=["one sign change", "two"]
)
def test_a_tail_with_a_pole_is_not_read(denominator: Callable[[Any], Any]) -> None:
    """The rules of decay are those of profiles, too."""
    with pytest.raises(Unsupported):
        log_bounds(lambda xp, x: xp.exp(-x) / denominator(x), Fraction(1), 128)


def test_identities_are_hunted_on_both_sides_of_zero() -> None:
    """A range without a low end goes far below; SymPy reads no more of a range than is true."""
    zero, ray = lambda xp, *_: xp.number(0), (None, 65)
    assert isinstance(Identity(lambda xp, x: abs(x), lambda xp, x: x, {"x": ray})(EFFORT), Refuted)
    assert isinstance(
        Identity(lambda xp, x: xp.maximum(x, xp.number(0)), lambda xp, x: x, {"x": (None, 100)})(EFFORT), Refuted
    )
    expansion = Expansion(lambda xp, x, a: abs(a) * x, [lambda xp, x, a: a * x], 0, {"x": (0, 1), "a": (None, 66)})
    assert not isinstance(expansion(EFFORT), Proved)
    least = Least(lambda xp, x, p: x * x + abs(p) - p, zero, zero, {"x": (None, None), "p": (None, 66)})
    assert not isinstance(least(EFFORT), Proved)


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ((None, None), (-64, 64)),
        ((None, 65), (-64, 65)),
        ((None, -7), (-71, -7)),
        ((0, None), (Fraction(1, 64), 64)),
        ((-100, None), (-100, 64)),
        ((70, None), (70, 134)),
        ((0, 64), (0, 64)),
    ],
)
def test_a_range_without_an_end_is_hunted_where_it_is(
    ends: tuple[int | None, int | None], found: tuple[Any, Any]
) -> None:
    """Both signs, and never beyond an end."""
    assert bounded_part(*ends) == found


def test_a_range_with_nothing_inside_is_refused() -> None:
    """Where ends do not belong to it."""
    for form in (
        lambda over: Identity(well, well, over),
        lambda over: Inequality(well, over, inside=True),
        lambda over: Expansion(well, [well], 1, over),
    ):
        with pytest.raises(ValueError, match="nothing is between 1 and 1"):
            form({"x": (1, 1)})


def test_another_reading_by_sympy_is_no_slope() -> None:
    """A formula that answers otherwise when SymPy asks is proved by balls alone, if at all."""

    def two_faced(xp: Any, x: Any) -> Any:
        return x if xp.name == "symbols" else 1 - x

    assert isinstance(Inequality(two_faced, {"x": (0, Fraction(2, 1))})(EFFORT), Refuted)
    assert isinstance(Inequality(two_faced, {"x": (0, Fraction(9, 10))})(EFFORT), Proved)


def tiny(decades: int) -> Fraction:
    """A negative power of ten."""
    return Fraction(1, 10**decades)


def narrow(xp: Any, x: Any) -> Any:
    """(x^2 - 2)^2 - 1e-16: below 0 within 4e-9 of sqrt(2)."""
    return x**4 - 4 * x**2 + 4 - xp.number(tiny(16))


BY_A_HAIR = {
    "a root just below the range's best part": Identity(lambda xp, x: xp.sqrt(x * x - 2 * x + 1), lambda xp, x: x - 1,
        {"x": (1 - tiny(12), 3)}),
    "a root of what cancels": Identity(lambda xp, x: xp.sqrt(1 - 2 * xp.exp(-x) + xp.exp(-2 * x)),
        lambda xp, x: 1 - xp.exp(-x), {"x": (-tiny(12), 5)}),
    "a maximum with what is tiny": Identity(lambda xp, x: xp.maximum(x, xp.number(tiny(300))), lambda xp, x: x,
        {"x": (0, None)}),
    "a maximum with what is tinier": Identity(lambda xp, x: xp.maximum(x, xp.number(tiny(390))), lambda xp, x: x,
        {"x": (0, None)}),
    "a minimum with what is huge": Identity(lambda xp, x: xp.minimum(x, xp.number(10**300)), lambda xp, x: x,
        {"x": (0, None)}),
    "an absolute value with two crossings": Identity(lambda xp, x: abs(narrow(xp, x)), narrow, {"x": (0, 3)}),
    "a maximum with two crossings": Identity(lambda xp, x: xp.maximum(narrow(xp, x), xp.number(0)), narrow,
        {"x": (0, None)}),
    "a well of two arguments": Identity(
        lambda xp, x, y: abs((x * x - 2) ** 2 + (y * y - 3) ** 2 - xp.number(tiny(14))),
        lambda xp, x, y: (x * x - 2) ** 2 + (y * y - 3) ** 2 - xp.number(tiny(14)), {"x": (0, 3), "y": (0, 3)}),
}  # fmt: skip


@pytest.mark.parametrize("form", BY_A_HAIR.values(), ids=BY_A_HAIR)
def test_an_identity_that_fails_in_a_narrow_place_is_refuted(form: Identity) -> None:
    """Where few bits give no value, far below and above all scales, and between two crossings of a switch."""
    found = form(EFFORT)
    assert isinstance(found, Refuted), found


@pytest.mark.parametrize(
    "form",
    [
        Identity(lambda xp, x: xp.sqrt(x * x - 2 * x + 1), lambda xp, x: x - 1, {"x": (1, 3)}),
        Identity(lambda xp, x: abs(x**4 - 4 * x**2 + 4), lambda xp, x: x**4 - 4 * x**2 + 4, {"x": (0, 3)}),
        Identity(lambda xp, x: xp.maximum(x, xp.number(tiny(300))), lambda xp, x: x, {"x": (tiny(300), None)}),
    ],
)
def test_an_identity_that_just_holds_is_not_refuted(form: Identity) -> None:
    """The same with the bad part left out."""
    assert isinstance(form(EFFORT), Proved | Supported)


def test_a_sign_is_sought_with_more_bits_where_few_give_no_value() -> None:
    """sqrt(x^2 - 2 x + 1) + 2 (x - 1) at 1 - 1e-20 is -1e-20; a logarithm of what is negative has no value at any."""
    near = (1 - tiny(20),)

    def rooted(xp: Any, x: Any) -> Any:
        return xp.sqrt(x * x - 2 * x + 1) + 2 * (x - 1)

    assert isinstance(sign_at(rooted, near, True, 64, 64), Refuted)
    assert sign_at(lambda xp, x: -rooted(xp, x), near, True, 64, 64) is True
    assert sign_at(lambda xp, x: xp.log(-x), near, True, 64, 64) is False


VANISHING: list[tuple[Any, Any]] = [
    (0, lambda xp, p: p * p - 2),
    (0, lambda xp, p: (p * p - 2) ** 2),
    (0, lambda xp, p: p**3 - 3 * p + 1),
    (0, lambda xp, p: p - xp.exp(-p)),
    (0, lambda xp, p: (p - xp.exp(-p)) ** 2),
    (0, lambda xp, p: abs(p - xp.exp(-p))),
    (0, lambda xp, p: xp.log(p) - xp.number(Fraction(1, 2))),
]


@pytest.mark.parametrize(("at", "coefficient"), VANISHING)
def test_an_expansion_whose_coefficient_vanishes_somewhere_is_not_supported(at: int, coefficient: Any) -> None:
    """At an irrational parameter, which no trial meets: by a root, or as its sign changes."""
    over = {"x": (0, 1), "p": (0, 3)}

    def first(xp: Any, x: Any, p: Any) -> Any:
        return coefficient(xp, p) * x

    found = Expansion(lambda xp, x, p: first(xp, x, p) + x * x, [first], at, over)(EFFORT)
    assert isinstance(found, Undecided), found
    assert "leading coefficient is 0" in found.how
    both = Expansion(lambda xp, x, p: first(xp, x, p) * (1 + x), [first], at, over)(EFFORT)
    assert not isinstance(both, Refuted)


def test_an_expansion_of_which_all_is_0_with_its_coefficient_stays_supported() -> None:
    """Where p^2 = 2 there is nothing left; where a p = 2 neither."""
    one = Expansion(
        lambda xp, x, p: (p * p - 2) * (x + x * x), [lambda xp, x, p: (p * p - 2) * x], 0, {"x": (0, 1), "p": (0, 3)}
    )
    two = Expansion(
        lambda xp, x, a, p: (a * p - 2) * (x + x * x),
        [lambda xp, x, a, p: (a * p - 2) * x],
        0,
        {"x": (0, 1), "a": (0, 3), "p": (0, 3)},
    )
    for form in (one, two):
        assert isinstance(form(EFFORT), Supported)
    less = Expansion(lambda xp, x, a, p: (a * p - 2) * x + x * x, two.terms, 0, {"x": (0, 1), "a": (0, 3), "p": (0, 3)})
    assert isinstance(less(EFFORT), Undecided)


@pytest.mark.parametrize(
    ("difference", "ends"), [(lambda q, t: q * (1 + t) - t, (0, 1)), (lambda q, t: q - t - 1, (1, None))]
)
def test_a_letter_of_the_name_of_a_mapped_range_is_another_letter(difference: Any, ends: Any) -> None:
    """q in (0, 1) is tried as t/(1 + t) with a positive t, which is no letter of the claim: with `t_q` for it, the
    difference of the two sides vanished where it was too small for balls."""
    left = lambda xp, q, t: 1 + difference(q, t) * xp.number(tiny(4000))  # noqa: E731
    form = Identity(left, lambda xp, q, t: xp.number(1), {"q": ends, "t_q": (0, None)})
    assert not isinstance(form(EFFORT), Proved)
