"""The points of a ledger's privacy profile from which bounds on attacks follow: the one that gives the strongest bound
on tests with a given type I error, and as many as are found in time. Searched in floats, since every point is sound."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from chartered_verify.catching import ignoring, ours
from chartered_verify.enclosure import Side, enclose
from chartered_verify.numeric.minimisation import minimise

from ..enclose.evaluation import evaluate
from ..errors import CharteredError, OutOfTime, Unavailable
from ..ledger.entries import described
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..search.propose import propose
from .answers import Answer
from .every_path import Accounting
from .question_time_limit import TimeLimit, made_in_time

Worth: TypeAlias = Callable[[float, float], float]
"""(eps, delta) -> the strength, in floats, of the bound on tests that a point of a profile gives: larger is stronger, 0
is trivial."""
Value: TypeAlias = Callable[[float], float]
"""eps -> that strength of the point of one profile."""

_POINTS, _FALLS = 24, 2
_SMOOTH, _FLAT = 1e-7, 1e-11  # so near to a smooth maximum, values differ by less than this share
_BESIDE = 4  # Brent's method ends nearer to the maximum than _BESIDE times its accuracy
_ACCURACY = 1e-12  # at a kink, the error of the value is proportional to that of eps
_FARTHEST = 1e6
_NOTHING = -1.0, -1.0
_NEARLY = 0.8  # the share of the largest rough value above which others are compared by better ones


def best_point(accounting: Accounting, type_one: Fraction, worth: Worth) -> Question:
    """The question for delta at the eps at which some profile of the ledger gives the strongest bound on tests with
    this type I error. Raises CharteredError if no profile gives one."""
    rarer = min(type_one, 1 - type_one)  # as a fraction, since it may be far below the smallest double
    far = 4 * (math.log(rarer.denominator) - math.log(rarer.numerator))
    paths = accounting.profiles()
    exact = [path for path in paths if path.settles or not path.ours]
    for tried in (exact, paths):  # where an exact profile answers, no other of ours has a stronger point
        values = [_values(path.profile, worth) for path in tried]
        best = _best_outlook(values, far)
        if best is not None:
            break
    else:
        ledger = described(accounting.request.entries, accounting.request.neighbours)
        raise CharteredError(f"no profile of {ledger} bounds its tests", "ask chartered delta for the reasons")
    profile, (rough, value) = tried[best].profile, values[best]
    found = _best(rough, value, far, one_maximum=profile.side is Side.EXACT)
    most = _largest_loss(profile)
    return Question.delta(found if most is None or value(float(most)) < value(float(found)) else most)


def _largest_loss(profile: Profile) -> Fraction | None:
    """The eps from which on delta is that at infinity: a kink of the profile, at which a bound is often strongest. None
    if no such eps is known."""
    most = profile.at_infinity.max_loss
    largest = math.inf if most is None else enclose(lambda xp: xp.number(most)).upper
    return Fraction(largest) if math.isfinite(largest) else None


def _best_outlook(values: Sequence[tuple[Value, Value]], far: float) -> int | None:
    """The index of the path that is the best at a few points, by rough values where these decide; None if none has a
    value there. One alone has a value if it has one anywhere, and far away that may be dear."""
    points = [far * 4**k for k in range(-3, 4)]
    if len(values) == 1 and any(values[0][0](x) > 0 for x in points):
        return 0
    found = [_outlook([rough(x) for x in points]) for rough, _ in values]
    most = max(found, default=_NOTHING)
    if most < (0, 0):
        return None
    near = [index for index, each in enumerate(found) if each[0] >= _NEARLY * most[0]]
    if len(near) > 1:
        for index in (index for index in near if values[index][0] is not values[index][1]):
            found[index] = _outlook([values[index][1](x) for x in points])
    return found.index(max(found))


def _outlook(worths: list[float]) -> tuple[float, float]:
    """A sort key of paths: the largest of a few values, then their sum. A path without an answer at some points is not
    worse for it."""
    return max(worths), sum(worths)


def _values(profile: Profile, worth: Worth) -> tuple[Value, Value]:
    """(rough values, better ones) of the strength of one profile's bound; the same function if estimates are good."""
    above = profile if profile.settles else profile.bounding(Side.UPPER)  # what is below takes as long again
    estimate = _value(above, worth, estimated=True)
    return estimate, _value(above, worth, estimated=False) if above.evaluation.rough else estimate


def _value(profile: Profile, worth: Worth, *, estimated: bool) -> Value:
    """The strength of one profile's bound as a function of eps; -1 if it has no answer. Used for proposals only.
    `estimated`: where the profile has an estimate, by that."""

    def value(eps: float) -> float:
        try:
            return worth(eps, _delta(profile, eps, estimated=estimated))
        except ours(Unavailable, ArithmeticError, ValueError):
            return -1.0

    return value


def _delta(profile: Profile, eps: float, *, estimated: bool) -> float:
    """delta(eps), approximate if the profile has an estimate."""
    if estimated and profile.evaluation.estimate is not None:
        with ignoring(ArithmeticError):
            about = profile.evaluation.estimate(eps)
            if 0 <= about <= 1:
                return about
    question = Question.delta(Fraction(eps))
    return evaluate(profile, question, propose(profile, question)).bound.upper


def _best(rough: Value, value: Value, far: float, *, one_maximum: bool) -> Fraction:
    """The eps with the largest value, at first within [0, far]: a scan by rough values, then Brent's method.

    `one_maximum`: whether the scan may end beyond a maximum, where deltas are tiny and dear. So it is of an exact
    profile: its points are tangents of the trade-off curve, which is convex, so that their heights at one type I error
    rise with their slopes and then fall."""
    points = [far * k**2 / _POINTS**2 for k in range(_POINTS + 1)]
    values = list[float]()
    for x in points:
        values.append(rough(x))
        if one_maximum and len(values) > _FALLS and all(0 < y < z for z, y in pairwise(values[-_FALLS - 1 :])):
            break
    top = max(range(len(values)), key=values.__getitem__)
    if (top == _POINTS or values[top] <= 0) and far < _FARTHEST:
        return _best(rough, value, 4 * far, one_maximum=one_maximum)
    eps, most = _highest(value, points[max(top - 1, 0)], points[top], points[min(top + 1, _POINTS)])
    return Fraction(eps) if most > value(points[top]) else Fraction(points[top])


def _highest(value: Value, low: float, start: float, high: float) -> tuple[float, float]:
    """(eps, the largest value found) by Brent's method; as near as doubles allow only at a kink."""
    eps, loss = minimise(lambda x: -value(x), low, start, high, _SMOOTH)
    beside = eps * (1 - _BESIDE * _SMOOTH), eps * (1 + _BESIDE * _SMOOTH)
    if any(abs(value(x) + loss) > -loss * _FLAT for x in beside):
        eps, loss = minimise(lambda x: -value(x), max(low, beside[0]), eps, min(high, beside[1]), _ACCURACY)
    return eps, -loss


class PointsInTime:
    """Answers for delta within one limit of the processor time. `at_zero`: the one at eps = 0, which bounds all
    attacks; others do so more tightly. Raises CharteredError if there is none; OutOfTime if none was found by then."""

    __slots__ = ("_accounting", "_limit", "_notes", "at_zero")

    def __init__(self, accounting: Accounting, seconds: float | None) -> None:
        self._accounting, self._limit = accounting, TimeLimit(seconds)
        self._notes = dict[str, None]()
        self.at_zero = self._asked(Question.delta(0))

    def best(self, question: Callable[[], Question]) -> Answer:
        """The best answer to a question that is searched, or, if the time is over or there is none, the one at
        eps = 0."""
        try:
            found = made_in_time(question, self._limit.left)
            if found is not None:
                return self._asked(found)
            self._ended()
        except OutOfTime:
            self._ended()
        except CharteredError as why:
            self._notes[f"{why.message}: what has no bound of its own has that by delta at epsilon = 0"] = None
        return self.at_zero

    def _asked(self, question: Question) -> Answer:
        self._accounting.seconds = self._limit.left
        found = self._accounting.best(question)
        if not self._accounting.ended:
            self._ended()
        return found

    def _ended(self) -> None:
        ended = f"the search ended after {self._limit.seconds:g} seconds of processor time"
        self._notes[f"{ended}: tighter bounds may be proved, and --seconds gives it more"] = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know if a search did not end in its time, or found nothing."""
        return tuple(self._notes)
