"""Limits where a coefficient vanishes. SymPy takes a coefficient of which it knows no sign for one that is not 0: of
(a - 1) x/(1 + (a - 1) x) it says that the limit is 1, and at a = 1 it is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..algebra import sympy_limit
from ..algebra.sympy_time_budget import OverWork, budget
from ..boxes.random_points import open_side
from ..catching import ours
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.ranges import Exact, Over
from . import leading_term

MAY_VANISH = "the limit is taken in general, and"
"""The first words of the verdict on a limit that may be another one where a coefficient is 0."""

_MARK = sympy.Symbol("coefficient", real=True)


def why_not_everywhere(
    expr: Any, x: Any, goal: Any, side: str, ranges: Mapping[Any, tuple[Exact, Exact]], effort: Effort
) -> str | None:
    """Why the limit of an expression in x may be another one for some values of the other symbols, each with the range
    in which it is tried: a coefficient may be 0, and there the limit is not the one that those beside it tend to. None
    if there is no such coefficient."""
    others = {symbol: ends for symbol, ends in ranges.items() if symbol != x}
    if not expr.free_symbols & others.keys():
        return None
    for written in dict.fromkeys((expr, sympy_limit.as_quotient(expr))):
        for coefficient, marked in _marked(_without_zeros(written, x), x):
            if not _continues(marked, x, goal, side) and _may_vanish(coefficient, others, effort):
                return f"{MAY_VANISH} it may be another one where {coefficient} = 0"
    return None


def _without_zeros(expr: Any, x: Any) -> Any:
    """The expression without terms whose coefficient is 0 for all values, which SymPy need not see."""
    terms: dict[Any, Any] = {}
    for node, coefficient, term in _unsigned(expr, x):
        if sympy.simplify(coefficient) == 0:
            terms[node] = terms.get(node, node) - coefficient * term
    return expr.xreplace(terms)


def _marked(expr: Any, x: Any) -> Iterator[tuple[Any, Any]]:
    """Each coefficient that is not known to be other than 0, with the expression in which a symbol stands for it."""
    for node, coefficient, term in _unsigned(expr, x):
        yield coefficient, expr.xreplace({node: node + (_MARK - coefficient) * term})


def _unsigned(expr: Any, x: Any) -> Iterator[tuple[Any, Any, Any]]:
    """(a sum, a coefficient in it that is not known to be other than 0, its term in x)."""
    for node in sorted((one for one in expr.atoms(sympy.Add) if one.has(x)), key=str):
        grouped: dict[Any, Any] = {}
        for part in node.args:
            coefficient, term = part.as_independent(x, as_Add=False)
            grouped[term] = grouped.get(term, 0) + coefficient
        for term, coefficient in grouped.items():
            if coefficient.free_symbols and not coefficient.is_nonzero:
                yield node, coefficient, term


def _continues(marked: Any, x: Any, goal: Any, side: str) -> bool:
    """Whether SymPy finds the same limit where the coefficient is 0 and where it tends to 0."""
    try:
        with budget():
            near = sympy_limit.taken(marked, x, goal, side).subs(_MARK, 0)
            there = sympy_limit.taken(marked.subs(_MARK, 0), x, goal, side)
            return bool(near == there or sympy.simplify(near - there) == 0)
    except ours(NotImplementedError, ValueError, TypeError, OverWork):
        return False


def _may_vanish(coefficient: Any, others: Mapping[Any, tuple[Exact, Exact]], effort: Effort) -> bool:
    """Whether it is not proved that a coefficient is never 0, for all values of the symbols with their assumptions."""
    free = [symbol for symbol in others if coefficient.has(symbol)]
    ranges: Over = {symbol.name: open_side(others[symbol]) if symbol.is_positive else (None, None) for symbol in free}
    return leading_term.may_vanish(coefficient, free, ranges, effort) is not None
