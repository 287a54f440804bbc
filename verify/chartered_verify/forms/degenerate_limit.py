"""Where a limit may be another one: a coefficient is 0 there. SymPy takes one of which it knows no sign for one that is
not 0: of (a - 1) x/(1 + (a - 1) x) it says that the limit is 1, and at a = 1 it is 0."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
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
_NEVER_0 = (sympy.exp, sympy.erfc)


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
    expr: Any,
    x: Any,
    at: Any,
    side: str,
    ranges: Mapping[Any, tuple[Exact, Exact]],
    effort: Effort,
    *,
    finite: bool = False,
) -> Iterator[Zero | str]:
    """Where the limit of an expression in x may be another one, for values of the other symbols: the places at which a
    coefficient is 0, or a text for a coefficient of which they are not known.

    `finite`: whether the limit is; what is above the line may be 0 then: c x + o(x) over x tends to c also if c is 0.
    The limit is tried in the ranges of the symbols; zeros are sought in what they stand for (see `open_side`)."""
    others: _Ranges = {y: open_side(ends) if y.is_positive else _ANY for y, ends in ranges.items() if y != x}
    if not expr.free_symbols & others.keys():
        return

    orders = _Orders(x, at, side, ranges)
    try:
        quotient = sympy_limit.as_quotient(expr)
        parts = list(_inside(quotient) if finite else sympy.fraction(quotient))
        coefficients = dict.fromkeys([*_unsigned(parts, _outermost(quotient), orders), *_leading(parts, orders)])
    except sympy_limit.Untaken as error:
        yield f"a coefficient is 0: {error}"
        return
    yield from dict.fromkeys(zero for one in coefficients for zero in _zeros(one, others, effort))


class _Orders(NamedTuple):
    """How terms grow as x tends to a point from a side."""

    x: Any
    at: Any
    side: str
    ranges: Mapping[Any, tuple[Exact, Exact]]

    def limit(self, part: Any) -> Any:
        """Raises Untaken if SymPy takes none."""
        return sympy_limit.taken(part, self.x, self.at, self.side)

    def leading(self, terms: Mapping[Any, Any]) -> Any:
        """The leading coefficient of a sum, of which the coefficient of each term is given: those of the terms that no
        other one outgrows, added up. It is 0 if they cancel. Raises Untaken if SymPy does not compare the terms."""
        (leading, total), *rest = terms.items()
        for term, coefficient in rest:
            ratio = self.limit(term / leading)
            if ratio.is_infinite:
                leading, total = term, coefficient
            elif ratio.has(sympy.oo, -sympy.oo, sympy.zoo):
                raise sympy_limit.Untaken(f"{term} beside {leading}: {ratio}")
            else:
                total += coefficient * ratio
        return total

    def cancelling(self, node: Any) -> Any:
        """The leading coefficient, up to a constant, of a sum whose leading terms cancel. Raises Untaken if SymPy finds
        none."""
        fixed = leading_term.inside({y: ends for y, ends in self.ranges.items() if y != self.x})
        found = self.limit(node / node.subs(fixed))
        if found.has(sympy.oo, -sympy.oo, sympy.zoo, self.x):
            raise sympy_limit.Untaken(f"{leading_term.UNKNOWN} {node}")
        return found


def _terms(node: Any, x: Any) -> dict[Any, Any]:
    """The terms in x of a sum, with their coefficients."""
    terms: dict[Any, Any] = {}
    for part in sympy.Add.make_args(node):
        coefficient, term = part.as_independent(x, as_Add=False)
        terms[term] = terms.get(term, 0) + coefficient
    return terms


def _inside(quotient: Any) -> Iterator[Any]:
    """The parts that must not be 0 where the limit is finite: the denominator, and all inside the numerator's terms
    except powers of x, and exponents (SymPy knows the sign of an infinite one)."""
    over, under = sympy.fraction(quotient)
    yield under
    for term in sympy.Add.make_args(over):
        for factor in sympy.Mul.make_args(term):
            if isinstance(factor, sympy.exp):
                yield from _inside(factor.args[0])
            elif isinstance(factor, sympy.log | sympy.erfc):
                yield from factor.args
            elif not (factor.is_Pow and factor.base.is_Atom and factor.exp.is_number):
                yield factor


def _sums(parts: Sequence[Any], x: Any) -> list[Any]:
    return sorted((one for one in set().union(*(part.atoms(sympy.Add) for part in parts)) if one.has(x)), key=str)


def _outermost(quotient: Any) -> set[Any]:
    """The sums of a quotient of sums, above and below the line."""
    powers = (part.as_base_exp() for part in sympy.Mul.make_args(quotient))
    return {base for base, exponent in powers if exponent.is_number}


def _unsigned(parts: Sequence[Any], outermost: Container[Any], orders: _Orders) -> Iterator[Any]:
    """Coefficients of terms in x that are not known to be other than 0.

    They do not matter in an outermost sum of which another term outgrows all others, and is not 0."""
    for node in _sums(parts, orders.x):
        terms = _terms(node, orders.x)
        unsigned = [one for one in terms.values() if one.free_symbols and not one.is_nonzero]
        if unsigned and not (node in outermost and _is_led(terms, orders)):
            yield from unsigned


def _is_led(terms: Mapping[Any, Any], orders: _Orders) -> bool:
    """Whether the terms that no other one outgrows do not cancel."""
    try:
        return bool(orders.leading(terms).is_nonzero)
    except sympy_limit.Untaken:
        return False


def _leading(parts: Sequence[Any], orders: _Orders) -> Iterator[Any]:
    """The leading coefficients of all sums and functions in x and other symbols, which may be 0 although no coefficient
    of a term is: that of e^x - a next to 0 is 1 - a. Raises Untaken if one is not known."""
    x = orders.x
    for node in _sums(parts, x):
        yield from _of_sum(node, x, orders)
    functions = set().union(*(part.atoms(sympy.Function) for part in parts))
    for node in sorted((one for one in functions if one.has(x) and one.free_symbols - {x}), key=str):
        if isinstance(node, sympy.log):
            over, _ = sympy.fraction(sympy_limit.as_quotient(node.args[0] - 1))
            yield from _of_sum(over, x, orders)
        elif not isinstance(node, _NEVER_0):
            found = orders.limit(node)
            if found == 0:
                raise sympy_limit.Untaken(f"{leading_term.UNKNOWN} {node}")
            yield from () if found.has(sympy.oo, -sympy.oo, sympy.zoo) else (found,)


def _of_sum(node: Any, x: Any, orders: _Orders) -> Iterator[Any]:
    """The leading coefficient of a sum, if its terms may cancel."""
    terms = _terms(node, x)
    parts = [coefficient * term for term, coefficient in terms.items()]
    one_sign = all(part.is_nonnegative for part in parts) or all(part.is_nonpositive for part in parts)
    if not node.free_symbols - {x} or one_sign:
        return
    found = orders.leading(terms)
    yield orders.cancelling(node) if sympy.simplify(found) == 0 else found


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
