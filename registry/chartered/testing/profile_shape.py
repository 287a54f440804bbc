"""Conformance kit: properties of every privacy profile, which an exact formula must have.

With t = e^eps a profile is the supremum of P(S) - t Q(S) over events S, and over pairs of neighbours in either order.
It is convex and nonincreasing in t, lies in [0, 1], tends to delta at infinity, and is at least delta(0) - (1 -
delta(0)) (t - 1)/2: for a pair whose total variation distance is delta(0), consider the event that attains it and its
complement, in both orders.

All comparisons are in ball arithmetic, so a reported violation is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from chartered_verify.arithmetic import balls
from chartered_verify.catching import ours
from chartered_verify.enclosure import Enclosure, enclose
from flint import arb

from ..enclose.evaluation import evaluate
from ..errors import Unavailable
from ..model.exact_numbers import plain
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..profiles.gaussian_family import gaussians
from ..search.propose import propose

Outputs = Sequence[tuple[Fraction, Fraction]]
"""The probability of each output under two neighbours."""

_BITS = 256
_FAR, _FARTHER, _NEAR = Fraction(1000), Fraction(10**6), Fraction(1, 1000)
_BEYOND = tuple(map(Fraction, ("0", "1/10", "1", "3", "10", "40")))
_POINTS = tuple(map(Fraction, ("0", "1e-3", "0.03", "0.1", "0.3", "0.5", "0.8", "1", "1.5", "2", "3", "5", "8", "20")))


def check_exact(profile: Profile, where: str) -> None:
    """Raises AssertionError if an exact profile is one that no mechanism can have."""
    points = _values(profile, _points(profile))
    start = points.get(Fraction(0))
    for (low, first), (high, last) in pairwise(points.items()):
        assert not last.lo > first.hi, f"{where}: delta rises from eps = {plain(low)} to eps = {plain(high)}"
    for eps, delta in points.items():
        with balls(_BITS) as xp:
            least = arb(0) if start is None else start.lo - (1 - start.lo) * xp.number(eps).expm1() / 2
            assert not delta.hi < least, (
                f"{where}: delta falls faster up to eps = {plain(eps)} than that of any mechanism"
            )
    _check_convex(points, where)
    if profile.at_infinity.max_loss is None and profile.closed_form:
        _check_limit(profile, where)
    if profile.closed_form:
        _check_largest_loss(profile, where)


def check_outputs(profile: Profile, outputs: Outputs, where: str) -> None:
    """Raises AssertionError if a profile is below the hockey-stick divergence of two output distributions, in either
    order."""
    assert all(sum(column) == 1 and min(column) >= 0 for column in zip(*outputs, strict=True)), (
        f"{where}: outputs do not add up to 1"
    )
    for eps, delta in _values(profile, _points(profile)).items():
        for pairs in (outputs, [(q, p) for p, q in outputs]):
            with balls(_BITS) as xp:
                grown = xp.number(eps).exp()
                parts = [xp.number(p) - grown * xp.number(q) for p, q in pairs]
                divergence = sum((part for part in parts if part > 0), arb(0))
            said = f"the outputs differ by at least {Enclosure.of(divergence).lower:.6g}"
            assert not divergence > delta.hi, (
                f"{where}: delta at eps = {plain(eps)} is at most {delta.upper:.6g}, but {said}"
            )


def check_tail(profile: Profile, where: str) -> None:
    """Raises AssertionError if a profile is above the decay that it states, from the stated eps on: a mu that is proved
    by it would be too small."""
    tail = profile.tail
    if tail is None or not profile.closed_form or (tail.mu is None and tail.subgaussian is None):
        return
    start = Fraction(enclose(lambda xp: xp.number(tail.start)).upper)
    of_mu = None if tail.mu is None else gaussians()(tail.mu)
    for eps, delta in _values(profile, [start + far for far in _BEYOND]).items():
        with balls(_BITS) as xp:
            x, above = xp.number(eps), False
            if of_mu is not None:
                above = delta.lo > of_mu.delta(xp, x, {})
            if tail.subgaussian is not None:
                a, b, c = map(xp.number, tail.subgaussian)
                above = above or delta.lo > xp.exp(c + b * x - a * x**2)
        assert not above, f"{where}: delta at eps = {plain(eps)} is above the tail that the profile states"


def _points(profile: Profile) -> list[Fraction]:
    """The values of eps at which a profile is evaluated: fixed ones, and ones around its maximal loss."""
    end = profile.at_infinity.max_loss
    around: list[Fraction] = []
    if end is not None:
        near = end if isinstance(end, int | Fraction) else Fraction(enclose(lambda xp: xp.number(end)).upper)
        around = [Fraction(near) * k / 10 for k in (1, 5, 8, 9, 10, 11, 20)]
    points = sorted({*_POINTS, *around})
    return points if profile.closed_form else points[::4]  # another search at each point


def _values(profile: Profile, points: Sequence[Fraction]) -> Mapping[Fraction, Enclosure]:
    """The profile's deltas by eps, at the points where it has an answer."""
    found = {}
    for eps in points:
        question = Question.delta(eps)
        try:
            found[eps] = evaluate(profile, question, propose(profile, question)).bound
        except ours(Unavailable, ArithmeticError):
            continue
    return found


def _check_convex(points: Mapping[Fraction, Enclosure], where: str) -> None:
    """Checks that the slopes between consecutive points do not decrease with t."""
    with balls(_BITS) as xp:
        spots = [(eps, xp.number(eps).exp(), delta.lo.union(delta.hi)) for eps, delta in points.items()]
        slopes = [(one[0], two[0], (two[2] - one[2]) / (two[1] - one[1])) for one, two in pairwise(spots)]
        for (low, middle, first), (_, high, last) in pairwise(slopes):
            at = f"between eps = {plain(low)}, {plain(middle)} and {plain(high)}"
            said = f"{where}: the profile is exact, but not convex in e^eps {at}: no mechanism has it"
            assert not first > last, said


def _check_largest_loss(profile: Profile, where: str) -> None:
    """Checks that delta is above its limit right below the eps from which on it is stated to be there: an answer at
    that delta is that eps, from both sides."""
    end, limit = profile.at_infinity.max_loss, profile.at_infinity.delta
    if end is None or end == 0:
        return
    with balls(_BITS) as xp:
        before = xp.number(end) * xp.number(1 - _NEAR)
        above = profile.delta(xp, before, {}) - xp.number(limit)
        assert not before > 0 or above > 0, (
            f"{where}: delta is at its limit {Enclosure.of(xp.number(limit)).upper:.6g} before max_loss = "
            f"{Enclosure.of(xp.number(end)).upper:.6g}: state the least such eps"
        )


def _check_limit(profile: Profile, where: str) -> None:
    """Checks that delta at infinity is the limit: a convex profile decreases until it reaches it, so one that stays
    above it at large eps has another limit."""
    found = _values(profile, (_FAR, _FARTHER))
    if len(found) < 2:
        return
    with balls(_BITS) as xp:
        near, far = (delta.lo.union(delta.hi) - xp.number(profile.at_infinity.delta) for delta in found.values())
        stays = far > near * xp.number(Fraction(99, 100)) and far > 0
        below = far < 0
    level = found[_FARTHER].lower
    assert not stays, (
        f"{where}: delta is still {level:.6g} at eps = 1e6 and falls no more, but the profile states no such floor"
    )
    assert not below, f"{where}: delta falls below delta at infinity that the profile states"
