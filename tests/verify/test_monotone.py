"""Signs by derivatives: what they rest on is true, and what would make a wrong proof is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from chartered_verify.boxes.region import Region
from chartered_verify.monotone.derivative_signs import Patterns
from chartered_verify.monotone.gamma_bounds import common_sign, elementary_bounds
from chartered_verify.monotone.limits import Limits
from chartered_verify.monotone.log_form import log_form
from chartered_verify.monotone.normal_form import normal_form
from chartered_verify.monotone.prove import positive_inside
from chartered_verify.monotone.sign_codes import by_slope, in_order, power, product
from chartered_verify.monotone.term_signs import Signs
from chartered_verify.monotone.tracing_arithmetic import Traced, Tracer

X, Y = sympy.symbols("x y", positive=True)
HALF, THIRD = sympy.Rational(1, 2), sympy.Rational(1, 3)
RAY = Region.interior([(0, None)])


def signs() -> Signs:
    """Of expressions in x and y."""
    return Signs([X, Y])


SIGNS = {
    "+": [X + 1, sympy.exp(X) - 1, sympy.log(1 + X), sympy.sqrt(X**2 + 4) - X, X**2 - X + 1, 1 - sympy.log(2)],
    "-": [-X * Y - 1, sympy.log(X / (1 + X)), sympy.exp(-X) - 1, X - sympy.sqrt(X**2 + 1)],
    "0+": [(X - 1) ** 2, (X**2 - 2) ** 2, (1 - Y * sympy.exp(X)) ** 2, X + 1 - 2 * sympy.sqrt(X)],
    "0": [sympy.log(6) - sympy.log(2) - sympy.log(3), X - X],
    "?": [
        X + HALF - 3 * HALF * X**THIRD,
        X - 1,
        X - Y,
        sympy.log(X),
        X + 1 - sympy.Rational(2001, 1000) * sympy.sqrt(X),
    ],
}


@pytest.mark.parametrize(("sign", "expr"), [(sign, expr) for sign, exprs in SIGNS.items() for expr in exprs])
def test_a_sign_is_that_of_all_terms_or_of_no_root(sign: str, expr: Any) -> None:
    """Terms of one sign in generators, real roots in one variable; else it is not known."""
    assert signs().sign(expr) == sign


def test_only_a_square_root_is_the_root_of_its_square() -> None:
    """(1 + x)^(1/3) squared is not 1 + x, but below it."""
    assert signs().sign((1 + X) ** (2 * THIRD) - 1 - X) in ("-", "?")
    assert signs().sign((1 + X) ** (2 * THIRD) - 1) in ("+", "?")
    assert Limits(signs(), X).sign((X + X**2) ** THIRD / X - 5) == "+"


LIMITS: list[tuple[Any, str]] = [
    (X * sympy.log(X), "0"),
    (sympy.log(X), "-"),
    (sympy.exp(-1 / X) / X**9, "0"),
    (sympy.exp(1 / X) * X - 5, "+"),
    ((sympy.exp(X) - 1 - X) / X**2, "?"),
    ((sympy.exp(X) - 1) / X - 2, "-"),
    (sympy.log(1 + X) / X - 1, "0"),
    ((sympy.log(2 + X) - sympy.log(2)) / X - HALF, "0"),
    (sympy.erfc(1 / X) * sympy.exp(1 / X), "0"),
    (sympy.sqrt(1 / X**2 + 1) - 2 / X, "-"),
    (sympy.log(Y + X), "?"),
    (sympy.exp(sympy.log(X) * Y) * X, "?"),
    (sympy.sqrt(Y - 1 + sympy.sqrt((Y - 1) ** 2 + X)) - X, "?"),  # it tends to 0 for y < 1
    (((Y - 1) ** 2 + X) ** THIRD - X, "?"),
    (sympy.sqrt((Y + 1) ** 2 + X) - HALF, "+"),
]


@pytest.mark.parametrize(("expr", "sign"), LIMITS)
def test_a_limit_is_that_of_the_leading_terms(expr: Any, sign: str) -> None:
    """Known by its order, or by its coefficient; where the leading terms cancel it may not be."""
    assert Limits(signs(), X).sign(expr) == sign


@pytest.mark.parametrize(
    ("slope", "begin", "end", "sign"),
    [
        ("+", "0", "?", "+"),
        ("+", "-", "?", "-+"),
        ("+", "-", "0", "-"),
        ("-", "+", "0", "+"),
        ("0+", "0", "?", "0+"),
        ("0+", "?", "?", "?"),
        ("+-", "0", "0", "+"),
        ("+-", "0", "?", "+-"),
        ("+-", "-", "-", "?"),
        ("-+", "?", "0", "+-"),
        ("0", "+", "?", "+"),
        ("?", "+", "+", "?"),
    ],
)
def test_a_function_has_the_sign_that_its_slope_and_its_ends_leave(slope: str, begin: str, end: str, sign: str) -> None:
    """Rolle's theorem in words of signs."""
    assert by_slope(slope, begin, end) == sign


def test_signs_of_products_and_powers() -> None:
    """A factor that changes its sign must be the only one that may be 0; what may be 0 has no inverse."""
    assert product(["-", "+-"]) == "-+"
    assert product(["0+", "+-"]) == product(["+-", "-+"]) == product(["+", "?"]) == "?"
    assert product(["0+", "-"]) == "0-"
    assert power("+-", 2) == "0+"
    assert power("+-", -2) == power("0+", -1) == "?"
    assert in_order(["+", "+", "-"]) == "+-"
    assert in_order(["+", "-", "+"]) == in_order(["+", "0"]) == "?"


def test_a_normal_form_is_equal() -> None:
    """Roots, logarithms, powers and a shifted gamma function, at a point."""
    at = {X: sympy.Rational(3, 7), Y: sympy.Rational(11, 5)}
    for expr in (
        sympy.sqrt(X**3 * (1 + Y) ** 5 / 6),
        sympy.log(X**2 * (1 + Y) / (3 * X + X * Y)),
        (1 + X) ** (1 - Y / (1 + Y)) * X ** (Y / (1 + Y)) * X ** (1 / (1 + Y)),
        sympy.loggamma(X + sympy.Rational(7, 2)) + sympy.loggamma(Y + 2),
        sympy.exp(2 * sympy.log(X) - Y * sympy.log(1 + X)),
    ):
        found = normal_form(expr, lambda factor: signs().sign(factor) == "+")
        assert abs(sympy.N((found - expr).subs(at), 40)) < 1e-30


def test_a_gamma_function_lies_between_its_bounds() -> None:
    """Stirling's series, with its first term left out and with it."""
    for f in (sympy.loggamma(X), sympy.polygamma(0, X), sympy.polygamma(1, X)):
        bounds = elementary_bounds(f, X)
        assert bounds is not None
        for x in (sympy.Rational(1, 10), sympy.Integer(1), sympy.Integer(30)):
            low, high = sorted(bound.subs(X, x).evalf(40) for bound in bounds)
            assert low < f.subs(X, x).evalf(40) < high
    assert elementary_bounds(sympy.loggamma(X) ** 2, X) is None
    assert common_sign(["0", "+"]) == "0+"
    assert common_sign(["-", "+"]) == "?"


def test_a_step_that_is_of_one_sign_says_nothing_of_changes() -> None:
    """f(x) > f(x + 1) and a negative limit leave any number of zeros."""
    found = Patterns(signs(), {}).along(sympy.loggamma(X + 1) - sympy.loggamma(X) - sympy.log(X) + 1 / X - 1, X, 3)
    assert found in ("?", "+-")


def test_the_logarithmic_form_has_the_same_sign() -> None:
    """Of a difference of positive terms only."""
    assert log_form(sympy.exp(X * Y) - 1 - X, signs()) is not None
    assert log_form(sympy.exp(X) - sympy.log(X), signs()) is None
    assert log_form(1 + X, signs()) is None


UNPROVED: dict[str, Callable[[Any, Any], Any]] = {
    "a pole that SymPy cancels": lambda xp, x: (x - 1) / (x - 1),
    "a pole beyond which it is negative": lambda xp, x: -1 / (x - 1) - 1,
    "a logarithm that has no value": lambda xp, x: xp.log(x - 1) - xp.log(x - 1) + 1,
    "a root that has no value": lambda xp, x: xp.sqrt(x - 1) * 0 + x,
    "a square root of a square": lambda xp, x: xp.sqrt((x - 1) * (x - 1)) - 1 + x,
    "another reading by SymPy": lambda xp, x: x if xp.name == "symbols" else 1 - x,
    "an absolute value": lambda xp, x: abs(x - 1) + x,
    "a float": lambda xp, x: x + 0.1,
    "a comparison": lambda xp, x: x if x > 1 else 1 + x,
    "a zero at an irrational place": lambda xp, x: (x * x - 2) ** 2,
    "nothing": lambda xp, x: None,
}


@pytest.mark.parametrize("formula", UNPROVED.values(), ids=UNPROVED)
def test_what_has_no_value_or_no_smooth_reading_is_not_proved(formula: Callable[[Any, Any], Any]) -> None:
    """Whatever SymPy makes of it."""
    assert positive_inside(formula, RAY, strict=True, seconds=10) is None


def test_what_is_traced_leaves_its_conditions() -> None:
    """Divisions, logarithms and powers; words that are not smooth are refused."""
    xp = Tracer()
    x = Traced(xp, X)
    assert xp.of(xp.log(x) / (x - 2) + x**-1 + 2**x) == sympy.log(X) / (X - 2) + 1 / X + 2**X
    assert [str(condition.expr) for condition in xp.conditions] == ["x", "x - 2", "x"]
    for refused in (lambda: xp.maximum(x, 1), lambda: abs(x), lambda: xp.ndtri(x)):
        with pytest.raises(ValueError, match="smooth"):
            refused()
    with pytest.raises(TypeError):
        bool(x)


@pytest.mark.parametrize("strict", [True, False])
def test_a_closed_end_is_part_of_the_domain(strict: bool) -> None:
    """x + 1/4 - sqrt(x) touches 0 at 1/4, and -1 at the closed end is seen."""
    from chartered_verify.inequality.prove import prove_nonnegative, prove_positive
    from chartered_verify.statements.verdict import Proved

    prove = prove_positive if strict else prove_nonnegative
    found = prove(lambda xp, x: xp.log1p(x) - x / (1 + x), [(0, None)])
    assert isinstance(found, Proved) is not strict


def test_a_domain_on_which_nothing_is_stated_is_told() -> None:
    """A formula without a value at any point is neither proved nor refuted, and says why."""
    from chartered.proving import Effort, Inequality, Undecided

    found = Inequality(lambda xp, x: xp.log(-1 - x) - xp.log(-1 - x) + 1, {"x": (0, None)}, max_boxes=200)(Effort())
    assert isinstance(found, Undecided)
    assert found.how.startswith("nothing is stated: at none of 20 points there is a value")
