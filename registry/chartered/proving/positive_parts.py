"""Positive parts max(0, x) whose sign follows from the assumptions: Max(0, x) becomes x or 0, so that algebra can
continue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chartered_verify.factoring import factored
from chartered_verify.large_packages import sympy


def resolved(expr: Any) -> Any:
    """The expression with every positive part replaced whose sign is certain; the others are unchanged."""
    return expr.replace(sympy.Max, _part)


def _part(*terms: Any) -> Any:
    if len(terms) != 2 or 0 not in terms:
        return sympy.Max(*terms)
    (inner,) = (term for term in terms if term != 0)
    for form in _forms(inner):
        if form.is_nonnegative:
            return form
        if form.is_nonpositive:
            return sympy.Integer(0)
    return sympy.Max(*terms)


def _forms(inner: Any) -> Iterator[Any]:
    yield inner
    yield sympy.expand(inner.replace(sympy.log, lambda x: sympy.expand_log(sympy.log(factored(sympy.together(x))))))
    simple = sympy.together(sympy.powsimp(sympy.expand(inner)))
    yield factored(simple)
    above, below = sympy.fraction(sympy.cancel(simple))
    yield sympy.expand(above) / sympy.expand(below)
    yield -(sympy.expand(-above) / sympy.expand(below))
