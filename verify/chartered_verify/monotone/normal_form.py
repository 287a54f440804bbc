"""Normal form of an expression in positive symbols: powers as exponentials of logarithms, logarithms and roots divided
over positive factors, exponents expanded. It equals the expression wherever that is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..catching import ours
from ..factoring import factor_list, factored
from ..large_packages import sympy

Test = Callable[[Any], bool]
_STEPS = 4
_HALF = sympy.Rational(1, 2)


def normal_form(expr: Any, positive: Test) -> Any:
    """The normal form; `positive(factor)` says whether a factor is certainly positive."""
    if expr.is_Atom:
        return expr
    if isinstance(expr, sympy.Pow) and expr.exp.is_Integer:
        return normal_form(expr.base, positive) ** expr.exp
    arguments = [normal_form(argument, positive) for argument in expr.args]
    if isinstance(expr, sympy.Pow):
        if expr.base is sympy.E:
            return _exponential(arguments[1], positive)
        if expr.exp.is_Rational and expr.exp.q == 2:
            return _root(arguments[0], positive) ** expr.exp.p
        return _exponential(arguments[1] * _logarithm(arguments[0], positive), positive)
    if isinstance(expr, sympy.exp):
        return _exponential(arguments[0], positive)
    if isinstance(expr, sympy.log):
        return _logarithm(arguments[0], positive)
    if isinstance(expr, sympy.loggamma | sympy.polygamma | sympy.erfc):
        *order, at = arguments
        at = sympy.expand(at)
        return _shifted_gamma(at, positive) if isinstance(expr, sympy.loggamma) else expr.func(*order, at)
    if isinstance(expr, sympy.Mul):
        return _product(arguments, positive)
    return expr.func(*arguments)


def _product(parts: list[Any], positive: Test) -> Any:
    """A product whose exponential factors are merged, since their exponents may cancel."""
    exponents = [
        part.args[0] for factor in parts for part in sympy.Mul.make_args(factor) if isinstance(part, sympy.exp)
    ]
    others = [part for factor in parts for part in sympy.Mul.make_args(factor) if not isinstance(part, sympy.exp)]
    if len(exponents) < 2:
        return sympy.Mul(*parts)
    return sympy.Mul(*others, _exponential(sympy.Add(*exponents), positive))


def factors(expr: Any) -> list[tuple[Any, int]]:
    """The factors of an expression over a common denominator with their exponents, a constant first."""
    above, below = sympy.fraction(sympy.together(expr))
    found: list[tuple[Any, int]] = []
    for part, sign in ((above, 1), (below, -1)):
        try:
            constant, parts = factor_list(part)
        except ours(sympy.polys.polyerrors.PolificationFailed):  # a number, once its terms have cancelled
            constant, parts = sympy.expand(part), []
        found += [(constant, sign)] if constant != 1 else []
        for factor, times in parts:
            found += _split(factor, sign * times)
    return found


def _split(factor: Any, times: int) -> list[tuple[Any, int]]:
    """A factor that is a power, as (base, exponent)."""
    if isinstance(factor, sympy.Pow) and factor.exp.is_Integer:
        return _split(factor.base, times * int(factor.exp))
    return [(factor, times)]


def _logarithm(x: Any, positive: Test) -> Any:
    """log x as a sum over its positive factors; the remaining factor is positive as well, since x is."""
    parts = factors(x)
    doubtful = [(f, n) for f, n in parts if not positive(f)]
    total = sum((n * _of_factor(f) for f, n in parts if positive(f)), sympy.Integer(0))
    if not doubtful:
        return total
    return total + sympy.log(sympy.Mul(*(f**n for f, n in doubtful)))


def _of_factor(f: Any) -> Any:
    if isinstance(f, sympy.exp):
        return f.args[0]
    if isinstance(f, sympy.Pow) and f.base is sympy.E:
        return f.exp
    if isinstance(f, sympy.Pow) and f.exp == _HALF:
        return _of_factor(f.base) / 2
    if f.is_Rational and f > 0:
        primes = {**sympy.factorint(f.p), **{prime: -times for prime, times in sympy.factorint(f.q).items()}}
        return sum((times * sympy.log(prime) for prime, times in primes.items()), sympy.Integer(0))
    return sympy.log(f)


def _root(x: Any, positive: Test) -> Any:
    """sqrt(x) as a product over its positive factors, as for `_logarithm`."""
    parts = factors(x)
    doubtful = [(f, n) for f, n in parts if not positive(f)]
    total = sympy.Integer(1)
    for f, n in parts:
        if positive(f):
            total *= f ** (n // 2) * (_root_of_factor(f) if n % 2 else 1)
    return total * (sympy.sqrt(sympy.Mul(*(f**n for f, n in doubtful))) if doubtful else 1)


def _root_of_factor(f: Any) -> Any:
    if isinstance(f, sympy.exp):
        return sympy.exp(f.args[0] / 2)
    return sympy.sqrt(sympy.expand(f) if not f.is_Symbol else f)


def _exponential(exponent: Any, positive: Test) -> Any:
    """exp(exponent): integer and half-integer multiples of logarithms become powers, sums become products."""
    found = sympy.Integer(1)
    for rest, coefficient in _collected(exponent).items():
        if isinstance(rest, sympy.log) and coefficient.is_Rational and coefficient.q in (1, 2):
            base = rest.args[0]
            found *= base**coefficient if coefficient.q == 1 else _root(base, positive) ** coefficient.p
        else:
            found *= sympy.exp(coefficient * rest)
    return found


def _collected(exponent: Any) -> dict[Any, Any]:
    """The terms of a sum by their non-rational part, with the rational coefficients; polynomials by their monomials."""
    found: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(exponent)):
        rest, rational = sympy.Integer(1), sympy.Integer(1)
        for part in sympy.Mul.make_args(term):
            rest, rational = (rest, rational * part) if part.is_rational_function() else (rest * part, rational)
        if rest == 1 and rational.is_polynomial():
            rational, rest = rational.as_coeff_Mul()
        found[rest] = found.get(rest, sympy.Integer(0)) + rational
    return {rest: factored(coefficient) for rest, coefficient in found.items() if coefficient != 0}


def _shifted_gamma(z: Any, positive: Test) -> Any:
    """log Gamma(z) with an integer shift removed, by log Gamma(z + 1) = log z + log Gamma(z), if z stays positive."""
    shift = z.as_coeff_Add()[0]
    steps = int(sympy.floor(shift)) if shift.is_Rational and z != shift else 0
    if not (1 <= steps <= _STEPS and positive(z - steps)):
        return sympy.loggamma(z)
    return sympy.loggamma(z - steps) + sum(_logarithm(z - k, positive) for k in range(1, steps + 1))
