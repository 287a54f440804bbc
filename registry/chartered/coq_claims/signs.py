"""Evident signs: an expression as a quotient of products whose factors are positive term by term."""

from __future__ import annotations

from typing import Any

from chartered_verify.large_packages import sympy


def evidently_positive(expr: Any) -> bool:
    """Whether an expanded polynomial is positive by the signs of its terms."""
    return bool(sympy.sympify(expr).is_positive)


def positive_form(expr: Any) -> Any:
    """The expression as such a quotient, as far as one is found; Coq checks the equality."""
    above, under = map(sympy.expand, sympy.fraction(sympy.cancel(sympy.together(expr))))
    for sign in (1, -1):
        ends = [sympy.expand(sign * one) for one in (above, under)]
        if all(map(evidently_positive, ends)):
            return _divided(*ends)
    sign, parts = 1, []
    for part in (above, under):
        turned, found = _factors(part)
        sign *= turned
        parts.append(found)
    return _divided(*(sympy.Mul(*found) for found in parts)) if sign > 0 or _turn_one(parts) else expr


def _factors(part: Any) -> tuple[int, list[Any]]:
    """The sign of a polynomial and its factors, each multiplied by -1 if that makes it evidently positive."""
    content, factors = sympy.factor_list(part)
    sign = 1 if content > 0 else -1
    found = [sympy.Abs(content)] if abs(content) != 1 else []
    for factor, times in factors:
        if evidently_positive(sympy.expand(-factor)):
            factor, sign = sympy.expand(-factor), sign * (-1) ** times
        found.append(factor**times)
    return sign, found


def _turn_one(parts: list[list[Any]]) -> bool:
    """Negates the first factor whose sign is not evident, and returns whether there was one."""
    for found in parts:
        for n, one in enumerate(found):
            if not one.is_positive and not one.is_Pow:
                found[n] = sympy.expand(-one)
                return True
    return False


def _divided(above: Any, under: Any) -> Any:
    return above if under == 1 else above * sympy.Pow(under, -1, evaluate=False)
