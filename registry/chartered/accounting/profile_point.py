"""The point of a ledger's privacy profile that says most about a test at a type I error: searched in floats, for any
point is sound."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.numeric.line_search import minimise

from ..enclose.evaluation import evaluate
from ..errors import CharteredError, Unavailable
from ..ledger.entries import described
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..search.propose import propose
from .accounting import Accounting

Worth: TypeAlias = Callable[[float, float], float]
"""What a point (eps, delta) of a profile says of tests, in floats: the more, the larger, and 0 where nothing."""

_POINTS = 24
_ACCURACY = 1e-12  # of the eps: at a kink the error of the place is the error of the value
_SMOOTH = 1e-6  # where estimates compare: of a smooth profile, whose values no longer differ
_FARTHEST = 1e6


def best_point(accounting: Accounting, type_one: Fraction, worth: Worth) -> Question:
    """The question for delta at the eps where some profile of the ledger is worth most at this type I error. Raises
    CharteredError where no profile is worth anything."""
    rarer = min(type_one, 1 - type_one)  # it may be far below the smallest double
    far = 4 * (math.log(rarer.denominator) - math.log(rarer.numerator))
    paths = accounting.profiles()
    values = [_value(path.profile, worth) for path in paths]
    coarse = [_outlook([value(far * 4**k) for k in range(-3, 4)]) for value in values]
    if max(coarse, default=_outlook([-1.0])) < (0, 0):
        ledger = described(accounting.entries, accounting.neighbours)
        raise CharteredError(f"no profile of {ledger} bounds its tests", "ask chartered delta for the reasons")
    best = coarse.index(max(coarse))
    return Question.delta(
        _best(values[best], far, _ACCURACY if paths[best].profile.search.estimate is None else _SMOOTH)
    )


def _outlook(worths: list[float]) -> tuple[float, float]:
    """By which paths are compared: the best of a few points, then all. One that answers only so far is none the worse
    for that."""
    return max(worths), sum(worths)


def _value(profile: Profile, worth: Worth) -> Callable[[float], float]:
    """What one profile is worth at an eps; -1 where it has no answer. It only proposes."""

    def value(eps: float) -> float:
        try:
            return worth(eps, _delta(profile, eps))
        except (Unavailable, ArithmeticError, ValueError):
            return -1.0

    return value


def _delta(profile: Profile, eps: float) -> float:
    """delta at an eps: about, where the profile has an estimate."""
    if profile.search.estimate is not None:
        with suppress(ArithmeticError):
            about = profile.search.estimate(eps)
            if 0 <= about <= 1:
                return about
    question = Question.delta(Fraction(eps))
    return evaluate(profile, question, propose(profile, question)).bound.upper


def _best(value: Callable[[float], float], far: float, accuracy: float) -> Fraction:
    """The eps with the largest value, begun between 0 and `far`: a scan, then Brent's method."""
    points = [far * k**2 / _POINTS**2 for k in range(_POINTS + 1)]
    values = [value(x) for x in points]
    top = max(range(len(points)), key=values.__getitem__)
    if (top == _POINTS or values[top] <= 0) and far < _FARTHEST:
        return _best(value, 4 * far, accuracy)
    ends = points[max(top - 1, 0)], points[min(top + 1, _POINTS)]
    eps, loss = minimise(lambda x: -value(x), ends[0], points[top], ends[1], accuracy)
    return Fraction(eps) if -loss > values[top] else Fraction(points[top])
