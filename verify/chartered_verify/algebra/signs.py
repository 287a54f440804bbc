"""Signs by algebra: the sign of every factor or term of a formula follows from the assumptions on its symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ..arithmetic import balls
from ..boxes.range_enclosure import Formula, value_at
from ..boxes.sampling import points_of
from ..enclosure import Enclosure
from ..factoring import factored
from ..heavy import sympy
from ..statements.claim import Effort
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from .expressions import expression

Ranges: TypeAlias = Mapping[str, tuple[Any, Any]]
"""For each variable, the rational range in which counterexamples are searched in ball arithmetic."""


def sign_of(
    formula: Formula,
    names: str,
    domain: Ranges,
    effort: Effort,
    *,
    strict: bool = True,
    zero: Sequence[str] = (),
    points: int = 12,
) -> Verdict:
    """Decides formula > 0 (or >= 0, if not `strict`) for all positive values of the named symbols, and for the value 0
    of those in `zero`.

    SymPy rewrites the formula as a sum or product of terms whose signs follow from the assumptions. `domain` only
    limits the search for a counterexample, which comes first."""
    symbols = [
        sympy.Symbol(name, nonnegative=True) if name in zero else sympy.Symbol(name, positive=True)
        for name in names.split()
    ]
    found = negative_at(formula, domain, points, effort.seed, strict, _stated_at(names.split(), zero))
    if found is not None:
        return found
    expr = expression(formula, symbols)
    for name, rewrite in _FORMS.items():
        form = rewrite(expr)
        if form.is_positive or (not strict and form.is_nonnegative):
            return Proved(how=f"SymPy: every factor has a known sign ({name})", hunted=points)
    return Undecided(how=f"SymPy sees no sign in {sympy.simplify(expr)}", left="all of it")


def _stated_at(names: Sequence[str], zero: Sequence[str]) -> Callable[..., bool]:
    """A function that decides whether the statement covers a point."""
    return lambda *point: all(x > 0 or (x == 0 and name in zero) for name, x in zip(names, point, strict=True))


def negative_at(
    formula: Formula, domain: Ranges, points: int, seed: int, strict: bool, keep: Callable[..., bool] | None = None
) -> Refuted | None:
    """A random point of the domain, where `keep(*point)` holds, at which the formula certainly has the wrong sign."""
    for point in points_of(domain, points, seed, keep):
        value = value_at(formula, point, 256)
        with balls(256):
            if value < 0 or (strict and value <= 0):
                witness = {
                    "point": dict(zip(domain, map(str, point), strict=True)),
                    "value": Enclosure.of(value).upper_exact,
                }
                return Refuted("balls: the sign is certainly wrong at a point", witness=witness)
    return None


def _expanded(above: Any, below: Any) -> Any:
    return sympy.expand(above) / sympy.expand(below)


_FORMS: dict[str, Callable[[Any], Any]] = {
    "as it stands": lambda expr: expr,
    "factored": lambda expr: factored(sympy.together(expr)),
    "expanded": lambda expr: sympy.expand(expr),
    "expanded over a common denominator": lambda expr: _expanded(*sympy.fraction(sympy.together(expr))),
    "simplified": lambda expr: sympy.simplify(expr),
    "logarithms expanded": lambda expr: sympy.simplify(sympy.expand_log(sympy.simplify(expr))),
}
