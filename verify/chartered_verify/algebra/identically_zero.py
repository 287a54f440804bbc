"""Zero tests of expressions by SymPy: rewritings under which a difference may vanish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from ..boxes.random_points import Domain, open_side
from ..factoring import factored
from ..large_packages import sympy
from ..multiplied_out import multiplied_out
from .sympy_time_budget import unwieldy

Rewrite: TypeAlias = Callable[[Any], Any]
"""A function from an expression to an equal one, supplied by the caller."""


def vanishes(difference: Any, domain: Domain, variables: Sequence[Any], rewrites: Sequence[Rewrite]) -> str | None:
    """The rewriting under which the difference is 0, or None."""
    if unwieldy(difference):
        return "at once" if difference == 0 else None
    forms = []
    for label, expr in _forms(difference, domain, variables, rewrites):
        if expr == 0:  # most are, and the forms that follow are spared
            return f"at once, {label}"
        forms.append((label, expr))
    for name, strategy in STRATEGIES.items():  # each of all forms before a dearer one: simplify may take 10 s
        for label, expr in forms:
            if strategy(expr) == 0:
                return f"{name}, {label}"
    return None


def _forms(
    difference: Any, domain: Domain, variables: Sequence[Any], rewrites: Sequence[Rewrite]
) -> Iterator[tuple[str, Any]]:
    """The difference as it stands and with ranges mapped, each with its rewritings."""
    yield from _rewritten("as it stands", difference, rewrites)
    if open_ranges := _open_ranges(domain, variables):
        yield from _rewritten("after mapping the range to t > 0", difference.subs(open_ranges), rewrites)


def _open_ranges(domain: Domain, variables: Sequence[Any]) -> dict[Any, Any]:
    """Substitutions for variables in (0, 1) or above 1, in terms of a positive symbol t."""
    found = {}
    for variable, ends in zip(variables, domain.values(), strict=True):
        t, side = sympy.Dummy("t", positive=True), open_side(ends)  # no symbol of that name is another letter
        if ends[0] >= 0 and side != (0, None):
            found[variable] = t / (1 + t) if side == (0, 1) else 1 + t
    return found


def _rewritten(label: str, start: Any, rewrites: Sequence[Rewrite]) -> Iterator[tuple[str, Any]]:
    """An expression, and what the caller's rewritings make of it, one after the other."""
    yield label, start
    for rewrite in rewrites:
        start = rewrite(start)
        yield f"{label}, by the caller's rewriting", start


def _in_exponentials(expr: Any) -> Any:
    """Every power with a symbolic exponent is rewritten as an exponential of logarithms, and these are expanded."""
    powers = {
        power: sympy.exp(power.exp * sympy.log(power.base))
        for power in expr.atoms(sympy.Pow)
        if not power.exp.is_Rational
    }
    return sympy.simplify(sympy.expand(sympy.expand_log(expr.xreplace(powers), deep=True)))


def _in_factors(expr: Any) -> Any:
    """Logarithms of factored arguments, expanded."""
    rewritten = expr.replace(sympy.log, lambda x: sympy.log(factored(sympy.together(x))))
    return sympy.simplify(sympy.expand(sympy.expand_log(rewritten, deep=True)))


def _without_inverses(expr: Any) -> Any:
    """erfcinv(erfc(x)) = x and erfcinv(2 - erfc(x)) = -x, for all real x."""

    def undone(y: Any) -> Any:
        for sign, value in ((1, sympy.expand(y)), (-1, sympy.expand(2 - y))):
            if value.func is sympy.erfc and value.args[0].is_real:
                return sign * value.args[0]
        return sympy.erfcinv(y)

    found = expr.replace(sympy.erfcinv, undone)
    return expr if found == expr else sympy.simplify(found)  # unchanged, it is simplified later


STRATEGIES: dict[str, Rewrite] = {
    "expand": multiplied_out,
    "together and cancel": lambda expr: multiplied_out(sympy.numer(sympy.together(expr))),
    "logarithms expanded": lambda expr: sympy.expand(sympy.expand_log(sympy.expand(expr), deep=True)),
    "powers gathered": lambda expr: sympy.powsimp(sympy.expand(sympy.powdenest(expr)), combine="all"),
    "logarithms of factors": _in_factors,
    "powers as exponentials": _in_exponentials,
    "inverse functions undone": _without_inverses,
    "simplify": lambda expr: sympy.simplify(expr),
    "simplify after together": lambda expr: sympy.simplify(factored(sympy.together(expr))),
}
"""Rewritings under which an expression may become 0, the cheap ones first."""
