"""Signs of rational functions of one variable, decided exactly by isolating their real roots (SymPy): what branch and
bound is compared with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.algebra.factor_signs import negative_at
from chartered_verify.algebra.sympy_to_formula import expression
from chartered_verify.boxes.random_points import points_of
from chartered_verify.boxes.range_enclosure import Formula
from chartered_verify.large_packages import sympy
from chartered_verify.statements.ranges import bounded_part
from chartered_verify.statements.verdict import Proved, Refuted, Undecided, Verdict

End = Fraction | int | None
_SAMPLES = 40
_X = sympy.Symbol("x", real=True)


def positive(formula: Formula, low: End = None, high: End = None) -> Verdict:
    """Decides whether the rational function formula(xp, x) is > 0 for all x in [low, high]; None: an infinite end.

    Removable poles are cancelled first. Undecided if a pole lies in the range. Raises ValueError for a formula that is
    not a quotient of polynomials with rational coefficients."""
    return _decide(formula, low, high, strict=True)


def nonnegative(formula: Formula, low: End = None, high: End = None) -> Verdict:
    """Decides whether the rational function formula(xp, x) is >= 0 for all x in [low, high]; otherwise as
    `positive`."""
    return _decide(formula, low, high, strict=False)


def _decide(formula: Formula, low: End, high: End, *, strict: bool) -> Verdict:
    if low is not None and high is not None and low >= high:
        raise ValueError(f"want low < high, not [{low}, {high}]")
    above, below = (_polynomial(part) for part in sympy.fraction(sympy.cancel(expression(formula, [_X]))))
    inf, sup = _exact(low), _exact(high)
    if below.count_roots(inf, sup):
        return Undecided(how="SymPy counts a pole in the range", left=f"the roots of {below.as_expr()}")
    changes = _odd_part(above) if not strict else above
    for point in _probes(changes, above.degree(), inf, sup):
        value = above.eval(point) / below.eval(point)
        if value < 0 or (strict and value == 0):
            return Refuted(
                "SymPy: exact value at a rational point", witness={"point": [str(point)], "value": str(value)}
            )
    if above.is_zero:
        return Proved(how="SymPy: the function is 0")
    if roots := _roots(changes, inf, sup, closed=strict):
        return Refuted(
            "SymPy: a real root in the range", witness={"roots": roots, "polynomial": str(changes.as_expr())}
        )
    domain = {"x": bounded_part(low, high)}
    if (missed := negative_at(formula, domain, points_of(domain, _SAMPLES, 1), strict)) is not None:
        return Undecided(how=f"SymPy sees no change of sign, but {missed.how}", left=f"{missed.witness['point']}")
    word = "root" if strict else "change of sign"
    how = f"SymPy: no real {word} of the numerator (degree {above.degree()}) in the range, and its sign at points of it"
    return Proved(how, hunted=_SAMPLES)


def _polynomial(part: Any) -> Any:
    if not part.is_polynomial(_X):
        raise ValueError(f"{part} is no polynomial in one variable")
    poly = sympy.Poly(part, _X)
    if not all(coefficient.is_Rational for coefficient in poly.all_coeffs()):
        raise ValueError(f"{part} has coefficients that are not rational")
    return poly


def _exact(end: End) -> Any:
    return None if end is None else sympy.Rational(Fraction(end).numerator, Fraction(end).denominator)


def _odd_part(poly: Any) -> Any:
    """The product of the square-free factors of odd multiplicity. The polynomial changes its sign exactly at the real
    roots of this product."""
    if poly.is_zero:
        return poly
    return sympy.prod([factor for factor, times in poly.sqf_list()[1] if times % 2], start=sympy.Poly(1, _X))


def _roots(poly: Any, inf: Any, sup: Any, *, closed: bool) -> int:
    """The number of real roots in the range, including its finite ends if `closed`."""
    ends = 0 if closed else sum(1 for end in (inf, sup) if end is not None and poly.eval(end) == 0)
    return int(poly.count_roots(inf, sup)) - ends


def _probes(poly: Any, degree: int, inf: Any, sup: Any) -> list[Any]:
    """Rational points of the range: more of them than the degree of the numerator, so that one is not a root, and the
    ends of isolating intervals."""
    low = inf if inf is not None else (sup - 1 if sup is not None else sympy.Integer(-1))
    high = sup if sup is not None else low + 2
    count = max(int(degree), 0) + 2 if not poly.is_zero else 2
    points = [low + (high - low) * sympy.Rational(step, count) for step in range(count + 1)]
    if not poly.is_zero and poly.degree() > 0:
        points += [end for ends, _ in poly.intervals(inf=inf, sup=sup) for end in ends]
    return [point for point in points if (inf is None or point >= inf) and (sup is None or point <= sup)]
