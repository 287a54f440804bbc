"""Guarantees that a plugin stated: numbers and results that are not admissible become a Fault, whose message names the
plugin, the theorem or accountant, and what it stated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from chartered_verify.arithmetic import Arithmetic, balls
from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from flint import arb
from msgspec import structs

from ..errors import Fault, Unavailable
from . import moment_check
from .guarantees import GDP, ZCDP, Approximate, Guarantee, MomentGeneratingFunction, Pure, Renyi, Responses
from .guarded_calls import answering, called, displayed
from .privacy_profile import AtInfinity, Evaluation, OverStretch, Profile, SharedSearch, Tail, WitnessSearch
from .profile_consistency import check_balls, check_curve, check_end

_BITS = (128, 1024)
_NUMBERS: Mapping[type, tuple[str, ...]] = {
    Guarantee: ("failure",),
    Pure: ("epsilon",),
    Approximate: ("epsilon", "delta"),
    ZCDP: ("rho",),
    GDP: ("mu_squared",),
    Responses: ("delta",),
    Renyi: ("top",),
    MomentGeneratingFunction: ("infinity_mass", "infinity_mass_added", "max_loss"),
}
_FORMULAS: Mapping[type, tuple[str, ...]] = {
    Renyi: ("curve",),
    MomentGeneratingFunction: ("log_moment", "log_bound"),
    Profile: ("delta", "epsilon", "lower_bound"),
}
_OPTIONAL = {"top", "max_loss", "epsilon", "log_lower", "derivative", "lower_bound", "mu", "tail_mu", "log_bound"}
_OPTIONAL |= {"infinity_mass_added"}
_PROBABILITIES = ("delta", "infinity_mass", "infinity_mass_added", "failure")
"""The numbers that are at most 1."""
_PROPOSES = ("propose", "for_epsilon", "for_delta")
"""The search functions that return a witness for a question."""
_PARTS = {"search": WitnessSearch, "evaluation": Evaluation, "at_infinity": AtInfinity, "tail": Tail}
"""The parts of a profile that are classes of their own."""
_NONNEGATIVE = ("delta", "curve")
"""The formulas whose values cannot be negative."""


class Source(Protocol):
    """A theorem or an accountant: the attributes that this module uses."""

    @property
    def ours(self) -> bool:
        """Whether it ships with Chartered."""

    @property
    def named(self) -> str:
        """Plugin and theorem (or accountant) as messages name them."""

    @property
    def side(self) -> Side:
        """The direction of the error of its bounds."""


def stated(by: Source, what: str, given: object, kind: type[Guarantee]) -> Guarantee:
    """The guarantee `given` that the function `what` of a theorem or an accountant returned, checked. Raises Fault if
    it is not of the class `kind`. In guarantees of third-party plugins the numbers are checked and the formulas are
    wrapped, so that a later error names the plugin that caused it."""
    if not isinstance(given, kind):
        other = f"a {type(given).__name__}" if isinstance(given, Guarantee) else displayed(given)
        raise Fault(f"{by.named}: {what} returned {other}; it must return a {kind.__name__}")
    if by.ours:
        return given
    here = f"{by.named}: {what}"
    changed: dict[str, Any] = {}
    for base, names in _NUMBERS.items():
        if isinstance(given, base):
            changed |= {name: _number(here, name, getattr(given, name), name in _PROBABILITIES) for name in names}
    for base, names in _FORMULAS.items():
        if isinstance(given, base):
            changed |= {name: _formula(here, name, getattr(given, name)) for name in names}
    guarded = replace(given, **changed, **(_parts(here, given) if isinstance(given, Profile) else {}))
    _check_values(here, guarded)
    if isinstance(guarded, Profile) and by.side is Side.EXACT:
        with answering(by.named):
            check_end(guarded)
            check_curve(guarded)
    return guarded


def _check_values(here: str, guarded: Guarantee) -> None:
    """Raises Fault if a value of a wrapped formula, or a count, is inadmissible."""
    if isinstance(guarded, Renyi):
        order = min(Fraction(2), Fraction(guarded.top or 2))
        _number(here, "curve", lambda xp: guarded.curve(xp, xp.number(order)))
        check_balls(here, "curve", guarded.curve, order - Fraction(1, 20) if guarded.top else order)
    if isinstance(guarded, MomentGeneratingFunction) and (
        why := moment_check.contradiction(guarded, partial(_ball, here))
    ):
        raise Fault(f"{here} states {why}")
    if isinstance(guarded, Profile) and guarded.closed_form:
        _number(here, "delta", lambda xp: guarded.delta(xp, xp.number(1), {}))
        check_balls(here, "delta", lambda xp, epsilon: guarded.delta(xp, epsilon, {}), Fraction(1))
    if isinstance(guarded, Responses):
        _check_counts(here, guarded.counts)


def _number(here: str, name: str, x: Any, probability: bool = False, signed: bool = False) -> Any:
    """The exact number `x`, wrapped if it is a function of an arithmetic. Raises Fault if it is no exact number, is
    NaN, is negative (unless `signed`) or, as a `probability`, is above 1."""
    if x is None and name in _OPTIONAL:
        return None
    if isinstance(x, bool) or not (isinstance(x, int | Fraction) or callable(x)):
        right = "an int, a Fraction or a function of an arithmetic"
        raise Fault(f"{here} states {name} = {displayed(x)}; it must be {right}")
    value = _ball(here, name, x) if callable(x) else x
    if value < 0 and not signed:
        raise Fault(f"{here} states {name} = {displayed(value)}; it must not be negative")
    if probability and value > 1:
        raise Fault(f"{here} states {name} = {displayed(value)}; it must be at most 1")
    return _formula(here, name, x) if callable(x) else x


def _ball(here: str, name: str, x: Callable[[Arithmetic], Any]) -> arb:
    """The ball of a number that is given as a function of an arithmetic. Raises Fault if the function returns no ball,
    or NaN at every precision tried."""
    for bits in _BITS:
        with balls(bits) as xp:
            value = called(here, name, x, xp)
            if isinstance(value, int | Fraction) and not isinstance(value, bool):
                value = xp.number(value)
        if not isinstance(value, arb):
            raise Fault(f"{here}: {name} gave {_no_ball(value)}")
        if not value.is_nan():
            return value
    raise Fault(f"{here}: {name} is not a number at {_BITS[-1]} bits")


def _formula(here: str, name: str, function: Any) -> Any:
    """The formula, wrapped: an exception gets a note with its owner, and a result in ball arithmetic must be a ball,
    which is not certainly negative if the formula is among `_NONNEGATIVE`."""
    if function is None and name in _OPTIONAL:
        return None
    if not callable(function):
        raise Fault(f"{here} states {name} = {displayed(function)}; it must be a function")

    def formula(*arguments: Any) -> Any:
        try:
            found = function(*arguments)
        except Unavailable:
            raise
        except ours(BaseException) as error:
            if not getattr(error, "__notes__", ()):
                error.add_note(f"{here}: {name}")
            raise
        if found is None and name == "log_lower":
            return None
        in_balls = len(arguments) > 1 and type(arguments[1]) is arb and name != "log_lower"
        if found is None or isinstance(found, str | bytes) or (in_balls and type(found) is not arb):
            raise Fault(f"{here}: {name} gave {_no_ball(found)}")
        if in_balls and name in _NONNEGATIVE and found < 0:
            raise Fault(f"{here}: {name} is negative, {displayed(found)} at {displayed(arguments[1])}")
        return found

    return formula


def _no_ball(value: object) -> str:
    return (
        f"{displayed(value)}, which is no value of the arithmetic: use xp.exp, xp.number and their kin instead of math"
    )


def _parts(here: str, given: Profile) -> dict[str, Any]:
    """The parts of a profile, wrapped: each has its class, its numbers are checked and its functions wrapped. Raises
    Fault."""
    search, end, tail = given.search, given.at_infinity, given.tail
    for name, kind in _PARTS.items():
        _of_class(here, name, getattr(given, name), kind, optional=name == "tail")
    guarded = structs.replace(
        end, delta=_number(here, "delta", end.delta, True), max_loss=_number(here, "max_loss", end.max_loss)
    )
    searches: dict[str, Any] = {name: _search(here, name, getattr(search, name)) for name in _PROPOSES}
    return {
        "search": structs.replace(search, **searches, many=search.many and _shared(here, search.many)),
        "evaluation": _evaluation(here, given.evaluation),
        "at_infinity": guarded,
        "tail": tail and _tail(here, tail),
    }


def _of_class(here: str, name: str, part: object, kind: type, *, optional: bool = False) -> None:
    """Raises Fault if a part of a profile is not of its class."""
    if not (isinstance(part, kind) or (part is None and optional)):
        raise Fault(f"{here} states {name} = {displayed(part)}; it must be of the class {kind.__name__}")


def _shared(here: str, shared: SharedSearch) -> SharedSearch:
    """A search for many deltas with its functions wrapped. Raises Fault if it is no such one."""
    _of_class(here, "many", shared, SharedSearch)
    find, refine = _search(here, "find", shared.find), _search(here, "refine", shared.refine)
    return structs.replace(shared, find=find, refine=refine)


def _evaluation(here: str, given: Evaluation) -> Evaluation:
    """An evaluation with its functions wrapped."""
    estimate, derivative = _search(here, "estimate", given.estimate), _formula(here, "derivative", given.derivative)
    over = given.over_stretch and _over_stretch(here, given.over_stretch)
    return structs.replace(given, estimate=estimate, derivative=derivative, over_stretch=over)


def _over_stretch(here: str, over: OverStretch) -> OverStretch:
    """A formula for an interval of eps, with its search and its curve wrapped. Raises Fault if it is no such one."""
    _of_class(here, "over_stretch", over, OverStretch)
    if not isinstance(over.within, int | Fraction) or not 0 <= over.within <= 1:
        raise Fault(f"{here} states within = {displayed(over.within)}; it must be an exact number between 0 and 1")
    propose, make = _search(here, "propose", over.propose), _formula(here, "over_stretch", over.curve)
    return structs.replace(over, propose=propose, curve=lambda witness: _formula(here, "delta", make(witness)))


def _search(here: str, name: str, function: Any) -> Any:
    """The search function, wrapped: its faults carry the name of its owner, and its result is checked."""
    if function is None:
        return None
    if not callable(function):
        raise Fault(f"{here} states {name} = {displayed(function)}; it must be a function")

    def search(*arguments: Any) -> Any:
        found = called(here, name, function, *arguments)
        if name in (*_PROPOSES, "refine") and not isinstance(found, Mapping):
            raise Fault(f"{here}: {name} returned {displayed(found)}; it must return a witness, exact numbers by name")
        if name == "estimate" and not isinstance(found, int | float):
            raise Fault(f"{here}: {name} returned {displayed(found)}; it must return about delta, a float")
        return found

    return search


def _tail(here: str, tail: Tail) -> Tail:
    """The tail with its numbers checked and its functions wrapped."""
    numbers = {name: _number(here, name, getattr(tail, name)) for name in ("start", "mu", "tail_mu")}
    parabola = tail.subgaussian and tuple(_number(here, "subgaussian", part, signed=True) for part in tail.subgaussian)
    return structs.replace(tail, **numbers, subgaussian=parabola, log_lower=_formula(here, "log_lower", tail.log_lower))


def _check_counts(here: str, counts: Any) -> None:
    fits = isinstance(counts, Mapping) and all(
        isinstance(eps, int | Fraction) and eps > 0 and isinstance(n, int) and n > 0 for eps, n in counts.items()
    )
    if not fits:
        raise Fault(
            f"{here} states counts = {displayed(counts)}; it must say for exact eps > 0 how many answers there are"
        )
