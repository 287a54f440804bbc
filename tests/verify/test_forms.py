"""Forms: each kind of claim in a few lines. What is true is proved or supported, what is false is refuted with a
witness."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from chartered_verify.forms.identity_inequality_erratum import Erratum, Identity, Inequality
from chartered_verify.forms.soundness import Soundness
from chartered_verify.forms.tables_and_optima import Optimum, Table
from chartered_verify.runs.suite import verdict_name
from chartered_verify.statements.claim import Claim, Effort, Form, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided

TENTH = Fraction(1, 10)
POSITIVE = {"x": (0, None)}
EXP = {"x": (TENTH, 10)}


def square(xp: Any, x: Any) -> Any:
    """(x + 1)^2."""
    return (x + 1) ** 2


def expanded(xp: Any, x: Any) -> Any:
    """x^2 + 2 x + 1."""
    return x * x + 2 * x + 1


def misprint(xp: Any, x: Any) -> Any:
    """x^2 + 1."""
    return x * x + 1


def log_of_product(xp: Any, x: Any, y: Any) -> Any:
    """log(x y)."""
    return xp.log(x * y)


def sum_of_logs(xp: Any, x: Any, y: Any) -> Any:
    """log x + log y."""
    return xp.log(x) + xp.log(y)


def root(xp: Any, n: Any) -> Any:
    """The square root."""
    return xp.sqrt(n)


def least(xp: Any, a: Any) -> Any:
    """2 sqrt(a), the least value of x + a/x."""
    return 2 * xp.sqrt(a)


def triangle(xp: Any, n: Any) -> Any:
    """n (n + 1)/2."""
    return n * (n + 1) / 2


def counted(xp: Any, n: Fraction) -> Any:
    """1 + 2 + ... + n, by adding."""
    return xp.number(sum(range(int(n) + 1)))


RIGHT = Identity(square, expanded, POSITIVE)
WRONG = Identity(square, misprint, POSITIVE)
TRUE: dict[str, tuple[Form, str, str]] = {
    "identity": (Identity(log_of_product, sum_of_logs, {"x": (0, None), "y": (0, 1)}), "proved", "x > 0, 0 < y < 1"),
    "identity-of-reals": (Identity(square, expanded, {"x": (None, None)}), "proved", "all real x"),
    "identity-below": (Identity(square, expanded, {"x": (None, 3)}), "proved", "x < 3"),
    "inequality": (Inequality(lambda xp, x: xp.exp(x) - 1 - x, EXP), "proved", "1/10 <= x <= 10"),
    "inequality-at-its-end": (Inequality(lambda xp, x: x, {"x": (0, 1)}, strict=False), "proved", "0 <= x <= 1"),
    "inequality-without-an-end": (Inequality(lambda xp, x: xp.exp(x) - 1 - x, POSITIVE, inside=True), "proved",
        "x > 0"),
    "inequality-of-reals": (Inequality(lambda xp, x: xp.exp(x) - 1 - x, {"x": (None, None)}, strict=False), "proved",
        "all real x"),
    "inequality-without-slopes": (Inequality(lambda xp, x: xp.number(2) - xp.ndtr(x).min(1), EXP), "proved",
        "1/10 <= x <= 10"),
    "optimum": (Optimum(lambda xp, x, a: x + a / x, least, (TENTH, 100), [1, 2, Fraction(3, 7)]), "supported",
        "x in [1/10, 100], 3 cases"),
    "optimum-by-case": (Optimum(lambda xp, x, a: x + a / x, least, lambda a: (a / 100, 100 * a), [1, (2,)]),
        "supported", "x in a range for each case, 2 cases"),
    "table": (Table(root, {2: "1.414", 3: "1.7", (4,): "2"}), "proved", "3 rows"),
    "soundness": (Soundness(lambda xp, n: n * (n + 2) / 2, counted, [1, 2, 30]), "supported", "3 cases"),
    "soundness-attained": (Soundness(triangle, counted, [1, 2, 30]), "supported", "3 cases"),
    "soundness-tight": (Soundness(triangle, counted, [1, 2, 30], tight=True), "supported", "3 cases"),
    "erratum": (Erratum("x^2 + 1", "x^2 + 2 x + 1", WRONG, RIGHT), "proved", "x > 0"),
}  # fmt: skip
FALSE: dict[str, tuple[Form, str]] = {
    "identity": (WRONG, "point"),
    "identity-by-a-hair": (
        Identity(square, lambda xp, x: expanded(xp, x) + xp.number(Fraction(1, 10**40)), POSITIVE),
        "point",
    ),
    "inequality": (Inequality(lambda xp, x: xp.exp(x) - 2 - x, EXP), "point"),
    "inequality-far-out": (Inequality(lambda xp, x: 100 - xp.log1p(x), POSITIVE), "point"),
    "inequality-not-strict": (Inequality(lambda xp, x: x, {"x": (0, 1)}), "point"),
    "optimum": (
        Optimum(lambda xp, x, a: x + a / x, lambda xp, a: least(xp, a) + xp.number(TENTH), (TENTH, 100), [1]),
        "case",
    ),
    "table": (Table(root, {2: "1.414", 3: "1.74"}), "row"),
    "soundness": (Soundness(lambda xp, n: n * n / 2, counted, [1]), "case"),
    "soundness-not-tight": (Soundness(lambda xp, n: n * (n + 2) / 2, counted, [1], tight=True), "case"),
    "erratum-of-what-is-right": (Erratum("x^2 + 2 x + 1", "x^2 + 1", RIGHT, WRONG), "printed"),
    "erratum-with-a-wrong-correction": (Erratum("x^2 + 1", "x^2 + 1", WRONG, WRONG), "point"),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_or_supported_on_the_stated_domain(name: str) -> None:
    """The domain is said in words, from the ranges or cases themselves."""
    form, verdict, domain = TRUE[name]
    found = form(Effort())
    assert verdict_name(found) == verdict, found
    assert form.domain == domain
    assert form.kind.value == name.partition("-")[0]


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_with_a_witness(name: str) -> None:
    """The witness names the point, the row or the case."""
    form, key = FALSE[name]
    found = form(Effort())
    assert isinstance(found, Refuted), found
    assert key in found.witness


def test_a_claim_takes_its_kind_domain_and_print_from_its_form() -> None:
    """Five words make a claim; the domain may be said in other words."""
    claim = Claim.of("paper.E1", "The square is misprinted.", "a paper, p. 3", TRUE["erratum"][0])
    assert (claim.kind, claim.domain) == (Kind.ERRATUM, "x > 0")
    assert (claim.printed, claim.corrected) == ("x^2 + 1", "x^2 + 2 x + 1")
    plain = Claim.of("paper.T1", "s", "s", RIGHT, domain="all sizes", slow=True)
    assert (plain.domain, plain.slow, plain.printed) == ("all sizes", True, "")


def test_a_proved_erratum_tells_the_witness() -> None:
    """Where the print is wrong, and how the correction was decided."""
    found = TRUE["erratum"][0](Effort())
    assert isinstance(found, Proved)
    assert "point = {'x':" in found.how
    assert "the corrected form: SymPy" in found.how


def test_an_erratum_is_no_more_certain_than_its_correction() -> None:
    """The print is refuted with its witness; that the correction is right is only supported."""
    halves = Soundness(lambda xp, n: n * (n + 2) / 2, counted, [1, 2, 30])
    found = Erratum("x^2 + 1", "n (n + 2)/2 is not below 1 + 2 + ... + n", WRONG, halves)(Effort())
    assert isinstance(found, Supported)
    assert "the print is refuted (" in found.how
    assert "point = {'x':" in found.how
    assert "the corrected form is only supported: balls" in found.how
    assert found.points == 3


def test_an_erratum_whose_correction_is_open_is_undecided() -> None:
    """It claims both that the print is wrong and that the correction is right."""
    open_ = Identity(lambda xp, x: xp.sqrt(x - 100), lambda xp, x: xp.sqrt(x - 100), POSITIVE)
    assert isinstance(Erratum("x^2 + 1", "sqrt", WRONG, open_)(Effort()), Undecided)


def test_an_inequality_that_touches_zero_inside_is_proved_by_its_slope() -> None:
    """x - log(1+x) touches 0 at 0: true unless it is to be above, where it is refuted, or 0 is left out."""

    def touching(xp: Any, x: Any) -> Any:
        return x - xp.log1p(x)

    over = {"x": (-TENTH, 1)}
    assert isinstance(Inequality(touching, over, strict=False, max_boxes=300)(Effort()), Proved)
    refuted = Inequality(touching, over)(Effort())
    assert isinstance(refuted, Refuted)
    assert refuted.witness["point"] == {"x": "0"}
    assert isinstance(Inequality(touching, {"x": (0, 1)}, inside=True)(Effort()), Proved)


@pytest.mark.parametrize(
    ("rows", "why"),
    [({2: "1.4142135623730950488016887242096980785696718753769"}, "48 digits"), ({Fraction(1, 4): "0.5"}, "exact")],
)
def test_a_number_is_compared_to_its_last_printed_digit(rows: dict[Any, str], why: str) -> None:
    """However many are printed."""
    assert isinstance(Table(root, rows)(Effort()), Proved), why


@pytest.mark.parametrize(
    "form", [Optimum(least, least, (0, 1), []), Table(root, {}), Soundness(root, root, [])], ids=["o", "t", "s"]
)
def test_no_case_decides_nothing(form: Form) -> None:
    """An empty list is no evidence; elsewhere agreement is to the digits that are asked for."""
    assert isinstance(form(Effort()), Undecided)
    assert TRUE["soundness-tight"][0](Effort(digits=80)).digits == 80


@pytest.mark.parametrize(
    ("over", "error", "words"),
    [
        ({"x": (0.5, 1)}, TypeError, "ends at 0.5; want an exact number"),
        ({"x": (True, 2)}, TypeError, "ends at True"),
        ({"x": (2, 1)}, ValueError, "the range of x is empty: 2 is above 1"),
        ({}, ValueError, "name each argument"),
    ],
)
def test_a_range_that_is_none_is_refused_when_it_is_written(over: Any, error: type[Exception], words: str) -> None:
    """With the name of the argument and what was found."""
    for form in (lambda: Identity(square, expanded, over), lambda: Inequality(square, over)):
        with pytest.raises(error, match=words):
            form()


@pytest.mark.parametrize("text", ["", "many", "nan", "inf"])
def test_a_print_that_is_no_number_is_refused(text: str) -> None:
    """When the table is written."""
    with pytest.raises(ValueError, match="decimal text"):
        Table(root, {2: text})


def test_a_point_has_one_row() -> None:
    """A second one, written another way, would take the place of the first."""
    for rows in ({1: "5", (1,): "1"}, {(1,): "1", Fraction(1): "1"}, {(1,): "1", 2: "2", Fraction(2, 2): "3"}):
        with pytest.raises(ValueError, match=r"two rows are of one point, \(1"):
            Table(root, rows)


@pytest.mark.parametrize(
    "form",
    [
        Soundness(lambda xp, x: xp.exp(x), lambda xp, x: math.exp(x), [2]),
        Soundness(lambda xp, x: xp.number(x) > 0, counted, [2]),
        Soundness(lambda xp, x: xp.exp(x), lambda xp, x: math.exp(x), over={"x": (0, 2)}),
    ],
    ids=["a double", "a truth value", "a hunted double"],
)
def test_a_double_refutes_no_bound(form: Form) -> None:
    """The double next to e^2 is above it."""
    found = form(Effort())
    assert isinstance(found, Undecided)
    assert "leaves the arithmetic" in found.how


@pytest.mark.parametrize("case", [(0.1, 1), (True, 1), "12", ("1/10", 1)], ids=["double", "bool", "text", "words"])
def test_a_case_that_is_no_exact_number_is_refused_when_it_is_written(case: Any) -> None:
    """(0.1, 1) is another case than (1/10, 1), and "12" is no case of 1 and 2."""
    with pytest.raises(TypeError, match="want exact numbers, int or Fraction"):
        Table(lambda xp, x, y: x + y, {case: "1.1"})
    with pytest.raises(TypeError, match="want exact numbers, int or Fraction"):
        Optimum(lambda xp, z, x, y: z, lambda xp, x, y: x, (0, 1), [case])
    with pytest.raises(TypeError, match="want exact numbers, int or Fraction"):
        Soundness(lambda xp, x, y: x, lambda xp, x, y: xp.number(x), [case])
