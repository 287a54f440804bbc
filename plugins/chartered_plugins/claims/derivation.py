"""Derivations: a claim that follows from several steps, each of them decided by algebra or balls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import sympy
from chartered_verify import algebra
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Effort
from chartered_verify.sampling import points_of
from chartered_verify.values import Enclosure
from chartered_verify.verdict import Proved, Refuted, Supported, Undecided, Verdict

from .powers import rational_in_powers

Formula: TypeAlias = Callable[..., Any]
Step: TypeAlias = tuple[str, Verdict]
Ranges: TypeAlias = Mapping[str, tuple[Any, Any]]
"""For each variable, the rational range in which balls hunt."""


def chain(conclusion: str, *steps: Step) -> Verdict:
    """Proved when every step is proved, and `how` is the chain; otherwise the verdict of the first step that is not, with its name.

    `conclusion` says why the steps suffice: it is the part of the proof that a person must read.
    """
    hunted = 0
    means = set()
    for label, verdict in steps:
        match verdict:
            case Proved():
                hunted += verdict.hunted
                means.add(verdict.how.split(":")[0])
            case Refuted():
                return Refuted(f"step '{label}': {verdict.how}", witness=verdict.witness)
            case Undecided():
                return Undecided(f"step '{label}': {verdict.how}", left=verdict.left)
            case Supported():
                return Supported(f"step '{label}' is only supported: {verdict.how}", points=verdict.points, digits=verdict.digits)
    listed = "; ".join(f"({number}) {label}" for number, (label, _) in enumerate(steps, start=1))
    return Proved(how=f"{' and '.join(sorted(means))}: {listed}. {conclusion}", hunted=hunted)


def same(left: Formula, right: Formula, names: str, domain: Ranges, effort: Effort, **more: Any) -> Verdict:
    """An identity over positive symbols, few points hunted: the steps of a chain are many."""
    more.setdefault("points", 12)
    more.setdefault("rewrites", (rational_in_powers,))
    return algebra.identity(left, right, names, domain, effort=effort, **more)


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
    """Decide formula > 0 (or >= 0) for all positive values of the named symbols, those in `zero` also for the value 0.

    SymPy brings the formula to a sum or product of terms whose signs the assumptions tell. `domain` is only where balls hunt first.
    """
    symbols = [sympy.Symbol(name, nonnegative=True) if name in zero else sympy.Symbol(name, positive=True) for name in names.split()]
    found = _negative_at(formula, domain, points, effort.seed, strict)
    if found is not None:
        return found
    expr = algebra.expression(formula, symbols)
    for name, rewrite in _FORMS.items():
        form = rewrite(expr)
        if form.is_positive or (not strict and form.is_nonnegative):
            return Proved(how=f"SymPy: every factor has a known sign ({name})", hunted=points)
    return Undecided(how=f"SymPy sees no sign in {sympy.simplify(expr)}", left="all of it")


def slopes(formula: Formula, wrt: int, names: str, order: int = 1) -> Formula:
    """The derivative of the formula by its argument number `wrt`, by SymPy."""
    symbols = [sympy.Symbol(name, positive=True) for name in names.split()]
    return algebra.formula_of(sympy.diff(algebra.expression(formula, symbols), symbols[wrt], order), symbols)


def curvature_of_exp(log_formula: Formula, wrt: int, names: str) -> Formula:
    """(e^f)''/e^f = f'' + f'^2 for the formula f: its sign tells whether e^f is convex."""
    first, second = slopes(log_formula, wrt, names), slopes(log_formula, wrt, names, 2)
    return lambda xp, *x: second(xp, *x) + first(xp, *x) ** 2


def touches(h: Formula, at: Formula, names: str, domain: Ranges, effort: Effort) -> list[Step]:
    """h(xp, x, *others) >= 0 for all x > 0: at x = at(xp, *others) value and slope are 0, and the curvature is positive everywhere."""
    others = names.split(maxsplit=1)[1]
    inside = dict(list(domain.items())[1:])
    slope = slopes(h, 0, names)
    return [
        ("value 0 at the point of contact", same(lambda xp, *o: h(xp, at(xp, *o), *o), _zero, others, inside, effort)),
        ("slope 0 there", same(lambda xp, *o: slope(xp, at(xp, *o), *o), _zero, others, inside, effort)),
        ("curvature positive everywhere", sign_of(slopes(h, 0, names, 2), names, domain, effort)),
    ]


def tends(formula: Formula, wrt: int, point: int | str, value: Formula, names: str, domain: Ranges, effort: Effort) -> Verdict:
    """A limit: at 0 from above, or at "inf"."""
    return algebra.limit_is(formula, wrt, point, value, names, domain, effort=effort)


def certain(label: str, formula: Callable[[Any], Any], bits: int = 256) -> Step:
    """A step without variables: the formula is certainly positive (balls)."""
    with balls(bits) as xp:
        value = xp.number(formula(xp))
        if value > 0:
            return label, Proved(how="balls: certainly positive")
        if value <= 0:
            return label, Refuted("balls: certainly not positive", witness={"value": Enclosure.of(value).upper_exact})
    return label, Undecided("balls: the sign is open", left=label)


def sample(holds: Callable[..., bool], cases: Sequence[Sequence[Any]], digits: int, what: str) -> Verdict:
    """Supported when `holds(*case)` for every case; the first other case refutes."""
    for case in cases:
        if not holds(*case):
            return Refuted(f"{what}: a counterexample", witness={"point": [str(part) for part in case]})
    return Supported(how=f"{what}: no counterexample", points=len(cases), digits=digits)


def _zero(xp: Any, *_: Any) -> Any:
    return xp.number(0)


def _negative_at(formula: Formula, domain: Ranges, points: int, seed: int, strict: bool) -> Refuted | None:
    for point in points_of(domain, points, seed):
        with balls(256) as xp:
            value = xp.number(formula(xp, *(xp.number(x) for x in point)))
            if value < 0 or (strict and value <= 0):
                witness = {"point": dict(zip(domain, map(str, point), strict=True)), "value": Enclosure.of(value).upper_exact}
                return Refuted("balls: the sign is certainly wrong at a point", witness=witness)
    return None


def _expanded(above: Any, below: Any) -> Any:
    return sympy.expand(above) / sympy.expand(below)


_FORMS: dict[str, Callable[[Any], Any]] = {
    "as it stands": lambda expr: expr,
    "factored": lambda expr: sympy.factor(sympy.together(expr)),
    "expanded": lambda expr: sympy.expand(expr),
    "expanded over a common denominator": lambda expr: _expanded(*sympy.fraction(sympy.together(expr))),
    "simplified": lambda expr: sympy.simplify(expr),
    "logarithms expanded": lambda expr: sympy.simplify(sympy.expand_log(sympy.simplify(expr))),
}
