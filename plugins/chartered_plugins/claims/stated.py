"""Bounds as they are stated: what a registered theorem answers, beside its formula written once more from the source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import chartered as ch
from chartered_verify.claim import Effort
from chartered_verify.sampling import compare
from chartered_verify.verdict import Proved, Refuted, Supported, Undecided, Verdict

from .shipped import theorem

Number: TypeAlias = Callable[[Any], Any]
"""A number as a function of the arithmetic."""


def case(text: str, inner: Any = None, *, replaced: bool = False) -> ch.Case:
    """The case of a step as users write it, under add-or-remove or, `replaced`, replace-one."""
    return ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE if replaced else ch.Neighbours.ADD_OR_REMOVE, inner)


def answers(plugin: str, name: str, source: Any) -> Any:
    """The guarantee that the theorem gives, its conditions asked first."""
    return theorem(plugin, name).apply(source)


def agree(pairs: Mapping[str, tuple[Number, Number]], effort: Effort) -> Verdict:
    """Supported where both numbers of every pair agree to the digits asked for."""
    for what, (shipped, written) in pairs.items():
        found = compare(shipped, written, (), effort.digits)
        if isinstance(found, Refuted):
            return Refuted(f"{what}: {found.how}", witness=found.witness)
        if not found:
            return Undecided(f"{what}: the two do not come to {effort.digits} digits", left=what)
    return Supported("balls: equal to the formula as it is written at the source", points=len(pairs), digits=effort.digits)


def together(*found: Verdict | None) -> Verdict:
    """Supported where every verdict is, at the points of all; else the first other one. None has nothing to say.

    (Not `or`: a verdict has no truth value.)
    """
    samples = list[Supported]()
    for verdict in found:
        match verdict:
            case Supported():
                samples.append(verdict)
            case Proved() | Refuted() | Undecided():
                return verdict
    how = "; ".join(dict.fromkeys(verdict.how for verdict in samples))
    return Supported(how, points=sum(verdict.points for verdict in samples), digits=min(verdict.digits for verdict in samples))


def unless(stands: Verdict, *found: Verdict | None) -> Verdict:
    """The verdict that stands, unless there is another."""
    other = first(*found)
    return stands if other is None else other


def first(*found: Verdict | None) -> Verdict | None:
    """The first verdict that there is."""
    return next((verdict for verdict in found if verdict is not None), None)


def conditions(plugin: str, name: str, holds: Mapping[str, Any], fails: Mapping[str, Any]) -> Verdict | None:
    """Refuted where the theorem does not answer of a source of which it is stated, or does of another one; else None."""
    why = theorem(plugin, name).conditions
    for what, source in holds.items():
        if (reason := why(source)) is not None:
            return Refuted(f"{name} does not answer: {reason}", witness={"case": what})
    for what, source in fails.items():
        if why(source) is None:
            return Refuted(f"{name} answers where it is not stated", witness={"case": what})
    return None


def number(value: ch.Number) -> Number:
    """What a guarantee holds, as a function of the arithmetic."""
    return lambda xp: xp.number(value)


def delta_at(profile: ch.Profile, epsilon: ch.Number, **witness: Any) -> Number:
    """The profile's delta there."""
    return lambda xp: profile.delta(xp, xp.number(epsilon), witness)


def epsilon_at(profile: ch.Profile, delta: ch.Number, **witness: Any) -> Number:
    """The profile's eps there."""
    assert profile.epsilon is not None
    inverse = profile.epsilon
    return lambda xp: inverse(xp, xp.number(delta), witness)
