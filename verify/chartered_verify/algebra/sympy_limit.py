"""Limits by SymPy, which are refused with one exception where it cannot take them, and where it would take one of them
for all values of the other symbols although these decide which of two powers is the larger one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ..boxes.range_enclosure import UNSUPPORTED
from ..catching import ours
from ..large_packages import sympy
from ..multiplied_out import multiplied_out
from ..raised import raised
from .sympy_time_budget import OverWork, budget


class Untaken(ValueError):
    """SymPy takes no limit, or one that may be wrong."""


def for_all(expr: Any, x: Any, goal: Any, side: str) -> Any:
    """The limit of an expression as the symbol x tends to `goal` from a side, for all values of the other symbols.
    Raises Untaken if SymPy takes none.

    Of x/(x + x**a) SymPy says that the limit at infinity is 1, whatever a is. So the quotient of any two terms of a sum
    must have a limit where a term has another symbol in an exponent: that of two powers SymPy takes only if it knows
    the sign of the difference of the exponents. Unless it is 0, infinite or positive the two may cancel, and their
    sum is not compared with the others."""
    for written in _ways_to_write(expr):
        why = next(_uncompared(written, x, goal, side), None)
        if why is None:
            return taken(written, x, goal, side)
    raise Untaken(why)


def _ways_to_write(expr: Any) -> Iterator[Any]:
    yield expr
    yield as_quotient(expr)


def as_quotient(expr: Any) -> Any:
    """A quotient of two sums, in which terms that cancel do so, also inside functions and powers. Raises Untaken if
    SymPy finds none."""
    try:
        with budget():
            return _as_quotient(expr)
    except ours(NotImplementedError, ValueError, TypeError, OverWork) as error:
        raise Untaken(f"it is no quotient of sums: {raised(error)}") from error


def _as_quotient(expr: Any) -> Any:
    inner = {node: node.func(*map(_as_quotient, node.args)) for node in _functions(expr)}
    over, under = sympy.fraction(sympy.together(expr.xreplace(inner)))
    return multiplied_out(over) / multiplied_out(under)


def _functions(expr: Any) -> Iterator[Any]:
    """The functions and powers in an expression that are in no other one."""
    if isinstance(expr, sympy.Function) or (expr.is_Pow and not expr.exp.is_Integer):
        yield expr
    else:
        for part in expr.args:
            yield from _functions(part)


def _uncompared(expr: Any, x: Any, goal: Any, side: str) -> Iterator[str]:
    """Two terms of a sum of which it is not known which is the larger one, or whether they cancel."""
    for one, other in _pairs(expr, x, goal):
        try:
            ratio = taken(sympy.powsimp(one / other), x, goal, side)
        except Untaken as error:
            yield f"{one} beside {other}: {error}"
        else:
            if not (ratio.is_zero or ratio.is_infinite or ratio.is_positive):
                yield f"{one} and {other} may cancel, and what is left of them is not compared"


def taken(expr: Any, x: Any, goal: Any, side: str) -> Any:
    """SymPy's limit. Raises Untaken if it takes none."""
    polys = sympy.polys.polyerrors.BasePolynomialError
    try:
        with budget():
            found = sympy.limit(expr, x, goal, side)
    except ours(NotImplementedError, ValueError, OverWork) as error:
        raise Untaken(" ".join(str(error).split())) from error
    except ours(*UNSUPPORTED, AssertionError, LookupError, RecursionError, polys) as error:
        raise Untaken(raised(error)) from error
    if found.has(sympy.Limit, sympy.nan, sympy.AccumBounds):
        raise Untaken(f"it is {found}")
    return found


def _pairs(expr: Any, x: Any, goal: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of terms of each sum of which one has another symbol in an exponent."""
    for node in sorted(expr.atoms(sympy.Add), key=str):
        powers = [_has_symbolic_power(term, x, goal) for term in node.args]
        for (one, symbolic), (other, too) in combinations(zip(node.args, powers, strict=True), 2):
            if symbolic or too:
                yield one, other


def _has_symbolic_power(term: Any, x: Any, goal: Any) -> bool:
    """Whether a term grows or falls, as x goes to its goal, in a way that depends on another symbol."""
    return any(
        (exponent.has(x) or base.has(x)) and exponent.free_symbols - {x} and not _analytic(base, exponent, x, goal)
        for base, exponent in map(_power, term.atoms(sympy.Pow, sympy.exp, sympy.gamma, sympy.loggamma))
    )


def _power(node: Any) -> tuple[Any, Any]:
    return node.as_base_exp() if isinstance(node, sympy.Pow | sympy.exp) else (sympy.E, node.args[0])


def _analytic(base: Any, exponent: Any, x: Any, goal: Any) -> bool:
    """Whether a power is analytic in x at a finite goal, so that its series has whole powers alone."""
    return bool(goal.is_finite and base.subs(x, goal).is_positive and exponent.is_polynomial(x))
