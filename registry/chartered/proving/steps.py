"""Derivations: claims that follow from several steps, each decided by computer algebra or ball arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.algebra.factor_signs import Ranges, sign_of, without_value
from chartered_verify.boxes.random_points import open_side, points_of
from chartered_verify.boxes.range_enclosure import bits_of_values
from chartered_verify.boxes.region import Region
from chartered_verify.forms import algebraic as algebra
from chartered_verify.forms.proof_chain import Step
from chartered_verify.large_packages import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Undecided, Verdict

from .powers import rational_in_powers

_TRIED, _BITS = 12, 256
"""Points at which a step is tried: few, because a chain has many steps; and the precision of a value."""
Formula: TypeAlias = Callable[..., Any]


def same(left: Formula, right: Formula, names: str, domain: Ranges, effort: Effort, **more: Any) -> Verdict:
    """Decides an identity over positive symbols, with few random points, because a chain has many steps."""
    more.setdefault("points", _TRIED)
    more.setdefault("rewrites", (rational_in_powers,))
    more.setdefault("region", stated(domain))
    return algebra.identity(left, right, names, domain, effort=effort, **more)


def stated(domain: Ranges) -> Region:
    """The values for which a step is stated: ranges only say where a counterexample is hunted."""
    return Region.interior([open_side(ends) for ends in domain.values()])


def slopes(formula: Formula, wrt: int, names: str, order: int = 1, *, real: Collection[str] = ()) -> Formula:
    """The derivative of the formula with respect to its argument number `wrt`, by SymPy, for positive arguments, and
    any of those in `real`: that of the root of x^2 is 1 for a positive x alone."""
    return algebra.formula_of(*_differentiated(formula, wrt, names, order, real))


def _differentiated(
    formula: Formula, wrt: int, names: str, order: int, real: Collection[str]
) -> tuple[Any, Sequence[Any]]:
    """(the derivative as an expression, the symbols)."""
    symbols = [sympy.Symbol(name, **{"real" if name in real else "positive": True}) for name in names.split()]
    return sympy.diff(algebra.expression(formula, symbols), symbols[wrt], order), symbols


def touches(h: Formula, at: Formula, names: str, domain: Ranges, effort: Effort) -> list[Step]:
    """Steps that prove h(xp, x, *others) >= 0 for all x > 0, or for all real x if its range begins below 0: at x =
    at(xp, *others) its value and derivative are 0, and the second derivative is positive everywhere."""
    others = names.split(maxsplit=1)[1]
    inside = dict(list(domain.items())[1:])
    real = [name for name, (low, _) in domain.items() if low < 0]
    contact = [
        ("the point of contact is in the domain", sign_of(at, others, inside, effort)),
        ("value 0 at the point of contact", same(lambda xp, *o: h(xp, at(xp, *o), *o), zero, others, inside, effort)),
    ]
    slope, (curvature, symbols) = slopes(h, 0, names, real=real), _differentiated(h, 0, names, 2, real)
    if curvature.has(sympy.DiracDelta):
        jumps = Undecided("the curvature of a formula whose slope jumps nowhere", left="where it does, as at a maximum")
        return [*contact, ("curvature positive everywhere", jumps)]
    return [
        *contact,
        ("slope 0 there", same(lambda xp, *o: slope(xp, at(xp, *o), *o), zero, others, inside, effort)),
        ("curvature positive everywhere", sign_of(algebra.formula_of(curvature, symbols), names, domain, effort)),
    ]


def derivative_is(
    of: Formula, wrt: int, slope: Formula, names: str, domain: Ranges, *, effort: Effort, **more: Any
) -> Verdict:
    """Decides whether `slope` is the derivative with respect to argument number `wrt` of a formula with values."""
    if (missing := without_value(of, points_of(domain, _TRIED, effort.seed))) is not None:
        return Undecided("the derivative of a formula that has a value everywhere", left=f"its value at {missing}")

    def has_value(*point: Fraction) -> bool:
        return bits_of_values((of,), point, _BITS) is not None

    more = {"region": stated(domain), "keep": has_value} | more
    return algebra.derivative_is(of, wrt, slope, names, domain, effort=effort, **more)


def tends(
    of: Formula, wrt: int, point: int | str, value: Formula, names: str, domain: Ranges, effort: Effort
) -> Verdict:
    """Decides a limit, at 0 from above or at "inf"."""
    others = {name: ends for k, (name, ends) in enumerate(domain.items()) if k != wrt}
    more: dict[str, Any] = {"region": stated(others)} if others else {}
    return algebra.limit_is(of, wrt, point, value, names, domain, effort=effort, **more)


def zero(xp: Any, *_: Any) -> Any:
    """The number 0, for any arguments."""
    return xp.number(0)
