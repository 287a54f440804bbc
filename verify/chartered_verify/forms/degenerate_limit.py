"""Where a limit may be another one: a coefficient is 0 there. SymPy takes one of which it knows no sign for one that is
not 0: of (a - 1) x/(1 + (a - 1) x) it says that the limit is 1, and at a = 1 it is 0."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from ..algebra import sympy_limit
from ..algebra.sympy_time_budget import OverWork, budget
from ..algebra.sympy_to_formula import formula_of
from ..boxes.random_points import open_side
from ..boxes.range_enclosure import Formula
from ..catching import ours
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.ranges import Exact
from . import leading_term

_Ranges: TypeAlias = Mapping[Any, tuple[Exact | None, Exact | None]]
_ANY = None, None


class Zero(NamedTuple):
    """Where a coefficient is 0: at this value of a symbol, which may depend on the other ones."""

    symbol: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.symbol} = {self.value}"

    def put_into(self, formula: Formula, symbols: list[Any]) -> Formula:
        """A formula of the symbols as one of the others."""
        place = symbols.index(self.symbol)
        value = formula_of(self.value, [symbol for symbol in symbols if symbol != self.symbol])
        return lambda xp, *others: formula(xp, *others[:place], value(xp, *others), *others[place:])


def zeros(
    expr: Any, x: Any, at: Any, side: str, ranges: Mapping[Any, tuple[Exact, Exact]], effort: Effort
) -> Iterator[Zero | str]:
    """Where the limit of an expression in x may be another one, for values of the other symbols: the places at which a
    coefficient is 0, or a text for a coefficient of which they are not known.

    The limit is tried in the ranges of the symbols; zeros are sought in what they stand for (see `open_side`)."""
    others: _Ranges = {y: open_side(ends) if y.is_positive else _ANY for y, ends in ranges.items() if y != x}
    if not expr.free_symbols & others.keys():
        return

    def limit(part: Any) -> Any:
        return sympy_limit.taken(part, x, at, side)

    try:
        coefficients = dict.fromkeys(_unsigned(sympy_limit.as_quotient(expr), x, limit))
    except sympy_limit.Untaken as error:
        yield f"a coefficient is 0: {error}"
        return
    yield from dict.fromkeys(zero for one in coefficients for zero in _zeros(one, others, effort))


def _unsigned(quotient: Any, x: Any, limit: Callable[[Any], Any]) -> Iterator[Any]:
    """Coefficients of terms in x that are not known to be other than 0.

    They do not matter in a sum above or below the line of which another term outgrows all others, and is not 0."""
    powers = (part.as_base_exp() for part in sympy.Mul.make_args(quotient))
    outermost = {base for base, exponent in powers if not exponent.has(x)}
    for node in sorted((one for one in quotient.atoms(sympy.Add) if one.has(x)), key=str):
        terms: dict[Any, Any] = {}
        for part in node.args:
            coefficient, term = part.as_independent(x, as_Add=False)
            terms[term] = terms.get(term, 0) + coefficient
        unsigned = [one for one in terms.values() if one.free_symbols and not one.is_nonzero]
        if unsigned and not (node in outermost and _is_led(terms, limit)):
            yield from unsigned


def _is_led(terms: Mapping[Any, Any], limit: Callable[[Any], Any]) -> bool:
    """Whether one of the terms, given with their coefficients, outgrows all others, and is not 0."""
    leading, alone = next(iter(terms)), True
    for term in list(terms)[1:]:
        try:
            ratio = limit(term / leading)
        except sympy_limit.Untaken:
            return False
        if ratio.is_infinite:
            leading, alone = term, True
        elif ratio != 0:
            alone = False
    return bool(alone and terms[leading].is_nonzero)


def _zeros(coefficient: Any, others: _Ranges, effort: Effort) -> list[Zero | str]:
    """The zeros of a coefficient in the ranges of its symbols; a text if they are not known and there may be some."""
    try:
        with budget():
            factors = [one for one in leading_term.factors(coefficient) if not (one.is_number or one.is_nonzero)]
            return [zero for factor in factors for zero in _solved(factor, others, effort)]
    except ours(NotImplementedError, ValueError, TypeError, OverWork):
        never = sympy.simplify(coefficient) == 0 or not _may_vanish(coefficient, others, effort)
        return [] if never else [f"{coefficient} = 0"]


def _solved(factor: Any, others: _Ranges, effort: Effort) -> Iterator[Zero]:
    """All zeros of a factor inside the ranges, in one of its symbols: of a polynomial, of what is linear in one, or the
    only one of what rises or falls. Raises NotImplementedError if they are not known."""
    free = [symbol for symbol in others if factor.has(symbol)]
    for y in free:
        slope = sympy.diff(factor, y)
        if len(free) == 1 and factor.is_polynomial(y) and factor.subs(y, 1).is_rational:
            roots = [root for root in sympy.real_roots(factor, y) if not _outside(root, *others[y])]
        elif not slope.has(y) and slope.is_nonzero:
            roots = [-factor.subs(y, 0) / slope]
        elif len(free) == 1 and not _may_vanish(slope, others, effort):
            roots = [root for root in sympy.solve(factor, y) if root.is_real and not _outside(root, *others[y])]
            if len(roots) != 1:
                continue
        else:
            continue
        yield from (Zero(y, root) for root in dict.fromkeys(roots))
        return
    raise NotImplementedError


def _may_vanish(coefficient: Any, others: _Ranges, effort: Effort) -> bool:
    """Whether it is not proved that a coefficient is never 0."""
    free = [symbol for symbol in others if coefficient.has(symbol)]
    named = {symbol.name: others[symbol] for symbol in free}
    return leading_term.may_vanish(coefficient, free, named, effort) is not None


def _outside(root: Any, low: Exact | None, high: Exact | None) -> bool:
    """Whether a root is known to be at or beyond an end of an open range."""
    return (low is not None and (root - low).is_nonpositive) or (high is not None and (root - high).is_nonnegative)
