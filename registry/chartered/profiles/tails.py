"""Tails of privacy profiles: as a profile states its tail, as the tails of its parts imply it, or by the asymptotics of
its formula."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from types import SimpleNamespace
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.arithmetic.asymptotic import LogBounds, log_bounds
from chartered_verify.arithmetic.exponential_sums import QuadraticPolynomial, log_above
from chartered_verify.catching import ours
from chartered_verify.enclosure import enclose
from flint import arb
from msgspec import structs

from ..model.privacy_profile import Profile, Tail
from .gaussian_family import gaussians

_NOTHING = Tail(mu=0, tail_mu=0)
_BITS = 128
_STARTS = tuple(Fraction(4) ** k for k in range(-2, 24))
_RATIONALS: Any = SimpleNamespace(number=Fraction, maximum=max, minimum=min)
Fold: TypeAlias = Callable[[Any, Sequence[Value]], Value]
"""A combination of several values into one, in any arithmetic."""
Quadratic: TypeAlias = tuple[Number, Number, Number]


def worst_tail(profiles: Sequence[Profile]) -> Tail | None:
    """A tail bound for each of several profiles, hence for their averages and their maximum. None if one tail is not
    known, or if every profile reaches its limit at a finite eps."""
    tails = [_known(p) for p in profiles]
    if all(p.at_infinity.max_loss is not None for p in profiles) or None in tails:
        return None
    known = [tail for tail in tails if tail is not None]
    parabolas = [_parabola(tail) for tail in known if tail.mu != 0]
    return Tail(
        start=folded(largest, [tail.start for tail in known]),
        mu=_of_all(largest, [tail.mu for tail in known]),
        subgaussian=_above([p for p in parabolas if p is not None]) if None not in parabolas else None,
        tail_mu=_of_all(largest, [tail.tail_mu for tail in known]),
    )


def mixed_tail(weights: Sequence[Number], profiles: Sequence[Profile]) -> Tail | None:
    """A tail bound for the average with these weights.

    From some eps on the slowest part dominates. If it is mu-GDP with a known mu, then the other parts together stay
    below the remaining share, one minus its weight, of the profile of mu-GDP. Otherwise the other parts add little to
    its quadratic bound."""
    worst = worst_tail(profiles)
    if worst is None or worst.mu is not None or worst.subgaussian is None:
        return worst
    tails = [_known(p) for p in profiles]
    with balls(_BITS) as xp:
        parts = [
            (xp.number(w), t.mu, _as_balls(xp, _parabola(t)))
            for w, t in zip(weights, tails, strict=True)
            if t and t.mu != 0
        ]
        parts.sort(key=lambda part: -float(part[2].c2.mid()))
        (weight, mu, slowest), terms = parts[0], tuple((w, p) for w, _, p in parts)
        for start in _STARTS:
            at = xp.number(start)
            if at >= xp.number(worst.start) and all((slowest - p).nondecreasing(at) for _, p in terms[1:]):
                above = log_above(terms, at)
                assert above is not None
                tail = Tail(start=start, subgaussian=_as_numbers(above), tail_mu=worst.tail_mu)
                if mu is None:
                    return tail
                if _leaves_room(mu, 1 - weight, log_above(terms[1:], at), at):
                    return structs.replace(tail, mu=mu)
    return worst


def _leaves_room(mu: Number, share: arb, others: QuadraticPolynomial | None, at: arb) -> bool:
    """Whether e^others is at most `share` times the profile of mu-GDP for every eps >= at."""
    tail = gaussians()(mu).tail
    assert tail is not None
    assert tail.log_lower is not None
    with balls(_BITS) as xp:
        found = tail.log_lower(xp, at)
        return found is not None and (
            others is None or (_as_balls(xp, found).shifted(share.log()) - others).nonnegative(at)
        )


def _as_balls(xp: Arithmetic, parabola: Any) -> QuadraticPolynomial:
    """The quadratic c + b eps - a eps^2 for (a, b, c), with coefficients as balls."""
    a, b, c = (xp.number(part) for part in parabola)
    return QuadraticPolynomial(c, b, -a)


def _as_numbers(p: QuadraticPolynomial) -> tuple[Number, Number, Number]:
    return _held(-p.c2), _held(p.c1), _held(p.c0)


def best_tail(profiles: Sequence[Profile]) -> Tail | None:
    """A tail bound for the minimum of several profiles; None if no tail is known. Its `tail_mu` is 0 if one of them
    vanishes at a finite eps."""
    known = [p.tail for p in profiles if p.tail is not None]
    if not known:
        return None
    vanishes = any(p.at_infinity.max_loss is not None for p in profiles)
    mus = [tail.mu for tail in known if tail.mu is not None]
    parabolas = [tail.subgaussian for tail in known if tail.subgaussian is not None]
    return Tail(
        start=folded(largest, [tail.start for tail in known]),
        mu=folded(smallest, mus) if mus else None,
        subgaussian=max(parabolas, key=lambda p: _near(p[0])) if parabolas else None,
        tail_mu=0 if vanishes else _of_all(smallest, [None if p.tail is None else p.tail.tail_mu for p in profiles]),
    )


def _known(profile: Profile) -> Tail | None:
    """The stated tail; for a profile that vanishes at a finite eps, the tail of the zero function from there on."""
    if profile.at_infinity.delta == 0 and profile.at_infinity.max_loss is not None:
        return Tail(start=profile.at_infinity.max_loss, mu=_NOTHING.mu, tail_mu=_NOTHING.tail_mu)
    return profile.tail


def _parabola(tail: Tail) -> Quadratic | None:
    """The stated quadratic bound, or that of mu-GDP: log delta <= eps/2 - eps^2/(2 mu^2) at every eps."""
    if tail.subgaussian is not None or tail.mu is None:
        return tail.subgaussian
    mu = tail.mu
    return (lambda xp: 1 / (2 * xp.number(mu) ** 2)), Fraction(1, 2), 0


def _above(parabolas: Sequence[Quadratic]) -> Quadratic | None:
    """A quadratic that is an upper bound of all of these for eps >= 0; None for an empty sequence."""
    if not parabolas:
        return None
    a, b, c = zip(*parabolas, strict=True)
    return folded(smallest, a), folded(largest, b), folded(largest, c)


def _of_all(fold: Fold, numbers: Sequence[Number | None]) -> Number | None:
    known = [x for x in numbers if x is not None]
    return folded(fold, known) if len(known) == len(numbers) else None


def folded(fold: Fold, numbers: Sequence[Number], exact: bool = True) -> Number:
    """One exact number made from several; rational if all are, unless other operands of the fold are not (`exact` is
    False)."""
    if exact and not any(callable(x) for x in numbers):
        return Fraction(fold(_RATIONALS, [Fraction(x) for x in numbers if not callable(x)]))
    return lambda xp: fold(xp, [xp.number(x) for x in numbers])


def largest(xp: Any, values: Sequence[Value]) -> Value:
    """The largest of several values."""
    return reduce(xp.maximum, values)


def smallest(xp: Any, values: Sequence[Value]) -> Value:
    """The smallest of several values."""
    return reduce(xp.minimum, values)


def identified(profile: Profile) -> Profile:
    """The profile with a tail: as stated, or by the asymptotics of its formula if these are known for all its
    operations; otherwise unchanged."""
    if profile.tail is not None or profile.at_infinity.max_loss is not None or not profile.closed_form:
        return profile
    found: list[Tail] = []
    for start in _STARTS:
        try:
            tail = _read(log_bounds(lambda xp, x: profile.delta(xp, x, {}), start, _BITS))
        except ours(ArithmeticError, TypeError, AttributeError, ValueError):
            continue
        if tail.tail_mu is not None:
            return replace(profile, tail=tail)
        found += [tail] if tail.subgaussian is not None else []
    return replace(profile, tail=max(found, key=_steepness)) if found else profile


def _steepness(tail: Tail) -> float:
    """An approximation to the a of a quadratic bound; -1 without one."""
    return -1 if tail.subgaussian is None else _near(tail.subgaussian[0])


def _near(x: Number) -> float:
    return enclose(lambda xp: xp.number(x)).lower


def _read(found: LogBounds) -> Tail:
    """Asymptotic bounds on log delta as a tail. The limit `tail_mu` is known if delta vanishes, if delta falls no
    faster than an exponential, and if both bounds have the same quadratic coefficient."""
    if found.vanishes:
        return Tail(start=found.start, mu=0, tail_mu=0)
    low, high = found.low, found.high
    limit = None
    if low is not None and low.c2 >= 0:
        limit = _held(arb.pos_inf())
    elif low is not None and high is not None and high.c2 < 0 and low.c2.overlaps(high.c2):
        limit = _held(1 / (-2 * low.c2.union(high.c2)).sqrt())
    return Tail(start=found.start, subgaussian=None if high is None else _as_numbers(high), tail_mu=limit)


def _held(x: arb) -> Number:
    """A ball as a number of any arithmetic."""
    return lambda xp: x
