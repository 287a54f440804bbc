"""The logarithmic form of a difference of two positive expressions: log a - log b has the sign of a - b."""

from __future__ import annotations

from typing import Any

from ..large_packages import sympy
from .sign_codes import opposite
from .term_signs import Signs


def log_form(expr: Any, signs: Signs) -> Any:
    """An expression with the same sign, log a - log b; None if it is no difference of two positive expressions, or if
    the form is no simpler."""
    above, below = sympy.fraction(sympy.together(signs.normal(expr)))
    if not above.has(sympy.exp) or (sign := signs.sign(below)) not in ("+", "-"):
        return None
    parts: dict[str, list[Any]] = {"+": [], "-": []}
    for term in sympy.Add.make_args(sympy.expand(above)):
        mine = signs.sign(term)
        if mine not in ("+", "-"):
            return None
        parts[mine if sign == "+" else opposite(mine)].append(term)
    if not (parts["+"] and parts["-"]) or min(map(len, parts.values())) > 1:
        return None
    larger, smaller = (abs_sum(terms, signs) for terms in (parts["+"], parts["-"]))
    return sympy.log(larger) - sympy.log(smaller)


def abs_sum(terms: list[Any], signs: Signs) -> Any:
    """The sum of the absolute values of terms of one sign."""
    total = sympy.Add(*terms)
    return total if signs.sign(terms[0]) == "+" else -total
