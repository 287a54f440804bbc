"""Identities: whether two formulas are equal, by SymPy, and by balls at points of the domain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ..algebra.identically_zero import Rewrite, vanishes
from ..algebra.sympy_time_budget import OverWork, budget, unwieldy
from ..algebra.sympy_to_formula import expression, formula_of
from ..arithmetic.unknown import Refused
from ..boxes.box import Point
from ..boxes.random_points import Comparison, Domain, at_point, compare_at_points, compare_where_defined, points_of
from ..boxes.range_enclosure import UNSUPPORTED, Formula, value_at
from ..boxes.region import Region
from ..catching import ours
from ..large_packages import sympy
from ..raised import not_admissible
from ..spot_checks.admitted import PointTest, Pointwise, admitted
from ..statements.claim import Effort
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

DEFAULT = Effort()
_DEEP, _DEEPER = 3, 8
"""The number of points at which equality is tested with more digits, and the factor for the number of digits."""
_TRIAL_BITS = 1100


def identity(
    left: Formula,
    right: Formula,
    symbols: str | Sequence[Any],
    domain: Domain,
    *,
    effort: Effort = DEFAULT,
    rewrites: Sequence[Rewrite] = (),
    keep: Callable[..., bool] | None = None,
    points: int = 40,
    region: Region | None = None,
) -> Verdict:
    """Decides whether left(xp, *x) = right(xp, *x) for all x inside the domain at which both are defined.

    `symbols`: the arguments in order, as names of positive symbols ("alpha gamma") or as SymPy symbols with assumptions
    that the domain justifies. `domain`: the range of each to sample, in the same order. `keep(*point)` drops points
    outside a domain that is no box. `region`: the domain itself, if it is unbounded. SymPy simplifies the difference.
    If it needs more than signs, the ranges 0..1 and 1..inf are mapped (see `open_side`), and `rewrites` are the
    caller's own equivalences, tried before each strategy. Proved: the difference is zero, and balls agree at all random
    points. Refuted: balls exclude equality at a point, one of these or a trial point of the domain. Supported: balls
    agree, but SymPy could not decide. Undecided: a side has no (close enough) value at some points, or SymPy's
    difference is not 0. Raises ValueError if the assumptions on a symbol contradict its range."""
    names = list(domain)
    equal = equality(left, right, names, region or Region.interior(list(domain.values())), effort.digits, keep)
    variables = declared(symbols, domain)
    try:
        difference = expression(left, variables) - expression(right, variables)
    except Refused as error:
        return Undecided(not_admissible(error), left="all of it")
    places = list(points_of(domain, points, effort.seed, lambda *point: equal.covers(point)))
    found = compare_at_points(left, right, names, iter(places), effort.digits)
    if found.counterexample is None:
        how = _by_sympy(difference, domain, variables, rewrites)
        verdict = _combined(found, how, _Equality(left, right, difference, variables, places[:_DEEP]), domain, effort)
    else:
        verdict = found.counterexample
    return admitted(equal, verdict, effort.seed)


def equality(
    left: Formula,
    right: Formula,
    names: Sequence[str],
    region: Region,
    digits: int,
    keep: Callable[..., bool] | None = None,
) -> Pointwise:
    """The statement that left(xp, *x) = right(xp, *x) at every point of a region."""
    test, closer = (_differ(left, right, names, many) for many in (digits, _DEEPER * digits))
    return Pointwise(region, test, (left, right), names, keep, closer)


class _Equality(Struct, frozen=True):
    """Two formulas, SymPy's difference of them, and a few points of the domain."""

    left: Formula
    right: Formula
    difference: Any
    variables: Sequence[Any]
    places: Sequence[Point]

    def deeper(self, names: Sequence[str], digits: int) -> Refuted | None:
        """A point at which the two formulas certainly differ, tested with many more digits."""
        return compare_at_points(self.left, self.right, names, iter(self.places), _DEEPER * digits).counterexample

    def nonzero(self) -> Point | None:
        """A point at which SymPy's difference, after equal terms have cancelled, is certainly not 0."""
        try:
            with budget():
                forms = [
                    formula_of(form(self.difference), self.variables) for form in (lambda expr: expr, sympy.expand)
                ]
        except ours(*UNSUPPORTED, RecursionError, OverWork):
            return None
        for place in self.places:
            values = [value_at(form, place, _TRIAL_BITS) for form in forms]
            if any(value.is_finite() and not value.contains(0) for value in values):
                return place
        return None


def _by_sympy(
    difference: Any, domain: Domain, variables: Sequence[Any], rewrites: Sequence[Rewrite]
) -> tuple[str | None, str]:
    """(the rewriting under which SymPy finds 0, or None; why it finds none)."""
    try:
        with budget():
            how = vanishes(difference, domain, variables, rewrites)
    except ours(OverWork) as spent:
        return None, str(spent)
    return how, "" if how is not None else unwieldy(difference) or "SymPy could not decide"


def _combined(
    found: Comparison, by_sympy: tuple[str | None, str], sides: _Equality, domain: Domain, effort: Effort
) -> Verdict:
    """The verdict from SymPy and balls together."""
    agreed = f"balls agree at {found.agreed} random points"
    if found.skipped or not found.agreed:
        return Undecided(
            how=agreed, left=f"{found.skipped} points at which a side has no value, or none that is close enough"
        )
    zero, why = by_sympy
    if zero is not None:
        return Proved(how=f"SymPy: the difference of both sides is 0 ({zero})", hunted=found.agreed)
    if (deeper := sides.deeper(list(domain), effort.digits)) is not None:
        return deeper
    if (place := sides.nonzero()) is not None:
        return Undecided(
            f"{agreed}, but SymPy's difference of both sides is not 0",
            left=f"equality at ({', '.join(map(str, place))})",
        )
    return Supported(how=f"{why}; {agreed}", points=found.agreed, digits=effort.digits)


def _differ(left: Formula, right: Formula, names: Sequence[str], digits: int) -> PointTest:
    """The test of equality at a point where both sides have finite values."""

    def test(point: Point) -> bool | Refuted:
        found = compare_where_defined(left, right, point, digits, max(_TRIAL_BITS, 8 * digits))
        return at_point(names, point, found) if isinstance(found, Refuted) else found

    return test


def declared(symbols: str | Sequence[Any], domain: Domain) -> list[Any]:
    """The symbols of the arguments. Raises ValueError for a wrong number of them, or for one whose sign contradicts its
    range."""
    variables = (
        list(sympy.symbols(symbols.replace(",", " ").split(), positive=True))
        if isinstance(symbols, str)
        else list(symbols)
    )
    if len(variables) != len(domain):
        raise ValueError(f"{len(variables)} symbols, but the domain has {len(domain)}: {', '.join(domain)}")
    for variable, (name, (low, _)) in zip(variables, domain.items(), strict=True):
        if (variable.is_positive or variable.is_nonnegative) and low < 0:
            raise ValueError(f"{name} is declared positive, but its range begins at {low}")
    return variables
